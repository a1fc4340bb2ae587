/** Starting images of all ordinary formations and of listed enemies against a slow reference, and every field of a setup. */

import { describe, expect, test } from 'vitest';
import { createBattle } from '../../../../core/live-a-live/index.js';
import { publishedTables } from '../../../../core/live-a-live/memory/tables.js';
import { placeAt } from '../../../../rom-map/cells.js';
import { CHARACTERS } from '../../../../rom-map/tables/characters.js';
import { FORMATIONS } from '../../../../rom-map/tables/formations.js';
import { maxHpOf, SPECIES, sizeOf } from '../../../../rom-map/tables/species.js';
import { addressOf, IMAGE_BYTES } from '../../../../rom-map/windows.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { differences, differingOffsets, numbers } from '../../../fixtures/live-a-live/crowded-battle.js';
import { FIRST_RECORD, RECORD_BYTES, SKILL_TABLE } from '../../../references/live-a-live/addresses.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';
import {
  type Listed,
  type Member,
  setUpFormation,
  setUpListed,
  type Tables,
} from '../../../references/live-a-live/played-set-up.js';

const BANKS = publishedTables();
const TABLES: Tables = {
  ...BANKS,
  sizeOf,
};
/** Those who gain no experience. */
const STAY = [0x08, 0x12, 0x14];

/** A level that a character can have, near one of the corners of growth. */
function levelOf(character: number, choice: number): number {
  const first = CHARACTERS.rows[character]?.values.level ?? 1;
  return STAY.includes(character) ? first : Math.max(first, [1, 2, 14, 15, 16, 99][choice] ?? choice);
}

/** The generator's bytes before the growth, or none. */
function growthOf(below: (bound: number) => number): { growth?: number[] } {
  return below(2) === 0 ? {} : { growth: [1 + below(255), below(256), below(256), below(256)] };
}
const PRESENT_DAY = [0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xf5];
const CHARACTER_COUNT = 23;
/** Species of at most 2 x 3 cells. */
const SMALL = Array.from({ length: 256 }, (_, id) => id).filter(
  // one without HP in its record is an ally who fights as an enemy, and cannot be listed
  (id) => sizeOf(id).width <= 2 && sizeOf(id).height <= 3 && maxHpOf(SPECIES.rows[id] as never) > 0,
);
/** The second of three entries becomes the third, a third one comes: id, disabling statuses, counters, type by the skill table. */
const SKILL_CELLS: string[] = skillCells();

/** List entries of skills 7D, 8C and 54 where they differ from those of 7D, 7E and 8C. */
function skillCells(): string[] {
  const byte = (skill: number, at: number): number => BANKS.bankD5[SKILL_TABLE + 25 * skill + at] ?? 0;
  const entry = (skill: number): number[] => {
    const counters = (byte(skill, 15) & 0xfe) | ((byte(skill, 13) >> 6) & 1);
    return [skill, byte(skill, 8), byte(skill, 14), counters, byte(skill, 13)];
  };
  const cells: string[] = [];
  const parts = ['listSkill', 'listDisabling', 'listCounterHigh', 'listFlags', 'listType'];
  for (const [part, name] of parts.entries()) {
    for (const [place, [was, is]] of [[0x7e, 0x8c] as const, [0x8c, 0x54] as const].entries()) {
      const now = entry(is)[part] ?? 0;
      if (now !== entry(was)[part]) cells.push(`ally[0].${name}[${1 + place}] ${now}`);
    }
  }
  return cells;
}

const empty = (): Memory => new Memory(new Uint8Array(IMAGE_BYTES));

test('an ordinary formation with one to four members of any level starts with the slow reference’s image', () => {
  let met = 0;
  for (const { number, mode, allies, enemies } of FORMATIONS) {
    if (mode !== 0 || enemies.length === 0) continue;
    const below = numbers(number);
    const places = allies.indexOf(null);
    const size = 1 + (number % (places < 0 ? 4 : Math.max(places, 1)));
    const first = below(CHARACTER_COUNT);
    const party: Member[] = Array.from({ length: size }, (_, slot) => {
      const character = (first + 5 * slot) % CHARACTER_COUNT;
      const level = levelOf(character, below(6));
      return { character, ...(below(2) === 0 ? {} : { level, ...growthOf(below) }) };
    });
    const scenario = PRESENT_DAY.includes(number) ? 5 : below(9);
    const memory = empty();
    setUpFormation(memory, TABLES, number, party, scenario, !PRESENT_DAY.includes(number));
    const setup = { formation: number, party, ...(PRESENT_DAY.includes(number) ? {} : { scenario }) };
    let image: Uint8Array;
    try {
      ({ image } = createBattle(setup));
    } catch {
      // somebody has no place there, or shares it
      continue;
    }
    met++;
    expect(differences(image, memory.image), `formation ${number}`).toEqual([]);
  }
  expect(met).toBeGreaterThan(200);
});

/** Corners and middles for enemies of up to 2 x 3 cells. */
const SPOTS = [
  [0, 0],
  [3, 0],
  [5, 0],
  [0, 3],
  [2, 3],
] as const;

test('listed enemies of up to four species against a party of any size start with the slow reference’s image', () => {
  for (let seed = 0; seed < 40; seed++) {
    const below = numbers(seed);
    const kinds = [0, 1, 2, 3].map(() => SMALL[below(SMALL.length)] ?? 0);
    const enemies: Listed[] = SPOTS.slice(0, 1 + below(5)).map(([x, y]) => {
      return { species: kinds[below(4)] ?? 0, x, y, facing: below(4) };
    });
    const party = Array.from({ length: 1 + below(4) }, (_, slot) => {
      const character = (seed + 6 * slot) % CHARACTER_COUNT;
      const level = levelOf(character, 6 + below(94));
      return { character, level, ...growthOf(below), x: 3 + slot, y: 6, facing: below(4) };
    });
    const scenario = below(9);
    const memory = empty();
    setUpListed(memory, TABLES, enemies, party, scenario);
    const { image } = createBattle({ enemies, party, scenario });
    expect(differences(image, memory.image), `seed ${seed}`).toEqual([]);
  }
});

/** Name of the cell that covers a byte; one behind the named ones counts from the last of them. */
function cellAt(offset: number): string {
  let back = 0;
  while (placeAt(addressOf(offset - back)) === undefined) back++;
  const name = placeAt(addressOf(offset - back))?.name ?? '';
  return back === 0 ? name : `${name}[${back}]`;
}

/** Cells in which a battle with Namcat differs by further fields of its setup, with their values. */
function changed(
  more: Record<string, unknown>,
  member: Record<string, unknown> = {},
  enemy: Record<string, unknown> = {},
): string[] {
  const battle = (base: boolean): Uint8Array =>
    createBattle({
      enemies: [{ species: 'namcat', x: 0, y: 0, ...(base ? {} : enemy) }],
      party: [{ character: 'takahara', x: 5, y: 4, ...(base ? {} : member) }],
      ...(base ? {} : more),
    }).image;
  const image = battle(false);
  const names = differingOffsets(image, battle(true)).map(cellAt);
  return [...new Set(names)].map((name) => `${name} ${cellsOf(image).read(name)}`);
}

describe('each field of a setup goes to its cell', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    [
      'generator',
      { generator: [1, 2, 3, 4] },
      ['battleGenerator.a0 1', 'battleGenerator.a1 2', 'battleGenerator.a2 3', 'battleGenerator.a3 4'],
    ],
    ['a short generator', { generator: [9] }, ['battleGenerator.a0 9']],
    ['timer', { timer: 0x1234 }, ['battleTimer 4660']],
    ['map generator', { mapGenerator: 0x1234 }, ['mapGenerator 4660']],
    ['field counter', { fieldCounter: 255 }, ['fieldCounter 255']],
    ['previous attribute', { previousAttribute: 'back' }, ['activeSkill[13] 7']],
    ['previous attribute none', { previousAttribute: 'none' }, []],
    [
      'items, last of sixteen',
      { items: Array.from({ length: 16 }, (_, at) => (at === 15 ? 255 : 0)) },
      ['inventory[15] 255'],
    ],
    ['items by name', { items: ['naori-herb', 0x37] }, ['inventory[0] 1', 'inventory[1] 55']],
    ['no escape', { escape: false }, ['escapeForbidden 1']],
    ['escape', { escape: true }, []],
    ['party level', { partyLevel: 99 }, ['enemyPartyLevel 99']],
    ['item rate', { itemRate: 15 }, ['formationRate 240']],
    ['frames of an enemy step', { frames: { enemyStep: 255 } }, ['enemyStepFrames 255']],
    ['frames of an ally skill', { frames: { allySkill: 0x1234 } }, ['allySkillFrames 4660']],
    ['frames of an enemy skill', { frames: { enemySkill: 0x1234 } }, ['enemySkillFrames 4660']],
    ['frames of a window', { frames: { window: 0x1234 } }, ['windowFrames 4660']],
    ['frames of the start', { frames: { start: 0x1234 } }, ['startFrames 4660']],
  ])('%s', (_, more, cells) => {
    expect(changed(more)).toEqual(cells);
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['hp', { hp: 319 }, ['record[0].hp 319']],
    ['maximum', { maxHp: 999, hp: 320 }, ['record[0].maxHp 999']],
    ['maximum alone fills HP', { maxHp: 1 }, ['record[0].hp 1', 'record[0].maxHp 1']],
    [
      'power',
      { power: 99 },
      ['record[0].power 99', 'record[0].powerBase 99', 'ally[0].basePower 99', 'ally[0].power 99'],
    ],
    ['speed', { speed: 0 }, ['record[0].speed 0', 'record[0].speedBase 0', 'ally[0].baseSpeed 0', 'ally[0].speed 0']],
    ['body', { body: 7 }, ['record[0].body 7', 'record[0].bodyBase 7', 'ally[0].baseBody 7', 'ally[0].body 7']],
    [
      'intellect',
      { intellect: 8 },
      ['record[0].intellect 8', 'record[0].intellectBase 8', 'ally[0].baseIntellect 8', 'ally[0].intellect 8'],
    ],
    ['attack', { attack: 99 }, ['record[0].attack 99']],
    ['defence', { defence: 255 }, ['record[0].defence 255']],
    ['experience', { experience: 99 }, ['record[0].experience 99']],
    ['left item', { leftItem: 'peshipeshi-whip' }, ['record[0].leftItem 55']],
    ['facing', { facing: 3 }, ['ally[0].facing 3']],
    // Takahara's slots 0, 2 and 15
    ['skills', { skills: [0x7d, '気合いため', 0x54] }, ['record[0].skillBits 32773', ...SKILL_CELLS]],
  ])('of a member: %s', (_, member, cells) => {
    expect(changed({}, member)).toEqual(cells);
  });

  test('of an enemy: HP and facing', () => {
    expect(changed({}, {}, { hp: 1 })).toEqual(['enemy[0].hp 1']);
    expect(changed({}, {}, { facing: 3 })).toEqual(['enemy[0].facing 192']);
  });
});

test('a plan may overrule what a formation of the present day implies', () => {
  const recordAddress = (record: number): number => FIRST_RECORD + RECORD_BYTES * record;
  const cells = (more: Record<string, unknown>): number[] => {
    const memory = new Memory(createBattle({ formation: 0xde, party: [{ character: 'takahara' }], ...more }).image);
    const cells = cellsOf(memory.image);
    return [cells.read('scenario'), cells.read('escapeForbidden'), cells.ally(0).read('record')];
  };
  expect(cells({})).toEqual([5, 1, recordAddress(5)]);
  expect(cells({ scenario: 8, escape: true })).toEqual([8, 0, recordAddress(8)]);
  for (const formation of [0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xf5]) expect(cells({ formation })[0]).toBe(5);
  const other = createBattle({ formation: 0, party: [{ character: 'takahara' }] });
  expect(['scenario', 'escapeForbidden'].map(cellsOf(other.image).read)).toEqual([0, 0]);
});

test('a member that names half of its place has the other half from the formation', () => {
  const memory = new Memory(createBattle({ formation: 0xde, party: [{ character: 'takahara', y: 2 }] }).image);
  const cells = cellsOf(memory.image);
  expect(['cellX', 'cellY', 'wantedX', 'wantedY', 'facing'].map(cells.ally(0).read)).toEqual([5, 2, 5, 2, 3]);
  expect([cells.read(`fieldGrid[${5 + 8 * 2}]`), cells.read(`fieldGrid[${5 + 8 * 4}]`)]).toEqual([1, 0]);
  const other = cellsOf(createBattle({ formation: 0xde, party: [{ character: 'takahara', x: 3 }] }).image);
  expect(['cellX', 'cellY'].map(other.ally(0).read)).toEqual([3, 4]);
});

test('a character of fewer than 128 HP starts with his corrections, equipment and gear: Oersted', () => {
  const { read } = cellsOf(createBattle({ formation: 0, party: [{ character: 'oersted' }] }).image).record(0);
  expect([read('hp'), read('sideCorrection'), read('backCorrection')]).toEqual([120, 4, 6]);
  expect(['equipment[1]', 'equipment[3]', 'equipment[4]'].map((item) => read(item) !== 0)).toEqual([true, true, true]);
  const straybow = createBattle({ formation: 0, party: [{ character: 'straybow' }] });
  expect(cellsOf(straybow.image).record(0).read('evade') >> 8).toBe(2);
});
