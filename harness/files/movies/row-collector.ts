/** Collects rows whose number is not known before, without an object per row. */
import type { MovieInput } from './movie.js';
import { failMovie } from './movie-error.js';

/** Maximum number of rows of a movie: days of play. */
export const MAX_ROWS = 50_000_000;

/** Maximum number of rows that press reset, or power. */
const MAX_PRESSES = 1_000_000;
/** Rows that are kept together. */
const ROWS_OF_PIECE = 1 << 16;
/** Rows that are written together: their text is small enough to be cleared away at once. */
export const ROWS_OF_TEXT = 1 << 12;

export interface RowCollector {
  /** Rows so far. */
  readonly count: number;
  /** Starts a row with every pad released. */
  add(): void;
  /** Sets a pad of the newest row. */
  pad(index: number, mask: number): void;
  reset(): void;
  power(): void;
  input(): MovieInput;
}

/**
 * Puts pieces of masks into one list. What is not there is released: such a piece takes no memory.
 */
function joined(pieces: readonly (Uint16Array | undefined)[], count: number): Uint16Array {
  const masks = new Uint16Array(count);
  pieces.forEach((piece, index) => {
    const first = index * ROWS_OF_PIECE;
    if (piece !== undefined) masks.set(piece.subarray(0, Math.min(ROWS_OF_PIECE, count - first)), first);
  });
  return masks;
}

/**
 * Copies masks, piece by piece, and leaves out what is released throughout: the pages of a new list
 * that nobody writes take no memory.
 */
export function copyMasks(from: Uint16Array, to: Uint16Array, at: number): void {
  for (let first = 0; first < from.length; first += ROWS_OF_PIECE) {
    const piece = from.subarray(first, first + ROWS_OF_PIECE);
    if (piece.some((mask) => mask !== 0)) to.set(piece, at + first);
  }
}

/** @throws LockstepError `E_MOVIE` for more than a list should hold */
function addPress(rows: number[], row: number): void {
  if (rows.length >= MAX_PRESSES) {
    failMovie('E_MOVIE', 'the movie presses reset or power too often', {
      found: `over ${MAX_PRESSES} times`,
      expected: 'a movie of play',
    });
  }
  rows.push(row);
}

export function collectRows(pads: number): RowCollector {
  let count = 0;
  const columns = Array.from({ length: pads }, (): (Uint16Array | undefined)[] => []);
  const resets: number[] = [];
  const powers: number[] = [];
  return {
    get count() {
      return count;
    },
    add: () => {
      count++;
    },
    pad: (index, mask) => {
      const column = columns[index];
      if (column === undefined || mask === 0) return;
      const row = count - 1;
      const piece = Math.floor(row / ROWS_OF_PIECE);
      column[piece] ??= new Uint16Array(ROWS_OF_PIECE);
      (column[piece] as Uint16Array)[row % ROWS_OF_PIECE] = mask;
    },
    reset: () => addPress(resets, count - 1),
    power: () => addPress(powers, count - 1),
    input: () => ({ frames: count, pads: columns.map((column) => joined(column, count)), resets, powers }),
  };
}
