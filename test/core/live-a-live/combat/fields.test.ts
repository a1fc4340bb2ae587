/** The rules’ statements about fields on the ground, by hand. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createField,
  decayField,
  FIELD_CREATED,
  maxFieldDamage,
  NO_FIELD,
  nextField,
  setFieldPass,
} from '../../../../core/live-a-live/combat/fields.js';
import * as Species from '../../../../core/live-a-live/memory/cells/species.js';
import { SKILL_FIELD } from '../../../../core/live-a-live/memory/skill-record.js';
import {
  clear,
  draws,
  drawsUsed,
  enemy,
  filled,
  machine,
  read,
  SPECIES_0,
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

  test('of a kind of 0 are the cells without a field, one draw each, beside the unused eighth column', () => {
    set({ fieldKind: 0, 'fieldGrid[0]': 0x80, 'fieldGrid[30]': 0xe1 });
    // a low nibble of 0 empties a cell
    draws(...Array(47).fill(1));
    expect([decayField(machine), drawsUsed()]).toEqual([47, 47]);
    expect(filled('rangeGrid')).toHaveLength(47);
    expect([read('rangeGrid[0]'), read('rangeGrid[30]'), read('rangeGrid[7]')]).toEqual([0, 0, 0]);
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

test('the largest damage that fields do to a species is that of the largest kind which it neither absorbs nor is immune to', () => {
  // C1:1FB2: codes and damages of water, poison, fire and electric; a species absorbs by 8, 4, 2, 1 in a high nibble
  const [water, poison, fire, electric] = [0x80, 0xa0, 0xc0, 0xe0];
  const most = (codes: readonly number[], absorbs = 0, immunity = 0): number => {
    species(0).set({ fieldAbsorb: absorbs << 4 });
    machine.ram[SPECIES_0 + Species.EVADE + 1] = immunity;
    return maxFieldDamage(machine.ram, SPECIES_0, new Set(codes));
  };
  expect([water, poison, fire, electric].map((code) => most([code]))).toEqual([8, 16, 24, 32]);
  expect([most([]), most([0x40]), most([water, fire]), most([electric, water])]).toEqual([0, 0, 24, 32]);
  // absorbed, one by one
  expect([8, 4, 2, 1].map((absorbs) => most([water, poison, fire, electric], absorbs))).toEqual([32, 32, 32, 24]);
  expect([8, 4, 2, 1].map((absorbs, kind) => most([[water, poison, fire, electric][kind] ?? 0], absorbs))).toEqual([
    0, 0, 0, 0,
  ]);
  expect(most([poison, electric], 0x3)).toBe(16);
  // bit 0 of byte 31 alone keeps every field away
  expect([most([electric], 0, 0x01), most([electric], 0, 0xfe)]).toEqual([0, 32]);
});
