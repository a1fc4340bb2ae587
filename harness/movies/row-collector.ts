/** Collects rows whose number is not known before, without an object per row. */
import type { MovieInput } from './movie.js';

/** Maximum number of rows of a movie: days of play. */
export const MAX_ROWS = 50_000_000;

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

export function collectRows(pads: number): RowCollector {
  let room = 1024;
  let count = 0;
  let masks = Array.from({ length: pads }, () => new Uint16Array(room));
  const resets: number[] = [];
  const powers: number[] = [];
  return {
    get count() {
      return count;
    },
    add: () => {
      if (count === room) {
        room *= 2;
        masks = masks.map((old) => {
          const wider = new Uint16Array(room);
          wider.set(old);
          return wider;
        });
      }
      count++;
    },
    pad: (index, mask) => {
      const column = masks[index];
      if (column !== undefined) column[count - 1] = mask;
    },
    reset: () => void resets.push(count - 1),
    power: () => void powers.push(count - 1),
    input: () => ({ frames: count, pads: masks.map((column) => column.slice(0, count)), resets, powers }),
  };
}
