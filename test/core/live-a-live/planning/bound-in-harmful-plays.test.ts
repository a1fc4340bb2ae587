/** The lower bound where much happens at once: what was really played never costs less than the bound says. */
import { expect, test } from 'vitest';
import { BOUND, lookAt, play } from '../../../fixtures/live-a-live/harmful-plays.js';

const PLAYS = 160;
const COMMANDS = 3;
const TRIES = 3;

test('no command does more than the bound allows, and none lowers it by more than its price', () => {
  const seen = { states: 0, blows: 0, tight: 0, known: 0 };
  for (let seed = 0; seed < PLAYS; seed++) {
    const one = play(seed, COMMANDS, TRIES);
    const look = lookAt(one, one.battle, BOUND);
    expect(
      look.wrong,
      `play(${seed}, ${COMMANDS}, ${TRIES}), ${one.theme}, ${JSON.stringify(one.switches)}`,
    ).toBeUndefined();
    seen.states += one.images.length;
    seen.blows += look.blows;
    seen.tight += look.tight;
    seen.known += look.known;
  }
  expect([seen.states > 450, seen.blows > 300, seen.tight > 8, seen.known > 350], JSON.stringify(seen)).toEqual(
    Array(4).fill(true),
  );
});
