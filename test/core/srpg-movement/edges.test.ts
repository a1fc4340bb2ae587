/** Zones, paths, turns and threat on small maps whose answers can be counted out, and the limits of the cost tables. */
import { expect, test } from 'vitest';
import {
  createBattle,
  createPosition,
  equals,
  type SrpgBattle,
  srpgMovement,
  threatMap,
} from '../../../core/srpg-movement/index.js';
import { apply, type PlainCommand, read } from '../../../core/system/battle.js';
import { GROUNDS, moveMapRows, plainMap } from './world.js';

const ask = (battle: SrpgBattle, command: PlainCommand): number => {
  apply(srpgMovement, battle, command);
  return read(battle, 'answer');
};
const isMarked = (battle: SrpgBattle): boolean => battle.world.marks.some((mark) => mark !== 0);
const refusal = (action: () => unknown): unknown => {
  try {
    action();
    return 'ok';
  } catch (error) {
    const { code, path } = error as { code: string; path: string };
    return [code, path];
  }
};

test('SE4 zones: the four squares beside an enemy take everything, those beside an ally nothing', () => {
  const rows = (side: number): number[][] => {
    const units = [
      { id: 'a', x: 0, y: 2, move: 8 },
      { id: 'b', x: 2, y: 2, side },
    ];
    const battle = createBattle({ map: plainMap(5, 5), grounds: GROUNDS, units }, { zoneOfControl: 'on' });
    apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
    expect(isMarked(battle)).toBe(false);
    return moveMapRows(battle);
  };
  expect(rows(1)).toEqual([
    [6, 5, 4, 3, 2],
    [7, 6, 0, 2, 1],
    [8, 0, -1, 0, 0],
    [7, 6, 0, 2, 1],
    [6, 5, 4, 3, 2],
  ]);
  expect(rows(0)).toEqual([
    [6, 5, 4, 3, 2],
    [7, 6, 5, 4, 3],
    [8, 7, -1, 3, 2],
    [7, 6, 5, 4, 3],
    [6, 5, 4, 3, 2],
  ]);
});

test('SE4 zones: the absent, the defeated and who was put outside of the map neither block nor hold', () => {
  const units = [
    { id: 'a', move: 9, maxRange: 9 },
    { id: 'b', x: 2, side: 1, added: false },
    { id: 'c', x: 3, side: 1 },
    { id: 'd', x: 4, side: 1 },
  ];
  const battle = createBattle({ map: plainMap(6, 2), grounds: GROUNDS, units }, { zoneOfControl: 'on' });
  apply(srpgMovement, battle, { command: 'attack', unit: 'a', target: 'c', damage: 9 });
  // column 8 of a map of 6 would be column 0 of the next row
  apply(srpgMovement, battle, { command: 'setPosition', unit: 'd', x: 8, y: 0 });
  apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
  expect(moveMapRows(battle)).toEqual([
    [9, 8, 7, 6, 5, 4],
    [8, 7, 6, 5, 4, 3],
  ]);
});

test('no question leaves a mark behind, also of units in the corners', () => {
  const units = [
    { id: 'a', x: 1, move: 3, maxRange: 2 },
    { id: 'b', x: 0, side: 1, maxRange: 1 },
    { id: 'c', x: 3, y: 2, side: 1, maxRange: 1 },
  ];
  const battle = createBattle({ map: plainMap(4, 3), grounds: GROUNDS, units }, { zoneOfControl: 'on' });
  const questions: PlainCommand[] = [
    { command: 'calc', unit: 'a' },
    { command: 'path', unit: 'a', x: 2, y: 0 },
    { command: 'turnsTo', unit: 'a', x: 2, y: 0 },
    { command: 'threat', side: 0, x: 2, y: 2 },
    { command: 'threat', side: 1, x: 2, y: 2 },
    { command: 'moveUnit', unit: 'a', x: 2, y: 0 },
  ];
  for (const question of questions) {
    apply(srpgMovement, battle, question);
    expect(isMarked(battle)).toBe(false);
  }
});

test('SE4 turnsTo: a zone ends the move of a turn, the next one leaves it', () => {
  const units = [
    { id: 'a', move: 5 },
    { id: 'b', x: 3, y: 1, side: 1 },
  ];
  const turns = (zoneOfControl: string): number[] => {
    const battle = createBattle({ map: plainMap(6, 2), grounds: GROUNDS, units }, { zoneOfControl });
    return [0, 1, 2, 3, 4, 5].map((x) => ask(battle, { command: 'turnsTo', unit: 'a', x, y: 0 }));
  };
  expect(turns('on')).toEqual([0, 1, 1, 1, 2, 2]);
  expect(turns('off')).toEqual([0, 1, 1, 1, 1, 1]);
});

test('SE4 turnsTo: without movement only the start is reached', () => {
  const battle = createBattle({ map: plainMap(3, 1), grounds: GROUNDS, units: [{ id: 'a', x: 1, move: 0 }] });
  expect([0, 1, 2].map((x) => ask(battle, { command: 'turnsTo', unit: 'a', x, y: 0 }))).toEqual([-1, 0, -1]);
});

test('SE4 path: around a unit, and through an ally where that is allowed', () => {
  const units = [
    { id: 'a', x: 0, y: 1, move: 6 },
    { id: 'b', x: 1, y: 1 },
  ];
  const way = (passThrough: string): string => {
    const battle = createBattle({ map: plainMap(3, 3), grounds: GROUNDS, units }, { passThrough });
    const steps = ask(battle, { command: 'path', unit: 'a', x: 2, y: 1 });
    expect(read(battle, 'pathLength')).toBe(steps + 1);
    return Array.from(
      { length: steps + 1 },
      (_, at) => `${read(battle, `path[${at}].x`)}${read(battle, `path[${at}].y`)}`,
    ).join(' ');
  };
  // down comes before up
  expect(way('none')).toBe('01 02 12 22 21');
  expect(way('allies')).toBe('01 11 21');
});

test('SE4 path: nobody ends on an ally, or beyond what is left', () => {
  const units = [
    { id: 'a', move: 2 },
    { id: 'b', x: 1 },
  ];
  const battle = createBattle({ map: plainMap(5, 1), grounds: GROUNDS, units }, { passThrough: 'allies' });
  const path = (x: number): unknown => refusal(() => ask(battle, { command: 'path', unit: 'a', x, y: 0 }));
  expect([path(1), path(2), path(3)].map((result) => (Array.isArray(result) ? result[0] : result))).toEqual([
    'E_UNREACHABLE',
    'ok',
    'E_UNREACHABLE',
  ]);
});

test('S4 SE4 threat: on open ground every square within movement and then within range', () => {
  const [width, height] = [5, 4];
  const out = new Uint8Array(width * height);
  const differences = new Int32Array((width + 1) * height);
  for (const [minRange, maxRange] of [
    [0, 1],
    [1, 1],
    [1, 2],
    [2, 2],
    [2, 3],
    [0, 9],
    [3, 9],
  ] as const) {
    for (const [x, y, move] of [
      [0, 0, 0],
      [4, 0, 0],
      [0, 3, 0],
      [4, 3, 0],
      [2, 1, 0],
      [0, 0, 1],
      [4, 3, 2],
    ] as const) {
      const units = [{ id: 'a', x, y, move, minRange, maxRange }];
      const battle = createBattle({ map: plainMap(width, height), grounds: GROUNDS, units });
      const expected = plainMap(width, height);
      for (let row = 0; row < height; row++) {
        for (let column = 0; column < width; column++) {
          for (let standY = 0; standY < height; standY++) {
            for (let standX = 0; standX < width; standX++) {
              const walk = Math.abs(standX - x) + Math.abs(standY - y);
              const away = Math.abs(standX - column) + Math.abs(standY - row);
              if (walk <= move && away >= minRange && away <= maxRange) (expected[row] as number[])[column] = 1;
            }
          }
        }
      }
      out.fill(7);
      differences.fill(7);
      threatMap(battle.world, 0, out, differences);
      expect([...out]).toEqual(expected.flat());
      const asked = expected.map((line, row) =>
        line.map((_, column) => ask(battle, { command: 'threat', side: 0, x: column, y: row })),
      );
      expect(asked).toEqual(expected);
    }
  }
});

test('SE4 threat: unarmed, outside or defeated is no threat', () => {
  const units = [
    { id: 'a', x: 0, move: 9 },
    { id: 'b', x: 3, move: 9, maxRange: 1 },
    { id: 'c', x: 5, side: 1, maxRange: 9 },
  ];
  const battle = createBattle({ map: plainMap(6, 1), grounds: GROUNDS, units });
  const threats = (side: number): number => ask(battle, { command: 'threat', side, x: 1, y: 0 });
  const map = (unit: number): number[] => {
    const out = new Uint8Array(6).fill(7);
    threatMap(battle.world, unit, out, new Int32Array(7));
    return [...out];
  };
  expect([threats(0), threats(1)]).toEqual([1, 1]);
  expect(map(0)).toEqual([0, 0, 0, 0, 0, 0]);
  apply(srpgMovement, battle, { command: 'attack', unit: 'c', target: 'b', damage: 1 });
  expect(threats(0)).toBe(0);
  apply(srpgMovement, battle, { command: 'setPosition', unit: 'c', x: 6, y: 0 });
  expect(threats(1)).toBe(0);
  expect(map(2)).toEqual([0, 0, 0, 0, 0, 0]);
});

test('S7 SA12: costs of grounds are -1 to 254, types 0 to 255 in plain digits', () => {
  const made = (grounds: object, switches = {}): unknown =>
    refusal(() => createBattle({ map: [[0]], grounds }, switches));
  expect([made({ 0: -1 }), made({ 0: 0 }), made({ 0: 254 }), made({ 0: 1, 255: 1 })]).toEqual(['ok', 'ok', 'ok', 'ok']);
  expect([made({ 0: -2 }), made({ 0: 255 })]).toEqual([
    ['E_WIDTH', 'setup.grounds.0'],
    ['E_WIDTH', 'setup.grounds.0'],
  ]);
  for (const key of ['01', '00', '-1', '1.5', '1x', 'x1', '']) {
    expect((made({ 0: 1, [key]: 1 }) as string[])[0]).toBe('E_INT');
  }
  expect((made({ 0: 1, 256: 1 }) as string[])[0]).toBe('E_WIDTH');
  const reject = { zeroCost: 'reject' };
  expect([made({ 0: 1 }, reject), made({ 0: -1 }, reject), made({ 0: 0 }, reject)]).toEqual([
    'ok',
    'ok',
    ['E_RANGE', 'setup.grounds.0'],
  ]);
});

test('SE3: a movement type has a cost for each ground and for no other, 255 forbids', () => {
  const made = (row: object, switches = {}): unknown =>
    refusal(() => createBattle({ map: [[0]], grounds: { 0: 1, 255: 2 }, movementTypes: { swim: row } }, switches));
  const at = 'setup.movementTypes.swim';
  expect([made({ 0: 0, 255: 255 }), made({ 0: 1 }), made({ 255: 1 }), made({ 0: 1, 1: 1, 255: 1 })]).toEqual([
    'ok',
    ['E_TABLE_MISSING', at],
    ['E_TABLE_MISSING', at],
    ['E_UNKNOWN_ID', at],
  ]);
  expect([made({ 0: -1, 255: 1 }), made({ 0: 256, 255: 1 })]).toEqual([
    ['E_WIDTH', `${at}.0`],
    ['E_WIDTH', `${at}.0`],
  ]);
  expect(made({ 0: 0, 255: 1 }, { zeroCost: 'reject' })).toEqual(['E_RANGE', `${at}.0`]);
});

test('messages name the ground and what is wrong with it', () => {
  const made = (row: object): unknown =>
    createBattle({ map: [[0]], grounds: { 0: 1, 7: 2 }, movementTypes: { swim: row } }, { zeroCost: 'reject' });
  expect(() => made({ 0: 1 })).toThrow(/setup\.movementTypes\.swim .*ground 7/);
  expect(() => made({ 0: 1, 7: 1, 9: 1 })).toThrow(/setup\.movementTypes\.swim .*ground 9/);
  expect(() => made({ 0: 0, 7: 1 })).toThrow(/setup\.movementTypes\.swim\.0 is 0.*zeroCost/);
  expect(() => equals(createPosition(), 'here')).toThrow(/position.*pair/);
});

test('S5: two coordinates, both of them', () => {
  const position = createPosition(1, 2);
  expect([equals(position, [1, 3]), equals(position, [0, 2]), equals(position, createPosition(0, 2))]).toEqual([
    false,
    false,
    false,
  ]);
  expect(() => equals(position, { y: 2 })).toThrow(expect.objectContaining({ code: 'E_TYPE' }));
  expect(() => createPosition(256, 0)).toThrow(expect.objectContaining({ code: 'E_WIDTH', path: 'x' }));
});

test('S15 SE4 path: free ground around the start is no way back to it', () => {
  const setup = { map: plainMap(3, 1, 3), grounds: { 3: 0 }, units: [{ id: 'a', x: 1, move: 2 }] };
  const battle = createBattle(setup);
  expect([0, 1, 2].map((x) => ask(battle, { command: 'path', unit: 'a', x, y: 0 }))).toEqual([1, 0, 1]);
});

test('SE4 threat: nobody strikes from the square of an ally', () => {
  const units = [
    { id: 'a', move: 1, minRange: 1, maxRange: 1 },
    { id: 'b', x: 1 },
  ];
  const battle = createBattle({ map: plainMap(4, 1), grounds: GROUNDS, units }, { passThrough: 'allies' });
  const out = new Uint8Array(4);
  threatMap(battle.world, 0, out, new Int32Array(5));
  expect([...out]).toEqual([0, 1, 0, 0]);
});

test('SE2: a phase that begins changes units and nothing behind them', () => {
  const setup = { map: plainMap(40, 1), grounds: GROUNDS, units: [{ id: 'a', weight: 1 }] };
  for (const [turnOrder, command] of [
    ['phases', { command: 'endPhase' }],
    ['wait', { command: 'finish', unit: 'a' }],
    ['order-points', { command: 'finish', unit: 'a' }],
  ] as const) {
    const battle = createBattle(setup, { turnOrder });
    apply(srpgMovement, battle, command);
    expect(moveMapRows(battle)).toEqual([new Array<number>(40).fill(-1)]);
  }
});

test('SE4 path: into a zone only from where the ground can be paid', () => {
  // 5 to spend: down leaves 2, right leaves 4, and the zone's square costs 3
  const map = [
    [0, 0, 0],
    [3, 3, 0],
  ];
  const units = [
    { id: 'a', move: 5 },
    { id: 'b', x: 2, y: 1, side: 1 },
  ];
  const battle = createBattle({ map, grounds: { 0: 1, 3: 3 }, units }, { zoneOfControl: 'on' });
  expect(ask(battle, { command: 'path', unit: 'a', x: 1, y: 1 })).toBe(2);
  expect([1, 2].map((at) => [read(battle, `path[${at}].x`), read(battle, `path[${at}].y`)])).toEqual([
    [1, 0],
    [1, 1],
  ]);
});

test('S17 SA9: the own square stays a destination, also when an ally shares it', () => {
  const units = [{ id: 'a', move: 1 }, { id: 'b' }];
  const battle = createBattle(
    { map: plainMap(2, 1), grounds: GROUNDS, units },
    { allowStack: 'allow', passThrough: 'allies' },
  );
  apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
  expect(moveMapRows(battle)).toEqual([[1, 0]]);
});
