/**
 * What passes with time: C1:20F2, whose body is not published. Evidence: decision for the order and for the countdown of charges and
 * timers; the restorations it calls are executed routines.
 */
import { dependOn } from '../../rom-map/unpublished.js';
import { ALLY_CHARGING } from './ally-actions.js';
import {
  ALLY_CHARGE,
  ALLY_SKILL_STATE,
  ALLY_STATUSES,
  ALLY_STRIDE,
  ALLY_TIMERS,
  END_OF_LIST,
  ENEMIES_END,
  ENEMY_CHARGE,
  ENEMY_SKILL_STATE,
  ENEMY_STATE,
  ENEMY_STATUSES,
  ENEMY_STRIDE,
  ENEMY_TIMERS,
  FIRST_ALLY,
  FIRST_ENEMY,
  LAST_ALLY,
  OUT_OF_FIGHT,
  TIME_STEP,
} from './cells.js';
import { ENEMY_CHARGING } from './enemy-actions.js';
import { type Machine, reportRoutine } from './machine.js';
import { isAllyPresent, isEnemyPresent } from './presence.js';
import { restoreAllyLevel, restoreAllyStats, restoreEnemyLevel, restoreEnemyStats } from './time.js';
import { STATUS_TIMERS } from './unpublished.js';

/** Address after the last slot an enemy of the frame program can have: fifteen enemies. */
export const FRAME_ENEMIES_END = ENEMIES_END - ENEMY_STRIDE;

/** The list of enemies ends here. */
export function isListEnd(ram: Uint8Array, enemy: number): boolean {
  return enemy === FRAME_ENEMIES_END || ram[enemy + ENEMY_STATE] === END_OF_LIST;
}

function countDown(value: number, step: number): number {
  return value > step ? value - step : 0;
}

/** Counts a status timer down; when it reaches 0 its status bit is cleared. */
function countTimer(ram: Uint8Array, timer: number, statuses: number, bit: number, step: number): void {
  const time = ram[timer] as number;
  if (time === 0) return;
  const left = countDown(time, step);
  ram[timer] = left;
  if (left === 0) ram[statuses] = (ram[statuses] as number) & ~bit;
}

/** Counts eight status timers down. Written out: this runs for every unit in almost every frame. */
function countTimers(ram: Uint8Array, timers: number, statuses: number, step: number): void {
  countTimer(ram, timers, statuses, 0x01, step);
  countTimer(ram, timers + 1, statuses, 0x02, step);
  countTimer(ram, timers + 2, statuses, 0x04, step);
  countTimer(ram, timers + 3, statuses, 0x08, step);
  countTimer(ram, timers + 4, statuses, 0x10, step);
  countTimer(ram, timers + 5, statuses, 0x20, step);
  countTimer(ram, timers + 6, statuses, 0x40, step);
  countTimer(ram, timers + 7, statuses, 0x80, step);
}

function restoreAll(machine: Machine): void {
  const ram = machine.ram;
  for (let enemy = FIRST_ENEMY; !isListEnd(ram, enemy); enemy += ENEMY_STRIDE) {
    if (!isEnemyPresent(ram, enemy)) continue;
    restoreEnemyLevel(machine, enemy);
    restoreEnemyStats(machine, enemy);
  }
  for (let ally = FIRST_ALLY; ally <= LAST_ALLY; ally += ALLY_STRIDE) {
    if (!isAllyPresent(ram, ally)) continue;
    restoreAllyLevel(machine, ally);
    restoreAllyStats(machine, ally);
  }
}

function countCharges(ram: Uint8Array, step: number): void {
  for (let ally = FIRST_ALLY; ally <= LAST_ALLY; ally += ALLY_STRIDE) {
    if (ram[ally + ALLY_SKILL_STATE] !== ALLY_CHARGING || !isAllyPresent(ram, ally)) continue;
    ram[ally + ALLY_CHARGE] = countDown(ram[ally + ALLY_CHARGE] as number, step);
  }
  for (let enemy = FIRST_ENEMY; !isListEnd(ram, enemy); enemy += ENEMY_STRIDE) {
    if (ram[enemy + ENEMY_SKILL_STATE] !== ENEMY_CHARGING || !isEnemyPresent(ram, enemy)) continue;
    ram[enemy + ENEMY_CHARGE] = countDown(ram[enemy + ENEMY_CHARGE] as number, step);
  }
}

/** Any of eight status timers runs. */
function runs(ram: Uint8Array, timers: number): boolean {
  for (let index = 0; index < 8; index++) if (ram[timers + index] !== 0) return true;
  return false;
}

/** Notes that a status timer runs, whether it is counted or not. */
function noteTimers(ram: Uint8Array, flags: Uint8Array): void {
  for (let enemy = FIRST_ENEMY; !isListEnd(ram, enemy); enemy += ENEMY_STRIDE) {
    if (isEnemyPresent(ram, enemy) && runs(ram, enemy + ENEMY_TIMERS)) dependOn(flags, STATUS_TIMERS);
  }
  for (let ally = FIRST_ALLY; ally <= LAST_ALLY; ally += ALLY_STRIDE) {
    if (isAllyPresent(ram, ally) && runs(ram, ally + ALLY_TIMERS)) dependOn(flags, STATUS_TIMERS);
  }
}

function countStatuses(ram: Uint8Array, step: number): void {
  for (let enemy = FIRST_ENEMY; !isListEnd(ram, enemy); enemy += ENEMY_STRIDE) {
    if (isEnemyPresent(ram, enemy)) countTimers(ram, enemy + ENEMY_TIMERS, enemy + ENEMY_STATUSES, step);
  }
  for (let ally = FIRST_ALLY; ally <= LAST_ALLY; ally += ALLY_STRIDE) {
    if (!isAllyPresent(ram, ally) || ram[ally + ALLY_STATUSES] === OUT_OF_FIGHT) continue;
    countTimers(ram, ally + ALLY_TIMERS, ally + ALLY_STATUSES, step);
  }
}

/** C1:20F2: stats and levels of all, then charges, then status timers, by the time step 036D. */
export function passTime(machine: Machine): void {
  reportRoutine(machine, 0xc120f2, 0);
  const step = machine.ram[TIME_STEP] as number;
  restoreAll(machine);
  countCharges(machine.ram, step);
  if (machine.unpublished !== undefined) noteTimers(machine.ram, machine.unpublished);
  if (machine.settings.timersCountDown) countStatuses(machine.ram, step);
}
