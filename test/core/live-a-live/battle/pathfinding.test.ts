/** First steps of shortest ways against a search backwards from the goal, over fields with walls of enemies. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
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
