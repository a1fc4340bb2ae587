/** C1:51FB walks its rows with work cells, and combat reads there what it leaves: counted out by hand. */
import { expect, test } from 'vitest';
import { placeEnemyAndLeaveWork } from '../../../../core/live-a-live/combat/placed-enemy.js';
import { clear, ENEMY_0, enemy, filled, machine, read, species } from '../../../fixtures/live-a-live/empty-battle.js';

test('an enemy of 2 x 3 cells leaves no rows, its width, the cell below its first column and its number', () => {
  clear();
  enemy(0).set({ cellX: 1, cellY: 2 });
  species(0).set({ width: 2, height: 3 });
  placeEnemyAndLeaveWork(machine, ENEMY_0);
  expect(filled('fieldGrid')).toEqual([17, 18, 25, 26, 33, 34]);
  // rows 2, 3 and 4 of eight cells: the next one begins at 40
  expect(['work0308', 'work030A', 'work0310', 'work0312'].map(read)).toEqual([0, 2, 41, 0x11]);
});
