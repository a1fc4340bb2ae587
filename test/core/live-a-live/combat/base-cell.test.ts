/** The rules’ statements about the cell a skill is aimed from, and the bits of attributes, by hand. */
import { expect, test } from 'vitest';
import { attributeMark, middle } from '../../../../core/live-a-live/combat/base-cell.js';
import { attributeBit, bitShiftedOut } from '../../../../core/live-a-live/memory/state-bits.js';

test('attribute 15 stands for none, attribute 0 is the top bit of the first byte', () => {
  expect([attributeMark(0x0f), attributeMark(0xf0), attributeMark(0x0e)]).toEqual([0, 1, 15]);
  expect([bitShiftedOut(0x80, 0, 1), bitShiftedOut(0, 0x02, 15), bitShiftedOut(0, 0x02, 14)]).toEqual([1, 1, 0]);
  expect([bitShiftedOut(0xff, 0xff, 0), attributeBit(0), attributeBit(14)]).toEqual([0, 0x8000, 2]);
});

test('an enemy of an even width has its middle drawn', () => {
  expect([middle(3, 2, 0), middle(3, 2, 1), middle(3, 1, 0), middle(3, 1, 1), middle(0, 3, 1)]).toEqual([
    3, 4, 3, 3, 1,
  ]);
});
