/**
 * One 64-bit sum for each byte over the frames of a block: bytes with equal values in all frames
 * have equal sums. After the first frame only changed bytes take time.
 */

export interface ByteSums {
  /** Low and high half. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** 1: the byte changed within the block. */
  readonly touched: Uint8Array;
  /**
   * Starts a block with the bytes as they are.
   * @param place number of the frame, the same for all sums that are compared
   */
  begin(bytes: Uint8Array, place: number): void;
  /** Records the new value of a byte from this frame on. */
  change(index: number, from: number, to: number): void;
  /** Enters a frame, to which the next changes belong. */
  enter(place: number): void;
}

/** A 32-bit mixture of a number (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let word = value | 0;
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return word ^ (word >>> 16);
}

export function createByteSums(count: number): ByteSums {
  const low = new Int32Array(count);
  const high = new Int32Array(count);
  const touched = new Uint8Array(count);
  let first = 1;
  let second = 1;
  const enter = (place: number): void => {
    first = mixed(2 * place + 1) | 1;
    second = mixed(2 * place + 0x5bd1e995) | 1;
  };
  return {
    low,
    high,
    touched,
    enter,
    begin(bytes, place) {
      enter(place);
      touched.fill(0);
      for (let index = 0; index < count; index++) {
        const value = bytes[index] as number;
        low[index] = Math.imul(value, first);
        high[index] = Math.imul(value, second);
      }
    },
    change(index, from, to) {
      low[index] = (low[index] as number) + Math.imul(to - from, first);
      high[index] = (high[index] as number) + Math.imul(to - from, second);
      touched[index] = 1;
    },
  };
}

/** Both halves as one number of 53 bits, for finding; the halves decide about equality. */
export function keyOf(sums: ByteSums, index: number): number {
  return ((sums.low[index] as number) >>> 0) * 0x20_0000 + ((sums.high[index] as number) >>> 11);
}

export function sameSum(a: ByteSums, atA: number, b: ByteSums, atB: number): boolean {
  return a.low[atA] === b.low[atB] && a.high[atA] === b.high[atB];
}
