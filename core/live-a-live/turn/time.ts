/**
 * Time: its step per frame (C1:9357 with C1:7A42) and per skill (C1:7F1C), and what drifts back to
 * normal with it (C1:20CD, levels C1:2111 and 21C1, stats C1:2133 and 21E1). Evidence: executed.
 */
import { read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import type { Machine } from '../memory/machine.js';
import { CODE_IDLE } from './ally-actions.js';

/** Units of time of a skill. */
export const SKILL_STEP = 16;
/** Player state: nobody can act. */
export const NOBODY_CAN_ACT = 0x80;

/** A value moved towards another by at most `step`, never past it. All 0..255. */
export function restored(current: number, normal: number, step: number): number {
  if (current < normal) {
    const raised = current + step;
    return Math.min(raised, normal);
  }
  const lowered = current - step;
  return Math.max(lowered, normal);
}

/**
 * C1:7A42, an idle frame: only without a time code and when nobody can act. @returns true when this
 * frame is one
 */
export function beginIdleFrame(machine: Machine): boolean {
  const ram = machine.ram;
  if (ram[Cell.TIME_CODE] !== 0 || ram[Cell.PLAYER_STATE] !== NOBODY_CAN_ACT) return false;
  ram[Cell.TIME_CODE] = CODE_IDLE;
  ram[Cell.TIME_STEP] = 1;
  return true;
}

/** C1:9357, time step of this frame from the last action's code. @returns true on an idle frame */
export function takeTimeStep(machine: Machine): boolean {
  const ram = machine.ram;
  ram[Cell.TIME_STEP] = (ram[Cell.TIME_CODE] as number) >> 4;
  return beginIdleFrame(machine);
}

/** C1:7F1C, time step of a skill. @returns true when time passes */
export function takeSkillTimeStep(machine: Machine): boolean {
  if (machine.ram[Cell.NO_TIME_PASSES] !== 0) return false;
  machine.ram[Cell.TIME_STEP] = SKILL_STEP;
  return true;
}

/** Levels move only when the time step has a high nibble. */
export function doLevelsMove(ram: Uint8Array): boolean {
  return ((ram[Cell.TIME_STEP] as number) & 0xf0) !== 0;
}

function restoreLevel(ram: Uint8Array, at: number, normalAt: number): void {
  ram[at] = restored(ram[at] as number, ram[normalAt] as number, 1);
}

function restoreStats(ram: Uint8Array, at: number, normalAt: number, step: number): void {
  // four lines and no loop: this runs for every unit in almost every frame
  ram[at] = restored(ram[at] as number, ram[normalAt] as number, step);
  ram[at + 1] = restored(ram[at + 1] as number, ram[normalAt + 1] as number, step);
  ram[at + 2] = restored(ram[at + 2] as number, ram[normalAt + 2] as number, step);
  ram[at + 3] = restored(ram[at + 3] as number, ram[normalAt + 3] as number, step);
}

/**
 * C1:2111, an enemy's level moves by 1 towards its base level, and only when the time step has a
 * high nibble.
 */
export function restoreEnemyLevel(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  if (doLevelsMove(ram)) restoreLevel(ram, enemy + Enemy.LEVEL, read16(ram, enemy + Enemy.SPECIES) + Species.LEVEL);
}

/** C1:2133 by a step of its own: as many steps of 1 come to the same. */
export function restoreEnemyStatsBy(machine: Machine, enemy: number, step: number): void {
  const ram = machine.ram;
  restoreStats(ram, enemy + Enemy.STATS, read16(ram, enemy + Enemy.SPECIES) + Species.STATS, step);
}

/** C1:2133, the four stats of an enemy. */
export function restoreEnemyStats(machine: Machine, enemy: number): void {
  restoreEnemyStatsBy(machine, enemy, machine.ram[Cell.TIME_STEP] as number);
}

/** C1:21C1, an ally's level. */
export function restoreAllyLevel(machine: Machine, ally: number): void {
  const ram = machine.ram;
  if (doLevelsMove(ram)) restoreLevel(ram, ally + Ally.LEVEL, read16(ram, ally + Ally.RECORD) + PartyRecord.LEVEL);
}

/** C1:21E1 by a step of its own: as many steps of 1 come to the same. */
export function restoreAllyStatsBy(machine: Machine, ally: number, step: number): void {
  const { ram, words } = machine;
  if (words[(ally + Ally.STATS) >> 2] === words[(ally + Ally.BASE_STATS) >> 2]) return;
  restoreStats(ram, ally + Ally.STATS, ally + Ally.BASE_STATS, step);
}

/** C1:21E1, the four stats of an ally. */
export function restoreAllyStats(machine: Machine, ally: number): void {
  restoreAllyStatsBy(machine, ally, machine.ram[Cell.TIME_STEP] as number);
}
