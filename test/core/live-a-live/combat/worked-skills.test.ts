/** Places where a skill of a played battle turns over, by worked numbers. */
import { expect, test } from 'vitest';
import { answerAttack } from '../../../../core/live-a-live/combat/counters.js';
import { attackAllies } from '../../../../core/live-a-live/combat/hits-on-allies.js';
import { recover } from '../../../../core/live-a-live/combat/recover.js';
import { loseTotal } from '../../../../core/live-a-live/combat/totals-on-enemies.js';
import { useSkill } from '../../../../core/live-a-live/combat/use-skill.js';
import { cellsOf, fieldCell, markCell, placeOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { putAllySkill, putEnemySkill } from '../../../fixtures/live-a-live/skill-table.js';
import { battleOf, type Field, putActiveSkill, skirmishMachine } from '../../../fixtures/live-a-live/skirmish.js';

const machine = skirmishMachine();
const { ally, enemy, read, record, set, species } = cellsOf(machine.ram);
const ALLY = ally(0).address;
const RECORD = record(0).address;
const ENEMY = enemy(0).address;
const SPECIES = species(0).address;

/** One ally with 100 of 200 HP on column 3, row 3 and enemies of one cell, all of level 1 with stats of 100, in a row on top; no fields. */
function duel(enemies = 1): Field {
  const field = battleOf(machine, 1);
  set({ 'rangeGrid[0]': Array<number>(64).fill(0), 'fieldGrid[0]': Array<number>(64).fill(0) });
  for (const slot of [0, 1, 2, 3]) ally(slot).set({ id: 0xff, state: 0 });
  ally(0).set({ id: 0, state: 0xff, record: RECORD });
  ally(0).set({ cellX: 3, cellY: 3 });
  ally(0).set({
    power: 100,
    speed: 100,
    body: 100,
    intellect: 100,
    level: 1,
    statuses: 0,
    hitsAssigned: 0,
    hitsLanded: 0,
  });
  ally(0).set({ correctedLevel: 1 });
  set({ [fieldCell(3, 3)]: 1 });
  record(0).set({ hp: 100, maxHp: 200 });
  record(0).set({ sideCorrection: 0, backCorrection: 0 });
  record(0).set({ immunity: 0 });
  record(0).set({ attack: 0, defence: 0 });
  ally(0).set({ timerNeck: Array<number>(8).fill(0) });
  species(0).set({ width: 1, height: 1 });
  species(0).set({ maxHp: 200 });
  species(0).set({ type: 0 });
  for (let number = 0; number < enemies; number++) {
    enemy(number).set({ id: 1, state: 0xff, species: SPECIES, facing: 0, skillState: 0 });
    enemy(number).set({ wantedX: number, wantedY: 0, cellX: number, cellY: 0 });
    set({ [fieldCell(number, 0)]: 0x11 + number });
    enemy(number).set({ hp: 100, abnormality: 0, power: 100, speed: 100, body: 100, intellect: 100, statuses: 0 });
    enemy(number).set({ level: 1, inRange: 0, hitsAssigned: 0, hitsLanded: 0 });
    enemy(number).set({ correctedLevel: 1, struckFrom: 0, pendingStatuses: 0, changedStats: 0 });
    enemy(number).set({ attributeMark: 0 });
  }
  enemy(enemies).set({ state: 0x80 });
  set({ battleResult: 0 });
  return field;
}

/** A record of zeros with some bytes. */
function recordWith(bytes: Readonly<Record<number, number>>): number[] {
  return Array.from({ length: 25 }, (_, at) => bytes[at] ?? 0);
}

/** A skill that hits the whole field, without fail, and does nothing: around, everything, attribute none. */
const EVERYWHERE = { 12: 3, 13: 0x2f, 19: 0x80 };

/** Answers to attribute 0 with skill 1. */
function answering({ machine: { tables } }: Field, record: readonly number[]): void {
  putEnemySkill(tables, 1, record);
  putAllySkill(tables, 1, record);
  species(0).set({ counterHigh: Array<number>(4).fill(0x80), skillDisabling: Array<number>(4).fill(0) });
  species(0).set({ levelByte: 0 });
  species(0).set({ skill1: 1, skill2: 0, skill3: 0, skill4: 0 });
}

test('a status needs a stat ahead of the defence: half of 100 does not take against 50, but against 49', () => {
  for (const [defence, taken] of [
    [50, 0],
    [49, 1],
  ] as const) {
    putActiveSkill(duel(), ENEMY, recordWith({ ...EVERYWHERE, 9: 1, 18: 0x01 }));
    set({ [markCell(3, 3)]: 0x0f });
    ally(0).set({ power: defence });
    machine.script = { values: Uint8Array.of(0, 0, 0, 0), next: 0 };
    attackAllies(machine);
    // time: 1 x 1 >> 3, and 100 / level 1
    expect([ally(0).read('statuses'), ally(0).read('timerNeck')]).toEqual([taken, 100 * taken]);
  }
});

test('a recovery of nothing leaves a fallen ally’s statuses and timers alone, and cures one with 1 HP', () => {
  for (const [hp, before, after, timer] of [
    [0, 0xff, 0xff, 9],
    [1, 0xdf, 0xdb, 0],
  ] as const) {
    const field = duel();
    putActiveSkill(field, ALLY, recordWith({ 9: 4, 13: 0x80 }));
    record(0).set({ hp });
    ally(0).set({ statuses: before });
    ally(0).set({ timerArm: 9 });
    set({ [markCell(3, 3)]: 0x0f });
    machine.script = { values: Uint8Array.of(255), next: 0 };
    recover(machine, ALLY);
    expect([record(0).read('hp'), ally(0).read('statuses'), ally(0).read('timerArm')]).toEqual([hp, after, timer]);
  }
});

test('a counter reaches an attacker on the first cell of the field', () => {
  const field = duel();
  set({ 'fieldGrid[0]': 1 });
  set({ [fieldCell(3, 3)]: 0x11 });
  ally(0).set({ cellX: 0, cellY: 0 });
  enemy(0).set({ wantedX: 3, wantedY: 3, cellX: 3, cellY: 3 });
  answering(field, recordWith({ 9: 1, 12: 3, 13: 0x2f, 18: 0x0f, 19: 0x80 }));
  putActiveSkill(field, ALLY, recordWith({ 13: 0 }));
  enemy(0).set({ hitsLanded: 1 });
  enemy(0).set({ intellect: 200 });
  enemy(0).set({ power: 200 });
  machine.script = { values: new Uint8Array(64), next: 0 };
  ally(0).set({ power: 0, speed: 0, body: 0, intellect: 0 });
  set({ counterSkill: 0 });
  answerAttack(machine, ALLY);
  expect(read('counterSkill')).toBe(1);
});

test('nobody counters once the battle is lost', () => {
  const field = duel(2);
  // the answer strikes everywhere: (24 x 252 >> 3) x 77 >> 8 is more than enough
  answering(field, recordWith({ 9: 0, 10: 0xff, 12: 0x73, 13: 0x2f, 17: 15, 19: 0x80 }));
  putActiveSkill(field, ALLY, recordWith({ 13: 0 }));
  enemy(0).set({ hitsLanded: 1 });
  enemy(1).set({ hitsLanded: 1 });
  set({ skillUser: 0 });
  machine.script = { values: new Uint8Array(64), next: 0 };
  answerAttack(machine, ALLY);
  expect([read('battleResult'), record(0).read('hp'), ally(0).read('statuses'), ally(0).read('state')]).toEqual([
    2, 0, 0xff, 0xff,
  ]);
  // the first one's skill is the last one
  expect([read('skillUser')]).toEqual([ENEMY]);
});

test('nobody counters once the battle is won, though the attacker, an OBJECT, is still there', () => {
  const field = duel(1);
  species(0).set({ type: 4 });
  // the second ally is as the first one; both know one skill that answers attribute 0
  ally(1).set({ id: 0, state: 0xff, record: record(1).address });
  ally(1).set({ cellX: 4, cellY: 3 });
  ally(1).set({ statuses: 0, hitsAssigned: 0, hitsLanded: 1 });
  ally(0).set({ statuses: 0, hitsAssigned: 0, hitsLanded: 1 });
  record(1).set({ hp: 100, maxHp: 200 });
  set({ [fieldCell(4, 3)]: 2 });
  for (const slot of [0, 1]) {
    const none = Array<number>(16).fill(0);
    ally(slot).set({ listSkill: none, listDisabling: none, listCounterHigh: none, listFlags: none });
    ally(slot).set({ listSkill: 1, listCounterHigh: 0x80 });
  }
  answering(field, recordWith({ 12: 0x73, 13: 0x2f, 19: 0x80 }));
  putActiveSkill(field, ENEMY, recordWith({ 13: 0 }));
  machine.script = { values: new Uint8Array(64), next: 0 };
  answerAttack(machine, ENEMY);
  expect([read('battleResult'), enemy(0).read('state')]).toEqual([1, 0xff]);
  expect([read('skillUser')]).toEqual([ALLY]);
});

test('HP drained from an enemy stop at the user’s maximum', () => {
  const field = duel();
  const { tables } = field.machine;
  putAllySkill(tables, 0, recordWith({ 10: 0xff, 12: 0x73, 13: 0x2f, 17: 15, 19: 0x80, 21: 0x30 }));
  record(0).set({ hp: 150 });
  species(0).set({ immunity: 0 });
  machine.script = { values: new Uint8Array(64), next: 0 };
  useSkill(machine, ALLY, 0, 0, 0, false);
  // all 100 of the enemy
  expect([enemy(0).read('hp'), read('changeTotalHp'), record(0).read('hp')]).toEqual([0, 100, 200]);
});

/** The 24 bits of the multiplier's product. */
const PRODUCT = placeOf('ppuProduct');

test('a total fills all 24 bits of the product register', () => {
  duel();
  enemy(0).set({ singleHit: 10 });
  set({ absorbFlag: 0 });
  machine.ram.fill(0x55, PRODUCT, PRODUCT + 3);
  loseTotal(machine, ENEMY, 30);
  expect([...machine.ram.subarray(PRODUCT, PRODUCT + 3)]).toEqual([300 & 255, 1, 0]);
});
