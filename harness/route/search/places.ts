/**
 * Which words of a battle the states of a search differ in at all, in the order in which it met them. A state keeps these alone: a few
 * of the words that could change. What a state has no place for yet is as at the root.
 */

export interface Places {
  /** Number of the word at each place; shared with the threads of a search. */
  readonly numbers: Int32Array;
  /** Place of a number, or -1. */
  readonly of: Int32Array;
  /** Places so far. */
  count: number;
}

/** @param most numbers that there are */
export function createPlaces(most: number, shared: boolean): Places {
  const numbers = new Int32Array(shared ? new SharedArrayBuffer(4 * most) : new ArrayBuffer(4 * most));
  return { numbers, of: new Int32Array(most).fill(-1), count: 0 };
}

/** Gives a number that has none the next place. */
export function addPlace(places: Places, number: number): number {
  const place = places.count++;
  places.numbers[place] = number;
  places.of[number] = place;
  return place;
}
