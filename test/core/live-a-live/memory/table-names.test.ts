/** Rows of the published tables by id, Japanese name or number, and what is said of a name that leads to none or to several. */
import { describe, expect, test } from 'vitest';
import { numberOfName, rowAt } from '../../../../core/live-a-live/memory/tables.js';
import { placeOf } from '../../../../core/system/plain-data.js';
import { RuleError } from '../../../../core/system/system.js';
import type { TableRow } from '../../../../rom-map/tables/table.js';

const row = (number: number, id: string, japanese: string): TableRow => ({ number, id, japanese, values: {} });
/** Three rows; two of them have the same name in the game. */
const ROWS = [row(0, 'cat', 'ネコ'), row(1, 'red-dog', 'イヌ'), row(2, 'blue-dog', 'イヌ')];

function refusal(value: unknown): RuleError {
  try {
    rowAt(placeOf(value, 'plan.pet'), 'beast', ROWS);
  } catch (error) {
    if (error instanceof RuleError) return error;
    throw error;
  }
  throw new Error('it was taken');
}

describe('a row is named', () => {
  test.each<[unknown, number]>([
    [0, 0],
    [2, 2],
    ['cat', 0],
    ['ネコ', 0],
    ['blue-dog', 2],
  ])('by %j', (value, number) => {
    expect(rowAt(placeOf(value, 'plan.pet'), 'beast', ROWS)).toBe(ROWS[number]);
  });

  test('in a command, where a name of none or of several is no number', () => {
    expect(['cat', 'ネコ', 'red-dog', 'イヌ', 'cow'].map((name) => numberOfName(ROWS, name))).toEqual([
      0, 0, 1, -1, -1,
    ]);
  });
});

describe('no row is named', () => {
  const KNOWN = ['cat', 'red-dog', 'blue-dog'];
  test.each<[unknown, string, string, object | undefined]>([
    [3, 'E_UNKNOWN_ID', 'plan.pet: there is no beast 3; there are 0 to 2', undefined],
    [-1, 'E_UNKNOWN_ID', 'plan.pet: there is no beast -1; there are 0 to 2', undefined],
    [0.5, 'E_UNKNOWN_ID', 'plan.pet: there is no beast 0.5; there are 0 to 2', undefined],
    [null, 'E_RANGE', 'plan.pet must name a beast', undefined],
    ['cow', 'E_UNKNOWN_ID', 'plan.pet: there is no beast cow', { word: 'cow', known: KNOWN }],
    [
      'イヌ',
      'E_UNKNOWN_ID',
      'plan.pet: イヌ may be red-dog, blue-dog',
      { word: 'イヌ', known: ['red-dog', 'blue-dog'] },
    ],
  ])('by %j', (value, code, message, candidates) => {
    const error = refusal(value);
    expect([error.code, error.path, error.message]).toEqual([code, 'plan.pet', message]);
    expect(error.unknown).toEqual(candidates);
  });
});
