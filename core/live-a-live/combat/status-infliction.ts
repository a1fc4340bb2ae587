/**
 * Statuses that a skill inflicts on an enemy: C1:DC66, DB38, DB64, BD6C. Evidence: executed; three
 * of the four defence stats are read by deduced bytes; the stats of an enemy user (C1:DC9A) are
 * unpublished.
 *
 * Kept as it is: the target's level is the uncorrected one; a timer is set even when the target is
 * immune, after which that status is refused without a draw until the timer has run out.
 */
import { divideQuotient, multiplyHigh8 } from '../../int/hardware.js';
import { read8, read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { drawBattle } from '../memory/generators.js';
import { Effect, reportChange, reportEffect } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import { SKILL_STATUS_FORMULA, SKILL_STATUSES } from '../memory/skill-record.js';
import * as Work from '../memory/work-cells.js';
import { keepStatuses } from './kept-statuses.js';
import { activeByte } from './skill-copy.js';
import { applyWeaponStatuses, WEAPON_DONE } from './weapon-status.js';

/** Exit of `takeStatusSkill`. */
export const ENEMY_USER = 1;
/** Exit of `inflictStatuses`, after those of the weapon (C1:DB34). */
export const AFTER_WEAPON = 4;

/** Shortest time that takes, and the longest. */
const SHORTEST = 17;
const LONGEST = 0xff;

/** Quotient of stat and level that is added to a time: its low byte, 255 for level 0. */
export function timeBonus(userStat: number, level: number): number {
  return divideQuotient(userStat, level) & 0xff;
}

/**
 * What the user's stat with a draw's share is ahead of the defence by; 0 and less does not take.
 */
export function statusLead(draw: number, userStat: number, defence: number): number {
  return ((userStat + multiplyHigh8(draw, userStat)) >> 1) - defence;
}

/**
 * Time of a status, 0 = it does not take.
 * @param lead 1 and more
 * @param coefficient 0..15
 */
export function statusTime(lead: number, coefficient: number, bonus: number): number {
  const time = Math.min(((lead * coefficient) >> 3) + bonus, LONGEST);
  return time < SHORTEST ? 0 : time;
}

/**
 * Time of the status that a draw gives, 0 = it does not take: the larger the draw, the longer.
 * @param coefficient 0..15 @param bonus of `timeBonus`
 */
export function drawnTime(draw: number, userStat: number, defence: number, coefficient: number, bonus: number): number {
  const lead = statusLead(draw, userStat, defence);
  return lead <= 0 ? 0 : statusTime(lead, coefficient, bonus);
}

/** C1:DC66, statuses, formula and the user's stat to 0312, 0314, 0315. */
export function takeStatusSkill(machine: Machine): number {
  const ram = machine.ram;
  const formula = activeByte(ram, SKILL_STATUS_FORMULA);
  ram[Work.BITS_LEFT] = activeByte(ram, SKILL_STATUSES);
  ram[Work.STATUS_FORMULA] = formula;
  const user = read16(ram, Cell.SKILL_USER);
  if (user < Ally.FIRST) return ENEMY_USER;
  ram[Work.USER_STAT] = read8(ram, user + Ally.STATS + (formula >> 6));
  return 0;
}

/**
 * C1:DB64, from the defence stat on; the enemy is the one in 0310. One draw for each status whose
 * timer is not running.
 */
export function inflictAgainst(machine: Machine, enemy: number, defence: number): void {
  const ram = machine.ram;
  const statuses = read8(ram, Work.BITS_LEFT);
  const userStat = read8(ram, Work.USER_STAT);
  const coefficient = read8(ram, Work.STATUS_FORMULA) & 0x0f;
  const bonus = timeBonus(userStat, read8(ram, enemy + Enemy.LEVEL));
  ram[Work.DEFENCE_STAT] = defence;
  ram[Work.VALUE] = bonus;
  let taken = 0;
  for (let bit = 0; bit < 8; bit++) {
    const timer = enemy + Enemy.TIMERS + bit;
    if (((statuses >> bit) & 1) === 0 || read8(ram, timer) !== 0) continue;
    const lead = statusLead(drawBattle(machine, 0xc1db64), userStat, defence);
    if (lead > 0) ram[Work.LEAD] = lead;
    const time = lead <= 0 ? 0 : statusTime(lead, coefficient, bonus);
    reportEffect(machine, enemy, Effect.STATUS_DRAWN, bit, time);
    if (time === 0) continue;
    ram[timer] = time;
    machine.script?.timers?.begins(timer);
    taken |= 1 << bit;
  }
  ram[Work.COUNTER] = 0;
  ram[Work.BITS_LEFT] = 0;
  ram[Work.STATUSES_TAKEN] = taken;
  keepStatuses(ram, enemy, taken);
}

/**
 * C1:DB38, on the enemy in 0310. For a skill without statuses C1:DBF5 runs first, then four
 * unpublished bytes.
 * @returns 0 = done, an exit of `applyWeaponStatuses`, or `AFTER_WEAPON`
 */
export function inflictStatuses(machine: Machine): number {
  const ram = machine.ram;
  if (read8(ram, Work.BITS_LEFT) === 0) {
    const weapon = applyWeaponStatuses(machine);
    return weapon === WEAPON_DONE ? AFTER_WEAPON : weapon;
  }
  const enemy = read16(ram, Work.TARGET);
  const stat = (read8(ram, Work.STATUS_FORMULA) >> 4) & 3;
  inflictAgainst(machine, enemy, read8(ram, enemy + Enemy.STATS + stat));
  return 0;
}

/** C1:BD6C, the enemy that was hit takes its pending statuses; 030F counts those that do. */
export function applyStatuses(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const pending = read8(ram, enemy + Enemy.PENDING_STATUSES);
  if (read8(ram, enemy + Enemy.HITS_LANDED) === 0 || pending === 0) return;
  const statuses = read8(ram, enemy + Enemy.STATUSES);
  ram[enemy + Enemy.STATUSES] = statuses | pending;
  reportChange(machine, enemy, Effect.STATUSES, statuses, statuses | pending);
  ram[Cell.WORK_030F] = read8(ram, Cell.WORK_030F) + 1;
}
