/** Places where a skill of a played battle turns over, by worked numbers. */
import { expect, test } from 'vitest';
import { answerAttack } from '../../../../core/live-a-live/combat/counters.js';
import { attackAllies } from '../../../../core/live-a-live/combat/hits-on-allies.js';
import { recover } from '../../../../core/live-a-live/combat/recover.js';
import { loseTotal } from '../../../../core/live-a-live/combat/totals-on-enemies.js';
import { useSkill } from '../../../../core/live-a-live/combat/use-skill.js';
import { offsetOf } from '../../../../rom-map/windows.js';
import { battleOf, type Field, putActiveSkill, skirmishMachine } from '../../../fixtures/live-a-live/skirmish.js';
import { BATTLE_RESULT } from '../../../references/live-a-live/own-cells.js';

const machine = skirmishMachine();
const ALLY = 0x1c00;
const RECORD = 0x0d00;
const ENEMY = 0x1b00;
const SPECIES = 0x1a00;

/** One ally with 100 of 200 HP on column 3, row 3 and enemies of one cell, all of level 1 with stats of 100, in a row on top; no fields. */
function duel(enemies = 1): Field {
  const field = battleOf(machine, 1);
  const { put } = field;
  for (let cell = 0x0488; cell < 0x0508; cell++) put(cell, 0);
  for (let ally = ALLY; ally < 0x1d00; ally += 0x40) put(ally, 0xff, 0);
  put(ALLY, 0, 0xff, RECORD & 255, RECORD >> 8);
  put(ALLY + 0x18, 3, 3);
  put(ALLY + 0x34, 100, 100, 100, 100, 1, 0, 0, 0);
  put(ALLY + 0x2e, 1);
  put(0x04c8 + 8 * 3 + 3, 1);
  put(RECORD + 8, 100, 0, 200, 0);
  put(RECORD + 0x1c, 0, 0);
  put(RECORD + 0x20, 0);
  put(RECORD + 0x2e, 0, 0);
  for (let timer = 0xea00; timer < 0xea08; timer++) put(timer, 0);
  put(SPECIES + 4, 1, 1);
  put(SPECIES + 0x10, 200, 0);
  put(SPECIES + 0x2f, 0);
  for (let number = 0; number < enemies; number++) {
    const enemy = ENEMY + 16 * number;
    put(enemy, 1, 0xff, SPECIES & 255, SPECIES >> 8, 0, 0);
    put(enemy + 8, number, 0, number, 0);
    put(0x04c8 + number, 0x11 + number);
    put(0xaa00 + 16 * number, 100, 0, 0, 100, 100, 100, 100, 0);
    put(0xab00 + 16 * number, 1, 0, 0, 0);
    put(0xab0a + 16 * number, 1, 0, 0, 0);
    put(0xad0a + 16 * number, 0);
  }
  put(ENEMY + 16 * enemies + 1, 0x80);
  put(BATTLE_RESULT, 0);
  return field;
}

/** A record of zeros with some bytes. */
function recordWith(bytes: Readonly<Record<number, number>>): number[] {
  return Array.from({ length: 25 }, (_, at) => bytes[at] ?? 0);
}

/** A skill that hits the whole field, without fail, and does nothing: around, everything, attribute none. */
const EVERYWHERE = { 12: 3, 13: 0x2f, 19: 0x80 };

/** Answers to attribute 0 with skill 1. */
function answering({ put, machine: { tables } }: Field, record: readonly number[]): void {
  tables.bankD5.set(record, 0x24cb + 25 * 257);
  tables.bankD5.set(record, 0x24cb + 25);
  for (let cell = 0; cell < 4; cell++) put(SPECIES + 0x12 + cell, 0x80);
  for (let cell = 0; cell < 4; cell++) put(SPECIES + 0x1a + cell, 0);
  put(SPECIES + 0x29, 0);
  put(SPECIES + 0x2b, 1, 0, 0, 0);
}

test('a status needs a stat ahead of the defence: half of 100 does not take against 50, but against 49', () => {
  for (const [defence, taken] of [
    [50, 0],
    [49, 1],
  ] as const) {
    const { put, get, ...field } = duel();
    putActiveSkill({ put, get, ...field }, ENEMY, recordWith({ ...EVERYWHERE, 9: 1, 18: 0x01 }));
    put(0x0488 + 8 * 3 + 3, 0x0f);
    put(ALLY + 0x34, defence);
    machine.script = { values: Uint8Array.of(0, 0, 0, 0), next: 0 };
    attackAllies(machine);
    // time: 1 x 1 >> 3, and 100 / level 1
    expect([get(ALLY + 0x39), get(0xea00)]).toEqual([taken, 100 * taken]);
  }
});

test('a recovery of nothing leaves a fallen ally’s statuses and timers alone, and cures one with 1 HP', () => {
  for (const [hp, before, after, timer] of [
    [0, 0xff, 0xff, 9],
    [1, 0xdf, 0xdb, 0],
  ] as const) {
    const field = duel();
    const { put, get } = field;
    putActiveSkill(field, ALLY, recordWith({ 9: 4, 13: 0x80 }));
    put(RECORD + 8, hp);
    put(ALLY + 0x39, before);
    put(0xea02, 9);
    put(0x0488 + 8 * 3 + 3, 0x0f);
    machine.script = { values: Uint8Array.of(255), next: 0 };
    recover(machine, ALLY);
    expect([get(RECORD + 8), get(ALLY + 0x39), get(0xea02)]).toEqual([hp, after, timer]);
  }
});

test('a counter reaches an attacker on the first cell of the field', () => {
  const field = duel();
  const { put, get } = field;
  put(0x04c8, 1);
  put(0x04c8 + 8 * 3 + 3, 0x11);
  put(ALLY + 0x18, 0, 0);
  put(ENEMY + 8, 3, 3, 3, 3);
  answering(field, recordWith({ 9: 1, 12: 3, 13: 0x2f, 18: 0x0f, 19: 0x80 }));
  putActiveSkill(field, ALLY, recordWith({ 13: 0 }));
  put(0xab03, 1);
  put(0xaa06, 200);
  put(0xaa03, 200);
  machine.script = { values: new Uint8Array(64), next: 0 };
  put(ALLY + 0x34, 0, 0, 0, 0);
  put(0x036a, 0);
  answerAttack(machine, ALLY);
  expect(get(0x036a)).toBe(1);
});

test('nobody counters once the battle is lost', () => {
  const field = duel(2);
  const { put, get } = field;
  // the answer strikes everywhere: (24 x 252 >> 3) x 77 >> 8 is more than enough
  answering(field, recordWith({ 9: 0, 10: 0xff, 12: 0x73, 13: 0x2f, 17: 15, 19: 0x80 }));
  putActiveSkill(field, ALLY, recordWith({ 13: 0 }));
  put(0xab03, 1);
  put(0xab13, 1);
  put(0x0378, 0, 0);
  machine.script = { values: new Uint8Array(64), next: 0 };
  answerAttack(machine, ALLY);
  expect([get(BATTLE_RESULT), get(RECORD + 8), get(ALLY + 0x39), get(ALLY + 1)]).toEqual([2, 0, 0xff, 0xff]);
  // the first one's skill is the last one
  expect([get(0x0378), get(0x0379)]).toEqual([0x00, 0x1b]);
});

test('nobody counters once the battle is won, though the attacker, an OBJECT, is still there', () => {
  const field = duel(1);
  const { put, get } = field;
  put(SPECIES + 0x2f, 4);
  // the second ally is as the first one; both know one skill that answers attribute 0
  put(ALLY + 0x40, 0, 0xff, (RECORD + 0x40) & 255, RECORD >> 8);
  put(ALLY + 0x58, 4, 3);
  put(ALLY + 0x79, 0, 0, 1);
  put(ALLY + 0x39, 0, 0, 1);
  put(RECORD + 0x48, 100, 0, 200, 0);
  put(0x04c8 + 8 * 3 + 4, 2);
  for (const list of [0xe900, 0xe940]) {
    for (let slot = 0; slot < 0x40; slot++) put(list + slot, 0);
    put(list, 1);
    put(list + 0x20, 0x80);
  }
  answering(field, recordWith({ 12: 0x73, 13: 0x2f, 19: 0x80 }));
  putActiveSkill(field, ENEMY, recordWith({ 13: 0 }));
  machine.script = { values: new Uint8Array(64), next: 0 };
  answerAttack(machine, ENEMY);
  expect([get(BATTLE_RESULT), get(ENEMY + 1)]).toEqual([1, 0xff]);
  expect([get(0x0378), get(0x0379)]).toEqual([0x00, 0x1c]);
});

test('HP drained from an enemy stop at the user’s maximum', () => {
  const field = duel();
  const {
    put,
    get,
    machine: { tables },
  } = field;
  tables.bankD5.set(recordWith({ 10: 0xff, 12: 0x73, 13: 0x2f, 17: 15, 19: 0x80, 21: 0x30 }), 0x24cb);
  put(RECORD + 8, 150);
  put(SPECIES + 0x2a, 0);
  machine.script = { values: new Uint8Array(64), next: 0 };
  useSkill(machine, ALLY, 0, 0, 0, false);
  // all 100 of the enemy
  expect([get(0xaa00), get(0x9ef0), get(RECORD + 8)]).toEqual([0, 100, 200]);
});

test('a total fills all 24 bits of the product register', () => {
  const { put } = duel();
  put(0xab04, 10, 0);
  put(0x0381, 0);
  machine.ram.fill(0x55, offsetOf(0x2134), offsetOf(0x2134) + 3);
  loseTotal(machine, ENEMY, 30);
  const at = offsetOf(0x2134);
  expect([...machine.ram.subarray(at, at + 3)]).toEqual([300 & 255, 1, 0]);
});
