/** Switches that came later than version 0.1, and a walk over the enemies without an end. */
import { beforeEach, expect, test } from 'vitest';
import { prepareEnemies } from '../../../../core/live-a-live/combat/enemy-correction.js';
import { countEnemiesHit } from '../../../../core/live-a-live/combat/hit-count.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import { walkWithoutEnd } from '../../../../core/live-a-live/memory/presence.js';
import { BATTLE_SWITCHES, FRAME_SWITCHES } from '../../../../core/live-a-live/memory/switches.js';
import * as Work from '../../../../core/live-a-live/memory/work-cells.js';
import { ENEMY_0, emptyMemory, enemy, machine, read } from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(emptyMemory);

test('two switches of the battle came later, and none of the turn engine', () => {
  const later = (switches: typeof BATTLE_SWITCHES): string[] =>
    switches.filter(({ isLater }) => isLater === true).map(({ name }) => name);
  expect(later(BATTLE_SWITCHES).sort()).toEqual(['decisionInput', 'startOffset']);
  expect(later(FRAME_SWITCHES)).toEqual([]);
  expect(BATTLE_SWITCHES.filter((shape) => 'isLater' in shape)).toHaveLength(2);
});

test('a walk without an end names the block that it began behind', () => {
  const { code, message } = walkWithoutEnd(0x1abc);
  expect([code, message]).toEqual(['E_NO_END', 'the walk over the enemies behind 1ABCh comes to no end of their list']);
});

// blocks lie 16 bytes apart: from 1AF1h on none is 1C00h, and none there has the state 80h
test.each([
  ['C1:E0B3', prepareEnemies],
  ['C1:D839', countEnemiesHit],
])('a walk that comes back to its first block is without an end: %s', (_, walk) => {
  expect(() => walk(machine, 0x1af1)).toThrow(expect.objectContaining({ code: 'E_NO_END' }));
});

test('a walk that makes an end of the list for its next round ends there: C1:D839', () => {
  const block = Work.HITS - Enemy.STATE;
  // in the first round 7Fh is somebody present who was hit, which makes it 80h; none of these blocks is 1C00h
  machine.ram[block + Enemy.STATE] = 0x7f;
  machine.ram[block + Enemy.HITS_LANDED] = 1;
  expect(countEnemiesHit(machine, 0x1aff)).toBe(0x80);
});

test('a walk over the enemies goes on behind a block where nobody is, to the end of the list', () => {
  for (const number of [0, 2, 3]) enemy(number).set({ state: 0x40, hitsLanded: 1 });
  enemy(1).set({ hitsLanded: 1 });
  enemy(3).set({ hitsLanded: 0 });
  enemy(4).set({ state: 0x80 });
  enemy(5).set({ state: 0x40, hitsLanded: 1 });
  expect([countEnemiesHit(machine, ENEMY_0 - 16), read('target')]).toEqual([2, 2]);
});
