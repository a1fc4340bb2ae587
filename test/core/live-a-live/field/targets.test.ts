/** A target that a draw picks among cells (C1:285D), counted by hand. */
import { beforeEach, expect, test } from 'vitest';
import { FOUND, NOT_FOUND, pickOfSet } from '../../../../core/live-a-live/field/targets.js';
import { clear, draws, drawsUsed, machine, read, set } from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(clear);

/** Cells 0 to 31 as bits of one number, cells 32 to 55 as bits of another. */
function pick(value: number, ...cells: number[]): [answer: number, column: number, row: number, draws: number] {
  const bits = (first: number): number =>
    cells.filter((cell) => cell >= first && cell < first + 32).reduce((sum, cell) => sum | (1 << (cell - first)), 0);
  set({ pickedX: 99, pickedY: 99 });
  draws(value);
  return [pickOfSet(machine, bits(0), bits(32)), read('pickedX'), read('pickedY'), drawsUsed()];
}

test('the first of the cells from the drawn one on is picked, round the field, with one draw', () => {
  const cells = [3, 17, 31, 36, 54];
  // cell 8 y + x; the low six bits of the draw are the first cell, and 56 and more are cell 0
  expect(pick(0, ...cells)).toEqual([FOUND, 3, 0, 1]);
  expect(pick(4, ...cells)).toEqual([FOUND, 1, 2, 1]);
  expect(pick(0xc0 + 31, ...cells)).toEqual([FOUND, 7, 3, 1]);
  expect(pick(32, ...cells)).toEqual([FOUND, 4, 4, 1]);
  expect(pick(37, ...cells)).toEqual([FOUND, 6, 6, 1]);
  expect(pick(55, ...cells)).toEqual([FOUND, 3, 0, 1]);
  expect(pick(56, ...cells)).toEqual([FOUND, 3, 0, 1]);
  expect(pick(40, 38)).toEqual([FOUND, 6, 4, 1]);
});

test('nobody is picked where no cell is, and the cell picked before stays', () => {
  expect(pick(20)).toEqual([NOT_FOUND, 99, 99, 1]);
});
