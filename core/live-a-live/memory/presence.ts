/**
 * Walking the blocks: C1:9F5A (allies), C1:E1A9 (enemies). Evidence: executed; what C1:9F5A leaves
 * in A for an absent ally is three unpublished bytes, so only the exit is modelled.
 */
import { RuleError } from '../../int/rule-error.js';
import * as Ally from './cells/ally.js';
import * as Enemy from './cells/enemy.js';
import { exitWithWord, type Machine, packResult, type RoutineResult } from './machine.js';
import { END_OF_LIST, PRESENT } from './state-bits.js';

/** Exit of `nextAlly` for an empty or departed ally. */
export const ALLY_ABSENT = 1;
/** Byte results of `nextEnemy`. */
export const ENEMY_PRESENT = 0x7f;
export const ENEMY_LIST_DONE = 0x80;
export const ENEMY_ABSENT = 0x00;

/** Id is not FFh and the battle state has bit 40h. */
export function isAllyPresent(ram: Uint8Array, ally: number): boolean {
  return ram[ally + Ally.ID] !== 0xff && ((ram[ally + Ally.STATE] as number) & PRESENT) !== 0;
}

/** The battle state has bit 40h; C0h counts as present. */
export function isEnemyPresent(ram: Uint8Array, enemy: number): boolean {
  return ((ram[enemy + Enemy.STATE] as number) & PRESENT) !== 0;
}

/**
 * C1:9F5A, the next ally block. @returns word = that block, exit `ALLY_ABSENT` when nobody is there
 */
export function nextAlly(machine: Machine, ally: number): RoutineResult {
  const next = (ally + Ally.STRIDE) & 0xffff;
  return exitWithWord(isAllyPresent(machine.ram, next) ? 0 : ALLY_ABSENT, next);
}

/**
 * C1:E1A9, the next enemy block. @returns word = that block, byte = present, list done or absent
 */
export function nextEnemy(machine: Machine, enemy: number): RoutineResult {
  const next = (enemy + Enemy.STRIDE) & 0xffff;
  if (next === Enemy.END) return packResult(0, next, ENEMY_LIST_DONE);
  const state = machine.ram[next + Enemy.STATE] as number;
  if ((state & PRESENT) !== 0) return packResult(0, next, ENEMY_PRESENT);
  return packResult(0, next, state === END_OF_LIST ? ENEMY_LIST_DONE : ENEMY_ABSENT);
}

/** Blocks after which a walk over the enemies has come round the bank of memory. */
export const WALK_BLOCKS = 0x1_0000;

/**
 * Neither an end of the list nor its last block was met: the original walks on for ever. No battle
 * does this; a call from another block does. @param before block that the walk began behind
 */
export function walkWithoutEnd(before: number): RuleError {
  const start = before.toString(16).toUpperCase();
  return new RuleError('E_NO_END', `the walk over the enemies behind ${start}h comes to no end of their list`);
}
