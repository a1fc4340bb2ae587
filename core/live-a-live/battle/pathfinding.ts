/**
 * Shortest ways over free cells, as far as they are needed: the first step of one. Evidence:
 * decision (`unpublished.ts`, buttonsToActions). The ways from a cell are worked out for all goals
 * at once and kept with the field they were worked out for: a search asks for all cells of the
 * field from one state.
 */

import { read8 } from '../../int/uint.js';
import { RUNNING } from '../combat/defeat.js';
import { FIELD_SIDE, GRID_WIDTH, OCCUPANT_NUMBER } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Host from '../memory/cells/host.js';
import { FIELD_WORDS, GRID_WORDS, OCCUPANT_NUMBERS } from '../memory/grid-words.js';
import type { Machine } from '../memory/machine.js';
import { PAD_DOWN, PAD_LEFT, PAD_RIGHT, PAD_UP } from '../memory/pad.js';
import { RIGHT, STEP_DIRECTIONS, STEP_X, STEP_Y } from '../memory/state-bits.js';
import { step } from '../turn/ally-moves.js';
import { isEnemyTurn } from '../turn/enemy-choice.js';
import { actor, canMove } from './choices.js';
import { runUntilPrompt, UNTIL_TURN_OVER } from './run.js';

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

// Walks of the player's allies: steps to neighbouring cells one after the other. Evidence: each
// step is an executed routine; that a walk is made of them and where it ends is a decision
// (`unpublished.ts`, buttonsToActions).

const PADS = Uint16Array.of(PAD_UP, PAD_DOWN, PAD_LEFT, PAD_RIGHT);

/** Whether the goal is one step away. */
export function isBeside(ram: Uint8Array, ally: number, x: number, y: number): boolean {
  const across = Math.abs(read8(ram, ally + Ally.CELL_X) - x);
  return across + Math.abs(read8(ram, ally + Ally.CELL_Y) - y) === 1;
}

/**
 * One step of a walk that is to go on, until the player would be asked.
 * @returns whether the walk ends with it, wherever it was to lead
 */
export function walkStep(machine: Machine, ally: number, direction: number): boolean {
  const ram = machine.ram;
  step(machine, ally, PADS[direction] as number);
  runUntilPrompt(machine, 0);
  return ram[Host.BATTLE_RESULT] !== RUNNING || actor(ram) !== ally || isEnemyTurn(machine) || !canMove(ram, ally);
}

/** What comes after a walk that ended early. @param frames of the command */
export function endWalk(machine: Machine, frames: number): void {
  if (frames !== UNTIL_TURN_OVER || machine.ram[Host.BATTLE_RESULT] !== RUNNING) return;
  if (isEnemyTurn(machine)) runUntilPrompt(machine, frames);
}

/**
 * Walks up to the beginning of the last step, whose frames are not played.
 * @returns false when the walk ended before
 */
export function walkToLastStep(machine: Machine, ally: number, x: number, y: number): boolean {
  for (;;) {
    const direction = firstStepOnPath(machine, ally, x, y);
    if (direction < 0) return false;
    if (isBeside(machine.ram, ally, x, y)) {
      step(machine, ally, PADS[direction] as number);
      return true;
    }
    if (walkStep(machine, ally, direction)) return false;
  }
}

/** Walks to a cell, or on to it. @param frames of the command, after the last step */
export function walk(machine: Machine, ally: number, x: number, y: number, frames: number): void {
  if (walkToLastStep(machine, ally, x, y)) runUntilPrompt(machine, frames);
  else endWalk(machine, frames);
}
