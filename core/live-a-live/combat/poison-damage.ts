/**
 * Poison with its effect on HP: C1:1DD0 and 1DE3 (ally), C1:1E4C and 1E5E (enemy). Evidence:
 * executed; the tests that lead here are in `poison.ts`.
 */
import { read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import type { Machine } from '../memory/machine.js';
import { POISON_SET, poisonAlly, poisonDamage, poisonEnemy, setAllyDamage, setEnemyDamage } from '../turn/poison.js';
import { applyToEnemy, damageAlly, totalOnEnemy } from './totals.js';

/** C1:1DE3, a poisoned ally loses HP. */
export function poisonAllyHp(machine: Machine, ally: number): number {
  const ram = machine.ram;
  write16(ram, Cell.WORK_0310, poisonDamage(read16(ram, read16(ram, ally + Ally.RECORD) + PartyRecord.HP)));
  setAllyDamage(machine, ally);
  return damageAlly(machine, ally);
}

/**
 * C1:1DD0, the same after the tests of presence and poison.
 * @param absent 1: no ally there
 * @returns true when HP were lost
 */
export function poisonAllyIfPresent(machine: Machine, ally: number, absent: number): boolean {
  if (!poisonAlly(machine, ally, absent)) return false;
  damageAlly(machine, ally);
  return true;
}

/** C1:1E5E up to the total, for an enemy that is known to be poisoned. */
export function poisonEnemyTotal(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  write16(ram, Cell.WORK_0310, poisonDamage(read16(ram, enemy + Enemy.HP)));
  setEnemyDamage(machine, enemy);
  totalOnEnemy(machine, enemy);
}

/** C1:1E4C with its effect on HP. @returns what `poisonEnemy` answers */
export function poisonEnemyHp(machine: Machine, enemy: number, end: number, absent: number): number {
  const result = poisonEnemy(machine, enemy, end, absent);
  if (result === POISON_SET) applyToEnemy(machine, enemy);
  return result;
}
