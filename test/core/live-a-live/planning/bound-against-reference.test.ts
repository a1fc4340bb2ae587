/** The lower bound is exactly that of its slow reference, in battles in which much can happen at once. */
import { expect, test } from 'vitest';
import type { CellRange } from '../../../../core/system/system.js';
import { BOUND, play } from '../../../fixtures/live-a-live/harmful-plays.js';
import { ENEMY, ENEMY_BYTES, FIRST_ENEMY } from '../../../references/live-a-live/addresses.js';
import { stateOf } from '../../../references/live-a-live/harm-of-skills.js';
import { leastPrice, type Wanted, wantedForWin } from '../../../references/live-a-live/least-price.js';
import { word } from '../../../references/live-a-live/memory.js';
import { cell } from './priced-commands.js';

const PLAYS = 60;

type Goal = [ranges: CellRange[], wanted: Wanted[]];

function strictest(all: readonly Wanted[]): Wanted[] {
  return [...new Set(all.map(({ enemy }) => enemy))].map((enemy) => {
    const own = all.filter((wanted) => wanted.enemy === enemy);
    const left = Math.min(...own.map((wanted) => wanted.left));
    return { enemy, left, orOut: own.every((wanted) => wanted.left > left || wanted.orOut) };
  });
}

test('the bound is what the reference works out, state by state', () => {
  const seen = { bounds: 0, above: 0, sums: 0, none: 0 };
  for (let seed = 0; seed < PLAYS; seed++) {
    const { battle, enemies, images, played, switches } = play(seed, 3, 0);
    const { bankD5 } = battle.machine.tables;
    const rules = { onsetLevel: switches.onsetLevel, asksInSecondPass: 'decisionInput' in switches };
    const states = images.map((image) => stateOf(image, bankD5, rules));
    const [opening] = states;
    if (opening === undefined || played.length === 0) continue;
    const hp = (left: (hp: number) => number, some = enemies): Goal => {
      const goals = some.map((enemy) => {
        const block = FIRST_ENEMY + ENEMY_BYTES * enemy;
        return { enemy: block, left: left(word(opening, block + ENEMY.hp)), orOut: false };
      });
      return [goals.map(({ left: max }, index) => ({ cell: cell(`enemy[${some[index]}].hp`), min: 0, max })), goals];
    };
    const goals: Goal[] = [
      [[{ cell: cell('battleResult'), min: 1, max: 1 }], wantedForWin(opening)],
      ...enemies.map((enemy) => hp((now) => Math.floor(now / 2), [enemy])),
      hp(() => 0),
      hp((now) => Math.max(now - 1, 0)),
    ];
    // of several ranges for one enemy the strictest counts: fewer HP, then no way out of the battle
    const [toHalf, toNone, win] = [hp((now) => Math.floor(now / 2)), hp(() => 0), goals[0]] as [Goal, Goal, Goal];
    goals.push([[...win[0], ...toHalf[0]], strictest([...win[1], ...toHalf[1]])]);
    goals.push([[...toNone[0], ...toHalf[0], ...win[0]], strictest([...toNone[1], ...toHalf[1], ...win[1]])]);
    for (const [ranges, wanted] of goals) {
      battle.image.set(images[0] as Uint8Array);
      const mine = BOUND(battle, ranges, played);
      const theirs = leastPrice(opening, wanted, played, rules);
      const where = `play(${seed}, 3, 0), ${ranges.map(({ cell: { name }, max }) => `${name} to ${max}`).join(', ')}`;
      expect(mine === undefined, where).toBe(theirs === undefined);
      if (mine === undefined || theirs === undefined) {
        seen.none++;
        continue;
      }
      images.forEach((image, at) => {
        battle.image.set(image);
        const least = theirs(states[at] as (typeof states)[number]);
        expect(mine(), `${where}, after ${at}`).toBe(least);
        seen.bounds++;
        if (least > 0) seen.above++;
      });
      if (wanted.length > 1) seen.sums++;
    }
  }
  // what each may come to was met
  expect(Object.values(seen).map((count, at) => count > ([1000, 800, 80, 8][at] ?? 0))).toEqual(Array(4).fill(true));
});
