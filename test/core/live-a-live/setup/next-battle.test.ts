/** The way to the next battle, cell by cell: what goes on, for how many members, and what an image's code and an error of it come to. */
import { describe, expect, test } from 'vitest';
import { createBattle } from '../../../../core/live-a-live/index.js';
import { createMachine } from '../../../../core/live-a-live/memory/machine.js';
import { publishedTables, type TableBytes } from '../../../../core/live-a-live/memory/tables.js';
import { drawEncounter } from '../../../../core/live-a-live/setup/formation.js';

import { BEGUN, beginNextBattle, OTHER_ENCOUNTER, type Way } from '../../../../core/live-a-live/setup/next-battle.js';
import { createEventBuffer, pushEvent } from '../../../../core/system/battle.js';
import type { OriginalCode } from '../../../../core/system/evidence.js';
import { sizeOf } from '../../../../rom-map/tables/species.js';
import { IMAGE_BYTES } from '../../../../rom-map/windows.js';
import { type BattleCells, cellsOf, placeOf, speciesPointer } from '../../../fixtures/live-a-live/battle-cells.js';
import { differences } from '../../../fixtures/live-a-live/crowded-battle.js';
import { imageCode } from '../../../fixtures/live-a-live/image-code.js';
import { next } from '../../../fixtures/live-a-live/next-battle.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';
import { setUpFormation } from '../../../references/live-a-live/played-set-up.js';

/** The first four of the table, where Hash begins at level 10. */
const PARTY = ['oersted', 'straybow', 'uranus', 'hash'].map((character, number) => ({ character, number, level: 10 }));

interface Given {
  readonly members?: number;
  readonly tables?: TableBytes;
  readonly original?: OriginalCode;
  readonly setup?: Record<string, unknown>;
}

/** A battle of so many members that is over, by its result alone. */
function over({ members = 1, tables, original, setup }: Given = {}) {
  const party = PARTY.slice(0, members).map(({ character, level }) => ({ character, level }));
  const battle = createBattle({ formation: 0, generator: [1, 2, 3, 4], party, ...setup }, undefined, tables, original);
  cellsOf(battle.image).set({ battleResult: 1 });
  return battle;
}

test('what holds on from battle to battle keeps its value, byte by byte', () => {
  const values = {
    ...{ demoFlag: 1, scenario: 3, forcedEncounter: 0xaa, forcedEncounterIndex: 7, rareEncounter: 1 },
    ...{ battleTimer: 0x1234, fieldCounter: 5, assumedFrames: 0x01020304, battleFrames: 0x05060708 },
    ...{ unpublishedUsed: 0x090a0b0c, unpublishedUsedMore: 0x0d, holesFilled: 0x0e0f },
    ...{ enemyStepFrames: 0x0102, allySkillFrames: 0x0304, enemySkillFrames: 0x0506, windowFrames: 0x0708 },
    ...{ startFrames: 0x090a, allySkillCount: 0x0b0c, enemySkillCount: 0x0d0e, enemyStepCount: 0x0f10 },
    ...{ windowCount: 0x1112, levelsGained: 0x13 },
  };
  const battle = over();
  const { read, set } = cellsOf(battle.image);
  set({ ...values, battleNumber: 6 });
  expect(next(battle, { formation: 1 })).toBe('');
  expect(Object.fromEntries(Object.keys(values).map((name) => [name, read(name)]))).toEqual(values);
  // this is one more
  expect(read('battleNumber')).toBe(7);
});

describe('drops', () => {
  const full = Array.from({ length: 16 }, (_, slot) => slot + 1);
  /** The byte behind the sixteenth place is none of them, whatever it holds. */
  const behind = placeOf('inventory[0]') + 16;

  test('that there are none need no room', () => {
    const battle = over({ setup: { items: full } });
    expect(next(battle, { formation: 1 })).toBe('');
    expect(cellsOf(battle.image).list('inventory[0]', 16)).toEqual(full);
  });

  test.each([0, 1])('have sixteen places, with %i in the byte behind them', (value) => {
    const battle = over({ setup: { items: full } });
    cellsOf(battle.image).set({ 'droppedItem[2]': 5 });
    battle.image[behind] = value;
    const before = battle.image.slice();
    expect(next(battle, { formation: 1 })).toBe('E_NO_ROOM');
    expect(differences(battle.image, before)).toEqual([]);
  });
});

describe('a party of several', () => {
  test.each([2, 3, 4])('of %i is set up as it would be at once, all with full HP', (members) => {
    const battle = over({ members });
    const { record } = cellsOf(battle.image);
    const records = Array.from({ length: members }, (_, slot) => slot);
    for (const slot of records) record(slot).set({ hp: 1 + slot });
    const before = cellsOf(battle.image.slice());
    expect(next(battle, { formation: 1 })).toBe('');

    const memory = new Memory(new Uint8Array(IMAGE_BYTES));
    const party = PARTY.slice(0, members).map(({ number, level }) => ({ character: number, level }));
    setUpFormation(memory, { ...publishedTables(), sizeOf }, 1, party, 0, true);
    const wanted = cellsOf(memory.image);
    for (const slot of records) wanted.record(slot).set({ hp: before.record(slot).read('maxHp') });
    for (const name of ['battleGenerator.a0', 'battleGenerator.a1', 'battleGenerator.a2', 'battleGenerator.a3'])
      wanted.set({ [name]: before.read(name) });
    for (const name of ['program', 'enemyStepFrames', 'battleTimer', 'unpublishedUsed', 'unpublishedUsedMore'])
      wanted.set({ [name]: before.read(name) });
    wanted.set({ battleNumber: 1 });
    expect(differences(battle.image, memory.image)).toEqual([]);
  });

  test.each([0, 1, 2, 3])('is refused where member %i begins without HP', (slot) => {
    const battle = over({ members: 4 });
    cellsOf(battle.image).record(slot).set({ hp: 0 });
    const before = battle.image.slice();
    expect(next(battle, { formation: 1, heal: 0 })).toBe('E_FALLEN');
    expect(differences(battle.image, before)).toEqual([]);
  });
});

describe('a special formation, with an image', () => {
  /** Mode 40h: allies who fight as enemies. */
  const formation = 0xab;
  const original = (rerun: (cells: BattleCells) => void) =>
    imageCode({
      rerun(image) {
        rerun(cellsOf(image));
        return 0;
      },
    });

  test('begins with an empty list of enemies, and stands as the image leaves it', () => {
    const seen: number[] = [];
    const code = original(({ read, ally, species, enemy }) => {
      seen.push(enemy(0).read('state'), read('formationNumber'));
      ally(0).set({ state: 0x40, cellX: 2, cellY: 5 });
      species(0).set({ width: 1, height: 1 });
      enemy(0).set({ state: 0x40, species: speciesPointer(0), cellX: 3, cellY: 4 });
      enemy(1).set({ state: 0x80 });
    });
    const battle = over({ original: code });
    expect(next(battle, { formation })).toBe('');
    expect(seen).toEqual([0x80, formation]);
    const { ally, enemy } = cellsOf(battle.image);
    expect([ally(0).read('cellX'), enemy(0).read('state'), enemy(0).read('cellX')]).toEqual([2, 0x40, 3]);
  });

  test('an error that is none of the rules comes through', () => {
    const code = original(() => {
      throw new TypeError('not of the rules');
    });
    const battle = over({ original: code });
    expect(() => next(battle, { formation })).toThrow(new TypeError('not of the rules'));
  });

  test('without a side left is no place for a party', () => {
    const battle = over({ original: original(() => undefined) });
    const before = battle.image.slice();
    expect([next(battle, { formation }), differences(battle.image, before)]).toEqual(['E_FORMATION', []]);
  });
});

describe('an area', () => {
  /** A list of sixteen times formation 3 for area 30, at D6:6000; the pointers to lists at D6:5000. */
  const AREA = 30;
  const tablesWithList = (): TableBytes => {
    const tables = publishedTables();
    tables.bankD6.set([0x00, 0x50], 0x0050);
    tables.bankD6.set([0x00, 0x60], 0x5000 + 2 * AREA);
    tables.bankD6.fill(3, 0x6000, 0x6010);
    return tables;
  };

  test('that brings another formation than number 0 is refused where 0 is named', () => {
    expect(next(over({ tables: tablesWithList() }), { area: AREA, formation: 3 })).toBe('');
    const battle = over({ tables: tablesWithList() });
    const before = battle.image.slice();
    expect(next(battle, { area: AREA, formation: 0 })).toBe('E_ENCOUNTER');
    expect(differences(battle.image, before)).toEqual([]);
  });

  test('that is refused takes back what it told, and nothing that was told before', () => {
    const { machine } = over({ tables: tablesWithList() });
    const scratch = createMachine(IMAGE_BYTES, machine.tables, machine.settings, machine.holes);
    const way: Way = { formation: 0, area: AREA, walk: 0, draws: 2, heals: true, escape: undefined };
    const events = createEventBuffer();
    pushEvent(events, 1, 2, 0xc1abcd, 3);
    machine.events = events;
    expect(beginNextBattle(machine, scratch, way)).toBe(OTHER_ENCOUNTER);
    expect([events.length, ...events.words.slice(0, 3)]).toEqual([3, 1, 0xc1abcd, 3]);
    expect(beginNextBattle(machine, scratch, { ...way, formation: 3 })).toBe(BEGUN);
    // one draw, of an event with four values: where, the generator before and after, what was drawn
    expect([events.length, events.words[3]]).toEqual([3 + 5, 2]);
  });

  test('needs the lists wherever its chapter does not go by levels, a multiple of four as any other', () => {
    expect([4, 5].map((area) => next(over(), { area }))).toEqual(['E_AREA', 'E_AREA']);
    // without a pointer to the lists no other table's pointer is taken for one: D6:0020 has that of the formations
    const { bankD6 } = publishedTables();
    expect(bankD6[0x20] === 0 && bankD6[0x21] === 0).toBe(false);
    expect(next(over(), { area: 0x20 / 2 })).toBe('E_AREA');
  });

  test('of the last chapter is an index into a table: without it nobody comes but whom the plan has seen', () => {
    const setup = { members: 4, setup: { scenario: 8 } };
    expect(next(over(setup), { area: 3 })).toBe('E_AREA');
    // no index of the routine reaches formation 76h: a player met it
    const seen = over(setup);
    const before = seen.image.slice();
    expect(next(seen, { area: 3, formation: 0x76 })).toBe('');
    const draws = over(setup);
    expect(next(draws, { formation: 0x76 })).toBe('');
    // the draw of the area is done all the same
    const { read } = cellsOf(seen.image);
    expect(read('battleGenerator.a0')).not.toBe(cellsOf(draws.image).read('battleGenerator.a0'));
    expect(differences(seen.image, before).length).toBeGreaterThan(0);
  });

  test('of the last chapter comes from an image’s table, or is the number where the pointers begin there', () => {
    const setup = { members: 4, setup: { scenario: 8 } };
    const tables = publishedTables();
    // an image has lists of areas, whose pointer is not 0
    tables.bankD6.set([0x00, 0x50], 0x0050);
    // four of level 10: a quarter of 40, twice 3, and & 3 of the draw
    const comes = (formation: number): boolean =>
      next(over({ ...setup, tables }), { area: 3, formation }) !== 'E_ENCOUNTER';
    expect([15, 16, 17, 18, 19, 20].filter(comes)).toHaveLength(1);
    const apart = publishedTables();
    apart.bankD6.set([0x00, 0x50], 0x0050);
    apart.bankD6.copyWithin(0x7000, 0x4080, 0x4280);
    apart.bankD6.set([0x00, 0x70], 0x0020);
    for (let index = 0; index < 32; index++) apart.bankD6.set([0x76, 0], 0x4080 + 2 * index);
    expect(next(over({ ...setup, tables: apart }), { area: 3, formation: 0x76 })).toBe('');
    expect(next(over({ ...setup, tables: apart }), { area: 3, formation: 0x75 })).toBe('E_ENCOUNTER');
  });

  test.each([1, 2, 3, 4])('of the last chapter is asked with %i members by their records, and no more', (members) => {
    // the chapter's hero has record 8, the others those behind it, round eleven
    const { machine, image } = over({ members, setup: { scenario: 8 } });
    const { list, set, read } = cellsOf(image);
    set({ partyId: [77, 77, 77, 77], followers: 99 });
    drawEncounter(machine, members, 0);
    const ids = [8, 9, 10, 0].map((id, slot) => (slot < members ? id : 77));
    expect([list('partyId', 4), read('followers')]).toEqual([ids, members - 1]);
  });
});
