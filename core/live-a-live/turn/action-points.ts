/**
 * Action points (03AE): one 16-bit counter for everybody. Routines C1:2800-2841. Evidence:
 * executed.
 *
 * Kept as it is: an ally's addition wraps silently past 65535; an enemy's subtraction that borrows
 * leaves 16, one that ends at exactly 0 leaves 0.
 */
import { read16, write16 } from '../../int/uint.js';
import * as AbnormalityRow from '../memory/cells/abnormality-row.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import type { Machine } from '../memory/machine.js';

/** Speed above this counts as this. */
export const SPEED_CAP = 226;
/** What a subtraction that borrows leaves. */
export const FLOOR_ON_BORROW = 16;
/** Added twice when an ally skill or item starts. */
export const HALF_SKILL_GAIN = 255;
/** Added on an idle frame. */
export const IDLE_GAIN = 10;

/** Cost of a one-cell step, 8..64. @param speed current speed, 0..255 */
export function moveCost(speed: number): number {
  return 64 - (Math.min(speed, SPEED_CAP) >> 2);
}

/** Cost of a turn, 4..32: half of the step's cost, truncated again. */
export function turnCost(speed: number): number {
  return moveCost(speed) >> 1;
}

/** What an enemy skill leaves of the action points, 16..127. */
export function enemySkillPoints(actionPoints: number): number {
  return (actionPoints & 0x6f) | 0x10;
}

/** Action points after an enemy's move or turn. */
export function subtractPoints(actionPoints: number, cost: number): number {
  const left = actionPoints - cost;
  return left < 0 ? FLOOR_ON_BORROW : left;
}

/** C1:2800, step cost of the acting enemy. @returns cost; X = acting enemy block stays in 03AC */
export function enemyMoveCost(machine: Machine): number {
  return moveCost(machine.ram[read16(machine.ram, Cell.ACTING_ENEMY) + Enemy.SPEED] as number);
}

/** C1:2808, step cost of an ally. */
export function allyMoveCost(machine: Machine, ally: number): number {
  return moveCost(machine.ram[ally + Ally.SPEED] as number);
}

/** C1:2828, adds a byte. @param amount only its low byte counts */
export function addPoints(machine: Machine, amount: number): void {
  const ram = machine.ram;
  write16(ram, Cell.ACTION_POINTS, read16(ram, Cell.ACTION_POINTS) + (amount & 0xff));
}

/** C1:2826, adds 255. @returns the new action points */
export function addPoints255(machine: Machine): number {
  addPoints(machine, HALF_SKILL_GAIN);
  return read16(machine.ram, Cell.ACTION_POINTS);
}

/** C1:281B, an ally turns. */
export function addAllyTurn(machine: Machine, ally: number): void {
  addPoints(machine, turnCost(machine.ram[ally + Ally.SPEED] as number));
}

/** C1:2821, an ally steps, passes or steps in place. */
export function addAllyMove(machine: Machine, ally: number): void {
  addPoints(machine, allyMoveCost(machine, ally));
}

/**
 * C1:2841, subtracts a byte. The amount is left in the row's first two bytes. @param amount only
 * its low byte counts
 */
export function subtractAmount(machine: Machine, amount: number): void {
  const ram = machine.ram;
  write16(ram, AbnormalityRow.DISABLED, amount & 0xff);
  write16(ram, Cell.ACTION_POINTS, subtractPoints(read16(ram, Cell.ACTION_POINTS), amount & 0xff));
}

/** C1:2834, the acting enemy turns. */
export function subtractEnemyTurn(machine: Machine): void {
  subtractAmount(machine, enemyMoveCost(machine) >> 1);
}

/** C1:283A, the acting enemy steps. */
export function subtractEnemyMove(machine: Machine): void {
  subtractAmount(machine, enemyMoveCost(machine));
}
