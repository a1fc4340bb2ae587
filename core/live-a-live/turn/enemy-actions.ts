/**
 * What an enemy's action does to the turn: skill fires (C1:941E), turn to face (C1:E429, E476,
 * E44A), end of a step (C1:E3FD), a decision step that found nothing (C1:8F49). Evidence: executed;
 * two drawing calls inside the turns are unpublished.
 */
import { read16, write16 } from '../../int/uint.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { Action, reportAction } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import { addPoints, enemyMoveCost, enemySkillPoints, subtractAmount } from './action-points.js';
import { AFTER_ALLY_ACTION, CODE_TURN, SKILL_FIRING } from './ally-actions.js';

/** Skill states of an enemy. */
export const ENEMY_EXECUTING = 0x20;
export const ENEMY_CHARGING = 0x40;
/** Bit of the ally action flags: an enemy's turn to face costs nothing. */
export const FREE_TURN = 0x80;
/** Battle state of an enemy that the player drives. */
export const DRIVEN = 0x20;

/** Facing after a turn to the right: 0 -> 40 -> C0 -> 80 -> 0. Only the two high bits count. */
export function facingRight(facing: number): number {
  return FACING_RIGHT[(facing >> 6) & 3] as number;
}

/** Facing after a turn to the left: 0 -> 80 -> C0 -> 40 -> 0. */
export function facingLeft(facing: number): number {
  return FACING_LEFT[(facing >> 6) & 3] as number;
}

const FACING_RIGHT = Uint8Array.of(0x40, 0xc0, 0x00, 0x80);
const FACING_LEFT = Uint8Array.of(0x80, 0x00, 0xc0, 0x40);

/** C1:941E entered with Z clear: the acting enemy's skill fires. */
export function fireEnemySkill(machine: Machine): void {
  const ram = machine.ram;
  ram[Cell.TURN_FLAG] = 0;
  ram[Cell.ALLY_SKILL_FLAG] = 0;
  write16(ram, Cell.ACTION_POINTS, enemySkillPoints(ram[Cell.ACTION_POINTS] as number));
  ram[read16(ram, Cell.ACTING_ENEMY) + Enemy.SKILL_STATE] = ENEMY_EXECUTING;
  ram[Cell.ENEMY_ACTION_FLAGS] = (ram[Cell.ENEMY_ACTION_FLAGS] as number) | SKILL_FIRING;
}

/**
 * C1:941E as entered: with Z set there is nothing to start. @returns exit 0 = fired, 1 = nothing
 */
export function enemySkillStart(machine: Machine, nothing: number): number {
  if (nothing !== 0) return 1;
  fireEnemySkill(machine);
  return 0;
}

/**
 * C1:E44A, stores a facing and books the turn of the acting enemy (C1:E457 loads 03AC). One driven
 * by the player adds its cost instead of subtracting it.
 */
export function faceEnemy(machine: Machine, enemy: number, facing: number): void {
  const ram = machine.ram;
  reportAction(machine, enemy, Action.TURN, (ram[enemy + Enemy.FACING] as number) >> 6, facing >> 6);
  ram[enemy + Enemy.FACING] = facing;
  if (((ram[Cell.ALLY_ACTION_FLAGS] as number) & FREE_TURN) !== 0) return;
  const cost = enemyMoveCost(machine) >> 1;
  if (ram[read16(ram, Cell.ACTING_ENEMY) + Enemy.STATE] === DRIVEN) {
    addPoints(machine, cost);
    ram[Cell.TURN_FLAG] = AFTER_ALLY_ACTION;
    ram[Cell.TIME_CODE] = CODE_TURN;
    return;
  }
  subtractAmount(machine, cost);
  ram[Cell.TURN_FLAG] = 0;
}

/** C1:E429, the acting enemy turns right (clockwise on the screen). */
export function turnEnemyRight(machine: Machine): void {
  const enemy = read16(machine.ram, Cell.ACTING_ENEMY);
  faceEnemy(machine, enemy, facingRight(machine.ram[enemy + Enemy.FACING] as number));
}

/** C1:E476, the acting enemy turns left. */
export function turnEnemyLeft(machine: Machine): void {
  const enemy = read16(machine.ram, Cell.ACTING_ENEMY);
  faceEnemy(machine, enemy, facingLeft(machine.ram[enemy + Enemy.FACING] as number));
}

/** C1:E3FD, end of an enemy's step: control goes back to the allies. @returns the acting enemy */
export function endEnemyStep(machine: Machine): number {
  machine.ram[Cell.TURN_FLAG] = 0;
  return read16(machine.ram, Cell.ACTING_ENEMY);
}

/** C1:8F49, the decision found nothing and goes on to its next step. */
export function nextDecisionStep(machine: Machine): void {
  const ram = machine.ram;
  const enemy = read16(ram, Cell.ACTING_ENEMY);
  ram[enemy + Enemy.SKILL_STATE] = 0;
  ram[enemy + Enemy.AI_STEP] = ((ram[enemy + Enemy.AI_STEP] as number) + 1) & 15;
}
