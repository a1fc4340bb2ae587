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
import { DROP, decideHeal, healFactor, testTypeOf, USE } from '../../../../core/live-a-live/enemy/skill-choice.js';
import { firstCell, SEEK_ALLIES, SEEK_ENEMIES } from '../../../../core/live-a-live/field/targets.js';
import { soughtOfFour } from '../../../../core/live-a-live/memory/grid-words.js';
import { exitOf } from '../../../../core/live-a-live/memory/machine.js';
import {
  ALLY_LIST,
  ENEMY_LIST,
  SKILL_TYPE,
  skillAddress,
  skillListOf,
} from '../../../../core/live-a-live/memory/skill-record.js';
import {
  clear,
  draws,
  drawsUsed,
  ENEMY_0,
  enemy,
  machine,
  set,
  species,
} from '../../../fixtures/live-a-live/empty-battle.js';
import { allySkillAt, enemySkillAt } from '../../../fixtures/live-a-live/skill-table.js';

const ALL_VALUES = Array.from({ length: 256 }, (_, value) => value);

/** How many of the 256 random values use a recovery: the high byte of factor x value is 0. */
function healChance(hp: number, maxHp: number): number {
  const factor = healFactor(hp, maxHp);
  return ALL_VALUES.filter((value) => Math.floor((factor * value) / 256) === 0).length;
}

test('an enemy moves instead of using a skill when draw & 31 is below its frequency, 15 of 32 at most', () => {
  expect(ALL_VALUES.filter((value) => movesInstead(value, 15))).toHaveLength(120);
  expect(ALL_VALUES.filter((value) => movesInstead(value, 1))).toHaveLength(8);
  expect(ALL_VALUES.filter((value) => movesInstead(value, 0))).toHaveLength(0);
});

test('an enemy takes up a skill slot for three draws in four', () => {
  expect(ALL_VALUES.filter(takesUpSlot)).toHaveLength(192);
  expect(takesUpSlot(0x3f)).toBe(false);
  expect(takesUpSlot(0x40)).toBe(true);
});

test.each([
  [0x80, 0],
  [0x40, 1],
  [0x20, 2],
  [0x10, 3],
])('the abnormality’s byte %i disables skill slot %i alone', (byte, slot) => {
  expect([0, 1, 2, 3].filter((other) => disablesSlot(byte, other))).toEqual([slot]);
});

test('an enemy whose maximum HP is a multiple of 16 divides by zero: it heals for 8 draws of 256, whatever its HP', () => {
  expect(healChance(1, 112)).toBe(8);
  expect(healChance(112, 112)).toBe(8);
  expect(healChance(2032, 2032)).toBe(8);
});

test('any other enemy heals for 9, 10 or 11 draws of 256: with 113 of 113 HP for 11', () => {
  expect(healChance(113, 113)).toBe(11);
  expect(healFactor(113, 113)).toBe(0x1f - 7);
  expect(healChance(0, 113)).toBe(9);
  expect(healChance(16 * 2, 113)).toBe(9);
  expect(healChance(16 * 3, 113)).toBe(10);
  expect(healChance(16 * 6, 113)).toBe(11);
});

test('an enemy of 4,096 maximum HP, whose sixteenfold wraps to 0, always heals at 31 HP', () => {
  expect(healFactor(31, 4096)).toBe(0);
  expect(healChance(31, 4096)).toBe(256);
  expect(healFactor(32, 4096)).toBe(0xff);
});

test('the search for a target starts at cell 0 for 9 of 64 values, at every other cell for one', () => {
  const starts = Array.from({ length: 64 }, (_, value) => firstCell(value));
  expect(starts.filter((cell) => cell === 0)).toHaveLength(9);
  expect(starts.filter((cell) => cell === 55)).toHaveLength(1);
  expect(Math.max(...starts)).toBe(55);
});

test('a cell with a side but no number is never a target', () => {
  const field = new Int32Array(Uint8Array.of(0x01, 0x11, 0x10, 0xe3).buffer)[0] ?? 0;
  const range = new Int32Array(Uint8Array.of(0xf0, 0x0f, 0xff, 0x80).buffer)[0] ?? 0;
  expect(soughtOfFour(field, range, SEEK_ALLIES)).toBe(0b1001);
  expect(soughtOfFour(field, range, SEEK_ENEMIES)).toBe(0b0010);
  expect(soughtOfFour(field, 0, SEEK_ALLIES)).toBe(0);
});

test('an enemy takes the allies’ skill list when its state is 00 or 40, or its level byte says so', () => {
  expect(skillListOf(0x00, 0x05)).toBe(ALLY_LIST);
  expect(skillListOf(0x40, 0x05)).toBe(ALLY_LIST);
  expect(skillListOf(0xff, 0x05)).toBe(ENEMY_LIST);
  expect(skillListOf(0xff, 0x85)).toBe(ALLY_LIST);
  expect(skillListOf(0x20, 0x05)).toBe(ENEMY_LIST);
});

test('a skill record is 25 bytes; the enemies’ list stands behind 256 skills of the allies', () => {
  const first = allySkillAt(0);
  expect(skillAddress(first, 0, ALLY_LIST)).toBe(first);
  expect(skillAddress(first, 0, ENEMY_LIST)).toBe(enemySkillAt(0));
  expect(skillAddress(first, 4, ALLY_LIST)).toBe(first + 100);
});

test('a step of the decision that is unpublished, 4 to 15, ends it without a draw', () => {
  for (const state of [4, 5, 15]) {
    clear();
    enemy(0).set({ aiStep: state });
    draws(0xff);
    expect(exitOf(decideByState(machine, ENEMY_0))).toBe(UNPUBLISHED_STATE);
    expect(drawsUsed()).toBe(0);
  }
});

test('an enemy with healing factor 16 uses its recovery on draw 15, not on draw 16', () => {
  for (const [value, answer] of [
    [16, DROP],
    [15, USE],
  ] as const) {
    clear();
    // 113 x 16 has the low byte 16; HP 240 / 16 = 15, so the factor is 31 - 15
    species(0).set({ maxHp: 113 });
    enemy(0).set({ hp: 240 });
    draws(value);
    expect((decideHeal(machine, ENEMY_0) >>> 16) & 0xff).toBe(answer);
  }
});

test.each([
  ['D7h looks at enemy 0 when it drops its recovery', 0xd7, [16, 15], USE],
  ['D7h drops it when enemy 0 does not need it either', 0xd7, [16, 16], DROP],
  ['D7h looks at nobody else when it recovers anyway', 0xd7, [15], USE],
  ['D6h looks at nobody else', 0xd6, [16], DROP],
])('the enemy %s', (_what, id, values, answer) => {
  clear();
  const record = 0x4000;
  machine.tables.bankD5[record + SKILL_TYPE] = 0x80;
  // both have factor 16
  species(0).set({ maxHp: 113 });
  enemy(0).set({ hp: 240 });
  enemy(1).set({ id, state: 0x40, species: species(0).address, hp: 240 });
  set({ actingEnemy: enemy(1).address });
  draws(...values, 0xff);
  expect([testTypeOf(machine, record), drawsUsed()]).toEqual([answer, values.length]);
  machine.tables.bankD5[record + SKILL_TYPE] = 0;
});

test('an enemy that was displaced loses its charge, one that was not keeps it', () => {
  for (const [displaced, state] of [
    [0, 0x40],
    [1, 0],
  ] as const) {
    clear();
    enemy(0).set({ skillState: 0x40 });
    set({ work030F: 1 - displaced, hits: 1, displaced, baseX: 1 });
    cancelChargeIfDisplaced(machine, ENEMY_0);
    expect(enemy(0).read('skillState')).toBe(state);
  }
});
