/** The rules' statements about the enemies' decision, by hand: chances counted over all 256 random values. */
import { expect, test } from 'vitest';
import {
  decideByState,
  disablesSlot,
  movesInstead,
  takesUpSlot,
  UNPUBLISHED_STATE,
} from '../../../../core/live-a-live/enemy/decision.js';
import { cancelChargeIfDisplaced } from '../../../../core/live-a-live/enemy/enemy-walk.js';
import { DROP, decideHeal, healFactor, USE } from '../../../../core/live-a-live/enemy/skill-choice.js';
import { firstCell, SEEK_ALLIES, SEEK_ENEMIES } from '../../../../core/live-a-live/field/targets.js';
import { soughtOfFour } from '../../../../core/live-a-live/memory/grid-words.js';
import { exitOf } from '../../../../core/live-a-live/memory/machine.js';
import { ALLY_LIST, ENEMY_LIST, skillAddress, skillListOf } from '../../../../core/live-a-live/memory/skill-record.js';
import { clear, draws, drawsUsed, ENEMY_0, get, machine, put } from '../../../fixtures/live-a-live/empty-battle.js';

const ALL_VALUES = Array.from({ length: 256 }, (_, value) => value);

/** How many of the 256 random values use a recovery: the high byte of factor x value is 0. */
function healChance(hp: number, maxHp: number): number {
  const factor = healFactor(hp, maxHp);
  return ALL_VALUES.filter((value) => Math.floor((factor * value) / 256) === 0).length;
}

test('move roll: random & 31 below the frequency, so 15 of 32 at most', () => {
  expect(ALL_VALUES.filter((value) => movesInstead(value, 15))).toHaveLength(120);
  expect(ALL_VALUES.filter((value) => movesInstead(value, 1))).toHaveLength(8);
  expect(ALL_VALUES.filter((value) => movesInstead(value, 0))).toHaveLength(0);
});

test('a slot is taken up by three random values in four', () => {
  expect(ALL_VALUES.filter(takesUpSlot)).toHaveLength(192);
  expect(takesUpSlot(0x3f)).toBe(false);
  expect(takesUpSlot(0x40)).toBe(true);
});

test.each([
  [0x80, 0],
  [0x40, 1],
  [0x20, 2],
  [0x10, 3],
])('row byte %i disables slot %i alone', (byte, slot) => {
  expect([0, 1, 2, 3].filter((other) => disablesSlot(byte, other))).toEqual([slot]);
});

test('a maximum HP that is a multiple of 16 divides by zero: 8 of 256, whatever the HP', () => {
  expect(healChance(1, 112)).toBe(8);
  expect(healChance(112, 112)).toBe(8);
  expect(healChance(2032, 2032)).toBe(8);
});

test('otherwise 9, 10 or 11 of 256: maximum 113 at full HP gives 11', () => {
  expect(healChance(113, 113)).toBe(11);
  expect(healFactor(113, 113)).toBe(0x1f - 7);
  expect(healChance(0, 113)).toBe(9);
  expect(healChance(16 * 2, 113)).toBe(9);
  expect(healChance(16 * 3, 113)).toBe(10);
  expect(healChance(16 * 6, 113)).toBe(11);
});

test('a maximum HP whose sixteenfold is 0 modulo 65536 divides by 1: HP 31 is always healed', () => {
  expect(healFactor(31, 4096)).toBe(0);
  expect(healChance(31, 4096)).toBe(256);
  expect(healFactor(32, 4096)).toBe(0xff);
});

test('target search: cell 0 is the start for 9 of the 64 values, every other cell for one', () => {
  const starts = Array.from({ length: 64 }, (_, value) => firstCell(value));
  expect(starts.filter((cell) => cell === 0)).toHaveLength(9);
  expect(starts.filter((cell) => cell === 55)).toHaveLength(1);
  expect(Math.max(...starts)).toBe(55);
});

test('an occupant with number 0 is never sought', () => {
  const field = new Int32Array(Uint8Array.of(0x01, 0x11, 0x10, 0xe3).buffer)[0] ?? 0;
  const range = new Int32Array(Uint8Array.of(0xf0, 0x0f, 0xff, 0x80).buffer)[0] ?? 0;
  expect(soughtOfFour(field, range, SEEK_ALLIES)).toBe(0b1001);
  expect(soughtOfFour(field, range, SEEK_ENEMIES)).toBe(0b0010);
  expect(soughtOfFour(field, 0, SEEK_ALLIES)).toBe(0);
});

test('skill lists: states 00 and 40 take the allies list whatever the level byte says', () => {
  expect(skillListOf(0x00, 0x05)).toBe(ALLY_LIST);
  expect(skillListOf(0x40, 0x05)).toBe(ALLY_LIST);
  expect(skillListOf(0xff, 0x05)).toBe(ENEMY_LIST);
  expect(skillListOf(0xff, 0x85)).toBe(ALLY_LIST);
  expect(skillListOf(0x20, 0x05)).toBe(ENEMY_LIST);
});

test('skill records: 25 bytes each from 24CB, the enemy list from 3DCB', () => {
  expect(skillAddress(0x24cb, 0, ALLY_LIST)).toBe(0x24cb);
  expect(skillAddress(0x24cb, 0, ENEMY_LIST)).toBe(0x3dcb);
  expect(skillAddress(0x24cb, 4, ALLY_LIST)).toBe(0x24cb + 100);
});

test('states 4 to 15 are not published: an exit without a draw', () => {
  for (const state of [4, 5, 15]) {
    clear();
    put(0x7eac06, state);
    draws(0xff);
    expect(exitOf(decideByState(machine, ENEMY_0))).toBe(UNPUBLISHED_STATE);
    expect(drawsUsed()).toBe(0);
  }
});

test('recovery: factor 16 times the random value 16 is 256, whose high byte is not 0; 15 still recovers', () => {
  for (const [value, answer] of [
    [16, DROP],
    [15, USE],
  ] as const) {
    clear();
    // 113 x 16 has the low byte 16; HP 240 / 16 = 15, so the factor is 31 - 15
    put(0x7e1a10, 113, 0);
    put(0x7eaa00, 240, 0);
    draws(value);
    expect((decideHeal(machine, ENEMY_0) >>> 16) & 0xff).toBe(answer);
  }
});

test('a charge is lost by whoever was displaced (0311), whatever stands beside that cell', () => {
  for (const [displaced, state] of [
    [0, 0x40],
    [1, 0],
  ] as const) {
    clear();
    put(0x7e1b05, 0x40);
    put(0x7e030f, 1 - displaced, 1, displaced, 1);
    cancelChargeIfDisplaced(machine, ENEMY_0);
    expect(get(0x7e1b05)).toBe(state);
  }
});
