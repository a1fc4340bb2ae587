/**
 * Walks over the enemy blocks with a question of their own: C1:03FA, E1CB, 1429. Evidence:
 * executed; C1:E1CB is printed for the end alone.
 */

import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { type Machine, packResult, type RoutineResult } from '../memory/machine.js';
import { ENEMY_LIST_DONE } from '../memory/presence.js';
import { END_OF_LIST } from '../memory/state-bits.js';
import { DRIVEN, ENEMY_CHARGING } from '../turn/enemy-actions.js';

/** The enemy that takes 1 damage a hit. */
const MOLE = 0xd0;

/** Exits of `nextDrivenEnemy`. */
export const WALK_DONE = 0;
export const IS_DRIVEN = 1;
export const NOT_DRIVEN = 2;

/**
 * C1:03FA, whether somebody else than D0h is left; those lose their abnormality on the way.
 * @returns FFh or 0
 */
export function othersLeft(machine: Machine): number {
  const ram = machine.ram;
  for (let enemy = Enemy.FIRST; enemy !== Enemy.END; enemy += Enemy.STRIDE) {
    const state = ram[enemy + Enemy.STATE] as number;
    if (state === 0) continue;
    if (state === END_OF_LIST) break;
    if (ram[enemy + Enemy.ID] !== MOLE) return 0xff;
    ram[enemy + Enemy.ABNORMALITY] = 0;
  }
  return 0;
}

/**
 * C1:E1CB, the next block with state bit 20h. @returns word = that block, byte = 80h at the end;
 * the other exits have none
 */
export function nextDrivenEnemy(machine: Machine, enemy: number): RoutineResult {
  const next = (enemy + Enemy.STRIDE) & 0xffff;
  if (next === Enemy.END) return packResult(WALK_DONE, next, ENEMY_LIST_DONE);
  const state = machine.ram[next + Enemy.STATE] as number;
  if ((state & DRIVEN) !== 0) return packResult(IS_DRIVEN, next, state);
  if (state === END_OF_LIST) return packResult(WALK_DONE, next, ENEMY_LIST_DONE);
  return packResult(NOT_DRIVEN, next, state);
}

/** C1:1429, an enemy that was moved or turned (0311 not 0) loses its charge. */
export function cancelChargeIfDisplaced(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  if (ram[Cell.WORK_0310 + 1] === 0 || ram[enemy + Enemy.SKILL_STATE] !== ENEMY_CHARGING) return;
  ram[enemy + Enemy.SKILL_STATE] = 0;
}
