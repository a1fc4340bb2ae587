/** The rules' statements about commands and set-up, by hand. */
import { beforeEach, expect, test } from 'vitest';
import { speciesRecordAddress } from '../../../../core/live-a-live/memory/skill-record.js';
import { addLevel, lastChapterIndex, levelledFormation } from '../../../../core/live-a-live/setup/formation.js';
import { recordAddress, skillsKnownAt } from '../../../../core/live-a-live/setup/party-set-up.js';
import { listFlags } from '../../../../core/live-a-live/setup/set-up-enemies.js';

import {
  ESCAPE_GREYED,
  greyCommands,
  hpIsLow,
  itemsForbidden,
  NOTHING_GREYED,
  offersArmageddon,
} from '../../../../core/live-a-live/turn/menu.js';
import { SPECIES_PLACE } from '../../../../rom-map/tables/places.js';
import { recordPointer } from '../../../fixtures/live-a-live/battle-cells.js';
import { ALLY_0, ally, machine, record, set } from '../../../fixtures/live-a-live/empty-battle.js';

beforeEach(() => {
  machine.ram.fill(0);
  set({ currentAlly: ALLY_0 });
});

test('HP are low at a quarter of the maximum, truncated, or less', () => {
  expect([hpIsLow(24, 99), hpIsLow(25, 99), hpIsLow(0, 0), hpIsLow(250, 1000), hpIsLow(251, 1000)]).toEqual([
    true,
    false,
    true,
    true,
    false,
  ]);
});

test('Armageddon is offered in the last chapter to a hero with low HP, else escape is open', () => {
  record(0).set({ hp: 10, maxHp: 99 });
  set({ scenario: 3 });
  expect(offersArmageddon(machine)).toBe(false);
  set({ scenario: 8, escapeForbidden: 1 });
  expect(greyCommands(machine)).toBe(ESCAPE_GREYED);
  expect(offersArmageddon(machine)).toBe(true);
  record(0).set({ hp: 99 });
  expect(offersArmageddon(machine)).toBe(false);
  expect(greyCommands(machine)).toBe(NOTHING_GREYED);
});

test.each([
  [2, 0xff, true],
  [5, 0xff, true],
  [3, 0xff, false],
  [3, 0x40, true],
])('in scenario %i an ally of state %i has items forbidden: %s', (scenario, state, forbidden) => {
  set({ scenario: scenario });
  ally(0).set({ state });
  expect(itemsForbidden(machine)).toBe(forbidden);
});

test('the party level of the last chapter leaves out a level that would pass 255, and its index stops at 28', () => {
  expect(addLevel(200, 55)).toBe(255);
  expect(addLevel(200, 56)).toBe(200);
  expect(lastChapterIndex(23, 0)).toBe(5);
  expect(lastChapterIndex(40, 0x23)).toBe(16);
  expect(lastChapterIndex(88, 3)).toBe(28);
  expect(lastChapterIndex(255, 3)).toBe(28);
});

test('the formation by level is one of fourteen, the last for level 13 and more', () => {
  expect([0, 1, 13, 14, 99].map(levelledFormation)).toEqual([0x74, 0x75, 0x81, 0x81, 0x81]);
});

test('an ally knows one skill more than its level, sixteen at most', () => {
  expect([0, 1, 14, 15, 16, 31].map(skillsKnownAt)).toEqual([0x0001, 0x0003, 0x7fff, 0xffff, 0xffff, 0xffff]);
});

test('a party record stands at its number, a species’ figures at 32 bytes each', () => {
  expect(recordAddress(10)).toBe(recordPointer(10));
  const first = SPECIES_PLACE.address;
  expect(speciesRecordAddress(first, 0x7c)).toBe(first + 32 * 0x7c);
});

test('a skill of the list is for counters alone by its type, not by its lowest countered attribute', () => {
  expect(listFlags(0xff, 0x00)).toBe(0xfe);
  expect(listFlags(0x00, 0x40)).toBe(0x01);
  expect(listFlags(0x81, 0xbf)).toBe(0x80);
});
