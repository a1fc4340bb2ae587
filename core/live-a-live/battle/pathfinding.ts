/**
 * Shortest ways over free cells, as far as they are needed: the first step of one. Evidence:
 * decision (`unpublished.ts`, buttonsToActions). The ways from a cell are worked out for all goals
 * at once and kept with the field they were worked out for: a search asks for all cells of the
 * field from one state.
 */

import { read8 } from '../../int/uint.js';
import { FIELD_SIDE, GRID_WIDTH, OCCUPANT_NUMBER } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import { RIGHT, STEP_DIRECTIONS, STEP_X, STEP_Y } from '../memory/directions.js';
import { FIELD_WORDS, GRID_WORDS, OCCUPANT_NUMBERS } from '../memory/grid-words.js';
import type { Machine } from '../memory/machine.js';

/** What a step adds to a cell number. */
const STEPS = Int8Array.from(STEP_X, (x, direction) => x + GRID_WIDTH * (STEP_Y[direction] as number));

/** Cells with a row above and one below; the unused eighth column parts the rows. */
const CELLS = GRID_WIDTH * (FIELD_SIDE + 2);
const NOT_REACHED = 0xff;
const NO_WAY = 0xff;

/** Ways from one cell: the field's words without its fields, then the first steps to all cells. */
interface Ways {
  readonly field: Int32Array;
  readonly first: Uint8Array;
}

/** By the cell they lead from. */
const KEPT: readonly Ways[] = Array.from({ length: GRID_WIDTH * GRID_WIDTH }, () => ({
  field: new Int32Array(GRID_WORDS).fill(-1),
  first: new Uint8Array(GRID_WIDTH * FIELD_SIDE),
}));

const free = new Uint8Array(CELLS);
const distance = new Uint8Array(CELLS);
const firstStep = new Uint8Array(CELLS);
const queue = new Uint8Array(CELLS);

/** Whether the ways are those of this field; if not, its words are taken over. */
function takeField(words: Int32Array, field: Int32Array): boolean {
  let difference = 0;
  for (let at = 0; at < GRID_WORDS; at++) {
    const four = (words[FIELD_WORDS + at] as number) & OCCUPANT_NUMBERS;
    difference |= four ^ (field[at] as number);
    field[at] = four;
  }
  return difference === 0;
}

/**
 * First step to a reached cell: of the ways that are as short, the one whose last step comes first,
 * then the one before it.
 */
function stepInto(cell: number): number {
  const before = (distance[cell] as number) - 1;
  for (let direction = 0; ; direction++) {
    const behind = cell - (STEPS[direction] as number);
    if (distance[behind] === before) return before === 0 ? direction : (firstStep[behind] as number);
  }
}

/** Works out the ways from a cell of the field or right beside it. */
function findWays(ram: Uint8Array, x: number, y: number, first: Uint8Array): void {
  for (let cell = 0; cell < GRID_WIDTH * FIELD_SIDE; cell++) {
    const isFree = (cell & 7) !== FIELD_SIDE && (read8(ram, Cell.FIELD_GRID + cell) & OCCUPANT_NUMBER) === 0;
    free[GRID_WIDTH + cell] = isFree ? 1 : 0;
  }
  distance.fill(NOT_REACHED);
  first.fill(NO_WAY);
  const from = GRID_WIDTH * (y + 1) + x;
  distance[from] = 0;
  queue[0] = from;
  for (let head = 0, tail = 1; head < tail; head++) {
    const cell = queue[head] as number;
    if (head > 0) {
      const step = stepInto(cell);
      firstStep[cell] = step;
      first[cell - GRID_WIDTH] = step;
    }
    for (let direction = 0; direction < STEP_DIRECTIONS; direction++) {
      const next = cell + (STEPS[direction] as number);
      if (free[next] !== 1 || distance[next] !== NOT_REACHED) continue;
      // from beside the field, the cell across the eighth column is no neighbour
      if (x === FIELD_SIDE && head === 0 && direction === RIGHT) continue;
      distance[next] = (distance[cell] as number) + 1;
      queue[tail++] = next;
    }
  }
}

/**
 * First step of a shortest way to a cell, 0 up, 1 down, 2 left, 3 right; -1 when there is none.
 * Among shortest ways the one whose later steps come first in that order, seen from the goal.
 * @param x,y any numbers: outside of the field nothing is reached
 */
export function firstStepOnPath(machine: Machine, ally: number, x: number, y: number): number {
  const { ram, words } = machine;
  const fromX = read8(ram, ally + Ally.CELL_X);
  const fromY = read8(ram, ally + Ally.CELL_Y);
  if (x < 0 || x >= FIELD_SIDE || y < 0 || y >= FIELD_SIDE || fromX > FIELD_SIDE || fromY > FIELD_SIDE) return -1;
  // the next cell needs no look round
  if (Math.abs(x - fromX) + Math.abs(y - fromY) === 1) {
    if ((read8(ram, Cell.FIELD_GRID + GRID_WIDTH * y + x) & OCCUPANT_NUMBER) !== 0) return -1;
    return x === fromX ? (y < fromY ? 0 : 1) : x < fromX ? 2 : RIGHT;
  }
  const { field, first } = KEPT[GRID_WIDTH * fromY + fromX] as Ways;
  if (!takeField(words, field)) findWays(ram, fromX, fromY, first);
  const step = first[GRID_WIDTH * y + x] as number;
  return step === NO_WAY ? -1 : step;
}
