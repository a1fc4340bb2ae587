/**
 * Cells that a skill or item of the acting ally would hit, from where it stands: marked by the same
 * routine as when it is used, on a machine beside the battle's own.
 */
import { read8, write16 } from '../../int/uint.js';
import { actor } from '../battle/choices.js';
import * as player from '../battle/player-commands.js';
import { markHitArea } from '../field/marks.js';
import { FIELD_SIDE, GRID_WIDTH } from '../field/occupancy.js';
import * as Cell from '../memory/cells/cell.js';
import type { Machine } from '../memory/machine.js';
import { allySkillRecord } from '../memory/skill-record.js';

/** @param scratch work space @param words an encoded command */
export function hitCells(machine: Machine, scratch: Machine, words: Int32Array): (readonly [x: number, y: number])[] {
  const [code, number = 0, x = 0, y = 0] = words;
  const ally = actor(machine.ram);
  if (ally === 0 || (code !== player.SKILL && code !== player.ITEM)) return [];
  const skill = code === player.ITEM ? player.skillOfItem(machine, number) : number;
  scratch.ram.set(machine.ram);
  write16(scratch.ram, Cell.SKILL_RECORD_POINTER, allySkillRecord(machine, skill));
  markHitArea(scratch, ally, x, y);
  const cells: (readonly [x: number, y: number])[] = [];
  for (let row = 0; row < FIELD_SIDE; row++) {
    for (let column = 0; column < FIELD_SIDE; column++) {
      if (read8(scratch.ram, Cell.RANGE_GRID + GRID_WIDTH * row + column) !== 0) cells.push([column, row]);
    }
  }
  return cells;
}
