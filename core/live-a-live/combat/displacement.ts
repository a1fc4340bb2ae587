/**
 * What a skill does to an enemy's stand and facing: the roll (C1:CBE3), turns (C1:CED4, CF0A), the
 * copy of the present cell (C1:D025). Evidence: executed.
 *
 * Kept as it is: the two draws are made for every skill and decide all three displacements
 * together; a charge is broken only when the skill state is exactly 40h.
 */

import { read8, read16, write16 } from '../../int/uint.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { drawBattle } from '../memory/generators.js';
import { Effect, reportEffect } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import { SKILL_DISPLACEMENT } from '../memory/skill-record.js';
import * as Work from '../memory/work-cells.js';
import { isObject } from '../turn/object.js';
import { ALWAYS_ONE_DAMAGE } from '../turn/waking.js';
import { activeByte } from './skill-copy.js';

/** Exits of `rollDisplacement`. */
export const NOT_HIT = 0;
export const DISPLACEMENT_ROLLED = 1;

/** Displacements in record byte 11. */
const DISPLACEMENTS = 0x07;
/**
 * Id of the second enemy that is never displaced; the first is the one that always takes 1 (Odio
 * Mole).
 */
const PURE_ODIO = 0xd1;
const CHARGING = 0x40;

/** Facings. */
const LOWER_RIGHT = 0x00;
const LOWER_LEFT = 0x40;
const UPPER_RIGHT = 0x80;
const UPPER_LEFT = 0xc0;

/** Displacements that succeed: each with 3/4. */
export function displaced(first: number, second: number, skillByte: number): number {
  return (first | second) & skillByte & DISPLACEMENTS;
}

/** Facing after a quarter turn; low bits set lead to the upper right, as in the original. */
export function quarterTurn(facing: number): number {
  if ((facing & UPPER_LEFT) === LOWER_RIGHT) return LOWER_LEFT;
  if (facing === LOWER_LEFT) return UPPER_LEFT;
  return facing === UPPER_RIGHT ? LOWER_RIGHT : UPPER_RIGHT;
}

/** C1:CBE3, for the enemy in 0360; success goes to 0311. */
export function rollDisplacement(machine: Machine): number {
  const ram = machine.ram;
  const enemy = read16(ram, Cell.SUBJECT);
  write16(ram, enemy + Enemy.BONUS, 0);
  const first = drawBattle(machine, 0xc1cbe3);
  const success = displaced(first, drawBattle(machine, 0xc1cbe3), activeByte(ram, SKILL_DISPLACEMENT));
  ram[Work.DISPLACED] = success;
  const hits = read8(ram, enemy + Enemy.HITS_LANDED);
  if (hits === 0) return NOT_HIT;
  ram[Work.HITS] = hits & 0x7f;
  write16(ram, Cell.ACTING_ENEMY, enemy);
  const id = read8(ram, enemy + Enemy.ID);
  if (isObject(ram, enemy) || id === ALWAYS_ONE_DAMAGE || id === PURE_ODIO) ram[Work.DISPLACED] = 0;
  else if (success !== 0 && read8(ram, enemy + Enemy.SKILL_STATE) === CHARGING) {
    ram[enemy + Enemy.SKILL_STATE] = 0;
    reportEffect(machine, enemy, Effect.CHARGE_LOST, read8(ram, enemy + Enemy.CHOSEN_SKILL));
  }
  reportEffect(machine, enemy, Effect.DISPLACED, read8(ram, Work.DISPLACED));
  return DISPLACEMENT_ROLLED;
}

/** C1:CED4. */
export function turnQuarter(machine: Machine, enemy: number): void {
  machine.ram[enemy + Enemy.FACING] = quarterTurn(read8(machine.ram, enemy + Enemy.FACING));
}

/** C1:CF0A. */
export function turnHalf(machine: Machine, enemy: number): void {
  machine.ram[enemy + Enemy.FACING] = read8(machine.ram, enemy + Enemy.FACING) ^ UPPER_LEFT;
}

/** C1:D025, the present cell becomes the wanted one. */
export function wantPresentCell(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  ram[enemy + Enemy.WANTED_X] = read8(ram, enemy + Enemy.CELL_X);
  ram[enemy + Enemy.WANTED_Y] = read8(ram, enemy + Enemy.CELL_Y);
}
