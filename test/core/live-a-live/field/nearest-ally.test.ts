/** The rules’ statements about the nearest ally of an enemy, by hand. */
import { describe, expect, test } from 'vitest';
import {
  distanceFromLine,
  patternNumber,
  relativeCoordinate,
} from '../../../../core/live-a-live/field/nearest-ally.js';

describe('the nearest ally of an enemy', () => {
  test('is seen from an enemy on columns 2 to 4 in relative columns, level ones as 4', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((x) => relativeCoordinate(x, 2, 4))).toEqual([2, 3, 4, 4, 4, 5, 6]);
    expect(relativeCoordinate(6, 0, 0)).toBe(8);
    expect(relativeCoordinate(0, 6, 6)).toBe(0);
  });

  test('is seen at 0 from 128 columns and more to the left, and past an enemy without columns', () => {
    // a >= hi: 4 + (a - hi) with lo 2 and hi 1
    expect(relativeCoordinate(2, 2, 1)).toBe(5);
    expect([relativeCoordinate(0, 132, 140), relativeCoordinate(0, 131, 140)]).toEqual([0, 0]);
  });

  test('is never more than 4 away', () => {
    expect([0, 2, 4, 5, 8].map(distanceFromLine)).toEqual([4, 2, 0, 1, 4]);
  });

  test('is chased by an abnormality’s own pattern unless its row keeps that of the species', () => {
    expect(patternNumber(0x04, 5, 33)).toBe(33);
    expect(patternNumber(0x00, 5, 33)).toBe(4);
    expect(patternNumber(0x00, 0, 33)).toBe(33);
  });
});
