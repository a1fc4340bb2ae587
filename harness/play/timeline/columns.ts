/** Growing columns of numbers, so that a log of a million rows is a few typed arrays. */

type Numbers = Uint8Array | Uint32Array | Int32Array | Float64Array;

export interface Column {
  readonly length: number;
  push(value: number): void;
  /** @param index below `length` */
  at(index: number): number;
  /** Frees the reserve. */
  trim(): void;
}

const FIRST_CAPACITY = 1024;

export function createColumn(make: (capacity: number) => Numbers): Column {
  let values = make(FIRST_CAPACITY);
  let length = 0;
  function resize(capacity: number): void {
    const wider = make(capacity);
    wider.set(values.subarray(0, length));
    values = wider;
  }
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === values.length) resize(2 * length);
      values[length++] = value;
    },
    at: (index) => values[index] as number,
    trim: () => resize(length),
  };
}

export const bytes = (): Column => createColumn((capacity) => new Uint8Array(capacity));
export const words = (): Column => createColumn((capacity) => new Uint32Array(capacity));
export const signedWords = (): Column => createColumn((capacity) => new Int32Array(capacity));
export const wide = (): Column => createColumn((capacity) => new Float64Array(capacity));

/** Index of the last entry of an ascending column up to a value, or -1. */
export function lastNotAbove(column: Column, value: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column.at(middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
