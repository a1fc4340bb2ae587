/** The rules’ statements about areas, by hand. */
import { beforeEach, expect, test } from 'vitest';
import { AREA_OF_ENEMY, markArea, markRectangle } from '../../../../core/live-a-live/field/areas.js';
import { ENEMY_0, emptyMemory, filled, machine, read, set } from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(() => {
  emptyMemory();
  set({ actingEnemy: ENEMY_0 });
});

test('an area of 5 x 5 round (0,6) has nine cells inside the field', () => {
  set({ areaHeight: 5, areaWidth: 5, areaLeft: 2, areaUp: 2, areaCentreX: 0, areaCentreY: 6 });
  markRectangle(machine);
  expect(filled('rangeGrid')).toEqual([32, 33, 34, 40, 41, 42, 48, 49, 50]);
  expect(read('rangeGrid[48]')).toBe(0x0f);
});

test('an area of 5 x 5 round (6,0) stops before the unused eighth column', () => {
  set({ areaHeight: 5, areaWidth: 5, areaLeft: 2, areaUp: 2, areaCentreX: 6, areaCentreY: 0 });
  markRectangle(machine);
  expect(filled('rangeGrid')).toEqual([4, 5, 6, 12, 13, 14, 20, 21, 22]);
});

test('an area with an enemy as the current ally marks nothing', () => {
  set({ currentAlly: ENEMY_0 });
  expect(markArea(machine)).toBe(AREA_OF_ENEMY);
  expect(filled('rangeGrid')).toEqual([]);
});
