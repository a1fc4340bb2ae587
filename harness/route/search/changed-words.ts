/**
 * Finds the words in which two images differ: code made for the words that are to be compared, with every place a constant in it. The running
 * engine compiles it to a load and a compare a word, a third of what a loop over the same places takes (measured: `lockstep bench search`).
 */

/** Words that one function compares: the engine leaves functions that are too long uncompiled. */
const WORDS_OF_A_PART = 512;

/** Often enough for the running engine to have begun to note, for the shortest part too, what every line does. */
const FIRST_RUNS = 64;

/** Writes the places of the words that differ. @returns how many */
export type Look = () => number;

type Part = (found: number) => number;

/** Makes the code of every part a code of its own: what is shared is compiled without knowing the images. */
let parts = 0;

function partOf(image: Int32Array, before: Int32Array, changed: Int32Array, places: readonly number[]): Part {
  // integers alone get into the code
  const lines = places.map(
    (place) => `if (image[${place | 0}] !== before[${place | 0}]) changed[found++] = ${place | 0};`,
  );
  const code = `return function (found) { // ${parts++}\n${lines.join('\n')}\nreturn found;\n};`;
  return new Function('image', 'before', 'changed', code)(image, before, changed) as Part;
}

function joined(all: readonly Part[]): Look {
  const [first, second] = all;
  if (first === undefined) return () => 0;
  if (second === undefined) return () => first(0);
  return () => {
    let found = 0;
    for (let part = 0; part < all.length; part++) found = (all[part] as Part)(found);
    return found;
  };
}

/** Both images are equal. @param changed gets the places @param places of the words that are compared */
export function createLook(image: Int32Array, before: Int32Array, changed: Int32Array, places: Int32Array): Look {
  const all: Part[] = [];
  for (let at = 0; at < places.length; at += WORDS_OF_A_PART) {
    all.push(partOf(image, before, changed, [...places.subarray(at, at + WORDS_OF_A_PART)]));
  }
  const look = joined(all);
  // every line runs now: one that has not run since the engine takes notes is left out by the compiler, and all the code made again
  // when it does (30 ms each time, and it was four times)
  for (const place of places) before[place] = ~(image[place] as number);
  for (let run = 0; run < FIRST_RUNS; run++) look();
  for (const place of places) before[place] = image[place] as number;
  return look;
}
