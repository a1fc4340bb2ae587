/** The `[setup]` table of the turn engine: what each key writes (cells by their meaning), what stands where nothing is said, what is refused. */
import { expect, test } from 'vitest';
import { createFrameBattle } from '../../../../core/live-a-live/index.js';
import { publishedTables } from '../../../../core/live-a-live/memory/tables.js';
import { readCell } from '../../../../core/system/battle.js';
import { RuleError } from '../../../../core/system/system.js';
import { offsetOf } from '../../../../rom-map/windows.js';
import { cellsOf, recordPointer, speciesPointer } from '../../../fixtures/live-a-live/battle-cells.js';

const TABLES = publishedTables();

/** Every named cell that is not 0, of those whose names begin so. */
function written(setup: unknown, ...prefixes: readonly string[]): Record<string, number> {
  const { image, cells } = createFrameBattle(setup, undefined, TABLES);
  const found = cells
    .filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix)))
    .map((cell) => [cell.name, readCell(image, cell)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== 0));
}

test('an empty set-up has nobody, a full battle timer, and starts with the next frame', () => {
  expect(written({}, 'ally[', 'enemy[', 'species[', 'record[')).toEqual({
    'ally[0].id': 0xff,
    'ally[1].id': 0xff,
    'ally[2].id': 0xff,
    'ally[3].id': 0xff,
    'enemy[0].state': 0x80,
  });
  expect(written({}, 'battle', 'map', 'phase', 'allyRank', 'drillSkill', 'fieldGrid')).toEqual({
    battleTimer: 0xffff,
    phase: 1,
    'allyRank[1]': 1,
    'allyRank[2]': 2,
    'allyRank[3]': 3,
  });
});

test('a set-up leaves the block behind the last ally empty', () => {
  const { image } = createFrameBattle({ allies: [{}, {}, {}, {}] }, undefined, TABLES);
  // four blocks of 40h bytes from 7E1C00 on; routines look at the one behind them
  const behind = offsetOf(0x7e1d00);
  expect([...image.subarray(behind, behind + 0x40)].filter((byte) => byte !== 0)).toEqual([]);
});

test('an ally of a set-up fills its block, record and cell of the field, with defaults for what is not given', () => {
  const given = { id: 9, level: 7, hp: 300, power: 1, speed: 2, body: 3, intellect: 4, x: 6, y: 5, facing: 2 };
  expect(written({ allies: [given, {}] }, 'ally[0]', 'ally[1]', 'record[', 'fieldGrid')).toEqual({
    'ally[0].id': 9,
    'ally[0].state': 0xff,
    'ally[0].record': recordPointer(0),
    'ally[0].cellX': 6,
    'ally[0].cellY': 5,
    'ally[0].wantedX': 6,
    'ally[0].wantedY': 5,
    'ally[0].facing': 2,
    'ally[0].basePower': 1,
    'ally[0].baseSpeed': 2,
    'ally[0].baseBody': 3,
    'ally[0].baseIntellect': 4,
    'ally[0].power': 1,
    'ally[0].speed': 2,
    'ally[0].body': 3,
    'ally[0].intellect': 4,
    'ally[0].level': 7,
    'record[0].level': 7,
    'record[0].hp': 300,
    'ally[1].id': 1,
    'ally[1].state': 0xff,
    'ally[1].record': recordPointer(1),
    'ally[1].cellX': 1,
    'ally[1].cellY': 6,
    'ally[1].wantedX': 1,
    'ally[1].wantedY': 6,
    'ally[1].facing': 3,
    'ally[1].level': 1,
    'record[1].level': 1,
    'record[1].hp': 100,
    'fieldGrid[46]': 1,
    'fieldGrid[49]': 2,
  });
});

test('enemies of a set-up have the HP of their species, fill its cells of the field and end with the mark of the list', () => {
  const species = {
    id: 5,
    level: 9,
    hp: 2032,
    power: 1,
    speed: 2,
    body: 3,
    intellect: 4,
    type: 2,
    width: 2,
    height: 3,
  };
  const enemies = [{ species: 1, x: 5, y: 4, facing: 3, state: 0x40 }, {}];
  expect(written({ species: [{}, species], enemies }, 'species[', 'enemy[', 'fieldGrid')).toEqual({
    'species[0].state': 0xff,
    'species[0].hpByte': 100,
    'species[0].levelByte': 1,
    'species[1].id': 5,
    'species[1].state': 0xff,
    // 127 times 16
    'species[1].hpByte': 0xff,
    'species[1].levelByte': 9,
    'species[1].power': 1,
    'species[1].speed': 2,
    'species[1].body': 3,
    'species[1].intellect': 4,
    'species[1].type': 2,
    'species[1].width': 2,
    'species[1].height': 3,
    'enemy[0].id': 5,
    'enemy[0].state': 0x40,
    'enemy[0].species': speciesPointer(1),
    'enemy[0].facing': 0xc0,
    'enemy[0].cellX': 5,
    'enemy[0].cellY': 4,
    'enemy[1].state': 0xff,
    'enemy[1].species': speciesPointer(0),
    'enemy[2].state': 0x80,
    'fieldGrid[37]': 0x11,
    'fieldGrid[38]': 0x11,
    'fieldGrid[45]': 0x11,
    'fieldGrid[46]': 0x11,
    'fieldGrid[53]': 0x11,
    'fieldGrid[54]': 0x11,
  });
  // up to 127 the byte itself, above that sixteenths with bit 7
  for (const [hp, byte] of [
    [127, 127],
    [128, 0x88],
    [144, 0x89],
  ] as const) {
    expect(written({ species: [{ hp }] }, 'species[')['species[0].hpByte']).toBe(byte);
  }
});

test('a skill of a set-up is 16 bytes: charge, flag, and three effects from byte 4 on', () => {
  const effects = [{ operation: 'damage', a: 1, b: 2, c: 3 }, { operation: 'onset' }, { operation: 'attack', c: 7 }];
  const skills = [{}, { charge: 24, passesNoTime: true, effects }];
  expect(written({ skills }, 'drillSkill')).toEqual({
    'drillSkill[16]': 24,
    'drillSkill[17]': 1,
    'drillSkill[20]': 1,
    'drillSkill[21]': 1,
    'drillSkill[22]': 2,
    'drillSkill[23]': 3,
    'drillSkill[24]': 2,
    'drillSkill[28]': 16,
    'drillSkill[31]': 7,
  });
});

test('a set-up gives both generators, the battle timer and the order of the allies', () => {
  const setup = { generator: [1, 2, 3, 4], timer: 0x1234, mapGenerator: 0xabcd, order: [3, 2, 1, 0] };
  expect(written(setup, 'battleGenerator', 'battleTimer', 'mapGenerator', 'allyRank')).toEqual({
    'battleGenerator.a0': 1,
    'battleGenerator.a1': 2,
    'battleGenerator.a2': 3,
    'battleGenerator.a3': 4,
    battleTimer: 0x1234,
    mapGenerator: 0xabcd,
    'allyRank[0]': 3,
    'allyRank[1]': 2,
    'allyRank[2]': 1,
  });
});

const SPECIES = [{ width: 2, height: 3 }];

test.each([
  [{ allys: [] }, 'setup has no field allys'],
  [{ allies: [{}, {}, {}, {}, {}] }, 'setup.allies'],
  [{ allies: [{ luck: 1 }] }, 'setup.allies[0] has no field luck'],
  [{ allies: [{ id: 255 }] }, 'setup.allies[0].id'],
  [{ allies: [{ level: 256 }] }, 'setup.allies[0].level'],
  [{ allies: [{ hp: 65_536 }] }, 'setup.allies[0].hp'],
  [{ allies: [{ body: -1 }] }, 'setup.allies[0].body'],
  [{ allies: [{}, { x: 7 }] }, 'setup.allies[1].x'],
  [{ allies: [{ y: 7 }] }, 'setup.allies[0].y'],
  [{ allies: [{ facing: 4 }] }, 'setup.allies[0].facing'],
  [{ species: [{}, {}, {}, {}, {}] }, 'setup.species'],
  [{ species: [{ race: 1 }] }, 'setup.species[0] has no field race'],
  [{ species: [{ level: 128 }] }, 'setup.species[0].level'],
  [{ species: [{ hp: 2033 }] }, 'setup.species[0].hp'],
  [{ species: [{ hp: 129 }] }, 'setup.species[0].hp'],
  [{ species: [{ type: 256 }] }, 'setup.species[0].type'],
  [{ species: [{ width: 8 }] }, 'setup.species[0].width'],
  [{ species: [{ height: 8 }] }, 'setup.species[0].height'],
  [{ enemies: [{}] }, 'setup.enemies[0].species'],
  [{ species: SPECIES, enemies: [{ species: 1 }] }, 'setup.enemies[0].species'],
  [{ species: SPECIES, enemies: [{ species: 4 }] }, 'setup.enemies[0].species'],
  [{ species: SPECIES, enemies: [{ x: 6 }] }, 'setup.enemies[0].x'],
  [{ species: SPECIES, enemies: [{ y: 5 }] }, 'setup.enemies[0].y'],
  [{ species: SPECIES, enemies: [{ facing: 4 }] }, 'setup.enemies[0].facing'],
  [{ species: SPECIES, enemies: [{ colour: 4 }] }, 'setup.enemies[0] has no field colour'],
  [{ species: SPECIES, enemies: Array(16).fill({}) }, 'setup.enemies'],
  [{ skills: Array(17).fill({}) }, 'setup.skills'],
  [{ skills: [{ name: 'x' }] }, 'setup.skills[0] has no field name'],
  [{ skills: [{ charge: 256 }] }, 'setup.skills[0].charge'],
  [{ skills: [{ effects: [{ operation: 'dance' }] }] }, 'setup.skills[0].effects[0].operation'],
  [{ skills: [{ effects: [{ operation: 'damage', d: 1 }] }] }, 'setup.skills[0].effects[0] has no field d'],
  [{ skills: [{ effects: Array(4).fill({ operation: 'wake' }) }] }, 'setup.skills[0].effects'],
  [{ order: [0, 1, 2, 3, 4] }, 'setup.order'],
  [{ generator: [0, 0, 0, 256] }, 'setup.generator[3]'],
  [{ timer: 65_536 }, 'setup.timer'],
  [{ mapGenerator: -1 }, 'setup.mapGenerator'],
])('the set-up %j is refused: %s', (setup: unknown, place) => {
  let error: unknown;
  try {
    createFrameBattle(setup, undefined, TABLES);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(RuleError);
  expect((error as RuleError).message).toContain(place);
});

const SQUARE = [{ width: 2, height: 2 }];

test.each([
  [{ allies: [] }, 'E_PARTY', 'setup.allies is empty; leave it out for a battle without allies', 'setup.allies'],
  [{ species: [{ hp: 129 }] }, 'E_RANGE', 'setup.species[0].hp above 127 is a multiple of 16', 'setup.species[0].hp'],
  [
    { species: SQUARE, enemies: [{ species: 1 }] },
    'E_UNKNOWN_ID',
    'setup.enemies[0].species names no species',
    'setup.enemies[0].species',
  ],
  [
    { species: SQUARE, enemies: [{ y: 6 }] },
    'E_RANGE',
    'setup.enemies[0].y: the enemy reaches over the edge of the field',
    'setup.enemies[0].y',
  ],
  [
    { allies: [{ x: 4, y: 1 }], species: SQUARE, enemies: [{ x: 3, y: 0 }] },
    'E_OVERLAP',
    'setup.enemies[0] covers 4, 1, where somebody is',
    'setup.enemies[0]',
  ],
])('the set-up %j is refused with %s: %s', (setup: unknown, code, message, path) => {
  expect(() => createFrameBattle(setup, undefined, TABLES)).toThrow(expect.objectContaining({ code, message, path }));
});

test('enemies stand side by side and one below the other, with allies next to them', () => {
  const enemies = [{}, { x: 2 }, { y: 2 }];
  const allies = [
    { x: 4, y: 0 },
    { x: 2, y: 2 },
    { x: 0, y: 4 },
  ];
  // codes in rows 0 to 4: each enemy on four cells, each ally on one
  const row = (...codes: number[]): number[] => [...codes, ...Array<number>(8 - codes.length).fill(0)];
  const battle = createFrameBattle({ species: SQUARE, enemies, allies }, undefined, TABLES);
  expect(cellsOf(battle.image).list('fieldGrid', 40)).toEqual([
    ...row(0x11, 0x11, 0x12, 0x12, 1),
    ...row(0x11, 0x11, 0x12, 0x12),
    ...row(0x13, 0x13, 2),
    ...row(0x13, 0x13),
    ...row(3),
  ]);
});

test('fifteen enemies, four species, sixteen skills and the last cells of the field are accepted', () => {
  const species = [{}, {}, {}, { width: 1, height: 1 }];
  const enemies = [...Array(14).fill({}), { species: 3, x: 6, y: 6 }];
  const battle = createFrameBattle({ species, enemies, skills: Array(16).fill({}) }, undefined, TABLES);
  const grid = battle.cells.find(({ name }) => name === 'fieldGrid[0]');
  expect(battle.image[(grid?.offset ?? 0) + 54]).toBe(0x1f);
  const whole = createFrameBattle({ species: [{ width: 7, height: 7 }], enemies: [{}] }, undefined, TABLES);
  expect([0, 6, 48, 54].map((cell) => whole.image[(grid?.offset ?? 0) + cell])).toEqual(Array(4).fill(0x11));
});
