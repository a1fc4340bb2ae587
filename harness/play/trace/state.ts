/**
 * The cells of a running battle as a trace declares them: header entries, values, starting image.
 */
import { readUnsigned } from '../../../core/int/uint.js';
import type { Battle, System } from '../../../core/system/system.js';
import { formatAddress } from '../../../rom-map/windows.js';
import { rulesetHash } from './ruleset.js';
import type { Switches } from './switches.js';
import type { TraceCell, TraceHeader, TraceSource } from './types.js';

/** Cells to record: without scratch, and each byte once. */
export function tracedCells(battle: Battle): Battle['cells'] {
  const taken = new Set<number>();
  return battle.cells.filter((cell) => {
    if (cell.scratch === true) return false;
    const bytes = Array.from({ length: cell.width }, (_, byte) => cell.address + byte);
    if (bytes.some((byte) => taken.has(byte))) return false;
    for (const byte of bytes) taken.add(byte);
    return true;
  });
}

/** Reads the unsigned values of cells, always into the same array. */
export function createValueReader(battle: Battle, cells: Battle['cells']): () => Uint32Array {
  const values = new Uint32Array(cells.length);
  const { image } = battle;
  return () => {
    cells.forEach((cell, index) => {
      values[index] = readUnsigned(image, cell.offset, cell.width);
    });
    return values;
  };
}

/** Windows of neighbouring bytes: address -> hex. */
function imageWindows(battle: Battle, cells: Battle['cells']): Record<string, string> {
  const windows: Record<string, string> = {};
  let start = '';
  let next = -1;
  for (const cell of [...cells].sort((a, b) => a.address - b.address)) {
    if (cell.address !== next) {
      start = formatAddress(cell.address);
      windows[start] = '';
    }
    windows[start] += Buffer.from(battle.image.subarray(cell.offset, cell.offset + cell.width)).toString('hex');
    next = cell.address + cell.width;
  }
  return windows;
}

/**
 * The key of a header that names the layout of its addresses; none where no cell of the system ever
 * moved.
 */
export function layoutOf(system: System): Pick<TraceHeader, 'layout'> {
  return system.layout === undefined ? {} : { layout: system.layout.version };
}

export interface HeaderParts {
  readonly ruleset: { readonly name: string; readonly switches: Switches };
  readonly source: TraceSource;
  readonly setup: unknown;
  readonly from: string;
}

/** Header of a trace that starts with the battle as it is now. */
export function headerOf(system: System, battle: Battle, cells: Battle['cells'], parts: HeaderParts): TraceHeader {
  const { name, switches } = parts.ruleset;
  return {
    trace: 1,
    system: system.id,
    systemVersion: system.version,
    ruleset: { name, hash: rulesetHash(system, switches), switches },
    source: parts.source,
    unit: system.unit,
    from: parts.from,
    setup: parts.setup ?? null,
    ...layoutOf(system),
    cells: cells.map((cell): TraceCell => [cell.name, formatAddress(cell.address), cell.width]),
    inputs: [],
    sequence: null,
    masks: [],
    image: imageWindows(battle, cells),
  };
}
