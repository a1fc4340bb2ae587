/** First steps of shortest ways against a search backwards from the goal, over fields with walls of enemies. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstStepOnPath } from '../../../../core/live-a-live/battle/pathfinding.js';
import { createBattle } from '../../../../core/live-a-live/index.js';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import * as Cell from '../../../../core/live-a-live/memory/cells/cell.js';

const { machine } = createBattle(null);
/** Up, down, left, right. */
const STEPS = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
] as const;

/** From the goal, cell by cell in the order in which they are found: the step that first leads from the start. */
function slowStep(taken: ReadonlySet<string>, fromX: number, fromY: number, x: number, y: number): number {
  const free = (atX: number, atY: number): boolean =>
    atX >= 0 && atX < 7 && atY >= 0 && atY < 7 && !taken.has(`${atX} ${atY}`);
  if (!free(x, y)) return -1;
  const found = [[x, y] as const];
  for (const [atX, atY] of found) {
    for (const [direction, [dx, dy]] of STEPS.entries()) {
      const [behindX, behindY] = [atX - dx, atY - dy];
      if (behindX === fromX && behindY === fromY) return direction;
      if (!free(behindX, behindY) || found.some((cell) => cell[0] === behindX && cell[1] === behindY)) continue;
      found.push([behindX, behindY]);
    }
  }
  return -1;
}

test('an ally takes the first step of a shortest way, and among equal ways the one whose last steps come first', () => {
  const coordinate = fc.integer({ min: 0, max: 6 });
  const seen = new Map<number, number>();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), coordinate, fc.integer({ min: 0, max: 0xff })), {
        maxLength: 24,
      }),
      fc.tuple(fc.oneof({ weight: 9, arbitrary: coordinate }, { weight: 1, arbitrary: fc.nat(255) }), coordinate),
      (cells, [fromX, fromY]) => {
        const { ram } = machine;
        ram.fill(0, Cell.FIELD_GRID, Cell.FIELD_GRID + 56);
        for (const [x, y, value] of cells) ram[Cell.FIELD_GRID + 8 * y + x] = value;
        const taken = new Set<string>();
        for (let cell = 0; cell < 56; cell++) {
          if (((ram[Cell.FIELD_GRID + cell] ?? 0) & 0x0f) !== 0) taken.add(`${cell & 7} ${cell >> 3}`);
        }
        ram[Ally.FIRST + Ally.CELL_X] = fromX;
        ram[Ally.FIRST + Ally.CELL_Y] = fromY;
        for (let y = -1; y <= 7; y++) {
          for (let x = -1; x <= 7; x++) {
            const step = firstStepOnPath(machine, Ally.FIRST, x, y);
            if (x !== fromX || y !== fromY) expect(step).toBe(slowStep(taken, fromX, fromY, x, y));
            seen.set(step, (seen.get(step) ?? 0) + 1);
          }
        }
      },
    ),
    { numRuns: 300 },
  );
  expect([...seen.keys()].sort()).toEqual([-1, 0, 1, 2, 3]);
});

/** Lets nobody but these stand on the field. @returns the taken cells, as `slowStep` has them */
function stand(cells: readonly (readonly [x: number, y: number])[], occupant = 1): ReadonlySet<string> {
  const { ram } = machine;
  ram.fill(0, Cell.FIELD_GRID, Cell.FIELD_GRID + 56);
  for (const [x, y] of cells) ram[Cell.FIELD_GRID + 8 * y + x] = occupant;
  return new Set(cells.map(([x, y]) => `${x} ${y}`));
}

/** First steps from a cell to all cells of the field, row by row. */
function stepsFrom(fromX: number, fromY: number): number[] {
  machine.ram[Ally.FIRST + Ally.CELL_X] = fromX;
  machine.ram[Ally.FIRST + Ally.CELL_Y] = fromY;
  return FIELD.map(([x, y]) => firstStepOnPath(machine, Ally.FIRST, x, y));
}

const SIDE = [0, 1, 2, 3, 4, 5, 6];
const FIELD = SIDE.flatMap((y) => SIDE.map((x) => [x, y] as const));
const NO_WAY_AT_ALL = FIELD.map(() => -1);

describe('an ally who stands outside of the field', () => {
  test('right beside it or below it steps into it, and from there round walls like anybody', () => {
    const cells = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 16 });
    let reached = 0;
    fc.assert(
      fc.property(cells, (list) => {
        const taken = stand(list);
        for (const at of SIDE) {
          for (const [fromX, fromY] of [[7, at] as const, [at, 7] as const]) {
            const steps = stepsFrom(fromX, fromY);
            expect(steps, `from ${fromX}, ${fromY}`).toEqual(
              FIELD.map(([x, y]) => slowStep(taken, fromX, fromY, x, y)),
            );
            reached += steps.filter((step) => step >= 0).length;
          }
        }
      }),
      { numRuns: 10 },
    );
    expect(reached).toBeGreaterThan(500);
    // up from the way in at 6, 3 is a wall: the cell behind it is reached from the left
    stand([[6, 2]]);
    expect(stepsFrom(7, 3)[6 + 7]).toBe(2);
    // from below everything is up
    stand([]);
    expect(stepsFrom(2, 7)).toEqual(FIELD.map(() => 0));
  });

  test('beyond its corner, or further away, reaches nothing', () => {
    // with somebody in every fourth cell
    stand(SIDE.flatMap((y) => [[0, y] as const, [4, y] as const]));
    expect(stepsFrom(7, 7)).toEqual(NO_WAY_AT_ALL);
    stand([]);
    for (const [x, y] of [
      [7, 7],
      [8, 3],
      [3, 8],
      [255, 3],
      [3, 255],
      [8, 8],
    ] as const)
      expect([x, y, stepsFrom(x, y)]).toEqual([x, y, NO_WAY_AT_ALL]);
  });
});
