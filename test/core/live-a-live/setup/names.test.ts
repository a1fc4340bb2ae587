/** Formations and members by name: what a name stands for, counted out from the tables, and the whole message where it stands for nothing. */
import { describe, expect, test } from 'vitest';
import { createBattle } from '../../../../core/live-a-live/index.js';
import { createTableBytes, HEADER_BYTE } from '../../../../core/live-a-live/memory/tables.js';
import { formationNames, formationOf, hasDrivenEnemy, isFought } from '../../../../core/live-a-live/setup/formation.js';

import { assumeHeader, isPlayedSetup } from '../../../../core/live-a-live/setup/played-set-up.js';
import { FORMATIONS } from '../../../../rom-map/tables/formations.js';
import { SPECIES } from '../../../../rom-map/tables/species.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';

const HERO = { character: 'takahara' };

function messageOf(setup: unknown): string {
  try {
    createBattle(setup);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the setup was accepted');
}

test('a formation has the name of an enemy that stands alone in no other one, and is fought by allies', () => {
  const names = formationNames();
  let named = 0;
  for (const { id, number: species } of SPECIES.rows) {
    const alone = FORMATIONS.filter(
      ({ mode, enemies }) => mode === 0 && enemies.length > 0 && enemies.every((enemy) => enemy.species === species),
    );
    expect([id, formationOf(id)]).toEqual([id, alone.length === 1 ? alone[0]?.number : -1]);
    expect([id, names.includes(id)]).toEqual([id, alone.length === 1]);
    if (alone.length === 1) named++;
  }
  expect(named).toBeGreaterThan(20);
  expect(formationOf('nobody')).toBe(-1);
});

test('a machine drives an enemy by the low bits of a formation’s mode; with the high ones an image’s code sets it up', () => {
  // modes 00h, 01h, 10h, 20h, 40h
  const numbers = [0, 0x82, 0xcd, 0xcc, 0xab];
  expect(numbers.map(hasDrivenEnemy)).toEqual([false, true, false, false, false]);
  expect(numbers.map((number) => isFought(number, false))).toEqual([true, false, false, false, false]);
  expect(numbers.map((number) => isFought(number, true))).toEqual([true, false, true, true, true]);
});

describe('the message of what is no name', () => {
  test.each<[string, object, string]>([
    ['an item', { items: ['sword-of-nothing'] }, 'item sword-of-nothing'],
    ['an item in the left hand', { party: [{ ...HERO, leftItem: 'nothing' }] }, 'item nothing'],
    ['a skill', { party: [{ ...HERO, skills: ['fire-and-ice'] }] }, 'skill of the allies fire-and-ice'],
    ['an enemy', { formation: 'namucat' }, 'enemy namucat'],
    ['an item to wear', { party: [{ ...HERO, equipment: ['no-hat'] }] }, 'item no-hat'],
  ])('%s says what was looked for', (_, more, what) => {
    const text = messageOf({ formation: 0xde, party: [HERO], ...more });
    expect(text).toContain(`: there is no ${what}`);
  });

  test('a formation of another mode has its number and mode in two hexadecimal digits', () => {
    expect(messageOf({ formation: 0xab, party: [HERO] })).toContain('formation 171 (ABh, mode 40h)');
    expect(messageOf({ formation: 0x82, party: [HERO] })).toContain('formation 130 (82h, mode 01h)');
    const remedy = 'Give your own image with --rom, or name a formation of mode 00h';
    for (const formation of [0xab, 0x82]) {
      expect(messageOf({ formation, party: [HERO] }).endsWith(`are unpublished. ${remedy}`)).toBe(true);
    }
  });

  // formations 82h and 84h are of mode 01h; two of the nine with candlesticks are named
  test.each([
    ['pure-odio', 'no formation is made of pure-odio alone, and none holds it; list it in setup.enemies with x and y'],
    [
      'lei',
      'no formation is made of lei alone, and none holds it; ' +
        'allies fight as enemies in 0xab, 0xac, 0xcb, 0xcc, 0xcd, with --rom',
    ],
    ['moa', 'no formation is made of moa alone; it stands in 0x48 (moa, moa-female); give a number'],
    [
      'shoden',
      'no formation is made of shoden alone; it stands in ' +
        '0x82 (buriki-daioh, 3 shoden; a special battle), 0x84 (buriki-daioh, 5 shoden; a special battle); give a number',
    ],
    [
      'candlestick',
      'no formation is made of candlestick alone; it stands in 0x88 (yodogimi, 4 candlestick), ' +
        '0x8f (omike, 6 shoji, 2 candlestick) and 7 more; give a number',
    ],
    ['yakko', '2 formations (0x93, 0xc2) are made of yakko alone; give a number'],
  ])('%s, an enemy that no one formation is made of, says where it stands', (formation, what) => {
    expect(messageOf({ formation, party: [HERO] })).toBe(`setup.formation: ${what}`);
  });
});

test('a chapter has a name as well as a number', () => {
  const scenario = (given: unknown) =>
    cellsOf(createBattle({ formation: 0, party: [HERO], scenario: given } as object).image).read('scenario');
  expect(['medieval', 'western', 'last', 4].map(scenario)).toEqual([0, 4, 8, 4]);
  expect(messageOf({ formation: 0, party: [HERO], scenario: 'wild-west' })).toMatch(
    /^setup\.scenario: nothing is called wild-west; there are medieval, /,
  );
});

// C1:FB7C looks for a loaded species by its number, and takes FFh for none
test('species 255 is refused with the reason: it never enters a battle', () => {
  const setup = { party: [{ ...HERO, x: 5, y: 5 }], enemies: [{ species: 255, x: 0, y: 0 }] };
  expect(messageOf(setup)).toMatch(/species 255 never enters a battle.*C1:FB7C.*give another/);
});

test('skill 0 is a free place, and nobody learns it', () => {
  expect(messageOf({ formation: 0xde, party: [{ ...HERO, skills: [0] }] })).toContain('never learns');
  // the second of Pogo's sixteen places is free
  expect(messageOf({ formation: 0xde, party: [{ character: 'pogo', skills: [0] }] })).toContain('pogo never learns');
});

test('a set-up is of a played battle where it names a party or a formation', () => {
  expect([{ party: [] }, { formation: 1 }, {}, { allies: [] }].map(isPlayedSetup)).toEqual([true, true, false, false]);
  expect([null, undefined, 'party', 5].map(isPlayedSetup)).toEqual([false, false, false, false]);
});

test('a header byte that is not known counts as not 0, a known one as it is', () => {
  const tables = createTableBytes();
  assumeHeader(tables);
  expect(tables.bankC0[HEADER_BYTE]).not.toBe(0);
  tables.bankC0[HEADER_BYTE] = 0x21;
  assumeHeader(tables);
  expect(tables.bankC0[HEADER_BYTE]).toBe(0x21);
});
