/**
 * Whose turn it is and which enemy acts: C1:8E51, 92C3, 933C, 8E64. Evidence: executed; the tail of
 * a choice without a candidate (C1:9336) is deduced.
 *
 * Kept as it is: a BREAKDOWN enemy may act only while an ordinary enemy is present, and loses its
 * abnormality at every choice; a charging enemy with the most points is chosen and holds up all
 * others; equal points go to the later slot.
 */

import { read16, write16 } from '../../int/uint.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { exitWith, exitWithWord, type Machine, type RoutineResult } from '../memory/machine.js';
import { BREAKDOWN, OBJECT } from '../memory/skill-record.js';
import { DISABLING, END_OF_LIST, PRESENT } from '../memory/state-bits.js';
import { loadRow, releaseAbnormality } from './abnormality.js';

/** Exit of `chooseEnemy` without a candidate. */
export const NO_CANDIDATE = 1;
/** Exits of `enemyTurnToAction`. */
export const GOES_ON_TO_ACT = 1;
export const NOBODY_TO_ACT = 2;

/** High byte of the action points is not 0 and an ally acted since the last enemy action. */
export function isEnemyTurn(machine: Machine): boolean {
  return machine.ram[Cell.ACTION_POINTS + 1] !== 0 && machine.ram[Cell.TURN_FLAG] !== 0;
}

function typeOf(ram: Uint8Array, enemy: number): number {
  return ram[read16(ram, enemy + Enemy.SPECIES) + Species.TYPE] as number;
}

/**
 * C1:933C, looks for a present enemy that is neither OBJECT nor BREAKDOWN.
 * @returns that enemy's block, or where the walk ended
 */
export function findOrdinaryEnemy(machine: Machine): number {
  const ram = machine.ram;
  let enemy = Enemy.FIRST;
  ram[Cell.ORDINARY_ENEMY_PRESENT] = 0;
  for (; enemy !== Enemy.END; enemy += Enemy.STRIDE) {
    const state = ram[enemy + Enemy.STATE] as number;
    if ((state & PRESENT) !== 0) {
      if ((typeOf(ram, enemy) & (BREAKDOWN | OBJECT)) === 0) {
        ram[Cell.ORDINARY_ENEMY_PRESENT] = 0xff;
        break;
      }
    } else if (state === END_OF_LIST) break;
  }
  return enemy;
}

/**
 * C1:92C3, the present enemy with the most order points. @returns word = its block, or where the
 * walk ended with exit `NO_CANDIDATE`, which leaves 03AC as it was
 */
export function chooseEnemy(machine: Machine): RoutineResult {
  const ram = machine.ram;
  findOrdinaryEnemy(machine);
  let best = 0;
  let bestPoints = 0;
  let enemy = Enemy.FIRST;
  for (; enemy !== Enemy.END; enemy += Enemy.STRIDE) {
    const state = ram[enemy + Enemy.STATE] as number;
    if ((state & PRESENT) === 0) {
      if (state === END_OF_LIST) break;
      continue;
    }
    const type = typeOf(ram, enemy);
    if ((type & OBJECT) !== 0) continue;
    if ((type & BREAKDOWN) !== 0) {
      ram[enemy + Enemy.ABNORMALITY] = 0;
      if (ram[Cell.ORDINARY_ENEMY_PRESENT] === 0) continue;
    }
    const points = read16(ram, enemy + Enemy.ORDER_POINTS);
    if (best !== 0) {
      write16(ram, Cell.WORK_0312, points);
      if (points < bestPoints) continue;
    }
    best = enemy;
    bestPoints = points;
    write16(ram, Cell.WORK_0310, points);
    write16(ram, Cell.WORK_0314, enemy);
  }
  if (best === 0) return exitWithWord(NO_CANDIDATE, enemy);
  write16(ram, Cell.ACTING_ENEMY, best);
  return exitWithWord(0, best);
}

/**
 * C1:92C3 with its deduced tail: nobody to choose leaves 03AC = 0. @returns the chosen block or 0
 */
export function chooseEnemyOrNobody(machine: Machine): RoutineResult {
  const chosen = chooseEnemy(machine);
  if (chosen >>> 24 === 0) return chosen;
  write16(machine.ram, Cell.ACTING_ENEMY, 0);
  return 0;
}

/**
 * C1:8E64 up to C1:8E7F: charging or busy ends the step, a disabling status halves the order points
 * and ends it.
 */
export function mayAct(machine: Machine, enemy: number): boolean {
  const ram = machine.ram;
  if (ram[enemy + Enemy.SKILL_STATE] !== 0) return false;
  if (((ram[enemy + Enemy.STATUSES] as number) & DISABLING) === 0) return true;
  const at = enemy + Enemy.ORDER_POINTS;
  write16(ram, at, read16(ram, at) >> 1);
  return false;
}

/**
 * C1:8E51 as far as C1:8E85: turn test, choice, release roll, row load.
 * @returns exit 0 = no enemy action, `GOES_ON_TO_ACT` (word = the enemy), `NOBODY_TO_ACT`
 */
export function enemyTurnToAction(machine: Machine): RoutineResult {
  if (!isEnemyTurn(machine)) return 0;
  const chosen = chooseEnemy(machine);
  if (chosen >>> 24 !== 0) return exitWith(NOBODY_TO_ACT);
  if (!mayAct(machine, chosen)) return 0;
  releaseAbnormality(machine, chosen);
  loadRow(machine, chosen);
  return exitWithWord(GOES_ON_TO_ACT, chosen);
}

/**
 * C1:8E51 with the deduced tail of a choice without a candidate (03AC = 0, end).
 * @returns exit 0 = no enemy action, `GOES_ON_TO_ACT` (word = the enemy)
 */
export function enemyTurn(machine: Machine): RoutineResult {
  const result = enemyTurnToAction(machine);
  if (result >>> 24 !== NOBODY_TO_ACT) return result;
  write16(machine.ram, Cell.ACTING_ENEMY, 0);
  return 0;
}
