/**
 * The long run: LOCKSTEP_PLAYS (32,000) plays with more than three states each. No command that was
 * really played does more than the bound allows, and none lowers it by more than its price.
 * `bound-in-harmful-plays.test.ts` looks at the first of them in every run of the tests.
 */
import { expect, test } from 'vitest';
import { BOUND, lookAt, play } from '../../../fixtures/live-a-live/harmful-plays.js';

const PARTS = 10;
const PLAYS = Math.ceil(Number(process.env['LOCKSTEP_PLAYS'] ?? 32_000) / PARTS);
const COMMANDS = 3;

const seen = { states: 0, blows: 0, tight: 0, known: 0 };

test.each(Array.from({ length: PARTS }, (_, part) => part))(
  'part %i: no play costs less than the bound before it',
  (part) => {
    for (let seed = PLAYS * part; seed < PLAYS * (part + 1); seed++) {
      const one = play(seed, COMMANDS, 1);
      const look = lookAt(one, one.battle, BOUND);
      expect(
        look.wrong,
        `play(${seed}, ${COMMANDS}, 1), ${one.theme}, ${JSON.stringify(one.switches)}`,
      ).toBeUndefined();
      seen.states += one.images.length;
      seen.blows += look.blows;
      seen.tight += look.tight;
      seen.known += look.known;
    }
  },
  1_800_000,
);

test('many states were seen, and many of the blows were the heaviest there are', () => {
  const plays = PARTS * PLAYS;
  expect(seen.states).toBeGreaterThan(3 * plays);
  expect(seen.blows).toBeGreaterThan(1.8 * plays);
  expect(seen.tight).toBeGreaterThan(0.08 * plays);
  expect(seen.known).toBeGreaterThan(2.4 * plays);
});
