/**
 * The bytes of a battle that vary between the states of a search, in order of discovery. A node
 * holds only these; all others are the root's. A lane names a byte: four times the number of its
 * word, plus its index in the word, the lowest first.
 */

export interface VaryingBytes {
  /** Lane at each place; shared with the threads of a search. */
  readonly lanes: Int32Array;
  /** Place of a lane's byte, counted from the first place; `nowhere` without a place. */
  readonly of: Int32Array;
  /** By word: the bits whose lanes have places. */
  readonly seen: Int32Array;
  /** Number of places. */
  count: number;
}

/**
 * Creates the set. @param maxWords maximum number of words
 * @param nowhere place of bytes without a place, which are 0
 */
export function createVaryingBytes(maxWords: number, nowhere: number, shared: boolean): VaryingBytes {
  const lanes = new Int32Array(shared ? new SharedArrayBuffer(16 * maxWords) : new ArrayBuffer(16 * maxWords));
  return { lanes, of: new Int32Array(4 * maxWords).fill(nowhere), seen: new Int32Array(maxWords), count: 0 };
}

/** Gives a new lane the next place. */
export function addVaryingByte(places: VaryingBytes, lane: number): void {
  const place = places.count++;
  const word = lane >> 2;
  places.lanes[place] = lane;
  places.of[lane] = place;
  places.seen[word] = (places.seen[word] as number) | (0xff << (8 * (lane & 3)));
}

/** Number of words for this many places. */
export function wordsOfBytes(count: number): number {
  return (count + 3) >> 2;
}
