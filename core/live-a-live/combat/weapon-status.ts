/**
 * Statuses that a weapon inflicts: C1:DBF5, DC0C. Evidence: executed.
 *
 * Kept as it is: the target's level is the uncorrected one; a running timer is overwritten; the
 * timer wraps, so an own level of 32, 64 or 96 sets the status with a timer of 0.
 */

import { read8, read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { drawBattle } from '../memory/generators.js';
import type { Machine } from '../memory/machine.js';
import { SKILL_COUNTERS_LOW, USES_WEAPON } from '../memory/skill-record.js';
import { TAKEN_OVER } from '../memory/state-bits.js';
import * as Work from '../memory/work-cells.js';
import { keepStatuses } from './kept-statuses.js';
import { activeByte } from './skill-copy.js';

/** Exits. */
export const WEAPON_DONE = 0;
export const NO_ATTACK_POWER = 1;
export const NO_WEAPON_STATUS = 2;
export const USER_TAKEN_OVER = 3;

const WEAPON_STATUSES = Work.VALUE;
const TIME = Work.VALUE + 1;
const TARGET_LEVEL = Work.VALUE + 2;
const TAKEN = Work.VALUE + 3;

/** Whether a draw takes; equality does, a level of 16 or more never. */
export function weaponTakes(draw: number, targetLevel: number): boolean {
  return (draw & 0x0f) >= targetLevel;
}

/** Time of a weapon's status. */
export function weaponTime(ownLevel: number): number {
  return (ownLevel << 3) & 0xff;
}

/** C1:DC0C, on the enemy in 0310; one draw for each status of the weapon. */
export function inflictWeaponStatuses(machine: Machine, ownLevel: number): void {
  const ram = machine.ram;
  const enemy = read16(ram, Work.TARGET);
  const level = read8(ram, enemy + Enemy.LEVEL);
  const time = weaponTime(ownLevel);
  const statuses = read8(ram, WEAPON_STATUSES);
  let taken = 0;
  for (let bit = 0; bit < 8; bit++) {
    if (((statuses >> bit) & 1) === 0 || !weaponTakes(drawBattle(machine, 0xc1dc0c), level)) continue;
    const timer = enemy + Enemy.TIMERS + bit;
    ram[timer] = time;
    machine.script?.timers?.begins(timer);
    taken |= 1 << bit;
  }
  ram[Work.COUNTER] = 0;
  ram[WEAPON_STATUSES] = 0;
  ram[TIME] = time;
  ram[TARGET_LEVEL] = level;
  ram[TAKEN] = taken;
  keepStatuses(ram, enemy, taken);
}

/** C1:DBF5. */
export function applyWeaponStatuses(machine: Machine): number {
  const ram = machine.ram;
  if ((activeByte(ram, SKILL_COUNTERS_LOW) & USES_WEAPON) === 0) return NO_ATTACK_POWER;
  const user = read16(ram, Cell.SKILL_USER);
  const statuses = read8(ram, read16(ram, user + Ally.RECORD) + PartyRecord.WEAPON_STATUSES);
  if (statuses === 0) return NO_WEAPON_STATUS;
  ram[WEAPON_STATUSES] = statuses;
  if (read8(ram, user + Ally.STATE) === TAKEN_OVER) return USER_TAKEN_OVER;
  const level = read8(ram, user + Ally.LEVEL);
  if (level === 0) return NO_WEAPON_STATUS;
  inflictWeaponStatuses(machine, level);
  return WEAPON_DONE;
}
