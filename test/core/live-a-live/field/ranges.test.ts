/** The rules’ statements about the lines of a range, by hand. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ENEMY_WATCH,
  facingCorner,
  HEAL_MODE,
  LINE_DONE,
  leftField,
  markAllyRange,
  markLine,
  rangeIncludes,
} from '../../../../core/live-a-live/field/ranges.js';
import { SKILL_RANGE, SKILL_TYPE } from '../../../../core/live-a-live/memory/skill-record.js';
import {
  ALLY_0,
  ally,
  ENEMY_0,
  emptyMemory,
  filled,
  machine,
  read,
  set,
} from '../../../fixtures/live-a-live/empty-battle.js';

/** A step of one cell to the right, as it is added to a cell's number. */
const RIGHT = 1;
/** Where the record of the skill in use stands in bank D5. */
const RECORD = 0x4000;

beforeEach(() => {
  emptyMemory();
  set({ actingEnemy: ENEMY_0 });
});

describe('the lines of a range', () => {
  test('bit 3 of the range means a distance of 4 and more', () => {
    expect([1, 2, 3, 4, 5, 6].filter((distance) => rangeIncludes(8, distance))).toEqual([4, 5, 6]);
    expect([1, 2, 3, 4].filter((distance) => rangeIncludes(5, distance))).toEqual([1, 3]);
  });

  test('end at the edge of the field', () => {
    expect([6, 7, 0x30, 0x38, 0x3e].map(leftField)).toEqual([false, true, false, true, true]);
  });

  test('to the right from (1,3) mark five cells, not the first one', () => {
    set({ lineStart: 25, lineBits: 0x01, lineRange: 0x0f, enemyWatchedCell: 0xff });
    expect(markLine(machine, RIGHT, ENEMY_0)).toBe(LINE_DONE);
    expect(filled('rangeGrid')).toEqual([26, 27, 28, 29, 30]);
    expect(read('rangeGrid[26]')).toBe(0xf0);
  });

  test('mark nothing for a direction that is not wanted', () => {
    set({ lineStart: 25, lineBits: 0x02, lineRange: 0x0f });
    expect(markLine(machine, RIGHT, ENEMY_0)).toBe(LINE_DONE);
    expect(filled('rangeGrid')).toEqual([]);
    expect(read('lineBits')).toBe(1);
  });

  test('of an enemy stop at the cell that is watched for an enemy, which is marked', () => {
    set({ lineStart: 25, lineBits: 0x01, lineRange: 0x0f, enemyWatchedCell: 28 });
    expect(markLine(machine, RIGHT, ENEMY_0)).toBe(ENEMY_WATCH);
    expect(filled('rangeGrid')).toEqual([26, 27, 28]);
  });

  test('of an ally do not stop at the cell that is watched for an enemy', () => {
    set({ lineStart: 25, lineBits: 0x01, lineRange: 0x0f, enemyWatchedCell: 26, lineWatchedCell: 0xff });
    expect(markLine(machine, RIGHT, ALLY_0)).toBe(LINE_DONE);
    expect(filled('rangeGrid')).toEqual([26, 27, 28, 29, 30]);
  });

  test('of an ally’s recovery end once its own cell is marked', () => {
    set({ currentAlly: ALLY_0 });
    ally(0).set({ cellX: 3, cellY: 3 });
    set({ skillRecordPointer: RECORD });
    machine.tables.bankD5.set([0x0f], RECORD + SKILL_RANGE);
    machine.tables.bankD5.set([0x80], RECORD + SKILL_TYPE);
    set({ rangeLineMode: 1 });
    expect(markAllyRange(machine)).toBe(HEAL_MODE);
    expect(filled('rangeGrid')).toEqual([27]);
    machine.tables.bankD5.fill(0);
  });

  test('of a wide enemy begin at the corner that it faces', () => {
    expect([0x00, 0x40, 0x80, 0xc0].map((facing) => facingCorner(facing, 3, 4))).toEqual([26, 24, 2, 0]);
  });
});
