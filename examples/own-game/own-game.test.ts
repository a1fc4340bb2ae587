import { readFileSync } from 'node:fs';
import { openImage, textOf } from 'battle-lockstep/harness';
import { expect, test } from 'vitest';
import { GAME, ROUTINES } from './routines.js';

const image = openImage(new Uint8Array(readFileSync('game.sfc')), GAME);

test.each(ROUTINES.map(({ name }) => name))('%s does what the original does', async (routine) => {
  const answer = await image.prove({ routines: ROUTINES, routine, all: true });
  expect(answer.ok, textOf(answer)).toBe(true);
  // every branch went both ways: nothing of the routine was left out
  expect(answer, textOf(answer)).toMatchObject({ states: { equal: 1, thin: 0 } });
});

test('most faults that are planted in the original are found', async () => {
  const answer = await image.prove({ routines: ROUTINES, faults: 20, seed: 1 });
  expect(answer, textOf(answer)).toMatchObject({ sharpness: { planted: 20, found: 19, notToldApart: 1, missed: 0 } });
});
