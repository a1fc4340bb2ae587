/** What may be typed for a cell: unit numbers and ids, blocks that are pointed to, words of screens. */
import { expect, test } from 'vitest';
import { fftcg } from '../../../core/fftcg/index.js';
import { LIVE_A_LIVE_BATTLE } from '../../../core/live-a-live/index.js';
import { cellNamesOf, placeThrough, remedyWithoutBattle } from '../../../harness/base/cell-names.js';
import { formatError, type LockstepError } from '../../../harness/base/errors.js';
import { createCellIndex } from '../../../harness/play/expression/cell-index.js';
import { compileExpression } from '../../../harness/play/expression/expression.js';
import { loadPlan } from '../../../harness/play/plan/read-plan.js';

import { startPlan } from '../../../harness/play/plan/run.js';

const battle = startPlan(LIVE_A_LIVE_BATTLE, loadPlan('traces/live-a-live/takahara-namcat.toml'));
const names = cellNamesOf(LIVE_A_LIVE_BATTLE, battle);
const nameOf = (typed: string): string | undefined => names.find(typed)?.name;

test('a unit’s figures are found in the record that it points to', () => {
  // Takahara's record is the sixth one: 0E40 = 0D00 + 5 x 40
  expect(['ally[0].hp', 'ally[takahara].hp', 'ally[0].maxHp', 'ally[0].id'].map(nameOf)).toEqual([
    'record[5].hp',
    'record[5].hp',
    'record[5].maxHp',
    'ally[0].id',
  ]);
  // what the ally's own block has stands before the record
  expect(nameOf('ally[0].speed')).toBe('ally[0].speed');
  expect(nameOf('enemy[0].maxHp')).toMatch(/^species\[\d\]\.maxHp$/);
});

test('the words of screens, with units by number and by name, in any case', () => {
  expect(
    ['ally 0 HP', 'Takahara HP', 'takahara hp', 'enemy 0 HP', 'Namcat order points', 'action points', 'frames'].map(
      nameOf,
    ),
  ).toEqual([
    'record[5].hp',
    'record[5].hp',
    'record[5].hp',
    'enemy[0].hp',
    'enemy[0].orderPoints',
    'actionPoints',
    'battleFrames',
  ]);
});

test('a unit that is not there has no figures, and a wrong name leads to the nearest', () => {
  expect(['ally[3].hp', 'ally[9].hp', 'ally 3 HP', 'nobody HP', 'ally[0].hpp', '', '['].map(nameOf)).toEqual(
    Array(7).fill(undefined),
  );
  expect(names.remedy('ally[0].hpp')).toBe('Did you mean ally[0].hp?');
  expect(names.remedy('takahara HQ')).toBe('Did you mean takahara hp?');
  expect(names.remedy('won', ['wan'])).toBe('Did you mean wan?');
});

test('expressions take names of several words, and how the battle ended', () => {
  const index = createCellIndex(LIVE_A_LIVE_BATTLE, battle);
  const value = (text: string): number =>
    compileExpression(text, index).evaluate(battle.image, battle.image, { frame: 0, pad: -1 });
  expect(value('Takahara HP')).toBe(320);
  expect(value('ally 0 HP - enemy 0 HP = 64 and not won')).toBe(1);
  expect(value('previous(ally 0 HP) = ally[0].hp or lost')).toBe(1);
  const refusal = (text: string): string => {
    try {
      value(text);
    } catch (error) {
      return formatError(error as LockstepError);
    }
    return '';
  };
  expect(refusal('1 = ally[0].hpp')).toMatch(
    /column 5: there is no cell ally\[0\]\.hpp.* Did you mean ally\[0\]\.hp\?$/,
  );
  expect(refusal('1 = ally 0 HQ and 2 = 3')).toMatch(/Did you mean ally 0 hp\?$/);
});

test('a system without gauges and blocks has its own names alone', () => {
  const other = startPlan(fftcg, loadPlan('traces/fftcg/x1.toml'));
  const own = cellNamesOf(fftcg, other);
  const [first] = other.cells;
  expect(own.find(first?.name ?? '')).toBe(first);
  expect(own.find('ally[0].hp')).toBeUndefined();
});

test('without a battle the block is named, or followed in the bytes at hand', () => {
  const places = [
    ['ally[0].record', 0x7e1c02],
    ['ally[0].id', 0x7e1c00],
    ['record[0].hp', 0x7e0d08],
    ['record[1].hp', 0x7e0d48],
    ['record[2].hp', 0x7e0d88],
  ].map(([name, address]) => ({ name: String(name), address: Number(address) }));
  expect(placeThrough(places, () => 0x0d40, 'ally[0].hp')?.name).toBe('record[1].hp');
  expect(placeThrough(places, () => 0, 'ally[0].hp')).toBeUndefined();
  const known = places.map(({ name }) => name);
  expect(remedyWithoutBattle(known, 'ally[0].hp')).toMatch(/in the record that ally\[0\]\.record points to/);
  expect(remedyWithoutBattle(known, 'ally[0].idd')).toBe('Did you mean ally[0].id?');
});
