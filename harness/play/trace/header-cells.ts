/**
 * The cells of a header, checked once: the logs of one recorder all declare the same ones, and what
 * a thousand cells were checked for needs no second look.
 */
import { parseAddress } from '../../../rom-map/windows.js';
import { LockstepError } from '../../base/errors.js';
import type { TraceCell } from './types.js';

export interface CheckedCells {
  readonly cells: readonly TraceCell[];
  readonly names: ReadonlySet<string>;
  /** By index of the cell. */
  readonly addresses: readonly number[];
}

/** Those of the header that was checked last. */
let last: CheckedCells | undefined;

/** Address of a cell as a number. */
export function addressOf(cell: TraceCell): number {
  return parseAddress(cell[1]);
}

function isSame(data: unknown, [name, address, width]: TraceCell): boolean {
  return Array.isArray(data) && data.length === 3 && data[0] === name && data[1] === address && data[2] === width;
}

/** The cells checked last, where unchecked data declare the very same ones. */
export function knownCells(data: unknown): CheckedCells | undefined {
  const given = (data as { readonly cells?: unknown }).cells;
  if (last === undefined || !Array.isArray(given) || given.length !== last.cells.length) return undefined;
  return last.cells.every((cell, index) => isSame(given[index], cell)) ? last : undefined;
}

/**
 * Checks cells that follow the schema.
 * @throws LockstepError `E_TRACE_CELL_TWICE`
 */
export function checkedCells(cells: readonly TraceCell[], file: string): CheckedCells {
  const fail = (message: string, remedy: string): never => {
    throw new LockstepError('E_TRACE_CELL_TWICE', message, { file, line: 1, remedy });
  };
  const names = new Set<string>();
  for (const [name] of cells) {
    if (names.has(name)) fail(`cell ${name} is declared twice`, 'Keep one of them');
    names.add(name);
  }
  const addresses = cells.map(addressOf);
  const placed = cells.map((cell, index) => ({ cell, address: addresses[index] as number }));
  placed.sort((first, second) => first.address - second.address);
  placed.forEach(({ cell, address }, index) => {
    const before = placed[index - 1];
    if (before !== undefined && before.address + before.cell[2] > address) {
      fail(`cells ${before.cell[0]} and ${cell[0]} share a byte`, 'Declare each byte once');
    }
  });
  last = { cells, names, addresses };
  return last;
}
