/** What changes of an ally's stats and a skill's harm to its own ally leave behind, by worked numbers. */
import { expect, test } from 'vitest';
import { changeAllyStats } from '../../../../core/live-a-live/combat/ally-changes.js';
import { useSkill } from '../../../../core/live-a-live/combat/use-skill.js';
import { battleOf, skirmishMachine } from '../../../fixtures/live-a-live/skirmish.js';

const machine = skirmishMachine();
const ALLY = 0x1c00;

/** A battle whose first ally stands in the field. */
function field() {
  for (let seed = 0; ; seed++) {
    const found = battleOf(machine, seed);
    if (found.allies.includes(ALLY)) return found;
  }
}

test('a lowered stat of an ally is added to the sum of that stat’s changes, which stops at 255', () => {
  const { put, get } = field();
  put(ALLY + 0x2e, 0);
  put(ALLY + 0x34, 100, 80, 60, 40, 20);
  put(0x9ef2, 0, 0, 250, 0, 0);
  machine.script = { values: new Uint8Array(5).fill(63), next: 0 };
  // all five, kind 1: x 4 x 20h >> 8 halves
  changeAllyStats(machine, ALLY, 0x3f);
  expect([0x34, 0x35, 0x36, 0x37, 0x38].map((cell) => get(ALLY + cell))).toEqual([50, 40, 30, 20, 10]);
  expect([0x9ef2, 0x9ef3, 0x9ef4, 0x9ef5, 0x9ef6].map(get)).toEqual([10, 50, 255, 30, 20]);
  expect(get(ALLY + 0x1c)).toBe(0x1f);
});

test('a self-destruction is one hit of 999 on the ally itself', () => {
  const { put, get } = field();
  const record = new Uint8Array(25);
  record.set([0x20 | 15, 0, 0], 13);
  record[21] = 0x80;
  machine.tables.bankD5.set(record, 0x24cb);
  const own = get(ALLY + 2) + 256 * get(ALLY + 3);
  put(own + 8, 100, 0);
  put(ALLY + 0x39, 0);
  for (let cell = 0x04c8; cell < 0x0500; cell++) put(cell, get(cell) & 0x1f);
  useSkill(machine, ALLY, 0, get(ALLY + 0x18), get(ALLY + 0x19), true);
  expect([0x3a, 0x3b, 0x3c, 0x3d].map((cell) => get(ALLY + cell))).toEqual([1, 1, 999 & 255, 999 >> 8]);
  expect([get(own + 8), get(own + 9), get(ALLY + 0x39)]).toEqual([0, 0, 255]);
});
