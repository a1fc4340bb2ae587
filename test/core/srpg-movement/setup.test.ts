/** What `create` refuses, with code and place. */
import { expect, test } from 'vitest';
import { createBattle, SETUP_ERROR_CODES, srpgMovement } from '../../../core/srpg-movement/index.js';
import { apply, read } from '../../../core/system/battle.js';
import { type SetupCase, testSetups } from '../error-cases.js';
import { GROUNDS, plainMap, SEED_MAP } from './world.js';

const GOOD = { map: SEED_MAP, grounds: GROUNDS };
const unit = (fields: object): object => ({ ...GOOD, units: [fields] });

const CASES: readonly SetupCase[] = [
  ['E_TYPE', 'setup', 7],
  ['E_TYPE', 'setup', []],
  ['E_UNKNOWN_ID', 'setup.rows', { ...GOOD, rows: [] }],
  ['E_TYPE', 'setup.map', { grounds: GROUNDS }],
  ['E_TYPE', 'setup.grounds', { map: SEED_MAP }],
  ['E_RANGE', 'setup.map', { ...GOOD, map: [] }],
  ['E_RANGE', 'setup.map[0]', { ...GOOD, map: [[]] }],
  ['E_WIDTH', 'setup.map', { ...GOOD, map: plainMap(1, 257) }],
  ['E_WIDTH', 'setup.map[0]', { ...GOOD, map: plainMap(257, 1) }],
  ['E_RAGGED_MAP', 'setup.map[1]', { ...GOOD, map: [[0, 0], [0]] }],
  ['E_UNKNOWN_ID', 'setup.map[0][1]', { ...GOOD, map: [[0, 9]] }],
  ['E_INT', 'setup.map[0][0]', { ...GOOD, map: [['a']] }],
  ['E_WIDTH', 'setup.map[0][0]', { ...GOOD, map: [[256]] }],
  ['E_WIDTH', 'setup.grounds.0', { ...GOOD, grounds: { ...GROUNDS, 0: -2 } }],
  ['E_WIDTH', 'setup.grounds.0', { ...GOOD, grounds: { ...GROUNDS, 0: 255 } }],
  ['E_INT', 'setup.grounds.x', { ...GOOD, grounds: { ...GROUNDS, x: 1 } }],
  ['E_WIDTH', 'setup.grounds.256', { ...GOOD, grounds: { ...GROUNDS, 256: 1 } }],
  ['E_RANGE', 'setup.grounds.0', { ...GOOD, grounds: { ...GROUNDS, 0: 0 } }, { zeroCost: 'reject' }],
  ['E_TABLE_MISSING', 'setup.movementTypes.fly', { ...GOOD, movementTypes: { fly: { 0: 1, 1: 1 } } }],
  ['E_UNKNOWN_ID', 'setup.movementTypes.fly', { ...GOOD, movementTypes: { fly: { 0: 1, 1: 1, 2: 1, 3: 1 } } }],
  ['E_WIDTH', 'setup.movementTypes.fly.1', { ...GOOD, movementTypes: { fly: { 0: 1, 1: -1, 2: 1 } } }],
  ['E_UNKNOWN_ID', 'setup.groundDefence.9', { ...GOOD, groundDefence: { 9: 1 } }],
  ['E_INT', 'setup.groundDefence.no', { ...GOOD, groundDefence: { no: 1 } }],
  ['E_WIDTH', 'setup.units[0].x', unit({ x: 256 })],
  ['E_WIDTH', 'setup.units[0].move', unit({ move: -1 })],
  ['E_WIDTH', 'setup.units[0].move', unit({ move: 255 })],
  ['E_INT', 'setup.units[0].move', unit({ move: 1.5 })],
  ['E_UNKNOWN_ID', 'setup.units[0].speed', unit({ speed: 1 })],
  ['E_TYPE', 'setup.units[0].name', unit({ name: 7 })],
  ['E_TYPE', 'setup.units[0].added', unit({ added: 1 })],
  ['E_RANGE', 'setup.units[0].name', unit({ name: 'two\nlines' })],
  ['E_RANGE', 'setup.units[0].hp', unit({ hp: 0 })],
  ['E_RANGE', 'setup.units[0].minRange', unit({ minRange: 3, maxRange: 2 })],
  ['E_RANGE', 'setup.units[0].weight', unit({}), { turnOrder: 'wait' }],
  ['E_UNKNOWN_ID', 'setup.units[0].movementType', unit({ movementType: 'swim' })],
  ['E_DUPLICATE_ID', 'setup.units[1]', { ...GOOD, units: [{ id: 'a' }, { id: 'a', x: 1 }] }],
  ['E_OCCUPIED', 'setup.units[1]', { ...GOOD, units: [{ id: 'a' }, { id: 'b' }] }],
  ['E_UNKNOWN_ID', 'switches.zeroCosts', GOOD, { zeroCosts: 'allow' }],
  ['E_RANGE', 'switches.zeroCost', GOOD, { zeroCost: 'maybe' }],
];

testSetups(srpgMovement, CASES, SETUP_ERROR_CODES);

test('the codes that only a setup throws, beside those of every system', () => {
  expect(SETUP_ERROR_CODES.slice(-4)).toEqual(['E_TYPE', 'E_RAGGED_MAP', 'E_OCCUPIED', 'E_TABLE_MISSING']);
});

test('S7 SA12: 254 is the highest cost and movement, -1 is forbidden', () => {
  const battle = createBattle({ map: [[0, 0, 1]], grounds: { 0: 254, 1: -1 }, units: [{ id: 'a', move: 254 }] });
  apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
  expect([0, 1, 2].map((x) => read(battle, `moveMap[${x},0]`))).toEqual([254, 0, 255]);
});

test('S8 S9: width is the length of the first row', () => {
  const { world } = createBattle({ map: plainMap(3, 2), grounds: GROUNDS });
  expect([world.layout.width, world.layout.height]).toEqual([3, 2]);
});

test('SA8 S12: two units with default position and movement do not share them', () => {
  const battle = createBattle({ ...GOOD, units: [{ added: false }, { added: false }] });
  apply(srpgMovement, battle, { command: 'setPosition', unit: 'unit0', x: 5, y: 4 });
  expect([read(battle, 'unit[1].x'), read(battle, 'unit[1].y'), read(battle, 'unit[1].move')]).toEqual([0, 0, 4]);
});

test('two battles of one setup share nothing', () => {
  const setup = unit({ id: 'a' });
  const first = createBattle(setup);
  const second = createBattle(setup);
  apply(srpgMovement, first, { command: 'setPosition', unit: 'a', x: 5, y: 4 });
  expect([read(second, 'unit[0].x'), read(first, 'unit[0].x')]).toEqual([0, 5]);
});

test('every byte of the image belongs to exactly one cell', () => {
  const battle = createBattle({ ...GOOD, units: [{ id: 'a' }, { id: 'b', x: 1 }], transcript: 9, pathCapacity: 3 });
  const owners = new Uint8Array(battle.image.length);
  for (const cell of battle.cells) {
    for (let index = 0; index < cell.width; index++)
      owners[cell.offset + index] = (owners[cell.offset + index] ?? 0) + 1;
  }
  expect(owners.every((count) => count === 1)).toBe(true);
  expect(new Set(battle.cells.map((cell) => cell.name)).size).toBe(battle.cells.length);
});
