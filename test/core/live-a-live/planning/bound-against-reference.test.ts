/** The lower bound is exactly that of its slow reference: in battles in which much can happen at once, and in quiet ones with few harms. */
import { afterAll, describe, expect, test } from 'vitest';
import { TABLES } from '../../../fixtures/live-a-live/harmful-battles.js';
import { quietBattle } from '../../../fixtures/live-a-live/quiet-battles.js';
import { SKILL_TABLE, SPECIES } from '../../../references/live-a-live/addresses.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';
import { compareBounds, crowdedBattle, type Seen } from './bound-comparison.js';

const PLAYS = 30;
const QUIET = 330;
/** Battles of a test: a wrong figure shows after a few of them. */
const SLICE = 10;

/** The first number of each slice. */
const slices = (count: number): number[] => Array.from({ length: count / SLICE }, (_, slice) => SLICE * slice);

const nothing = (): Seen => ({ bounds: 0, above: 0, sums: 0, none: 0 });

/** What each may come to was met so often. */
function expectSeen(seen: Seen, least: readonly [bounds: number, above: number, sums: number, none: number]): void {
  const enough = Object.values(seen).map((count, at) => count > (least[at] ?? 0));
  expect(enough, JSON.stringify(seen)).toEqual(Array(4).fill(true));
}

describe('where much happens at once, on the way of some commands', () => {
  const seen = nothing();
  afterAll(() => expectSeen(seen, [400, 300, 40, 2]));

  test.each(slices(PLAYS))('battles from %i on', (first) => {
    for (let seed = first; seed < first + SLICE; seed++) compareBounds(crowdedBattle(seed), seen);
  });
});

describe('where few things harm an enemy, each of them by itself', () => {
  const seen = nothing();
  afterAll(() => expectSeen(seen, [2000, 1500, 300, 50]));

  test.each(slices(QUIET))('battles from %i on', (first) => {
    for (let seed = first; seed < first + SLICE; seed++) compareBounds(quietBattle(seed), seen);
  });
});

test('where skills petrify without a hit, and all enemies but one are immune or none is', () => {
  const seen = nothing();
  for (let seed = 0; seed < 40; seed++) {
    const battle = quietBattle(seed);
    const skills = [1, 2, 3, 4, 5, 6].map((skill) => SKILL_TABLE + 25 * skill);
    for (const record of skills) {
      TABLES.bankD5[record + 9] = 0x80;
      TABLES.bankD5[record + 18] = 0x11;
      TABLES.bankD5[record + 19] = 0;
    }
    for (const image of battle.images) {
      const memory = new Memory(image);
      for (const [at, enemy] of battle.enemies.entries())
        memory.set(memory.speciesOf(enemy) + SPECIES.immunity, seed % 2 === 0 || at === 0 ? 0 : 0x80);
    }
    compareBounds(battle, seen);
  }
  expectSeen(seen, [100, 80, 20, 50]);
});
