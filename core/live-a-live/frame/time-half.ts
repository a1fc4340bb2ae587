/**
 * The time and enemy half of a frame (C1:9357 .. 9477): time step, due skills, order points of an
 * ally's non-attack, enemy turn. Evidence: the pieces are executed; their order follows the printed
 * calls, and the stretches C1:9362-939C, 93E1-941D and 943F-9476 are decisions
 * (traces/homebrew/PROGRAM.md, switches.ts).
 */
import { dependOn } from '../../../rom-map/unpublished.js';
import { read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { exitOf, type Machine, reportRoutine, wordOf } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { DISABLING } from '../memory/state-bits.js';
import { IDLE_ACTION_POINTS, IDLE_CHARGE_FRAMES } from '../memory/unpublished-used.js';
import { loadRow, nonAttackIncrease } from '../turn/abnormality.js';
import { addPoints } from '../turn/action-points.js';
import { fireAllySkill, SKILL_FIRING, STEP_RUNNING } from '../turn/ally-actions.js';
import { isCharging } from '../turn/charge.js';
import { ENEMY_CHARGING, fireEnemySkill } from '../turn/enemy-actions.js';
import { enemyTurn, isEnemyTurn } from '../turn/enemy-choice.js';
import { orderPointsAttack, raiseOrderPoints } from '../turn/order-points.js';
import { takeTimeStep } from '../turn/time.js';
import { isListEnd, passTime } from '../turn/time-passes.js';
import type { Program } from './program.js';

/** Action flags of a side that something runs for. */
export const BUSY = STEP_RUNNING | SKILL_FIRING;

/** Whether a step runs or a skill fires: nobody fires or decides until it is over. */
export function isBusy(ram: Uint8Array): boolean {
  return (((ram[Cell.ALLY_ACTION_FLAGS] as number) | (ram[Cell.ENEMY_ACTION_FLAGS] as number)) & BUSY) !== 0;
}

/** First ally whose charged skill is due, or 0. */
export function dueAlly(ram: Uint8Array): number {
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (isCharging(ram, ally) && ram[ally + Ally.CHARGE] === 0 && isAllyPresent(ram, ally)) return ally;
  }
  return 0;
}

/** First enemy whose charged skill is due, or 0. */
export function dueEnemy(ram: Uint8Array): number {
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (ram[enemy + Enemy.SKILL_STATE] !== ENEMY_CHARGING || ram[enemy + Enemy.CHARGE] !== 0) continue;
    if (isEnemyPresent(ram, enemy) && ((ram[enemy + Enemy.STATUSES] as number) & DISABLING) === 0) return enemy;
  }
  return 0;
}

/**
 * Order points of every present enemy after an ally's non-attack or on an idle frame, ascending.
 */
export function raiseAllOrderPoints(machine: Machine): void {
  const ram = machine.ram;
  let last = 0;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy)) continue;
    reportRoutine(machine, 0xc11c02, enemy);
    raiseOrderPoints(machine, enemy, nonAttackIncrease(machine, enemy));
    last = enemy;
  }
  // each enemy's row is loaded; the next one's takes its place
  if (last !== 0) loadRow(machine, last);
}

function fireAlly(machine: Machine, program: Program, ally: number): void {
  reportRoutine(machine, 0xc193c5, ally);
  fireAllySkill(machine, ally);
  program.useAllySkill(machine, ally);
}

function fireEnemy(machine: Machine, program: Program, enemy: number): void {
  const ram = machine.ram;
  const acting = read16(ram, Cell.ACTING_ENEMY);
  reportRoutine(machine, 0xc1941e, enemy);
  write16(ram, Cell.ACTING_ENEMY, enemy);
  fireEnemySkill(machine);
  loadRow(machine, enemy);
  orderPointsAttack(machine, enemy);
  ram[enemy + Enemy.AI_STEP] = 0;
  program.useEnemySkill(machine, enemy);
  write16(ram, Cell.ACTING_ENEMY, acting);
}

/** What the half came to before anybody decides, in place of the block of the enemy that does. */
const NOBODY_DECIDES = 0;
const NOBODY_DID_ANYTHING = -1;

/**
 * Runs the half as far as no button has a part in it.
 * @returns block of the enemy that decides, `NOBODY_DECIDES`, or `NOBODY_DID_ANYTHING` in the
 *   enemies' turn
 */
export function beginTimeHalf(machine: Machine, program: Program): number {
  const { ram, settings } = machine;
  reportRoutine(machine, 0xc19357, 0);
  if (takeTimeStep(machine)) {
    reportRoutine(machine, 0xc17a54, 0);
    addPoints(machine, settings.idleActionPoints);
    dependOn(machine.unpublished, IDLE_ACTION_POINTS);
  }
  let ally = dueAlly(ram);
  let enemy = dueEnemy(ram);
  if (ram[Cell.TIME_STEP] !== 0) passTime(machine);
  if (machine.unpublished !== undefined && (ally !== dueAlly(ram) || enemy !== dueEnemy(ram))) {
    dependOn(machine.unpublished, IDLE_CHARGE_FRAMES);
  }
  if (settings.countdownFirst) {
    ally = dueAlly(ram);
    enemy = dueEnemy(ram);
  }
  if (ram[Cell.TIME_CODE] !== 0) {
    raiseAllOrderPoints(machine);
    ram[Cell.TIME_CODE] = 0;
  }
  if (isBusy(ram)) return NOBODY_DECIDES;
  if (ally !== 0) fireAlly(machine, program, ally);
  else if (enemy !== 0) fireEnemy(machine, program, enemy);
  if (ally !== 0 || enemy !== 0) return NOBODY_DECIDES;
  if (!isEnemyTurn(machine)) return NOBODY_DECIDES;
  reportRoutine(machine, 0xc18e51, 0);
  const turn = enemyTurn(machine);
  return exitOf(turn) === 0 ? NOBODY_DID_ANYTHING : wordOf(turn);
}

/**
 * Runs the rest of the half.
 * @param begun what `beginTimeHalf` returned
 * @param pad accepted pad word
 * @returns true when it is the enemies' turn and nobody did anything: the player may go on before
 *   it is over
 */
export function endTimeHalf(machine: Machine, program: Program, begun: number, pad: number): boolean {
  if (begun <= NOBODY_DECIDES) return begun === NOBODY_DID_ANYTHING;
  return !program.decideForEnemy(machine, begun, pad);
}

/** Runs the half; see `endTimeHalf`. */
export function runTimeHalf(machine: Machine, program: Program, pad: number): boolean {
  return endTimeHalf(machine, program, beginTimeHalf(machine, program), pad);
}
