/** The lines that tell what a battle came to, of images whose every figure is another. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE } from '../../../../core/live-a-live/index.js';
import { outcomeOf, RESULTS } from '../../../../core/live-a-live/views/outcome.js';
import { cellsOf, recordPointer } from '../../../fixtures/live-a-live/battle-cells.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';

const SETUP = {
  enemies: [
    { species: 'namcat', x: 0, y: 0 },
    { species: 'odie-o', x: 3, y: 0, hp: 831 },
    { species: 'namcat', x: 1, y: 3, hp: 7 },
  ],
  party: [
    { character: 'takahara', x: 6, y: 6 },
    { character: 'akira', x: 5, y: 6, hp: 3, maxHp: 77, level: 9, experience: 42 },
  ],
};
const battle = createBattle(null);
const memory = new Memory(battle.image);
const cells = cellsOf(memory.image);

beforeEach(() => battle.image.set(createBattle(SETUP).image));

const lines = (): Record<string, string> => Object.fromEntries(outcomeOf(battle.image));

test('the outcome tells result, frames, allies, enemies, drops and levels in this order', () => {
  expect(outcomeOf(battle.image)).toEqual([
    ['result', 'not over'],
    ['frames', '0'],
    [
      'of them assumed',
      '0 (enemyStep 12 x 0, allySkill 0 x 0, enemySkill 0 x 0, window 0 x 0, start 0 x 1; 0 = left out)',
    ],
    ['ally 0', 'takahara, HP 320 of 320, level 2, experience 0'],
    ['ally 1', 'akira, HP 3 of 77, level 9, experience 42'],
    ['enemy 0', 'namcat, HP 256 of 256'],
    ['enemy 1', 'odie-o, HP 831 of 832'],
    ['enemy 2', 'namcat, HP 7 of 256'],
    ['drops', 'none'],
    ['levels gained', '0'],
  ]);
});

test('the result is won, lost or escaped by its cell, and anything else is not over', () => {
  expect(RESULTS).toEqual(['not over', 'won', 'lost', 'escaped']);
  const results = [0, 1, 2, 3, 4].map((result) => {
    cells.set({ battleResult: result });
    return lines()['result'];
  });
  expect(results).toEqual(['not over', 'won', 'lost', 'escaped', 'not over']);
});

test('the frames have 32 bits, and each assumed duration stands with how often it was needed', () => {
  cells.set({ battleFrames: 0x1_1234 });
  cells.set({ assumedFrames: 513 });
  cells.set({ enemyStepFrames: [12, 300, 401, 15, 700] });
  cells.set({ allySkillCount: [257, 258, 3, 4] });
  expect(lines()).toMatchObject({
    frames: String(0x11234),
    'of them assumed':
      '513 (enemyStep 12 x 3, allySkill 300 x 257, enemySkill 401 x 258, window 15 x 4, start 700 x 1; 0 = left out)',
  });
});

describe('the outcome of units', () => {
  test('calls an enemy that left gone, and leaves out one after the end of the list', () => {
    cells.enemy(1).set({ state: 0 });
    expect(lines()['enemy 1']).toBe('odie-o, HP 831 of 832, gone');
    cells.enemy(1).set({ state: 0x80 });
    expect(Object.keys(lines()).filter((label) => label.startsWith('enemy'))).toEqual(['enemy 0']);
  });

  test('leaves out an empty slot, but not the last of four allies', () => {
    expect(lines()['ally 2']).toBeUndefined();
    cells.ally(3).set({ id: 0, record: recordPointer(0) });
    cells.record(0).set({ hp: 999, maxHp: 999, level: 16, experience: 99 });
    expect(lines()['ally 3']).toBe('oersted, HP 999 of 999, level 16, experience 99');
  });
});

test('the outcome names the items that dropped and the levels gained', () => {
  for (const [place, item] of [0, 0x37, 0, 0x21].entries()) cells.set({ [`droppedItem[${place}]`]: item });
  cells.set({ enemyStepFrames: 1 });
  cells.set({ levelsGained: 5 });
  expect(lines()).toMatchObject({ drops: 'peshipeshi-whip, marbler-sword', 'levels gained': '5' });
});

test('a battle after another has its number before the result; the first one has none', () => {
  expect(Object.keys(lines())[0]).toBe('result');
  cells.set({ battleNumber: 2 });
  expect(outcomeOf(battle.image).slice(0, 2)).toEqual([
    ['battle', '3'],
    ['result', 'not over'],
  ]);
});

test('a battle of the turn engine has no outcome', () => {
  expect(LIVE_A_LIVE.capabilities.views?.outcome).toBeUndefined();
});
