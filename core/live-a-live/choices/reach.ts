/**
 * Cells that a skill of the acting ally reaches, over its four facings (C1:3924, 3B32), and those
 * that it can walk to. A set is two words, as in `grid-words.ts`.
 */
import { read8 } from '../../int/uint.js';
import { reachChoice } from '../battle/choices.js';
import { firstStepOnPath } from '../battle/pathfinding.js';
import { REACHED } from '../field/marks.js';
import { FIELD_SIDE, GRID_WIDTH } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import { FACINGS } from '../memory/directions.js';
import { lowestBit } from '../memory/grid-words.js';
import type { Machine } from '../memory/machine.js';

/** The field's cells, each as 8 y + x, ascending. */
export const CELLS: readonly number[] = Array.from({ length: GRID_WIDTH * FIELD_SIDE }, (_, cell) => cell).filter(
  (cell) => cell % GRID_WIDTH < FIELD_SIDE,
);

/** The reach of a skill: one set for each facing, then that of all facings. */
export interface Reach {
  readonly sets: Int32Array;
}

const ALL = 2 * FACINGS;

/** @param scratch work space for an ally who does not stand in the field */
export function reachOfSkill(machine: Machine, scratch: Machine, ally: number, skill: number): Reach {
  const sets = new Int32Array(ALL + 2);
  for (let facing = 0; facing < FACINGS; facing++) {
    reachChoice(machine, scratch, ally, skill, facing);
    for (let half = 0; half < 2; half++) {
      const reached = REACHED[half] as number;
      sets[2 * facing + half] = reached;
      sets[ALL + half] = (sets[ALL + half] as number) | reached;
    }
  }
  return { sets };
}

function holds(sets: Int32Array, at: number, cell: number): boolean {
  return (((sets[at + (cell >> 5)] as number) >> (cell & 31)) & 1) !== 0;
}

/** Cells that some facing reaches, ascending, each as 8 y + x. */
export function reachedCells({ sets }: Reach): number[] {
  const cells: number[] = [];
  for (let half = 0; half < 2; half++) {
    for (let left = sets[ALL + half] as number; left !== 0; left &= left - 1) cells.push(32 * half + lowestBit(left));
  }
  return cells;
}

/** Facings 0..3 that reach a cell, ascending. */
export function facingsTo({ sets }: Reach, cell: number): number[] {
  const facings: number[] = [];
  for (let facing = 0; facing < FACINGS; facing++) if (holds(sets, 2 * facing, cell)) facings.push(facing);
  return facings;
}

/** The facing that a command without one takes: the present one if it reaches, else the first. */
export function defaultFacing(ram: Uint8Array, ally: number, facings: readonly number[]): number {
  const present = read8(ram, ally + Ally.FACING) & 3;
  return facings.includes(present) ? present : (facings[0] ?? present);
}

/** Cells that an ally can walk to, ascending. */
export function walkedCells(machine: Machine, ally: number): number[] {
  return CELLS.filter((cell) => firstStepOnPath(machine, ally, cell & 7, cell >> 3) >= 0);
}

/** Cells in words: `(2,3) (3,3)`, row by row. */
export function cellWords(cells: readonly number[]): string {
  return cells.map((cell) => `(${cell & 7},${cell >> 3})`).join(' ');
}
