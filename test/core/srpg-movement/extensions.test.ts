/** Paths, several turns, threat, movement types: each against a slow and obvious count of its own. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createBattle,
  createReachBuffers,
  findPaths,
  type SrpgBattle,
  squareNumber,
  srpgMovement,
  threatMap,
} from '../../../core/srpg-movement/index.js';
import { apply, read } from '../../../core/system/battle.js';
import { GROUNDS, moveMapRows, plainMap } from './world.js';

const GROUNDS_OF_ALL = { 0: 1, 1: -1, 2: 2, 3: 0 };

function pathOf(battle: SrpgBattle, x: number, y: number): string[] {
  apply(srpgMovement, battle, { command: 'path', unit: 'a', x, y });
  const count = read(battle, 'pathLength');
  return Array.from({ length: count }, (_, at) => `${read(battle, `path[${at}].x`)},${read(battle, `path[${at}].y`)}`);
}

test('SE4 path: down before up before left before right', () => {
  const battle = createBattle({ map: plainMap(5, 5), grounds: GROUNDS, units: [{ id: 'a', x: 2, y: 2 }] });
  expect(pathOf(battle, 3, 3)).toEqual(['2,2', '2,3', '3,3']);
  expect(pathOf(battle, 1, 1)).toEqual(['2,2', '2,1', '1,1']);
  expect(pathOf(battle, 2, 2)).toEqual(['2,2']);
  // around an obstacle on either side: left first
  const wall = plainMap(5, 5);
  wall[3] = [0, 0, 1, 0, 0];
  const around = createBattle({ map: wall, grounds: GROUNDS, units: [{ id: 'a', x: 2, y: 2 }] });
  expect(pathOf(around, 2, 4)).toEqual(['2,2', '1,2', '1,3', '1,4', '2,4']);
});

/** All walks, so that best value, fewest steps and first direction are found by looking. */
function walkAll(map: number[][], x: number, y: number, move: number): Map<string, { left: number; way: string }[]> {
  const found = new Map<string, { left: number; way: string }[]>();
  const visit = (atX: number, atY: number, left: number, way: string, seen: readonly string[]): void => {
    const key = `${atX},${atY}`;
    found.set(key, [...(found.get(key) ?? []), { left, way }]);
    if (left === 0) return;
    // letters sort as the directions rank: a down, b up, c left, d right
    for (const [letter, dx, dy] of [
      ['a', 0, 1],
      ['b', 0, -1],
      ['c', -1, 0],
      ['d', 1, 0],
    ] as const) {
      const type = map[atY + dy]?.[atX + dx];
      const cost = type === undefined ? -1 : GROUNDS_OF_ALL[type as 0];
      const next = `${atX + dx},${atY + dy}`;
      if (cost < 0 || cost > left || seen.includes(next)) continue;
      visit(atX + dx, atY + dy, left - cost, way + letter, [...seen, next]);
    }
  };
  visit(x, y, move, '', [`${x},${y}`]);
  return found;
}

test('SE4 path: most movement left, then fewest steps, then the first direction, against all walks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.constantFrom(0, 0, 2, 1, 3), { minLength: 4, maxLength: 4 }), {
        minLength: 3,
        maxLength: 3,
      }),
      fc.nat(3),
      fc.nat(2),
      fc.integer({ min: 0, max: 5 }),
      (map, x, y, move) => {
        const battle = createBattle({ map, grounds: GROUNDS_OF_ALL, units: [{ id: 'a', x, y, move }] });
        for (const [square, walks] of walkAll(map, x, y, move)) {
          const left = Math.max(...walks.map((walk) => walk.left));
          const best = walks
            .filter((walk) => walk.left === left)
            .map((walk) => walk.way)
            .sort((one, two) => one.length - two.length || (one < two ? -1 : 1))[0];
          const [toX = 0, toY = 0] = square.split(',').map(Number);
          const way = pathOf(battle, toX, toY).map((at) => at.split(',').map(Number));
          const letters = way.slice(1).map(([nextX = 0, nextY = 0], index) => {
            const [fromX = 0, fromY = 0] = way[index] ?? [];
            return nextY > fromY ? 'a' : nextY < fromY ? 'b' : nextX < fromX ? 'c' : 'd';
          });
          expect(letters.join('')).toBe(best);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('SE4 path: a zone beside the way is walked around when that leaves more', () => {
  const units = [
    { id: 'a', x: 0, y: 0, move: 6 },
    { id: 'b', x: 4, y: 1, side: 1 },
  ];
  const battle = createBattle({ map: plainMap(5, 2), grounds: GROUNDS, units }, { zoneOfControl: 'on' });
  expect(pathOf(battle, 3, 1)).toEqual(['0,0', '0,1', '1,1', '2,1', '3,1']);
  expect(read(battle, 'answer')).toBe(4);
});

test('findPaths works on lent memory alone', () => {
  const buffers = createReachBuffers(3, 1);
  const field = { stride: 5, costs: new Uint8Array(15).fill(255), marks: new Uint8Array(15) };
  buffers.remaining[squareNumber(5, 0, 0)] = 1;
  buffers.touched[0] = squareNumber(5, 0, 0);
  buffers.touchedCount = 1;
  findPaths(field, squareNumber(5, 0, 0), buffers, new Int32Array(15));
  expect(buffers.entered[squareNumber(5, 0, 0)]).toBe(255);
});

function turnsTo(battle: SrpgBattle, x: number, y: number): number {
  apply(srpgMovement, battle, { command: 'turnsTo', unit: 'a', x, y });
  return read(battle, 'answer');
}

test('SE4 turnsTo: movement left over at the end of a turn is lost', () => {
  const battle = createBattle({ map: [[0, 0, 2, 2, 1, 0]], grounds: GROUNDS, units: [{ id: 'a', move: 2 }] });
  expect([0, 1, 2, 3, 4, 5].map((x) => turnsTo(battle, x, 0))).toEqual([0, 1, 2, 3, -1, -1]);
});

test('SE4 turnsTo: nobody ends a turn on an ally', () => {
  const units = [
    { id: 'a', move: 2 },
    { id: 'b', x: 2 },
    { id: 'c', x: 3 },
  ];
  const battle = createBattle({ map: plainMap(6, 1), grounds: GROUNDS, units }, { passThrough: 'allies' });
  // from (1,0) two steps end on (3,0), where somebody stands: there is no way past
  expect([1, 2, 3, 4].map((x) => turnsTo(battle, x, 0))).toEqual([1, -1, -1, -1]);
  const faster = createBattle(
    { map: plainMap(6, 1), grounds: GROUNDS, units: [{ ...units[0], move: 3 }, ...units.slice(1)] },
    { passThrough: 'allies' },
  );
  expect([1, 2, 3, 4, 5].map((x) => turnsTo(faster, x, 0))).toEqual([1, -1, -1, 2, 3]);
});

test('SE4 turnsTo: equals moving turn by turn with calc', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.constantFrom(0, 0, 0, 1, 2), { minLength: 5, maxLength: 5 }), {
        minLength: 4,
        maxLength: 4,
      }),
      fc.integer({ min: 1, max: 3 }),
      (map, move) => {
        const setup = {
          map,
          grounds: GROUNDS,
          units: [
            { id: 'a', move },
            { id: 'b', x: 3, y: 1 },
          ],
        };
        const battle = createBattle(setup, { passThrough: 'allies' });
        const turns = new Map([['0,0', 0]]);
        for (let turn = 1; turn < 20; turn++) {
          for (const [from, when] of [...turns]) {
            if (when !== turn - 1) continue;
            const [x = 0, y = 0] = from.split(',').map(Number);
            apply(srpgMovement, battle, { command: 'setPosition', unit: 'a', x, y });
            apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
            moveMapRows(battle).forEach((row, toY) => {
              row.forEach((value, toX) => {
                if (value >= 0 && !turns.has(`${toX},${toY}`)) turns.set(`${toX},${toY}`, turn);
              });
            });
          }
        }
        apply(srpgMovement, battle, { command: 'setPosition', unit: 'a', x: 0, y: 0 });
        for (let y = 0; y < 4; y++) {
          for (let x = 0; x < 5; x++) expect(turnsTo(battle, x, y)).toBe(turns.get(`${x},${y}`) ?? -1);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('SE4 threat S4: squares struck after moving, map and single question against a count', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.constantFrom(0, 0, 0, 1, 2), { minLength: 7, maxLength: 7 }), {
        minLength: 6,
        maxLength: 6,
      }),
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 0, max: 3 }),
      (map, move, nearest, more) => {
        const maxRange = nearest + more;
        const armed = { id: 'a', x: 2, y: 2, move, minRange: nearest, maxRange };
        const battle = createBattle(
          { map, grounds: GROUNDS, units: [armed, { id: 'b', x: 3, y: 2 }] },
          { passThrough: 'allies' },
        );
        apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
        const stands = moveMapRows(battle).flatMap((row, y) => row.flatMap((value, x) => (value < 0 ? [] : [[x, y]])));
        const out = new Uint8Array(42);
        threatMap(battle.world, 0, out, new Int32Array(8 * 6));
        for (let y = 0; y < 6; y++) {
          for (let x = 0; x < 7; x++) {
            const struck = stands.some(([fromX = 0, fromY = 0]) => {
              const away = Math.abs(fromX - x) + Math.abs(fromY - y);
              return maxRange > 0 && away >= nearest && away <= maxRange;
            });
            expect(out[y * 7 + x]).toBe(struck ? 1 : 0);
            apply(srpgMovement, battle, { command: 'threat', side: 0, x, y });
            expect(read(battle, 'answer')).toBe(struck ? 1 : 0);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('SE4 threat: counts the units of one side, without the defeated and the absent', () => {
  const units = [
    { id: 'a', x: 0, move: 1, maxRange: 1 },
    { id: 'b', x: 4, move: 1, maxRange: 1 },
    { id: 'c', x: 3, move: 9, maxRange: 1, added: false },
    { id: 'd', x: 6, move: 1, maxRange: 5, side: 1 },
  ];
  const battle = createBattle({ map: plainMap(7, 1), grounds: GROUNDS, units });
  const counted = (side: number): number => {
    apply(srpgMovement, battle, { command: 'threat', side, x: 2, y: 0 });
    return read(battle, 'answer');
  };
  expect([counted(0), counted(1), counted(2)]).toEqual([2, 1, 0]);
});

test('SE3: the movement types of the seed, ground, aquatic and flying', () => {
  // columns plain, water, impassable
  const setup = {
    map: [[0, 1, 1, 2, 0]],
    grounds: { 0: 1, 1: 2, 2: -1 },
    movementTypes: { aquatic: { 0: 2, 1: 1, 2: 255 }, flying: { 0: 1, 1: 1, 2: 1 } },
  };
  const rowFor = (movementType: string): number[] => {
    const battle = createBattle({ ...setup, units: [{ id: 'a', move: 4, movementType }] });
    apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
    return moveMapRows(battle)[0] ?? [];
  };
  expect(rowFor('')).toEqual([4, 2, 0, -1, -1]);
  expect(rowFor('aquatic')).toEqual([4, 3, 2, -1, -1]);
  expect(rowFor('flying')).toEqual([4, 3, 2, 1, 0]);
});
