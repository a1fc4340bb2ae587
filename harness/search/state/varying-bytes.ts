/**
 * The bytes of a battle that vary between the states of a search, in the order of their discovery.
 * A node keeps only these; all others are as at the root. A byte is named by its lane: four times
 * the number of its word, plus its index in the word, the lowest first.
 */

export interface VaryingBytes {
  /** Lane at each place; shared with the threads of a search. */
  readonly lanes: Int32Array;
  /**
   * Where the byte of a lane goes, counted from the first place; `nowhere` when it has no place.
   */
  readonly of: Int32Array;
  /** By word: the bits whose lanes have places. */
  readonly seen: Int32Array;
  /** Places so far. */
  count: number;
}

/**
 * @param maxWords words that there are
 * @param nowhere where bytes go that have no place and are 0
 */
export function createVaryingBytes(maxWords: number, nowhere: number, shared: boolean): VaryingBytes {
  const lanes = new Int32Array(shared ? new SharedArrayBuffer(16 * maxWords) : new ArrayBuffer(16 * maxWords));
  return { lanes, of: new Int32Array(4 * maxWords).fill(nowhere), seen: new Int32Array(maxWords), count: 0 };
}

/** Gives a lane that has none the next place. */
export function addVaryingByte(places: VaryingBytes, lane: number): void {
  const place = places.count++;
  const word = lane >> 2;
  places.lanes[place] = lane;
  places.of[lane] = place;
  places.seen[word] = (places.seen[word] as number) | (0xff << (8 * (lane & 3)));
}

/** Words that so many places take. */
export function wordsOfBytes(count: number): number {
  return (count + 3) >> 2;
}
