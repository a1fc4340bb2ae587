/**
 * What passes with time: C1:20F2, whose body is not published. Evidence: decision for the order and
 * for the countdown of charges and timers; the restorations it calls are executed routines.
 */
import { dependOn } from '../../../rom-map/unpublished.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { Effect, reportChange } from '../memory/happenings.js';
import { type Machine, reportRoutine, type StatusTimers } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { END_OF_LIST, OUT_OF_FIGHT } from '../memory/state-bits.js';
import { STATUS_TIMERS } from '../memory/unpublished-used.js';
import { ALLY_CHARGING } from './ally-actions.js';
import { ENEMY_CHARGING } from './enemy-actions.js';
import { doLevelsMove, restoreAllyLevel, restoreAllyStatsBy, restoreEnemyLevel, restoreEnemyStatsBy } from './time.js';

/** Address after the last slot an enemy of the frame program can have: fifteen enemies. */
export const FRAME_ENEMIES_END = Enemy.END - Enemy.STRIDE;

/** The list of enemies ends here. */
export function isListEnd(ram: Uint8Array, enemy: number): boolean {
  return enemy === FRAME_ENEMIES_END || ram[enemy + Enemy.STATE] === END_OF_LIST;
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

/** Any of eight status timers runs. */
function runs(ram: Uint8Array, timers: number): boolean {
  for (let index = 0; index < 8; index++) if (ram[timers + index] !== 0) return true;
  return false;
}

/** Notes that a status timer runs, whether it is counted or not. */
function noteTimers(ram: Uint8Array, flags: Uint8Array): void {
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy) && runs(ram, enemy + Enemy.TIMERS)) dependOn(flags, STATUS_TIMERS);
  }
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (isAllyPresent(ram, ally) && runs(ram, ally + Ally.TIMERS)) dependOn(flags, STATUS_TIMERS);
  }
}

/** Tells who decides the draws of a timer that this step takes to 0. */
function tellEnds(ram: Uint8Array, timers: number, step: number, keeper: StatusTimers): void {
  for (let at = timers; at < timers + 8; at++) {
    const time = ram[at] as number;
    if (time !== 0 && time <= step) keeper.ends(at, step);
  }
}

/** Counts down the timers of a unit when one of them runs. @param unit its block */
function countStatuses(machine: Machine, unit: number, timers: number, statuses: number, step: number): void {
  const { ram, words } = machine;
  if ((words[timers >> 2] as number) === 0 && (words[(timers >> 2) + 1] as number) === 0) return;
  const before = ram[statuses] as number;
  const keeper = machine.script?.timers;
  if (keeper !== undefined) tellEnds(ram, timers, step, keeper);
  countTimers(ram, timers, statuses, step);
  reportChange(machine, unit, Effect.STATUSES, before, ram[statuses] as number);
}

function passForEnemy(machine: Machine, enemy: number, step: number): void {
  const ram = machine.ram;
  if (ram[enemy + Enemy.SKILL_STATE] === ENEMY_CHARGING) {
    ram[enemy + Enemy.CHARGE] = countDown(ram[enemy + Enemy.CHARGE] as number, step);
  }
  if (machine.settings.timersCountDown)
    countStatuses(machine, enemy, enemy + Enemy.TIMERS, enemy + Enemy.STATUSES, step);
}

function passForAlly(machine: Machine, ally: number, step: number): void {
  const ram = machine.ram;
  if (ram[ally + Ally.SKILL_STATE] === ALLY_CHARGING) {
    ram[ally + Ally.CHARGE] = countDown(ram[ally + Ally.CHARGE] as number, step);
  }
  if (!machine.settings.timersCountDown || ram[ally + Ally.STATUSES] === OUT_OF_FIGHT) return;
  countStatuses(machine, ally, ally + Ally.TIMERS, ally + Ally.STATUSES, step);
}

/**
 * Time passes for every unit: stats, charge, status timers, and levels when they move. No unit has
 * a part in another's.
 * @param step units of time, 0..255; the time step 036D where levels move
 */
export function passUnits(machine: Machine, step: number, levelsMove: boolean): void {
  const ram = machine.ram;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy)) continue;
    if (levelsMove) restoreEnemyLevel(machine, enemy);
    restoreEnemyStatsBy(machine, enemy, step);
    passForEnemy(machine, enemy, step);
  }
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (!isAllyPresent(ram, ally)) continue;
    if (levelsMove) restoreAllyLevel(machine, ally);
    restoreAllyStatsBy(machine, ally, step);
    passForAlly(machine, ally, step);
  }
}

/** C1:20F2: stats and levels, charges, then status timers, by the time step 036D. */
export function passTime(machine: Machine): void {
  reportRoutine(machine, 0xc120f2, 0);
  const ram = machine.ram;
  if (machine.unpublished !== undefined) noteTimers(ram, machine.unpublished);
  passUnits(machine, ram[Cell.TIME_STEP] as number, doLevelsMove(ram));
}
