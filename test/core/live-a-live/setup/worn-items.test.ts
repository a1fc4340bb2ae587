/**
 * Which place an item takes, what is said where it takes none, and what single bytes of an item give: soubi.html, d5.html and base03.html of
 * hosoboso/livealive, by hand.
 */
import { describe, expect, test } from 'vitest';
import { createBattle } from '../../../../core/live-a-live/index.js';
import { machineOf } from '../../../../core/live-a-live/memory/machine.js';
import { publishedTables } from '../../../../core/live-a-live/memory/tables.js';
import {
  gearSkills,
  gearStats,
  gearStrength,
  isMainPlace,
  putGear,
  weaponStatuses,
  wornItems,
} from '../../../../core/live-a-live/setup/equipment.js';
import { placeOf } from '../../../../core/system/plain-data.js';
import { character } from '../../../../rom-map/tables/characters.js';
import { ITEMS } from '../../../../rom-map/tables/items.js';
import { rowOf } from '../../../../rom-map/tables/table.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { ITEM_TABLE } from '../../../references/live-a-live/addresses.js';

const SETUP: Record<string, unknown> = {
  enemies: [{ species: 0, x: 0, y: 0, facing: 0 }],
  party: [{ character: 'takahara', x: 5, y: 6 }],
};
/** An item that is nothing to wear, for bytes of our own. */
const BLANK = 255;
const NOTHING = Array<number>(10).fill(0);

/** A machine whose items have other bytes, by number. */
function machineWith(items: Readonly<Record<number, readonly number[]>> = {}) {
  const tables = publishedTables();
  for (const [item, bytes] of Object.entries(items)) tables.bankD5.set(bytes, ITEM_TABLE + 16 * Number(item));
  return machineOf(createBattle(SETUP, undefined, tables));
}

const MACHINE = machineWith();

/** Ten bytes with items in some places: 0 head, 1 right, 2 left, 3 body, 4 legs, from 5 on accessories. */
function worn(items: Readonly<Record<number, number>>): number[] {
  return NOTHING.map((_, slot) => items[slot] ?? 0);
}

const numberOf = (id: string): number => rowOf(ITEMS, id).number;

function wear(who: string, list: readonly (string | number)[], machine = MACHINE): readonly number[] {
  return wornItems(machine, character(who), placeOf(list, 'equipment'));
}

describe('what is said of an item that finds no place', () => {
  test.each<[who: string, list: readonly (string | number)[], message: string]>([
    // a second one finds the left hand taken, which anybody has
    [
      'takahara',
      ['peacemaker', 'peacemaker'],
      'equipment[1]: takahara cannot wear peacemaker (right: it is a weapon of the kind gun, takahara uses glove; left: peacemaker is there already)',
    ],
    [
      'takahara',
      ['hatchet', 'hatchet'],
      'equipment[1]: takahara cannot wear hatchet (right: it is a weapon of the kind daily, takahara uses glove; left: hatchet is there already)',
    ],
    [
      'sundown',
      ['glove', 'glove'],
      'equipment[1]: sundown cannot wear glove (right: it is a weapon of the kind glove, sundown uses gun; left: glove is there already)',
    ],
    [
      'pogo',
      ['codal-rod'],
      'equipment[0]: pogo cannot wear codal-rod (right: it is a weapon of the kind staff, pogo uses wild)',
    ],
    [
      'straybow',
      ['tsuntsun-spear'],
      'equipment[0]: straybow cannot wear tsuntsun-spear (right: it is a weapon of the kind wild, straybow uses staff)',
    ],
    [
      'cube',
      ['kotetsu'],
      'equipment[0]: cube cannot wear kotetsu (right: it is a weapon of the kind katana, cube uses robot)',
    ],
    [
      'oboromaru',
      ['normic-sword'],
      'equipment[0]: oboromaru cannot wear normic-sword (right: it is a weapon of the kind sword, oboromaru uses katana)',
    ],
    [
      'oersted',
      ['17-diode'],
      'equipment[0]: oersted cannot wear 17-diode (right: it is a weapon of the kind robot, oersted uses sword)',
    ],
    [
      'takahara',
      ['fang-necklace'],
      'equipment[0]: takahara cannot wear fang-necklace (accessory: it is for the type woman and special, takahara is special and heavy)',
    ],
    [
      'gori',
      ['iron-suit'],
      'equipment[0]: gori cannot wear iron-suit (body: it is for the type heavy, gori is of no type)',
    ],
    ['takahara', ['cap', 'cap'], 'equipment[1]: takahara cannot wear cap (head: cap is there already)'],
    [
      'takahara',
      ['misanga', 'misanga'],
      'equipment[1]: takahara cannot wear misanga (accessory: it is worn already, and accessories are of different kinds)',
    ],
    [
      'takahara',
      ['panda', 'chow-chow', 'tattoo', 'bracelet', 'misanga', 'mk-badge'],
      'equipment[5]: takahara cannot wear mk-badge (accessory: five accessories are there already)',
    ],
    ['takahara', [0], 'equipment[0]: none is nothing to wear'],
  ])('%s with %j', (who, list, message) => {
    expect(() => wear(who, list)).toThrow(expect.objectContaining({ code: 'E_EQUIPMENT', message }));
  });

  test('item 0 is nothing to wear, whatever its bytes say', () => {
    const machine = machineWith({ 0: [0x10, 0x80] });
    expect(() => wear('takahara', [0], machine)).toThrow(
      expect.objectContaining({ message: 'equipment[0]: none is nothing to wear' }),
    );
  });
});

describe('the place of an item', () => {
  test('whose accessory place is worn already is its other place', () => {
    // an accessory first of all, and for legs too: no type is asked for
    const ring = numberOf('gigigaga-ring');
    const bandage = numberOf('bandage');
    expect(wear('takahara', [ring, ring])).toEqual(worn({ 1: bandage, 4: ring, 5: ring }));
  });

  test.each([0x01, 0x05, 0x0e, 0x0f])('in the right hand is free to all where its kind is %i: no weapon', (kind) => {
    // main place 2, the right hand; kinds of weapons are 6 to 13
    const machine = machineWith({ [BLANK]: [0x20 | kind, 0x40] });
    expect(wear('takahara', [BLANK], machine)).toEqual(worn({ 1: BLANK }));
  });

  test('is its main one where that is 0, or from 7 on, or counted from 1 the place itself', () => {
    const main = (first: number): number[] => [0, 1, 2, 3, 4, 5].filter((place) => isMainPlace(first, place));
    expect([0x0f, 0x10, 0x20, 0x60, 0x70, 0xe0].map(main)).toEqual([
      [0, 1, 2, 3, 4, 5],
      [0],
      [1],
      [5],
      [0, 1, 2, 3, 4, 5],
      [0, 1, 2, 3, 4, 5],
    ]);
  });
});

test('an item evades attributes in its main place alone', () => {
  // byte 4 of the sword is 12h, its main place the right hand
  const sword = numberOf('marbler-sword');
  const evaded = (slot: number): number => {
    const { ram } = MACHINE;
    const record = cellsOf(ram).record(0);
    putGear(MACHINE, character('oersted'), record.address, worn({ [slot]: sword }));
    return record.read('gearEvade');
  };
  expect([evaded(1), evaded(2)]).toEqual([0x12, 0]);
});

test('an empty place gives nothing, whatever the bytes of item 0 are', () => {
  const full = [0x70, 0xfc, 0xff, 0xff, 0xff, 0xff, 9, 9, 9, 9, 77, 0, 2, 0, 0x3f, 0xff];
  const machine = machineWith({ 0: full });
  expect(gearStats(machine, NOTHING)).toEqual([0, 0, 0, 0]);
  expect(gearStrength(machine, NOTHING)).toEqual({ attack: 0, defence: 0 });
  expect(weaponStatuses(machine, NOTHING)).toBe(0);
  // slot 2 of the list holds the skill that byte 10 names
  expect(gearSkills(machine, [75, 76, 77], NOTHING)).toBe(0);
  const takahara = character('takahara');
  const record = cellsOf(machine.ram).record(0);
  putGear(machine, takahara, record.address, NOTHING);
  const cells = ['immunity', 'fieldAbsorb', 'gearEvade', 'powerGear', 'speedGear', 'bodyGear', 'intellectGear'];
  expect(cells.map(record.read)).toEqual([takahara.values.immuneStatuses, 0, 0, 0, 0, 0, 0]);
});

test('an accessory gives the skill of the slot that it names, if that slot holds it, and none of slot 0', () => {
  // bytes 10 and 12: a skill and a slot
  const given = (skill: number, slot: number): number => {
    const machine = machineWith({ [BLANK]: [0x60, 0x04, 0, 0, 0, 0, 0, 0, 0, 0, skill, 0, slot] });
    return gearSkills(machine, [75, 76, 77], worn({ 5: BLANK }));
  };
  expect([given(76, 1), given(77, 2)]).toEqual([0b010, 0b100]);
  expect([given(75, 0), given(76, 2), given(77, 3)]).toEqual([0, 0, 0]);
});
