/** The header of an explained trace: the cells of the log, and the cells of the found input. */
import type { Battle, CellDeclaration, InputShape, System } from '../../../core/system/system.js';
import { formatAddress, parseAddress } from '../../../rom-map/windows.js';
import { headerOf, tracedCells } from '../trace/state.js';
import type { TraceHeader } from '../trace/types.js';

function covers(header: TraceHeader, cell: CellDeclaration): boolean {
  return Object.entries(header.image).some(([start, hex]) => {
    const from = parseAddress(start);
    return cell.address >= from && cell.address + cell.width <= from + hex.length / 2;
  });
}

/** Creates the header. @param battle in its starting state */
export function explainedHeader(system: System, battle: Battle, inputs: InputShape, log: TraceHeader): TraceHeader {
  const { sequence } = inputs;
  const added = new Set([...inputs.cells, ...(sequence === undefined ? [] : [sequence.begin, sequence.end])]);
  const kept = log.cells.filter(([name]) => !added.has(name));
  const own = tracedCells(battle);
  const extra = own.filter((cell) => added.has(cell.name));
  const whole = Object.keys(log.image).length === 0 || extra.every((cell) => covers(log, cell));
  const { name, switches } = log.ruleset;
  const image = headerOf(system, battle, own, {
    ruleset: { name, switches },
    source: log.source,
    setup: null,
    from: '',
  }).image;
  return {
    ...log,
    source: { ...log.source, kind: 'model', input: null },
    cells: [...kept, ...extra.map((cell) => [cell.name, formatAddress(cell.address), cell.width] as const)],
    inputs: [],
    sequence: sequence ?? null,
    masks: log.masks.filter((mask) => !added.has(mask.cell)),
    image: whole ? log.image : image,
  };
}
