/** The rules’ statements about fields on the ground, by hand. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createField,
  decayField,
  FIELD_CREATED,
  NO_FIELD,
  nextField,
  setFieldPass,
} from '../../../../core/live-a-live/combat/fields.js';
import { SKILL_FIELD } from '../../../../core/live-a-live/memory/skill-record.js';
import {
  clear,
  draws,
  drawsUsed,
  enemy,
  machine,
  read,
  set,
  species,
} from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(clear);

/** Where the record of the skill in use stands in bank D5. */
const RECORD = 0x2000;

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
    set({ skillRecordPointer: RECORD });
    machine.tables.bankD5[RECORD + SKILL_FIELD] = 0x50;
    set({ 'rangeGrid[0]': [0xf0, 0x0f], 'fieldGrid[0]': [0xe1, 0xe1] });
    expect(createField(machine)).toBe(FIELD_CREATED);
    expect([read('fieldGrid[0]'), read('fieldGrid[1]')]).toEqual([0xe1, 0xa1]);
    set({ areaNumber: 0x23 });
    expect(createField(machine)).toBe(NO_FIELD);
    set({ areaNumber: 0x05 });
    machine.tables.bankD5[RECORD + SKILL_FIELD] = 0x17;
    expect(createField(machine)).toBe(NO_FIELD);
    machine.tables.bankD5[RECORD + SKILL_FIELD] = 0;
  });
});
