/** The rules' statements about sides, corrections, counters, fields and self-damage, by hand. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  BEHIND,
  correctionOf,
  IN_FRONT,
  LEVEL_WITH,
  placeAlong,
} from '../../../../core/live-a-live/combat/ally-correction.js';
import { attributeMark, middle } from '../../../../core/live-a-live/combat/base-cell.js';
import { COUNTER_FOUND, NO_COUNTER, searchCounter } from '../../../../core/live-a-live/combat/counter.js';
import {
  correctedLevel,
  enemyCorrection,
  FROM_BACK,
  FROM_FRONT,
  FROM_SIDE,
  struckFrom,
} from '../../../../core/live-a-live/combat/enemy-correction.js';
import {
  createField,
  decayField,
  FIELD_CREATED,
  NO_FIELD,
  nextField,
  setFieldPass,
} from '../../../../core/live-a-live/combat/fields.js';
import { poisonAllyHp } from '../../../../core/live-a-live/combat/poison-damage.js';
import { missHurtsUser, selfDestruct } from '../../../../core/live-a-live/combat/self-damage.js';
import { attributeBit, bitShiftedOut } from '../../../../core/live-a-live/memory/attribute-bits.js';
import * as PartyRecord from '../../../../core/live-a-live/memory/cells/party-record.js';
import { SKILL_SPECIAL, SKILL_TYPE } from '../../../../core/live-a-live/memory/skill-record.js';
import {
  ALLY_0,
  activeSkill,
  ally,
  clear,
  draws,
  drawsUsed,
  ENEMY_0,
  enemy,
  machine,
  read,
  record,
  set,
  species,
} from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(clear);

describe('where an enemy is struck from', () => {
  const from = (facing: number, x: number, y: number): number => {
    enemy(0).set({ facing: facing });
    set({ baseX: x, baseY: y });
    return struckFrom(machine, ENEMY_0);
  };

  beforeEach(() => {
    species(0).set({ width: 2, height: 2 });
    enemy(0).set({ cellX: 2, cellY: 2 });
  });

  test('an enemy that faces the lower right is struck in front from there, in the back from the upper left, else from the side', () => {
    expect([from(0, 6, 6), from(0, 0, 0), from(0, 6, 0), from(0, 0, 6)]).toEqual([
      FROM_FRONT,
      FROM_BACK,
      FROM_SIDE,
      FROM_SIDE,
    ]);
  });

  test('a blow from within its own columns or rows goes by the other axis; inside of the box it is in front', () => {
    expect([from(0, 2, 6), from(0, 3, 0), from(0, 0, 3)]).toEqual([FROM_FRONT, FROM_BACK, FROM_BACK]);
    expect(from(0, 3, 3)).toBe(FROM_FRONT);
  });

  test('the other facings mirror this', () => {
    expect([from(0x40, 0, 6), from(0x80, 6, 0), from(0xc0, 0, 0)]).toEqual([FROM_FRONT, FROM_FRONT, FROM_FRONT]);
    expect([from(0x40, 6, 0), from(0x80, 0, 6), from(0xc0, 6, 6)]).toEqual([FROM_BACK, FROM_BACK, FROM_BACK]);
  });

  test('a blow in the back or from the side lowers the enemy’s level by its species’ figure, to 0 at the least', () => {
    expect([FROM_FRONT, FROM_SIDE, FROM_BACK].map((side) => enemyCorrection(0x53, side))).toEqual([0, 3, 5]);
    expect([correctedLevel(9, 5), correctedLevel(4, 5)]).toEqual([4, 0]);
  });
});

describe('where an ally is struck from', () => {
  test('in front is the side that it faces, on each axis', () => {
    expect([placeAlong(5, 2, false), placeAlong(1, 2, false), placeAlong(1, 2, true), placeAlong(2, 2, true)]).toEqual([
      IN_FRONT,
      BEHIND,
      IN_FRONT,
      LEVEL_WITH,
    ]);
  });

  test('in the back when in front on no axis, from the side when in front on one and behind on the other', () => {
    const place = (columns: number, rows: number): number => correctionOf(columns | (rows << 2));
    expect([place(BEHIND, BEHIND), place(LEVEL_WITH, BEHIND), place(LEVEL_WITH, LEVEL_WITH)]).toEqual(
      [0, 0, 0].map(() => PartyRecord.BACK_CORRECTION),
    );
    expect([place(IN_FRONT, BEHIND), place(BEHIND, IN_FRONT)]).toEqual([
      PartyRecord.SIDE_CORRECTION,
      PartyRecord.SIDE_CORRECTION,
    ]);
    expect([place(IN_FRONT, IN_FRONT), place(IN_FRONT, LEVEL_WITH), place(LEVEL_WITH, IN_FRONT)]).toEqual([0, 0, 0]);
  });
});

test('attribute 15 stands for none, attribute 0 is the top bit of the first byte', () => {
  expect([attributeMark(0x0f), attributeMark(0xf0), attributeMark(0x0e)]).toEqual([0, 1, 15]);
  expect([bitShiftedOut(0x80, 0, 1), bitShiftedOut(0, 0x02, 15), bitShiftedOut(0, 0x02, 14)]).toEqual([1, 1, 0]);
  expect([bitShiftedOut(0xff, 0xff, 0), attributeBit(0), attributeBit(14)]).toEqual([0, 0x8000, 2]);
});

test('an enemy of an even width has its middle drawn', () => {
  expect([middle(3, 2, 0), middle(3, 2, 1), middle(3, 1, 0), middle(3, 1, 1), middle(0, 3, 1)]).toEqual([
    3, 4, 3, 3, 1,
  ]);
});

describe('an ally that was hit looks for a counter skill', () => {
  beforeEach(() => {
    set({ skillUser: ENEMY_0 });
    ally(0).set({ hitsLanded: 1, listSkill: [0x40, 0x41], listCounterHigh: [0x80, 0x80], listDisabling: [0x10, 0x00] });
  });

  test('not against a recovery, and not against a skill without an attribute', () => {
    for (const type of [0x80, 0x0f]) {
      activeSkill({ [SKILL_TYPE]: type });
      expect(searchCounter(machine)).toBe(NO_COUNTER);
    }
    activeSkill({ [SKILL_TYPE]: 0x0e });
    ally(0).set({ listFlags: 0x02 });
    expect(searchCounter(machine)).toBe(COUNTER_FOUND);
  });

  test('and takes the first one that its statuses do not disable', () => {
    expect([searchCounter(machine), read('counterSkill')]).toEqual([COUNTER_FOUND, 0x40]);
    ally(0).set({ statuses: 0x10 });
    expect([searchCounter(machine), read('counterSkill')]).toEqual([COUNTER_FOUND, 0x41]);
  });

  test('only when it was hit and is there', () => {
    ally(0).set({ state: 0x00 });
    expect(searchCounter(machine)).toBe(NO_COUNTER);
    ally(0).set({ state: 0x40, hitsLanded: 0 });
    expect(searchCounter(machine)).toBe(NO_COUNTER);
  });
});

describe('fields on the ground', () => {
  test('take turns: poison for 16, fire for 24, electricity for 32, water for 8', () => {
    const seen = [1, 2, 3, 4].map(() => {
      nextField(machine);
      return [read('fieldKind'), read('fieldDamage'), read('fieldAbsorbBit')];
    });
    expect(seen).toEqual([
      [0xa0, 16, 4],
      [0xc0, 24, 2],
      [0xe0, 32, 1],
      [0x80, 8, 8],
    ]);
  });

  test('vanish cell by cell with one draw each, and who stands there stays', () => {
    set({ fieldKind: 0xc0, 'fieldGrid[0]': [0xc1, 0xc0, 0xa0] });
    draws(0x30, 0x38);
    expect(decayField(machine)).toBe(2);
    expect([
      read('fieldGrid[0]'),
      read('fieldGrid[1]'),
      read('fieldGrid[2]'),
      read('rangeGrid[0]'),
      drawsUsed(),
    ]).toEqual([1, 0xc0, 0xa0, 0x0f, 2]);
  });

  test('hurt an enemy on two cells once, and heal one that absorbs', () => {
    set({ fieldAbsorbBit: 2, fieldDamage: 24, 'rangeGrid[0]': [0x0f, 0x0f], 'fieldGrid[0]': [0xd1, 0xd1] });
    setFieldPass(machine);
    expect([enemy(0).read('hitsAssigned'), enemy(0).read('hitsLanded'), enemy(0).read('singleHit')]).toEqual([
      1, 1, 24,
    ]);
    enemy(0).set({ hitsAssigned: 0, hitsLanded: 0 });
    species(0).set({ fieldAbsorb: 0x20 });
    setFieldPass(machine);
    expect([enemy(0).read('hitsAssigned'), enemy(0).read('hitsLanded'), read('absorbFlag')]).toEqual([0xff, 0, 0x80]);
  });

  test('are laid where the skill’s area is, not in the last battle, and not by a skill without one', () => {
    set({ skillRecordPointer: 0x2000 });
    machine.tables.bankD5[0x2016] = 0x50;
    set({ 'rangeGrid[0]': [0xf0, 0x0f], 'fieldGrid[0]': [0xe1, 0xe1] });
    expect(createField(machine)).toBe(FIELD_CREATED);
    expect([read('fieldGrid[0]'), read('fieldGrid[1]')]).toEqual([0xe1, 0xa1]);
    set({ areaNumber: 0x23 });
    expect(createField(machine)).toBe(NO_FIELD);
    set({ areaNumber: 0x05 });
    machine.tables.bankD5[0x2016] = 0x17;
    expect(createField(machine)).toBe(NO_FIELD);
    machine.tables.bankD5[0x2016] = 0;
  });
});

test('poison takes a sixteenth of an ally’s present HP, at least 1', () => {
  for (const [hp, left] of [
    [0x50, 0x4b],
    [15, 14],
  ] as const) {
    record(0).set({ hp });
    poisonAllyHp(machine, ALLY_0);
    expect(record(0).read('hp')).toBe(left);
  }
});

test('a self-destruction does 999 without a draw; a skill of kind 7 hurts its user when it misses', () => {
  set({ skillUser: ALLY_0 });
  activeSkill({ [SKILL_SPECIAL]: 0x83 });
  draws(1);
  selfDestruct(machine, ALLY_0);
  expect([ally(0).read('singleHit'), ally(0).read('hitsLanded'), drawsUsed()]).toEqual([999, 1, 0]);
  expect(missHurtsUser(machine)).toBe(false);
  activeSkill({ [SKILL_SPECIAL]: 0x72 });
  expect(missHurtsUser(machine)).toBe(true);
});
