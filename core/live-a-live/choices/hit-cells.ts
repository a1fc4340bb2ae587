/**
 * Cells that a skill or item of the acting ally would hit, from where it stands: marked by the same
 * routine as when it is used, on a machine beside the battle's own.
 */
import { write16 } from '../../int/uint.js';
import { actor } from '../battle/choices.js';
import * as player from '../battle/player-commands.js';
import { markHitArea } from '../field/marks.js';
import { GRID_WIDTH } from '../field/occupancy.js';
import * as Cell from '../memory/cells/cell.js';
import type { Machine } from '../memory/machine.js';
import { allySkillRecord } from '../memory/skill-record.js';
import { CELLS } from './reach.js';

/** Makes the work space what the machine is, with a skill of the allies about to be marked. */
function lay(machine: Machine, scratch: Machine, skill: number): void {
  scratch.ram.set(machine.ram);
  write16(scratch.ram, Cell.SKILL_RECORD_POINTER, allySkillRecord(machine, skill));
}

/** Cells that the laid skill hits where it is aimed at one, ascending, each as 8 y + x. */
function markedCells(scratch: Machine, ally: number, x: number, y: number): number[] {
  markHitArea(scratch, ally, x, y);
  return CELLS.filter((cell) => scratch.ram[Cell.RANGE_GRID + cell] !== 0);
}

/** @param scratch work space @param words an encoded command */
export function hitCells(machine: Machine, scratch: Machine, words: Int32Array): (readonly [x: number, y: number])[] {
  const [code, number = 0, x = 0, y = 0] = words;
  const ally = actor(machine.ram);
  if (ally === 0 || (code !== player.SKILL && code !== player.ITEM)) return [];
  lay(machine, scratch, code === player.ITEM ? player.skillOfItem(machine, number) : number);
  return markedCells(scratch, ally, x, y).map((cell) => [cell & 7, cell >> 3] as const);
}

/**
 * Cells that a skill can be aimed at or hits where it is: what a piercing skill meets on its way
 * counts, and where a straight one stops.
 * @param scratch work space @param reached cells that it may be aimed at
 */
export function struckCells(
  machine: Machine,
  scratch: Machine,
  ally: number,
  skill: number,
  reached: readonly number[],
): ReadonlySet<number> {
  lay(machine, scratch, skill);
  const struck = new Set(reached);
  for (const cell of reached) for (const hit of markedCells(scratch, ally, cell & 7, cell >> 3)) struck.add(hit);
  return struck;
}

/** Whether a set of cells holds one of a box. */
export function touches(cells: ReadonlySet<number>, x: number, y: number, width: number, height: number): boolean {
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) if (cells.has(GRID_WIDTH * row + column)) return true;
  }
  return false;
}
