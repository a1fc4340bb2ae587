/**
 * Compares chosen bytes of two images of the same length, without allocation. Bytes that do not count are carried over from the first
 * image to the second, so that most comparisons are one of all bytes; only when that fails are the chosen ones looked at, 32 bits at a
 * time.
 */

export interface ImageCompare {
  /** What the second image holds at newly chosen bytes has to be written again. @param chosen 1 for every offset that counts */
  choose(chosen: Uint8Array): void;
  /** Bytes of the second image that were not chosen are undefined afterwards. */
  equal(): boolean;
  /** Number of chosen bytes. */
  chosenBytes(): number;
}

/** Bytes that do not count but often change: carried over before every comparison. */
const CARRIED_BYTES = 32;

export function createImageCompare(first: Uint8Array, second: Uint8Array): ImageCompare {
  // Words need alignment, which a battle's image may lack when it is a part of a larger buffer.
  const aligned = first.byteOffset % 4 === 0 && second.byteOffset % 4 === 0;
  const words = aligned ? first.length >> 2 : 0;
  const firstWords = new Int32Array(first.buffer, aligned ? first.byteOffset : 0, words);
  const secondWords = new Int32Array(second.buffer, aligned ? second.byteOffset : 0, words);
  let places = new Int32Array(0);
  let masks = new Int32Array(0);
  let single = new Int32Array(0);
  let chosenCount = 0;
  const firstBytes = Buffer.from(first.buffer, first.byteOffset, first.length);
  const secondBytes = Buffer.from(second.buffer, second.byteOffset, second.length);
  const carried = new Int32Array(CARRIED_BYTES);
  let carriedCount = 0;

  function choose(chosen: Uint8Array): void {
    carriedCount = 0;
    const wordPlaces: number[] = [];
    const wordMasks: number[] = [];
    const bytes: number[] = [];
    // The mask is put together through the same memory layout that the words are read with.
    const maskBytes = new Uint8Array(4);
    const maskWord = new Int32Array(maskBytes.buffer);
    for (let word = 0; word < words; word++) {
      for (let byte = 0; byte < 4; byte++) maskBytes[byte] = chosen[4 * word + byte] === 1 ? 0xff : 0;
      if (maskWord[0] !== 0) {
        wordPlaces.push(word);
        wordMasks.push(maskWord[0] ?? 0);
      }
    }
    for (let offset = 4 * words; offset < first.length; offset++) if (chosen[offset] === 1) bytes.push(offset);
    places = Int32Array.from(wordPlaces);
    masks = Int32Array.from(wordMasks);
    single = Int32Array.from(bytes);
    chosenCount = chosen.reduce((sum, value) => sum + value, 0);
  }

  function chosenEqual(): boolean {
    let difference = 0;
    for (let index = 0; index < places.length; index++) {
      const place = places[index] as number;
      difference |= ((firstWords[place] as number) ^ (secondWords[place] as number)) & (masks[index] as number);
    }
    for (let index = 0; index < single.length; index++) {
      const place = single[index] as number;
      difference |= (first[place] as number) ^ (second[place] as number);
    }
    return difference === 0;
  }

  /** All chosen bytes are equal: what differs does not count. */
  function carryRest(): void {
    for (let offset = 0; offset < first.length && carriedCount < CARRIED_BYTES; offset++) {
      if (first[offset] !== second[offset]) carried[carriedCount++] = offset;
    }
    second.set(first);
  }

  function equal(): boolean {
    for (let index = 0; index < carriedCount; index++) {
      const offset = carried[index] as number;
      second[offset] = first[offset] as number;
    }
    if (firstBytes.compare(secondBytes) === 0) return true;
    if (!chosenEqual()) return false;
    carryRest();
    return true;
  }

  return { choose, equal, chosenBytes: () => chosenCount };
}
