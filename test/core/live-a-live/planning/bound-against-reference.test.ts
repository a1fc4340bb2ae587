/** The lower bound is exactly that of its slow reference: in battles in which much can happen at once, and in quiet ones with few harms. */
import { expect, test } from 'vitest';
import { play } from '../../../fixtures/live-a-live/harmful-plays.js';
import { quietBattle } from '../../../fixtures/live-a-live/quiet-battles.js';
import { compareBounds, type Seen } from './bound-comparison.js';

const PLAYS = 30;
const QUIET = 330;

const nothing = (): Seen => ({ bounds: 0, above: 0, sums: 0, none: 0 });

/** What each may come to was met so often. */
function expectSeen(seen: Seen, least: readonly [bounds: number, above: number, sums: number, none: number]): void {
  const enough = Object.values(seen).map((count, at) => count > (least[at] ?? 0));
  expect(enough, JSON.stringify(seen)).toEqual(Array(4).fill(true));
}

test('where much happens at once, on the way of some commands', () => {
  const seen = nothing();
  for (let seed = 0; seed < PLAYS; seed++) {
    const { battle, enemies, images, played, switches } = play(seed, 3, 0);
    const rules = { onsetLevel: switches.onsetLevel, asksInSecondPass: 'decisionInput' in switches };
    compareBounds({ battle, enemies, images, commands: played, switches: rules, where: `play(${seed}, 3, 0)` }, seen);
  }
  expectSeen(seen, [400, 300, 40, 2]);
});

test('where few things harm an enemy, each of them by itself', () => {
  const seen = nothing();
  for (let seed = 0; seed < QUIET; seed++) compareBounds(quietBattle(seed), seen);
  expectSeen(seen, [2000, 1500, 300, 50]);
});
