/** The movement reference against every golden vector of its rules file and its decisions. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  checkSetup,
  choose,
  distance,
  dumpMap,
  dumpMoveMap,
  dumpUnit,
  type MovementSetup,
  type MovingUnit,
  moveUnit,
  path,
  reach,
  samePosition,
  shift,
  threat,
  turnsToReach,
  walk,
} from './srpg-movement.js';

const rows = [
  [1, 1, 1, 1, 1, 1, 1],
  [1, 0, 0, 0, 0, 0, 1],
  [1, 0, 2, 0, 0, 0, 1],
  [1, 0, 0, 0, 2, 0, 1],
  [1, 0, 0, 0, 0, 0, 1],
  [1, 1, 1, 1, 1, 1, 1],
];
const types = { 0: 1, 1: -1, 2: 2 };
const unit = (x: number, y: number, move = 3, more: Partial<MovingUnit> = {}): MovingUnit => ({
  position: { x, y },
  move,
  name: 'Hoge',
  ...more,
});
const setup = (units: readonly MovingUnit[], more: Partial<MovementSetup> = {}): MovementSetup => ({
  rows,
  types,
  units,
  ...more,
});
const seed = setup([unit(3, 3)]);

function codeOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
  }
  return 'accepted';
}

describe('golden vectors', () => {
  it('G1 the printed block of the seed, byte for byte', () => {
    const refused = choose(seed, 0, { x: 1, y: 1 });
    const moved = choose(refused.setup, 0, { x: 1, y: 2 });
    const text = dumpMap(seed) + dumpUnit(seed, 0) + dumpMoveMap(seed, 0) + refused.text + moved.text;
    const block = `${text}\n${dumpMoveMap(moved.setup, 0)}`;
    const hash = (value: string) => createHash('sha256').update(value, 'utf8').digest('hex');
    expect(Buffer.byteLength(block)).toBe(497);
    expect(hash(block)).toBe('f4d696327867d41de459a4696c3e3c340a1a6c961ec9e42f64d9cdc527f084ef');
    expect(hash(`\n${block}`)).toBe('8fa92c5e06fea65151f4bbce1333948db9cdc47ec42b36d87dbada132cce1e62');
  });

  it('G1 G2 18 squares from (3,3), 11 from (1,2)', () => {
    const first = reach(seed, 0);
    expect(first.destinations).toHaveLength(18);
    expect([first.remaining[1]?.[1], first.remaining[2]?.[1]]).toEqual([-1, 0]);
    expect(path(seed, 0, { x: 1, y: 2 })).toHaveLength(4);
    const second = reach(setup([unit(1, 2)]), 0);
    expect(second.destinations).toHaveLength(11);
    expect(second.remaining[2]?.[2]).toBe(1);
  });

  it('G3 another unit on (1,3)', () => {
    const wall = [-1, -1, -1, -1, -1, -1, -1];
    expect(reach(setup([unit(3, 3), unit(1, 3)]), 0).remaining).toEqual([
      wall,
      [-1, -1, 0, 1, 0, -1, -1],
      [-1, -1, 0, 2, 1, 0, -1],
      [-1, -1, 2, 3, 1, 0, -1],
      [-1, 0, 1, 2, 1, 0, -1],
      wall,
    ]);
  });

  it('G4 distances of 2, 3 and 5; a shift stops at 0; a text is no position', () => {
    const one = { x: 1, y: 1 };
    const distances = [
      [3, 1],
      [1, 4],
      [3, 4],
    ].map(([x = 0, y = 0]) => distance(one, { x, y }));
    expect(distances).toEqual([2, 3, 5]);
    expect(shift({ x: 1, y: 2 }, -2, -3)).toEqual({ x: 0, y: 0 });
    expect(samePosition(one, [1, 1])).toBe(true);
    expect(samePosition(one, { x: 1, y: 2 })).toBe(false);
    expect(codeOf(() => samePosition(one, '1,1'))).toBe('E_TYPE');
  });

  it('G5 move 4 is four squares of cost 1 or two of cost 2', () => {
    const line = (type: number) => setup([unit(0, 0, 4)], { rows: [Array<number>(9).fill(type)] });
    expect(reach(line(0), 0).remaining).toEqual([[4, 3, 2, 1, 0, -1, -1, -1, -1]]);
    expect(reach(line(2), 0).remaining).toEqual([[4, 2, 0, -1, -1, -1, -1, -1, -1]]);
  });
});

describe('rules and decisions', () => {
  it('S15 SA2 a square with 0 left is not expanded, cost 0 ends', () => {
    const free = { rows: [[0, 3, 3, 3]], types: { 0: 1, 1: -1, 2: 2, 3: 0 } };
    expect(reach(setup([unit(0, 0, 1)], free), 0).remaining).toEqual([[1, 1, 1, 1]]);
    const costly = { rows: [[3, 0, 3, 3]], types: free.types };
    expect(reach(setup([unit(0, 0, 1)], costly), 0).remaining).toEqual([[1, 0, -1, -1]]);
    expect(codeOf(() => checkSetup(setup([], { ...free, switches: { zeroCost: 'reject' } })))).toBe('E_RANGE');
  });

  it('S14 SA3 the start is neither paid nor tested', () => {
    expect(reach(setup([unit(0, 2, 3)]), 0).remaining[2]).toEqual([3, 2, 0, -1, -1, -1, -1]);
  });

  it('a refused setup or move has the code of its decision', () => {
    expect(codeOf(() => checkSetup(setup([unit(7, 0)])))).toBe('E_OUT_OF_MAP');
    expect(codeOf(() => checkSetup(setup([unit(1, 1, -1)])))).toBe('E_WIDTH');
    expect(codeOf(() => checkSetup(setup([unit(1, 1, 255)])))).toBe('E_WIDTH');
    expect(codeOf(() => checkSetup(setup([], { rows: [[0, 0], [0]] })))).toBe('E_RAGGED_MAP');
    expect(codeOf(() => checkSetup(setup([], { rows: [[9]] })))).toBe('E_UNKNOWN_ID');
    expect(codeOf(() => checkSetup(setup([unit(1, 1), unit(1, 1)])))).toBe('E_OCCUPIED');
    expect(codeOf(() => checkSetup(setup([unit(1, 1), unit(1, 1)], { switches: { allowStack: true } })))).toBe(
      'accepted',
    );
    expect(codeOf(() => moveUnit(seed, 0, { x: 1, y: 1 }))).toBe('E_UNREACHABLE');
    expect(codeOf(() => moveUnit(seed, 0, { x: 3, y: 3 }))).toBe('accepted');
  });

  it('SA11 pass-through: over an ally, never onto it', () => {
    const corridor = { rows: [[0, 0, 0, 0]] };
    const units = [unit(0, 0, 3, { side: 'a' }), unit(1, 0, 3, { side: 'a' })];
    const values = (passThrough: 'none' | 'allies' | 'all', other = units[1]) =>
      reach(
        setup(other === undefined ? [] : [unit(0, 0, 3, { side: 'a' }), other], {
          ...corridor,
          switches: { passThrough },
        }),
        0,
      );
    expect(values('none').remaining).toEqual([[3, -1, -1, -1]]);
    expect(values('allies').remaining).toEqual([[3, 2, 1, 0]]);
    expect(values('allies').destinations.map(({ x }) => x)).toEqual([0, 2, 3]);
    const enemy = unit(1, 0, 3, { side: 'b' });
    expect(values('allies', enemy).remaining).toEqual([[3, -1, -1, -1]]);
    expect(values('all', enemy).destinations.map(({ x }) => x)).toEqual([0, 2, 3]);
  });

  it('zone of control stops next to an enemy, not a skirmisher', () => {
    const open = { rows: Array.from({ length: 3 }, () => Array<number>(6).fill(0)) };
    const enemy = unit(3, 0, 0, { side: 'b' });
    const values = (skirmisher: boolean) =>
      reach(setup([unit(0, 1, 5, { side: 'a', skirmisher }), enemy], { ...open, switches: { zoneOfControl: true } }), 0)
        .remaining;
    expect(values(false)).toEqual([
      [4, 3, 0, -1, -1, -1],
      [5, 4, 3, 0, -1, -1],
      [4, 3, 2, 1, 0, -1],
    ]);
    expect(values(true)[1]).toEqual([5, 4, 3, 2, 1, 0]);
  });

  it('movement types of the seed', () => {
    const movementTypes = {
      ground: { 0: 1, 1: 2, 2: 255 },
      aquatic: { 0: 2, 1: 1, 2: 255 },
      flying: { 0: 1, 1: 1, 2: 1 },
    };
    const values = (movementType: string) =>
      reach(
        setup([unit(0, 0, 4, { movementType })], {
          rows: [[0, 0, 1, 2, 0]],
          types: { 0: 1, 1: 1, 2: -1 },
          movementTypes,
        }),
        0,
      ).remaining[0];
    expect(values('ground')).toEqual([4, 3, 1, -1, -1]);
    expect(values('aquatic')).toEqual([4, 2, 1, -1, -1]);
    expect(values('flying')).toEqual([4, 3, 2, 1, 0]);
    expect(codeOf(() => values('burrowing'))).toBe('E_TABLE_MISSING');
  });

  it('every path is a legal walk that keeps what the map says', () => {
    const { destinations, remaining } = reach(seed, 0);
    for (const goal of destinations) {
      const steps = path(seed, 0, goal) ?? [];
      expect(steps.at(-1)).toEqual(goal);
      expect(walk(seed, 0, steps)).toBe(remaining[goal.y]?.[goal.x]);
    }
    expect(path(seed, 0, { x: 1, y: 1 })).toBeUndefined();
    expect(
      walk(seed, 0, [
        { x: 3, y: 3 },
        { x: 4, y: 4 },
      ]),
    ).toBe(-1);
  });

  it('threat and several turns on a line', () => {
    const line = setup([unit(0, 0, 2)], { rows: [[0, 0, 0, 0, 0, 0, 1]] });
    expect(threat(line, 0, 2, 2).map(({ x }) => x)).toEqual([0, 2, 3, 4]);
    expect(turnsToReach(line, 0, 2)).toEqual([[0, 1, 1, 2, 2, -1, -1]]);
  });

  it('the direct recursion of the original agrees on small maps (SA1)', () => {
    let random = 12345;
    const next = (below: number) => {
      random = (random * 1103515245 + 12345) % 2147483648;
      return Math.floor(random / 65536) % below;
    };
    for (let round = 0; round < 60; round += 1) {
      const grid = Array.from({ length: 5 }, () => Array.from({ length: 5 }, () => next(3)));
      const start = unit(next(5), next(5), next(6));
      const best = grid.map((row) => row.map(() => -1));
      const visit = (x: number, y: number, left: number) => {
        const row = best[y];
        if (row === undefined || (row[x] ?? 255) === 255) return;
        row[x] = Math.max(row[x] ?? -1, left);
        if (left === 0) return;
        for (const [dx, dy] of [
          [0, 1],
          [0, -1],
          [-1, 0],
          [1, 0],
        ] as const) {
          const cost = types[(grid[y + dy]?.[x + dx] ?? 1) as 0 | 1 | 2];
          if (cost !== -1 && cost <= left) visit(x + dx, y + dy, left - cost);
        }
      };
      visit(start.position.x, start.position.y, start.move);
      expect(reach(setup([start], { rows: grid }), 0).remaining).toEqual(best);
    }
  });
});
