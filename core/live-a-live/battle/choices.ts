/**
 * What the player may choose: skills of the battle list (C1:E94B), cells in their range, steps to
 * free cells. Nothing here changes the battle.
 */

import { read8, read16, write16 } from '../../int/uint.js';
import { isDriven } from '../enemy/driven-enemy.js';
import { isReached, markRange, REACHED, reachCell, reachOf } from '../field/marks.js';
import { FIELD_SIDE, GRID_WIDTH, OCCUPANT_NUMBER } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import { SKILL_SLOTS } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import { isAllyPresent } from '../memory/presence.js';
import { allySkillRecord } from '../memory/skill-record.js';
import { FACINGS, LEG_LOCK } from '../memory/state-bits.js';

import { isAllyAble } from '../turn/ally-order.js';

/**
 * The ally that may act now, or 0: the current one (035A) while the player may act (03F0 = 0), if
 * it is there and able (C1:7AED). Nobody where the player drives an enemy: buttons act there.
 */
export function actor(ram: Uint8Array): number {
  const ally = read16(ram, Cell.CURRENT_ALLY);
  if (isDriven(ram)) return 0;
  return ram[Cell.PLAYER_STATE] === 0 && isAllyPresent(ram, ally) && isAllyAble(ram, ally) ? ally : 0;
}

/** Answers of `skillAt`. */
export const NO_SKILL = 0;
export const SKILL_USABLE = 1;
export const SKILL_DISABLED = 2;

/** Whether the list entry holds a skill that may be used now; counter-only skills never may. */
export function skillAt(ram: Uint8Array, ally: number, slot: number): number {
  if (read8(ram, ally + slot + Ally.LIST_SKILL) === 0) return NO_SKILL;
  if ((read8(ram, ally + slot + Ally.LIST_FLAGS) & 1) !== 0) return NO_SKILL;
  const disabled = read8(ram, ally + slot + Ally.LIST_DISABLING) & read8(ram, ally + Ally.STATUSES);
  return disabled === 0 ? SKILL_USABLE : SKILL_DISABLED;
}

/** Entry of a skill in the ally's list, or -1. */
export function slotOfSkill(ram: Uint8Array, ally: number, skill: number): number {
  if (skill === 0) return -1;
  for (let slot = 0; slot < SKILL_SLOTS; slot++) if (ram[ally + slot + Ally.LIST_SKILL] === skill) return slot;
  return -1;
}

/**
 * Puts the cells of a skill's range for one facing into `REACHED`.
 * @param scratch work space for an ally who does not stand in the field
 */
export function reachChoice(machine: Machine, scratch: Machine, ally: number, skill: number, facing: number): void {
  const record = allySkillRecord(machine, skill);
  if (reachOf(machine, record, ally, facing)) return;
  scratch.ram.set(machine.ram);
  write16(scratch.ram, Cell.SKILL_RECORD_POINTER, record);
  markRange(scratch, ally, facing);
  REACHED.fill(0);
  for (let cell = 0; cell < GRID_WIDTH * FIELD_SIDE; cell++) {
    if (scratch.ram[Cell.RANGE_GRID + cell] !== 0 && (cell & 7) !== FIELD_SIDE) reachCell(cell);
  }
}

/**
 * Facing 0..3 in which a skill reaches a cell, or -1: the present one if it does, else the first of
 * 0 to 3. A skill without a distance reaches the own cell.
 * @param cell number of the cell, 8 y + x
 * @param wanted the only facing to look at, or -1
 */
export function facingFor(
  machine: Machine,
  scratch: Machine,
  ally: number,
  skill: number,
  cell: number,
  wanted: number,
): number {
  const present = read8(machine.ram, ally + Ally.FACING) & 3;
  for (let turn = -1; turn < FACINGS; turn++) {
    const facing = turn < 0 ? present : turn;
    if ((turn >= 0 && facing === present) || (wanted >= 0 && facing !== wanted)) continue;
    reachChoice(machine, scratch, ally, skill, facing);
    if (isReached(cell)) return facing;
  }
  return -1;
}

/** Whether the ally may step to a neighbouring cell. */
export function isFree(ram: Uint8Array, x: number, y: number): boolean {
  if (x < 0 || x >= FIELD_SIDE || y < 0 || y >= FIELD_SIDE) return false;
  return (read8(ram, Cell.FIELD_GRID + GRID_WIDTH * y + x) & OCCUPANT_NUMBER) === 0;
}

/** Whether the ally may move and turn at all. */
export function canMove(ram: Uint8Array, ally: number): boolean {
  return (read8(ram, ally + Ally.STATUSES) & LEG_LOCK) === 0;
}
