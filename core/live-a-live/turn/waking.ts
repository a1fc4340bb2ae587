/**
 * Being hit or healed wakes: C1:D94A (ally), C1:D9B1 (enemy). Evidence: executed; eight bytes after
 * C1:D9D1 are unpublished.
 */
import { write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Enemy from '../memory/cells/enemy.js';
import { Effect, reportChange } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import { OUT_OF_FIGHT, SLEEP } from '../memory/state-bits.js';

/** Enemy id that takes a single hit of 1 whatever the skill is (Odio Mole). */
export const ALWAYS_ONE_DAMAGE = 0xd0;

/** C1:D94A. */
export function wakeAlly(machine: Machine, ally: number): void {
  const ram = machine.ram;
  const statuses = ram[ally + Ally.STATUSES] as number;
  if (statuses === OUT_OF_FIGHT) return;
  ram[ally + Ally.STATUSES] = statuses & ~SLEEP;
  reportChange(machine, ally, Effect.STATUSES, statuses, statuses & ~SLEEP);
  ram[ally + Ally.TIMER_SLEEP] = 0;
}

/** C1:D9B1. @returns true for the enemy whose single hit becomes 1 (exit C1:D9D1) */
export function wakeEnemy(machine: Machine, enemy: number): boolean {
  const ram = machine.ram;
  const statuses = ram[enemy + Enemy.STATUSES] as number;
  ram[enemy + Enemy.STATUSES] = statuses & ~SLEEP;
  reportChange(machine, enemy, Effect.STATUSES, statuses, statuses & ~SLEEP);
  ram[enemy + Enemy.TIMER_SLEEP] = 0;
  if (ram[enemy + Enemy.ID] !== ALWAYS_ONE_DAMAGE) return false;
  write16(ram, enemy + Enemy.SINGLE_HIT, 1);
  return true;
}
