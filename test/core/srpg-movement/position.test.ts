/** Positions: S1 to S6, the distances and the shift of G4. */
import { expect, test } from 'vitest';
import {
  createPosition,
  distance,
  down,
  equals,
  formatPosition,
  left,
  right,
  shift,
  up,
} from '../../../core/srpg-movement/index.js';

test('S1 E_INT E_WIDTH: coordinates are whole numbers from 0 to 255', () => {
  expect(createPosition()).toEqual({ x: 0, y: 0 });
  expect(createPosition(255, 0)).toEqual({ x: 255, y: 0 });
  expect(() => createPosition(-1, 0)).toThrow(expect.objectContaining({ code: 'E_WIDTH', path: 'x' }));
  expect(() => createPosition(0, 256)).toThrow(expect.objectContaining({ code: 'E_WIDTH', path: 'y' }));
  expect(() => createPosition(0, 1.5)).toThrow(expect.objectContaining({ code: 'E_INT' }));
  expect(() => createPosition(Number.NaN, 0)).toThrow(expect.objectContaining({ code: 'E_INT' }));
});

test('S2 G4: a shift stops at 0 on each axis and never above', () => {
  expect(shift(createPosition(1, 2), -2, -3)).toEqual({ x: 0, y: 0 });
  expect(shift(createPosition(1, 2), -2, 3)).toEqual({ x: 0, y: 5 });
  expect(() => shift(createPosition(250, 0), 6, 0)).toThrow(expect.objectContaining({ code: 'E_WIDTH' }));
});

test('S3: up and left stop at the edge, down and right do not', () => {
  const corner = createPosition(0, 0);
  expect([up(corner), left(corner)]).toEqual([corner, corner]);
  expect([down(corner), right(corner)]).toEqual([
    { x: 0, y: 1 },
    { x: 1, y: 0 },
  ]);
  expect(up(createPosition(4, 4))).toEqual({ x: 4, y: 3 });
  expect(() => down(createPosition(0, 255))).toThrow(expect.objectContaining({ code: 'E_WIDTH' }));
});

test('S4 G4: distances of the seed', () => {
  const from = createPosition(1, 1);
  expect([distance(from, createPosition(3, 1)), distance(from, createPosition(1, 4))]).toEqual([2, 3]);
  expect(distance(from, createPosition(3, 4))).toBe(5);
  expect(distance(createPosition(3, 4), from)).toBe(5);
});

test('S5 E_TYPE: equal to a position or a pair, anything else is no position', () => {
  const position = createPosition(1, 2);
  expect(equals(position, createPosition(1, 2))).toBe(true);
  expect(equals(position, [1, 2])).toBe(true);
  expect(equals(position, [2, 1])).toBe(false);
  expect(equals(position, createPosition(1, 3))).toBe(false);
  for (const other of ['(1,2)', 3, null, undefined, [1], [1, 2, 3], { x: 1 }]) {
    expect(() => equals(position, other)).toThrow(expect.objectContaining({ code: 'E_TYPE' }));
  }
});

test('S6: no space in the printed form', () => {
  expect(formatPosition(createPosition(12, 3))).toBe('(12,3)');
});

test('SA8: a position cannot be changed behind its owner', () => {
  const position = createPosition(1, 2);
  expect(Object.isFrozen(position)).toBe(true);
  shift(position, 5, 5);
  expect(position).toEqual({ x: 1, y: 2 });
});
