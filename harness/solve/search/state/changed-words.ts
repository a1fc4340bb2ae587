/**
 * Finds the words in which two images differ: at first by a loop, later by generated code in which
 * every index is a constant. Words that have changed before are listed without a branch, which
 * would often be mispredicted. All others are compared in groups with their first values; when one
 * of them changes for the first time, the loop finds it. For the 143 words of four units against
 * five this takes 30 nanoseconds; a branch for each word took 105.
 */

import { compilePart, type Part } from './generated-code.js';

/**
 * Number of words in one function: the JavaScript engine does not compile functions that are too
 * long.
 */
const WORDS_OF_A_PART = 512;

/**
 * Number of words compared by one branch: with more of them the compiler spills words to memory.
 */
const GROUP_WORDS = 4;

/** Scans by the loop before code is generated. */
const FIRST_SCANS = 4096;
/** Vain scans before code is generated again; the number doubles each time. */
const MORE_SCANS = 8192;

export interface ChangeScanner {
  /** Writes the places of differing words, the lowest first. @returns their number */
  scan(): number;
  /**
   * Announces a word that may differ from its first value in both images, before it does in
   * `before`.
   */
  expectChange(place: number): void;
}

/**
 * Keeps the code of every part separate: shared code is compiled without knowledge of the images.
 */
let parts = 0;

function partOf(
  [image, before, changed]: readonly [image: Int32Array, before: Int32Array, changed: Int32Array],
  compile: NonNullable<typeof compilePart>,
  places: Int32Array,
  first: Int32Array,
  isKnown: (place: number) => boolean,
): Part {
  // integers alone get into the code
  const lines: string[] = [];
  const others: number[] = [];
  const endGroup = (): void => {
    const sum = others.splice(0).map((place) => `(image[${place | 0}] ^ ${(first[place] as number) | 0})`);
    if (sum.length > 0) lines.push(`if ((${sum.join(' | ')}) !== 0) return -1;`);
  };
  for (const place of places) {
    if (isKnown(place)) {
      lines.push(
        `changed[found] = ${place | 0}; found = (found + +(image[${place | 0}] !== before[${place | 0}])) | 0;`,
      );
    } else if (others.push(place) === GROUP_WORDS) endGroup();
  }
  endGroup();
  lines.push('return found;');
  const code = `return function (found) { // ${parts++}\n${lines.join('\n')}\n};`;
  return compile(code, image, before, changed);
}

function scanAll(image: Int32Array, before: Int32Array, changed: Int32Array, places: Int32Array): number {
  let found = 0;
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number;
    if (image[place] !== before[place]) changed[found++] = place;
  }
  return found;
}

/** Parts that leave everything to the loop, for a scanner without generated code. */
const NO_PARTS: readonly (readonly Part[])[] = [
  [(found) => found, () => -1],
  [(found) => found | 0, (found) => -1 - found],
];

/**
 * Creates a scanner.
 * @param before the image before; only announced words change in it
 * @param changed receives the places, with room for one more
 * @param places the compared words, ascending
 */
export function createChangeScanner(
  image: Int32Array,
  before: Int32Array,
  changed: Int32Array,
  places: Int32Array,
): ChangeScanner {
  const first = before.slice();
  const known = new Uint8Array(image.length);
  let made = NO_PARTS[0] as readonly Part[];
  let isMade = false;
  /** New places: the generated code still takes them for constant words. */
  const fresh: number[] = [];
  let left = FIRST_SCANS;
  let next = MORE_SCANS;

  function expectChange(place: number): void {
    if (known[place] === 1) return;
    known[place] = 1;
    if (isMade) fresh.push(place);
  }

  function make(): void {
    const compile = compilePart;
    if (compile === undefined) return;
    const all: Part[] = [];
    for (let at = 0; at < places.length; at += WORDS_OF_A_PART) {
      const part = places.subarray(at, at + WORDS_OF_A_PART);
      all.push(partOf([image, before, changed], compile, part, first, (place) => known[place] === 1));
    }
    made = all;
    isMade = true;
    fresh.length = 0;
    left = next;
    next *= 2;
  }

  // Now the one, now the other: a call that went to one function only is compiled as that
  // function's own code with all that calls it, and again when another takes its place.
  const even = (): void => {
    if (!isMade) made = NO_PARTS[0] as readonly Part[];
  };
  const odd = (): void => {
    if (!isMade) made = NO_PARTS[1] as readonly Part[];
  };

  function scanAgain(): number {
    const found = scanAll(image, before, changed, places);
    for (let change = 0; change < found; change++) expectChange(changed[change] as number);
    left--;
    const then = left === 0 ? make : (left & 1) === 0 ? even : odd;
    then();
    return found;
  }

  function scan(): number {
    let found = 0;
    for (let part = 0; part < made.length; part++) {
      found = (made[part] as Part)(found);
      if (found < 0) return scanAgain();
    }
    for (let index = 0; index < fresh.length; index++) {
      const place = fresh[index] as number;
      if (image[place] !== before[place]) return scanAgain();
    }
    return found;
  }

  return { scan, expectChange };
}
