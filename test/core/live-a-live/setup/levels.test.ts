/** Growth of a record to a level: what it is drawn from, what it leaves of memory, what is refused. */
import { expect, test } from 'vitest';
import { createBattle } from '../../../../core/live-a-live/index.js';
import { machineOf } from '../../../../core/live-a-live/memory/machine.js';
import { checkLevel, growTo } from '../../../../core/live-a-live/setup/set-up-party.js';
import { placeOf } from '../../../../core/system/plain-data.js';
import { character } from '../../../../rom-map/tables/characters.js';
import { offsetOf } from '../../../../rom-map/windows.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';

const SETUP: Record<string, unknown> = {
  enemies: [{ species: 0, x: 0, y: 0, facing: 0 }],
  party: [{ character: 'takahara', x: 5, y: 6 }],
};
/** First byte of the first party record, in the image. */
const RECORD = offsetOf(0x7e0d00);
const RECORD_BYTES = 0x40;

/** Memory before and after a growth of Takahara from level 2 on. @param generator its bytes before */
function growth(draws: unknown, generator: readonly number[] = [0, 0, 0, 0]) {
  const machine = machineOf(createBattle(SETUP));
  const cells = cellsOf(machine.ram);
  cells.set({ 'battleGenerator.a0': generator });
  const before = machine.ram.slice();
  growTo(machine, cells.record(0).address, 6, placeOf(draws, 'growth'));
  return { before, after: machine.ram, record: [...machine.ram.subarray(RECORD, RECORD + RECORD_BYTES)] };
}

test.each([['least'], ['most'], [[9, 8, 7, 6]]])('with the draws %j memory changes in the record alone', (draws) => {
  const { before, after } = growth(draws);
  const changed = [...after.keys()].filter((offset) => after[offset] !== before[offset]);
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.filter((offset) => offset < RECORD || offset >= RECORD + RECORD_BYTES)).toEqual([]);
});

test('the four bytes of the generator are those of the plan, whatever was there before', () => {
  const draws = [
    [9, 8, 7, 6],
    [9, 80, 7, 6],
    [9, 8, 70, 6],
    [9, 8, 7, 60],
  ] as const;
  const records = draws.map((bytes) => growth(bytes).record);
  expect(draws.map((bytes) => growth(bytes, [201, 77, 140, 33]).record)).toEqual(records);
  // each of them counts
  expect(new Set(records.map(String)).size).toBe(draws.length);
});

test('draws of no kind are refused with the words that there are', () => {
  expect(() => growth('lucky')).toThrow(
    expect.objectContaining({
      code: 'E_UNKNOWN_ID',
      message: 'growth must be least, middle, most or the four bytes of the generator, not lucky',
      unknown: { word: 'lucky', known: ['least', 'middle', 'most'] },
    }),
  );
});

test.each([
  ['takahara', 1, 'level = 1: takahara begins at level 2; give maxHp and the four stats to have another one'],
  [
    'cube',
    8,
    'level = 8: cube gains no experience and stays at level 7; give maxHp and the four stats to have another one',
  ],
])('%s is refused at level %i', (who, level, message) => {
  expect(() => checkLevel(character(who), level, placeOf(level, 'level'))).toThrow(
    expect.objectContaining({ code: 'E_LEVEL', message }),
  );
});

test('a character may have the level that it begins with, and one above', () => {
  for (const level of [2, 3]) {
    expect(() => checkLevel(character('takahara'), level, placeOf(level, 'level'))).not.toThrow();
  }
  expect(() => checkLevel(character('cube'), 7, placeOf(7, 'level'))).not.toThrow();
});
