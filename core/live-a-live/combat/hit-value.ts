/**
 * Value of a hit, computed for a target and kept in its block: C1:D900 (ally), D95D and D978
 * (enemy). Evidence: executed; the six bytes that lead from a recovery to C1:D978 and the eight
 * after C1:D9D1 are unpublished.
 *
 * Kept as it is: any value wakes the target, recoveries as well.
 */
import { read8, read16, write16 } from '../../int/uint.js';
import { recordMastersSkill } from '../growth/seen-skills.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { Effect, reportEffect } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import * as Work from '../memory/work-cells.js';
import { RECOVERY } from '../turn/poison.js';
import { wakeAlly, wakeEnemy } from '../turn/waking.js';
import { addRandomPart, COEFFICIENT, STAT_CHOICE, singleHitDamage } from './single-hit.js';

/** Exits of the enemy routines. */
export const VALUE_STORED = 0;
export const ALWAYS_ONE = 1;
export const RECOVERY_UNPUBLISHED = 2;

/** Whether the active skill recovers. */
function recovers(ram: Uint8Array): boolean {
  return (read8(ram, Cell.ABSORB_FLAG) & RECOVERY) !== 0;
}

/** C1:D900, value on the ally in 0310. */
export function valueOnAlly(machine: Machine): void {
  const ram = machine.ram;
  const ally = read16(ram, Work.TARGET);
  const coefficients = read8(ram, Cell.SKILL_COEFFICIENTS);
  if (recovers(ram)) {
    const coefficient = coefficients & COEFFICIENT;
    write16(ram, Work.VALUE, 4 * coefficient);
    write16(ram, Work.RANDOM_PART, coefficient);
    addRandomPart(machine);
  } else {
    ram[Work.TARGET_LEVEL] = read8(ram, ally + Ally.CORRECTED_LEVEL);
    ram[Work.TARGET_STAT] = read8(ram, ally + Ally.STATS + (coefficients & STAT_CHOICE));
    ram[Work.EVADED_BY_ALLY] = read8(ram, ally + Ally.ATTRIBUTE_MARK);
    singleHitDamage(machine);
  }
  write16(ram, ally + Ally.SINGLE_HIT, read16(ram, Work.VALUE));
  reportEffect(machine, ally, Effect.VALUE, read16(ram, Work.VALUE));
  wakeAlly(machine, ally);
}

function storeOnEnemy(machine: Machine, enemy: number): number {
  const ram = machine.ram;
  write16(ram, enemy + Enemy.SINGLE_HIT, read16(ram, Work.VALUE));
  reportEffect(machine, enemy, Effect.VALUE, read16(ram, Work.VALUE));
  return wakeEnemy(machine, enemy) ? ALWAYS_ONE : VALUE_STORED;
}

/** C1:D95D, damage on the enemy in 0310. The old master's skill is noted for his pupils. */
export function damageToEnemy(machine: Machine): number {
  const ram = machine.ram;
  if (recovers(ram)) return RECOVERY_UNPUBLISHED;
  const enemy = read16(ram, Work.TARGET);
  recordMastersSkill(machine);
  ram[Work.TARGET_LEVEL] = read8(ram, enemy + Enemy.CORRECTED_LEVEL);
  ram[Work.TARGET_STAT] = read8(ram, enemy + Enemy.STATS + (read8(ram, Cell.SKILL_COEFFICIENTS) & STAT_CHOICE));
  ram[Work.EVADED_BY_ENEMY] = read8(ram, enemy + Enemy.ATTRIBUTE_MARK);
  singleHitDamage(machine);
  return storeOnEnemy(machine, enemy);
}

/** C1:D978, recovery of the enemy in 0310. */
export function healEnemy(machine: Machine): number {
  const ram = machine.ram;
  const coefficient = read8(ram, Cell.SKILL_COEFFICIENTS) & COEFFICIENT;
  write16(ram, Work.VALUE, coefficient);
  write16(ram, Work.RANDOM_PART, coefficient >> 2);
  addRandomPart(machine);
  return storeOnEnemy(machine, read16(ram, Work.TARGET));
}
