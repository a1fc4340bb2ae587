/**
 * Time: its step per frame (C1:9357 with C1:7A42) and per skill (C1:7F1C), and what drifts back to normal with it
 * (C1:20CD, levels C1:2111 and 21C1, stats C1:2133 and 21E1). Evidence: executed.
 */
import { read16 } from '../int/uint.js';
import { CODE_IDLE } from './ally-actions.js';
import {
  ALLY_BASE_STATS,
  ALLY_LEVEL,
  ALLY_RECORD,
  ALLY_STATS,
  ENEMY_LEVEL,
  ENEMY_SPECIES,
  ENEMY_STATS,
  NO_TIME_PASSES,
  PLAYER_STATE,
  RECORD_LEVEL,
  SPECIES_LEVEL,
  SPECIES_STATS,
  TIME_CODE,
  TIME_STEP,
} from './cells.js';
import type { Machine } from './machine.js';

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

/** C1:7A42, an idle frame: only without a time code and when nobody can act. @returns true when this frame is one */
export function beginIdleFrame(machine: Machine): boolean {
  const ram = machine.ram;
  if (ram[TIME_CODE] !== 0 || ram[PLAYER_STATE] !== NOBODY_CAN_ACT) return false;
  ram[TIME_CODE] = CODE_IDLE;
  ram[TIME_STEP] = 1;
  return true;
}

/** C1:9357, time step of this frame from the last action's code. @returns true on an idle frame */
export function takeTimeStep(machine: Machine): boolean {
  const ram = machine.ram;
  ram[TIME_STEP] = (ram[TIME_CODE] as number) >> 4;
  return beginIdleFrame(machine);
}

/** C1:7F1C, time step of a skill. @returns true when time passes */
export function takeSkillTimeStep(machine: Machine): boolean {
  if (machine.ram[NO_TIME_PASSES] !== 0) return false;
  machine.ram[TIME_STEP] = SKILL_STEP;
  return true;
}

function restoreLevel(ram: Uint8Array, at: number, normal: number): void {
  if (((ram[TIME_STEP] as number) & 0xf0) !== 0) ram[at] = restored(ram[at] as number, normal, 1);
}

function restoreStats(ram: Uint8Array, at: number, normalAt: number): void {
  const step = ram[TIME_STEP] as number;
  for (let stat = 0; stat < 4; stat++) {
    ram[at + stat] = restored(ram[at + stat] as number, ram[normalAt + stat] as number, step);
  }
}

/** C1:2111, an enemy's level moves by 1 towards its base level, and only when the time step has a high nibble. */
export function restoreEnemyLevel(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  restoreLevel(ram, enemy + ENEMY_LEVEL, ram[read16(ram, enemy + ENEMY_SPECIES) + SPECIES_LEVEL] as number);
}

/** C1:2133, the four stats of an enemy. */
export function restoreEnemyStats(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  restoreStats(ram, enemy + ENEMY_STATS, read16(ram, enemy + ENEMY_SPECIES) + SPECIES_STATS);
}

/** C1:21C1, an ally's level. */
export function restoreAllyLevel(machine: Machine, ally: number): void {
  const ram = machine.ram;
  restoreLevel(ram, ally + ALLY_LEVEL, ram[read16(ram, ally + ALLY_RECORD) + RECORD_LEVEL] as number);
}

/** C1:21E1, the four stats of an ally. */
export function restoreAllyStats(machine: Machine, ally: number): void {
  restoreStats(machine.ram, ally + ALLY_STATS, ally + ALLY_BASE_STATS);
}
