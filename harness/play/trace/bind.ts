/** Ties the cells and the starting image of a trace to a running battle. */

import { readUnsigned } from '../../../core/int/uint.js';
import { countText } from '../../../core/system/names.js';
import { type Battle, type CommandShape, RuleError, type System } from '../../../core/system/system.js';
import { formatAddress, parseAddress } from '../../../rom-map/windows.js';
import { LockstepError, type LockstepErrorCode } from '../../base/index.js';
import { addressOf } from './header.js';

import type { TraceHeader } from './types.js';

/** The battle a trace starts from. @throws LockstepError `E_TRACE_SETUP` */
export function battleOf(system: System, header: TraceHeader, file: string): Battle {
  try {
    return system.create(header.setup, header.ruleset.switches);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    const remedy = 'Record the log again: the setup in its header does not fit this system';
    const message = `${error.code} ${error.path}: ${error.message}`;
    throw new LockstepError('E_TRACE_SETUP', message, { file, line: 1, remedy }, { cause: error });
  }
}

/** The declared cells in the battle's image, by index of the trace. */
export interface BoundCells {
  readonly offsets: Int32Array;
  readonly widths: Uint8Array;
  /** 1: compared; 0: fed from the recording, or scratch of the system. */
  readonly compared: Uint8Array;
  /** 1: compared, and a change of it makes a frame active. */
  readonly active: Uint8Array;
  /** Names of declared cells that the system keeps as scratch. */
  readonly scratch: readonly string[];
}

/** What binding asks of a system's cells. */
interface CellIndex {
  /** Offset in the battle's image of every byte of a cell, by address. */
  readonly bytes: ReadonlyMap<number, number>;
  readonly byName: ReadonlyMap<string, Battle['cells'][number]>;
  /** Offsets of scratch. */
  readonly scratch: ReadonlySet<number>;
  /** `bytes` and the gaps between them; made with the first starting image. */
  withGaps: ReadonlyMap<number, number> | undefined;
}

/** Many systems share one list of cells among all their battles. */
const indexes = new WeakMap<Battle['cells'], CellIndex>();

function indexOf(cells: Battle['cells']): CellIndex {
  const known = indexes.get(cells);
  if (known !== undefined) return known;
  const bytes = new Map<number, number>();
  const scratch = new Set<number>();
  for (const cell of cells) {
    for (let byte = 0; byte < cell.width; byte++) {
      bytes.set(cell.address + byte, cell.offset + byte);
      if (cell.scratch === true) scratch.add(cell.offset + byte);
    }
  }
  const index = { bytes, byName: new Map(cells.map((cell) => [cell.name, cell])), scratch, withGaps: undefined };
  indexes.set(cells, index);
  return index;
}

/**
 * Ties the declared cells to the battle's image.
 * @throws LockstepError for a cell that lies elsewhere or has another width
 */
export function bindCells(header: TraceHeader, battle: Battle, file: string): BoundCells {
  const { bytes, byName, scratch: scratchBytes } = indexOf(battle.cells);
  const count = header.cells.length;
  const bound = {
    offsets: new Int32Array(count),
    widths: new Uint8Array(count),
    compared: new Uint8Array(count),
    active: new Uint8Array(count),
  };
  const scratch: string[] = [];
  header.cells.forEach((cell, index) => {
    const [name, hex, width] = cell;
    const address = addressOf(cell);
    const same = byName.get(name);
    const fail = (code: LockstepErrorCode, message: string, found: string, expected: string): never => {
      throw new LockstepError(code, message, { file, line: 1, found, expected, remedy: 'Record the log again' });
    };
    if (same !== undefined && same.width !== width) {
      fail('E_TRACE_CELL_WIDTH', `cell ${name} has another width`, `${width}`, `${same.width}`);
    }
    if (same !== undefined && same.address !== address) {
      fail('E_TRACE_CELL_WINDOW', `cell ${name} lies elsewhere`, hex, formatAddress(same.address));
    }
    const offset = bytes.get(address);
    for (let byte = 0; byte < width; byte++) {
      if (offset === undefined || bytes.get(address + byte) !== offset + byte) {
        fail(
          'E_TRACE_CELL_WINDOW',
          `cell ${name} lies outside of the system's windows`,
          formatAddress(address + byte),
          `an address of one of the ${countText(battle.cells.length, 'cell')} of ${header.system}`,
        );
      }
    }
    bound.offsets[index] = offset ?? 0;
    bound.widths[index] = width;
    const isScratch = scratchBytes.has(offset ?? 0);
    if (isScratch) scratch.push(name);
    bound.compared[index] = isScratch || header.inputs.includes(name) ? 0 : 1;
    bound.active[index] = same?.passive === true ? 0 : (bound.compared[index] ?? 0);
  });
  // a copy by `...` would have a form of its own for each log: the engine would look up every read
  const { offsets, widths, compared, active } = bound;
  return { offsets, widths, compared, active, scratch };
}

/**
 * Adds the offsets of bytes between two cells of one window with equal distance in the image and by
 * address.
 */
function withGaps(bytes: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const all = new Map(bytes);
  const known = [...bytes].sort(([a], [b]) => a - b);
  known.forEach(([address, offset], index) => {
    const [next, nextOffset] = known[index + 1] ?? [address, offset];
    if (next - address !== nextOffset - offset) return;
    for (let step = 1; step < next - address; step++) all.set(address + step, offset + step);
  });
  return all;
}

/** Value of a hex digit, in either case, by its character code. */
function digitOf(code: number): number {
  return (code & 0xf) + (code > 0x39 ? 9 : 0);
}

/** Copies the starting image into the battle, except bytes outside the system's windows. */
export function loadImage(header: TraceHeader, battle: Battle): void {
  const index = indexOf(battle.cells);
  index.withGaps ??= withGaps(index.bytes);
  const bytes = index.withGaps;
  for (const [start, hex] of Object.entries(header.image)) {
    const address = parseAddress(start);
    for (let byte = 0; byte < hex.length / 2; byte++) {
      const offset = bytes.get(address + byte);
      if (offset === undefined) continue;
      battle.image[offset] = 16 * digitOf(hex.charCodeAt(2 * byte)) + digitOf(hex.charCodeAt(2 * byte + 1));
    }
  }
}

/** The one command of a system by frame; its only parameter is the pad word. */
export function frameCommand(system: System): CommandShape {
  const shapes = system.commands.filter(
    (shape) => shape.parameters.length === 1 && shape.parameters[0]?.name === 'pad' && !shape.parameters[0].capacity,
  );
  const [shape] = shapes;
  if (shape === undefined || shapes.length > 1) {
    throw new LockstepError('E_SYSTEM_FRAME', `${system.id} does not have exactly one command with a pad word`, {
      found: `${shapes.length}`,
      remedy: 'Report this: the system is declared wrongly',
    });
  }
  return shape;
}

/** Unsigned value of a cell of the trace in an image. */
export function readBoundCell(image: Uint8Array, bound: BoundCells, index: number): number {
  return readUnsigned(image, bound.offsets[index] ?? 0, bound.widths[index] ?? 0);
}

/** Writes a cell of the trace into an image. @param value unsigned, at most as wide as the cell */
export function writeBoundCell(image: Uint8Array, bound: BoundCells, index: number, value: number): void {
  const offset = bound.offsets[index] as number;
  const width = bound.widths[index] as number;
  image[offset] = value;
  if (width === 1) return;
  image[offset + 1] = value >>> 8;
  if (width === 2) return;
  image[offset + 2] = value >>> 16;
  image[offset + 3] = value >>> 24;
}
