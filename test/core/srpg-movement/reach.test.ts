/** The bucket queue against the seed's recursion and against a plain relaxation, and on large maps. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addSource,
  createBattle,
  createReachBuffers,
  FORBIDDEN,
  MARK_BLOCKED,
  MARK_NO_STOP,
  MARK_ZONE,
  type ReachBuffers,
  type ReachField,
  reach,
  squareNumber,
  srpgMovement,
  UNREACHED,
} from '../../../core/srpg-movement/index.js';
import { apply, read } from '../../../core/system/battle.js';
import { moveMapRows, plainMap, seedSearch } from './world.js';

const COSTS: Record<number, number> = { 0: 1, 1: -1, 2: 2, 3: 3 };

const scene = fc
  .record({ width: fc.integer({ min: 1, max: 7 }), height: fc.integer({ min: 1, max: 7 }) })
  .chain(({ width, height }) =>
    fc.record({
      map: fc.array(fc.array(fc.constantFrom(0, 0, 0, 1, 2, 3), { minLength: width, maxLength: width }), {
        minLength: height,
        maxLength: height,
      }),
      units: fc.uniqueArray(
        fc.record({ x: fc.integer({ min: 0, max: width - 1 }), y: fc.integer({ min: 0, max: height - 1 }) }),
        { minLength: 1, maxLength: 4, selector: ({ x, y }) => `${x},${y}` },
      ),
      move: fc.integer({ min: 0, max: 6 }),
    }),
  );

test('S13 S14 S15 S16 SA1 SA3: equals the recursion of the seed on random maps up to move 6', () => {
  fc.assert(
    fc.property(scene, ({ map, units, move }) => {
      const battle = createBattle({
        map,
        grounds: COSTS,
        units: units.map((unit, index) => ({ ...unit, id: `u${index}`, move })),
      });
      apply(srpgMovement, battle, { command: 'calc', unit: 'u0' });
      const costs = map.map((row) => row.map((type) => COSTS[type] ?? -1));
      const occupied = map.map((row, y) => row.map((_, x) => units.some((unit) => unit.x === x && unit.y === y)));
      const { x, y } = units[0] ?? { x: 0, y: 0 };
      expect(moveMapRows(battle)).toEqual(seedSearch(costs, occupied, x, y, move));
    }),
    { numRuns: 120 },
  );
});

/** Remaining movement by relaxing every edge until nothing changes. */
function relax(field: ReachField, size: number, start: number, move: number): Uint8Array {
  const best = new Uint8Array(size).fill(UNREACHED);
  best[start] = move;
  for (let changed = true; changed; ) {
    changed = false;
    for (let square = 0; square < size; square++) {
      const level = best[square] ?? UNREACHED;
      if (level === UNREACHED || level === 0) continue;
      for (const next of [square + field.stride, square - field.stride, square - 1, square + 1]) {
        const mark = field.marks[next] ?? 0;
        const cost = field.costs[next] ?? FORBIDDEN;
        if (cost > level || (mark & MARK_BLOCKED) !== 0) continue;
        const value = (mark & MARK_ZONE) !== 0 ? 0 : level - cost;
        const before = best[next] ?? UNREACHED;
        if (before === UNREACHED || before < value) {
          best[next] = value;
          changed = true;
        }
      }
    }
  }
  return best;
}

function randomField(width: number, height: number, costs: readonly number[], marks: readonly number[]): ReachField {
  const stride = width + 2;
  const field = {
    stride,
    costs: new Uint8Array(stride * (height + 2)).fill(FORBIDDEN),
    marks: new Uint8Array(stride * (height + 2)),
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const square = squareNumber(stride, x, y);
      field.costs[square] = costs[(y * width + x) % costs.length] ?? 1;
      field.marks[square] = marks[(y * width + x) % marks.length] ?? 0;
    }
  }
  return field;
}

test('SE4: equals a plain relaxation with costs 0 to 255, blocked squares and zones; buffers are reused', () => {
  const kept = new Map<number, ReachBuffers>();
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.constantFrom(0, 1, 1, 1, 2, 3, 7, 254, 255), { minLength: 1, maxLength: 144 }),
      fc.array(fc.constantFrom(0, 0, 0, 0, MARK_BLOCKED, MARK_NO_STOP, MARK_ZONE), { minLength: 1, maxLength: 144 }),
      fc.nat(143),
      fc.integer({ min: 0, max: 254 }),
      (width, costs, marks, at, move) => {
        const field = randomField(width, 12, costs, marks);
        const buffers = kept.get(width) ?? createReachBuffers(width, 12);
        kept.set(width, buffers);
        const start = squareNumber(field.stride, at % width, Math.floor(at / width) % 12);
        reach(field, start, move, buffers);
        expect(buffers.remaining).toEqual(relax(field, buffers.size, start, move));
      },
    ),
    { numRuns: 150 },
  );
});

test('SA2 S15: ground of cost 0 ends, and a square with nothing left does not go on into it', () => {
  const battle = createBattle({
    map: [
      [0, 0, 3, 3, 0, 3],
      [3, 3, 3, 3, 3, 3],
    ],
    grounds: { 0: 1, 3: 0 },
    units: [{ id: 'a', move: 1 }],
  });
  apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
  expect(moveMapRows(battle)).toEqual([
    [1, 0, 1, 1, 0, 1],
    [1, 1, 1, 1, 1, 1],
  ]);
  const shut = createBattle({ map: [[0, 0, 3]], grounds: { 0: 1, 3: 0 }, units: [{ id: 'a', move: 1 }] });
  apply(srpgMovement, shut, { command: 'calc', unit: 'a' });
  expect(moveMapRows(shut)).toEqual([[1, 0, -1]]);
});

test('SA3 SA5 S14: a start on forbidden ground is left at no cost, and a movement of 0 reaches the start alone', () => {
  const battle = createBattle({ map: [[1, 0]], grounds: COSTS, units: [{ id: 'a', move: 1 }] });
  apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
  expect(moveMapRows(battle)).toEqual([[1, 0]]);
  const still = createBattle({ map: [[0, 0]], grounds: COSTS, units: [{ id: 'a', move: 0 }] });
  apply(srpgMovement, still, { command: 'calc', unit: 'a' });
  expect(moveMapRows(still)).toEqual([[0, -1]]);
});

test('SA1: a map of 256 x 256 with movement 254 is the diamond it must be', () => {
  const battle = createBattle({
    map: plainMap(256, 256),
    grounds: COSTS,
    units: [{ id: 'a', x: 128, y: 100, move: 254 }],
  });
  apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
  const { moveMapAt, width } = battle.world.layout;
  let wrong = 0;
  for (let y = 0; y < 256; y++) {
    for (let x = 0; x < 256; x++) {
      const away = Math.abs(x - 128) + Math.abs(y - 100);
      if (battle.image[moveMapAt + y * width + x] !== (away <= 254 ? 254 - away : 255)) wrong++;
    }
  }
  expect(wrong).toBe(0);
  apply(srpgMovement, battle, { command: 'path', unit: 'a', x: 255, y: 227 });
  expect(read(battle, 'answer')).toBe(254);
});

test('reach leaves its memory where it was lent', () => {
  const field = randomField(256, 256, [1, 1, 2, 1, 3], [0]);
  const buffers = createReachBuffers(256, 256);
  const arrays = Object.values(buffers).filter((value) => typeof value === 'object');
  for (let query = 0; query < 50; query++) reach(field, squareNumber(field.stride, query * 5, 128), 100, buffers);
  expect(Object.values(buffers).filter((value) => typeof value === 'object')).toEqual(arrays);
  const squares = buffers.remaining.filter((value) => value !== UNREACHED).length;
  expect(buffers.touchedCount).toBe(squares);
  expect(buffers.bucketHead.every((entry) => entry === -1)).toBe(true);
});

test('S16: squares are reached in the order down, up, left, right', () => {
  const buffers = createReachBuffers(3, 3);
  const costs = new Uint8Array(buffers.size).fill(FORBIDDEN);
  const at = (x: number, y: number): number => squareNumber(buffers.stride, x, y);
  for (const x of [0, 1, 2]) for (const y of [0, 1, 2]) costs[at(x, y)] = 1;
  const field = { stride: buffers.stride, costs, marks: new Uint8Array(buffers.size) };
  reach(field, at(1, 1), 1, buffers);
  const order = [...buffers.touched.subarray(0, buffers.touchedCount)];
  expect(order).toEqual([at(1, 1), at(1, 2), at(1, 0), at(0, 1), at(2, 1)]);
});

test('S14: a source that is named twice is one source', () => {
  const buffers = createReachBuffers(3, 1);
  addSource(buffers, squareNumber(buffers.stride, 1, 0), 2);
  addSource(buffers, squareNumber(buffers.stride, 1, 0), 2);
  expect(buffers.touchedCount).toBe(1);
});
