/** Who is next, told behind what happened while the battle goes on. */
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { Action } from '../../../../core/live-a-live/memory/happenings.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { action, buffer, duel, type Event, TAKAHARA } from './written-events.js';

const PASS = action(TAKAHARA, Action.PASS);

function lastSaid(battle: LiveALiveBattle, events: readonly Event[] = [PASS]): readonly string[] {
  const told = LIVE_A_LIVE_BATTLE.narration.tell(battle, battle.image, buffer(events));
  return ['en', 'ja'].map((language) => {
    const last = told.at(-1);
    return last === undefined ? '' : LIVE_A_LIVE_BATTLE.narration.sentence(last, language as 'en' | 'ja');
  });
}

/** A duel with cells as given. With the turn flag set and 256 action points or more it is the enemies' turn. */
function duelWith(values: Readonly<Record<string, number>>): LiveALiveBattle {
  const battle = duel();
  cellsOf(battle.image).set(values);
  return battle;
}

test('the ally that may act, also where the action points are high but it is not the turn of the enemies', () => {
  expect(lastSaid(duel())).toEqual(['next: Takahara', '次：高原　日勝']);
  expect(lastSaid(duelWith({ actionPoints: 0x100, turnFlag: 0 }))[0]).toBe('next: Takahara');
});

test("the enemy that decides, in the enemies' turn", () => {
  expect(lastSaid(duelWith({ actionPoints: 0x100, turnFlag: 1 }))).toEqual(['next: Tula Han', '次：トゥーラ・ハン']);
});

test('while an area is chosen the enemies have no turn', () => {
  expect(lastSaid(duelWith({ actionPoints: 0x100, turnFlag: 1, areaMode: 1 }))[0]).toBe('next: Takahara');
});

test('nobody, where a step runs and nobody can be asked', () => {
  expect(lastSaid(duelWith({ allyActionFlags: 0x08 }))).toEqual(['next: nobody can act', '次：誰も動けない']);
});

test('nobody, where the only ally sleeps', () => {
  expect(lastSaid(duelWith({ 'ally[0].statuses': 0x20 }))[0]).toBe('next: nobody can act');
});

test('nothing where nothing happened, nor when the battle is over', () => {
  expect(lastSaid(duel(), [])).toEqual(['', '']);
  expect(lastSaid(duelWith({ battleResult: 1 }))[0]).toBe('Takahara passes');
});
