/** Reading plain data: what is accepted, and code and place of what is not; the codes are those of convention C3. */
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_GUIDE } from '../../core/live-a-live/guide/index.js';
import {
  addId,
  entriesAt,
  fieldsAt,
  flagAt,
  INT8,
  INT16,
  idAt,
  integerAt,
  isAbsent,
  listAt,
  lookUpAt,
  type Place,
  placeOf,
  refuseDuplicates,
  textAt,
  textsAt,
  UINT8,
  UINT16,
  wordAt,
} from '../../core/system/plain-data.js';
import { RuleError } from '../../core/system/system.js';

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof RuleError) return `${error.code} ${error.path}`;
    throw error;
  }
  return 'accepted';
}

const x = (value: unknown): Place => placeOf(value, 'x');

describe('a refused value is named by code and place', () => {
  test.each<[string, () => unknown]>([
    ['E_RANGE x', () => fieldsAt(x(7), ['a'])],
    ['E_RANGE x', () => fieldsAt(x(null), ['a'])],
    ['E_RANGE x', () => fieldsAt(x([]), ['a'])],
    ['E_UNKNOWN_ID x.b', () => fieldsAt(x({ a: 1, b: 2 }), ['a'])],
    ['E_INT x.a', () => integerAt(fieldsAt(x({ a: '1' }), ['a'])('a'), UINT8)],
    ['E_RANGE x', () => entriesAt(x('no table'))],
    ['E_INT x.a', () => entriesAt(x({ a: 0.5 })).map(([, entry]) => integerAt(entry, UINT8))],
    ['E_RANGE x', () => listAt(x({ length: 0 }))],
    ['E_WIDTH x', () => listAt(x([1, 2, 3]), 2)],
    ['E_INT x[1]', () => listAt(x([1, 'two'])).map((entry) => integerAt(entry, UINT8))],
    ['E_INT x', () => integerAt(x(undefined), UINT8)],
    ['E_INT x', () => integerAt(x(1.5), UINT8)],
    ['E_INT x', () => integerAt(x(Number.NaN), UINT8)],
    ['E_INT x', () => integerAt(x(Number.POSITIVE_INFINITY), UINT8)],
    ['E_INT x', () => integerAt(x(1n), UINT8)],
    ['E_WIDTH x', () => integerAt(x(-1), UINT8)],
    ['E_WIDTH x', () => integerAt(x(256), UINT8)],
    ['E_WIDTH x', () => integerAt(x(65_536), UINT16)],
    ['E_WIDTH x', () => integerAt(x(-129), INT8)],
    ['E_WIDTH x', () => integerAt(x(128), INT8)],
    ['E_WIDTH x', () => integerAt(x(-32_769), INT16)],
    ['E_WIDTH x', () => integerAt(x(32_768), INT16)],
    ['E_RANGE x', () => integerAt(x(0), UINT8, [1, 6])],
    ['E_RANGE x', () => integerAt(x(7), UINT8, [1, 6])],
    ['E_WIDTH x', () => integerAt(x(256), UINT8, [1, 6])],
    ['E_RANGE x', () => textAt(x(7))],
    ['E_RANGE x', () => flagAt(x(1))],
    ['E_RANGE x', () => idAt(x('a b'))],
    ['E_RANGE x', () => wordAt(x(0), { one: 1 })],
    ['E_UNKNOWN_ID x', () => wordAt(x('two'), { one: 1 })],
    ['E_UNKNOWN_ID x', () => wordAt(x('toString'), { one: 1 })],
    ['E_UNKNOWN_ID x', () => lookUpAt(x('c'), ['a', 'b'])],
    ['E_DUPLICATE_ID x[2]', () => textsAt(x(['a', 'b', 'a']), 3)],
    ['E_RANGE x[1]', () => textsAt(x(['a', 1]), 3)],
    ['E_WIDTH x', () => textsAt(x(['a', 'b']), 1)],
    ['E_DUPLICATE_ID y', () => addId(['a'], 'a', 'y')],
    ['E_DUPLICATE_ID y2', () => refuseDuplicates(['a', 'b', 'b'], (index) => `y${index}`)],
  ])('a wrong value is refused: %s', (expected, read) => {
    expect(refusal(read)).toBe(expected);
  });
});

test('what is right is given back, bounds included', () => {
  expect([0, 255].map((value) => integerAt(x(value), UINT8))).toEqual([0, 255]);
  expect([-128, 127].map((value) => integerAt(x(value), INT8))).toEqual([-128, 127]);
  expect([-32_768, 32_767].map((value) => integerAt(x(value), INT16))).toEqual([-32_768, 32_767]);
  expect([1, 6].map((value) => integerAt(x(value), UINT8, [1, 6]))).toEqual([1, 6]);
  expect(wordAt(x('one'), { zero: 0, one: 1 })).toBe(1);
  expect(lookUpAt(x('b'), ['a', 'b'])).toBe(1);
  expect(textsAt(x(['a', 'b']), 2)).toEqual(['a', 'b']);
  expect(entriesAt(x({ b: 1, a: 2 })).map(([key, { value, path }]) => [key, value, path])).toEqual([
    ['b', 1, 'x.b'],
    ['a', 2, 'x.a'],
  ]);
});

test('a field left out, or null, takes its fallback; false, 0 and an empty text do not', () => {
  const field = fieldsAt(x({ a: null, c: 0, d: false, e: '' }), ['a', 'b', 'c', 'd', 'e']);
  expect((['a', 'b', 'c', 'd', 'e'] as const).map((name) => field(name, 9).value)).toEqual([9, 9, 0, false, '']);
  expect([isAbsent(field('a')), isAbsent(field('b')), isAbsent(field('c'))]).toEqual([true, true, false]);
});

test('a system keeps its own codes down to the last field', () => {
  const own = (value: unknown): Place => placeOf(value, 'x', { type: 'E_TYPE', missing: 'E_GONE', word: 'E_WORD' });
  const first = (): Place => fieldsAt(listAt(own([{ a: true }]))[0] ?? x(0), ['a', 'b'])('a');
  expect(refusal(() => textAt(first()))).toBe('E_TYPE x[0].a');
  expect(refusal(() => integerAt(own(undefined), UINT8))).toBe('E_GONE x');
  expect(refusal(() => integerAt(own('1'), UINT8))).toBe('E_INT x');
  expect(refusal(() => wordAt(own('two'), { one: 1 }))).toBe('E_WORD x');
});

describe('the setup of LIVE A LIVE', () => {
  const four = [{}, {}, {}, {}];
  const skill = (effect: unknown): unknown => ({ skills: [{ effects: [effect] }] });
  test.each<[string, unknown]>([
    ['accepted', { allies: four, species: [{}], enemies: [{}], skills: [{ effects: [{ operation: 'damage' }] }] }],
    ['E_RANGE setup.allies', { allies: 7 }],
    ['E_RANGE setup.allies[0]', { allies: [7] }],
    ['E_WIDTH setup.allies', { allies: [...four, {}] }],
    ['E_UNKNOWN_ID setup.hero', { hero: 1 }],
    ['E_UNKNOWN_ID setup.allies[0].mp', { allies: [{ mp: 1 }] }],
    ['E_WIDTH setup.allies[0].x', { allies: [{ x: 7 }] }],
    ['E_WIDTH setup.allies[0].id', { allies: [{ id: 255 }] }],
    ['E_INT setup.allies[0].hp', { allies: [{ hp: '9' }] }],
    ['E_RANGE setup.species[0].hp', { species: [{ hp: 129 }] }],
    ['E_WIDTH setup.species[0].hp', { species: [{ hp: 2048 }] }],
    ['E_UNKNOWN_ID setup.enemies[0].species', { species: [{}], enemies: [{ species: 1 }] }],
    ['E_UNKNOWN_ID setup.skills[0].effects[0].operation', skill({ operation: 'toString' })],
    ['E_WIDTH setup.skills[0].effects[0].c', skill({ operation: 'damage', c: 256 })],
    ['E_WIDTH setup.generator[1]', { generator: [0, 256] }],
    ['E_WIDTH setup.order[3]', { order: [0, 1, 2, 256] }],
    ['E_WIDTH setup.timer', { timer: 65_536 }],
  ])('is %s', (expected, setup) => {
    expect(refusal(() => LIVE_A_LIVE_GUIDE.create(setup))).toBe(expected);
  });
});
