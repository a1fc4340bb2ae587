/**
 * Cells that a skill of the acting ally reaches, over its four facings (C1:3924, 3B32), and the
 * cells that it then hits (C1:38A0). A set is two words, as in `grid-words.ts`.
 */
import { read8 } from '../../int/uint.js';
import { reachChoice } from '../battle/choices.js';
import { REACHED, radiiOf } from '../field/marks.js';
import { FIELD_SIDE, GRID_WIDTH } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import { FACINGS } from '../memory/directions.js';
import { columnBits, firstOfRows, lowestBit, secondOfRows } from '../memory/grid-words.js';
import type { Machine } from '../memory/machine.js';
import { allySkillRecord } from '../memory/skill-record.js';

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

/** Cells that the skill can hit from where its user stands: its reach widened by its area. */
export function struckCells(machine: Machine, reach: Reach, skill: number): Int32Array {
  const radii = radiiOf(machine, allySkillRecord(machine, skill));
  const [across, down] = [radii >> 4, radii & 0x0f];
  const struck = new Int32Array(2);
  for (const cell of reachedCells(reach)) {
    const columns = columnBits(Math.max((cell & 7) - across, 0), Math.min((cell & 7) + across, FIELD_SIDE - 1));
    const [top, bottom] = [Math.max((cell >> 3) - down, 0), Math.min((cell >> 3) + down, FIELD_SIDE - 1)];
    struck[0] = (struck[0] as number) | firstOfRows(columns, top, bottom);
    struck[1] = (struck[1] as number) | secondOfRows(columns, top, bottom);
  }
  return struck;
}

/** Whether a set holds one of the cells of a box. */
export function touches(set: Int32Array, x: number, y: number, width: number, height: number): boolean {
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) if (holds(set, 0, GRID_WIDTH * row + column)) return true;
  }
  return false;
}

/** Cells in words: `(2,3) (3,3)`, row by row. */
export function cellWords(cells: readonly number[]): string {
  return cells.map((cell) => `(${cell & 7},${cell >> 3})`).join(' ');
}
