/**
 * Words that differ, found by a loop and then by code made for them, against a comparison of every
 * word.
 */
import { expect, test } from 'vitest';
import { createChangeScanner } from '../../../../../harness/solve/search/state/changed-words.js';

/** Draws as a search has none: a linear congruence. */
function draws(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
}

test.each([3, 143, 600])('of %i words those that differ are found, before code is made for them and after', (count) => {
  const draw = draws(count);
  const places = Int32Array.from({ length: count }, (_, index) => 2 * index + 1);
  const image = Int32Array.from({ length: 2 * count + 2 }, () => draw(1 << 20));
  const before = image.slice();
  const changed = new Int32Array(count + 1);
  const first = image.slice();
  const { scan, expectChange } = createChangeScanner(image, before, changed, places);
  for (let time = 0; time < 20_000; time++) {
    // some words change from the beginning on, all of them only later, and one in between is none
    // of those compared
    const often = Math.min(count, time < 10_000 ? 8 : 1 + (time >> 5));
    // another state is loaded, in which a word is as it was at first or is not
    const loaded = places[draw(often)] as number;
    expectChange(loaded);
    before[loaded] = (first[loaded] as number) ^ draw(3);
    image[loaded] = before[loaded] as number;
    // a move may put a word to what it was at first
    if (draw(2) === 0) image[loaded] = first[loaded] as number;
    for (let change = draw(6); change > 0; change--) {
      const place = places[draw(often)] as number;
      image[place] = (image[place] as number) ^ (1 << draw(32));
    }
    image[2 * draw(count)] = time;
    const found = scan();
    const expected = [...places].filter((place) => image[place] !== before[place]);
    expect([...changed.subarray(0, found)]).toEqual(expected);
    for (const place of [...expected, loaded]) {
      image[place] = first[place] as number;
      before[place] = first[place] as number;
    }
  }
});
