/** Attacks, fields and counters of the test ROM by PROGRAM.md, "Battle skills", by hand: what its recorded logs do not come to. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  drillAttackOfAlly,
  drillAttackOfEnemy,
  drillCounter,
  drillFieldsFire,
  drillPoisonTick,
  markLattice,
} from '../../../../core/live-a-live/drill/attack.js';

import * as Host from '../../../../core/live-a-live/memory/cells/host.js';
import { SKILL_HITS } from '../../../../core/live-a-live/memory/skill-record.js';
import {
  ALLY_0,
  ally,
  clear,
  draws,
  drawsUsed,
  ENEMY_0,
  enemy,
  filled,
  list,
  machine,
  RECORD_0,
  read,
  record,
  SPECIES_0,
  set,
  species,
} from '../../../fixtures/live-a-live/empty-battle.js';

const ON_ALL = { skill: 0, all: true, shape: 0, pushes: false };
/** Cells of columns 0 to 6 of rows 0 to 6. */
const FIELD = Array.from({ length: 7 }, (_, row) => Array.from({ length: 7 }, (_, column) => 8 * row + column)).flat();

beforeEach(() => {
  clear();
  ally(0).set({ level: 1, power: 10 });
  enemy(0).set({ hp: 100 });
  species(0).set({ width: 1, height: 1, maxHp: 100 });
});

/** The battle skill hits so often. */
const hitsOf = (hits: number): void => {
  // a battle skill holds the bytes of a record from byte 9 on
  machine.ram[Host.BATTLE_SKILLS + SKILL_HITS - 9] = hits;
};

test('nothing at all happens for a user that is not there', () => {
  ally(0).set({ state: 0 });
  enemy(0).set({ state: 0 });
  const before = machine.ram.slice();
  drillAttackOfAlly(machine, ALLY_0, ON_ALL);
  drillAttackOfEnemy(machine, ENEMY_0, ON_ALL);
  drillCounter(machine, ENEMY_0, 0x7f, 0x7f);
  expect(Buffer.compare(machine.ram, before)).toBe(0);
});

describe('an attack of an ally', () => {
  test('on all marks the 49 cells of the field, and takes nothing over from the skill before', () => {
    set({ activeSkill: Array<number>(9).fill(0xee) });
    drillAttackOfAlly(machine, ALLY_0, ON_ALL);
    expect(filled('rangeGrid')).toEqual(FIELD);
    expect(list('activeSkill', 9)).toEqual(Array(9).fill(0));
  });

  test('counts the hits on an enemy down to none, whoever is next', () => {
    set({ 'fieldGrid[0]': 0x11 });
    hitsOf(3);
    // three hits on the one enemy in the area, and three that miss or land
    draws(...Array<number>(32).fill(0));
    drillAttackOfAlly(machine, ALLY_0, ON_ALL);
    expect([enemy(0).read('hitsAssigned'), read('work030F')]).toEqual([3, 0]);
  });

  test('passes by an enemy that has left, with what the skill before assigned to it', () => {
    enemy(0).set({ state: 0, hitsAssigned: 2 });
    enemy(1).set({ id: 1, state: 0x40, species: SPECIES_0, hp: 100 });
    enemy(2).set({ state: 0x80 });
    set({ work030F: 9 });
    hitsOf(1);
    draws(...Array<number>(32).fill(0));
    drillAttackOfAlly(machine, ALLY_0, ON_ALL);
    expect([enemy(0).read('hitsLanded'), read('work030F'), drawsUsed()]).toEqual([0, 9, 0]);
  });
});

test('an attack of an enemy reaches nobody whose statuses are FFh', () => {
  for (const slot of [0, 1]) {
    ally(slot).set({ id: slot, state: 0x40, record: RECORD_0 + 0x40 * slot, level: 1 });
    record(slot).set({ hp: 50, maxHp: 50 });
  }
  ally(0).set({ statuses: 0xff });
  enemy(0).set({ level: 9, power: 50 });
  drillAttackOfEnemy(machine, ENEMY_0, ON_ALL);
  expect([0, 1].map((slot) => ally(slot).read('hitsLanded'))).toEqual([0, 1]);
});

test('the poison tick passes by an enemy that has left', () => {
  enemy(0).set({ state: 0, statuses: 0x08 });
  enemy(1).set({ id: 1, state: 0x40, species: SPECIES_0, hp: 100, statuses: 0x08 });
  enemy(2).set({ state: 0x80 });
  drillPoisonTick(machine);
  expect(enemy(0).read('hp')).toBe(100);
  expect(enemy(1).read('hp')).toBeLessThan(100);
});

test('the marks of a lattice end with column 6 and row 6, whatever its bits 7 say', () => {
  markLattice(machine.ram, 0xff, 0xff, 0x0f);
  expect(filled('rangeGrid')).toEqual(FIELD);
});

describe('fields that fire', () => {
  test('leave the product of damage and one hit in the PPU, for the order points', () => {
    // the third kind in turn, fire: 24 HP; the draw leaves the field
    set({ fieldCounter: 1, 'fieldGrid[9]': 0xd1 });
    draws(0x38);
    drillFieldsFire(machine);
    expect([enemy(0).read('hp'), read('ppuProduct'), read('ppuProductHigh'), drawsUsed()]).toEqual([76, 24, 0, 1]);
  });

  test('leave the hits of an enemy that is not there', () => {
    enemy(0).set({ state: 0, hitsAssigned: 5, hitsLanded: 4 });
    drillFieldsFire(machine);
    expect([enemy(0).read('hitsAssigned'), enemy(0).read('hitsLanded')]).toEqual([5, 4]);
  });
});
