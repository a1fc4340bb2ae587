/**
 * Skills that change level and stats: C1:DD8F (target), DD83 (enemy user), DCC1 (ally user), DE83.
 * Evidence: executed; the six bytes that hold a result at 255 (C1:DE6F) and the ally's part after
 * its first roll (C1:DD27-DD82) are unpublished.
 *
 * Kept as it is: the chance goes by the corrected level of the target, the change by the
 * uncorrected one; levels from 48 on refuse without a draw.
 */

import { read8, read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { STAT_COUNT } from '../memory/character-entry.js';
import { drawBattle } from '../memory/generators.js';
import { Effect, reportChange } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import { CHANGE_FOR_USER, CHANGE_RAISES, SKILL_STAT_CHANGE } from '../memory/skill-record.js';
import { FILLED_ALLY_CHANGE, FILLED_CAP, fillHole, keepForHole } from '../memory/unpublished-used.js';
import * as Work from '../memory/work-cells.js';
import { isObject } from '../turn/object.js';
import { activeByte } from './skill-copy.js';

/** Exits. */
export const CHANGE_DONE = 0;
/** A result of 255 or more: six unpublished bytes. */
export const RESULT_AT_CAP = 1;
/** The ally's part: first roll made, or level not chosen. */
export const ALLY_ROLLED = 2;
export const ALLY_NOT_ROLLED = 3;

/** Factors of the kinds: to nothing, half, three quarters, five quarters; in 64ths. */
const FACTORS = Uint8Array.of(0x00, 0x20, 0x30, 0x50);

/** What is added to a level, and what the sum has to stay below. */
const LEVEL_ADDED = 16;
const LEVEL_LIMIT = 64;

const CHANGED = Work.VALUE;
const STAT_BIT = Work.VALUE + 1;
/** 16-bit address of the first change total. */
const TOTALS = 0x9ef2;

/** Kind of a change, 0..3. */
export function changeKind(skillByte: number): number {
  return (skillByte >> 5) & 3;
}

/** Factor of a kind. */
export function changeFactor(kind: number): number {
  return FACTORS[kind] as number;
}

/**
 * A stat after a change, or 255 and more when it leaves to the bytes that hold it at 255.
 * @param raised 1 for a raise
 */
export function changedStat(old: number, factor: number, raised: number): number {
  const product = (4 * old * factor) >> 8;
  return product < 0xff ? product + raised : product;
}

/** Level that a draw's low six bits have to exceed, or 0 when the change cannot succeed. */
export function levelToBeat(level: number): number {
  const sum = level + LEVEL_ADDED;
  return sum < LEVEL_LIMIT ? sum : 0;
}

/**
 * C1:DE83, adds the absolute value of a difference to the total at a 16-bit address, held at 255.
 * @param notNegative carry
 */
export function addStatChange(machine: Machine, difference: number, notNegative: number, address: number): void {
  const ram = machine.ram;
  const at = Cell.CHANGE_TOTAL_STAT + address - TOTALS;
  if (notNegative === 0) ram[Work.DECREASE] = difference;
  const absolute = notNegative === 0 ? (0 - difference) & 0xff : difference;
  ram[at] = Math.min(read8(ram, at) + absolute, 0xff);
}

/**
 * Rolls for one stat and changes it.
 * @returns `RESULT_AT_CAP` when the result leaves to the unpublished bytes and `stop` is set
 */
function changeStat(machine: Machine, at: number, bit: number, total: number, stop: boolean): number {
  const ram = machine.ram;
  if ((drawBattle(machine, 0xc1dd8f) & 0x3f) <= read8(ram, Work.LEVEL_TO_BEAT)) return CHANGE_DONE;
  ram[CHANGED] = read8(ram, CHANGED) | bit;
  const old = read8(ram, at);
  const result = changedStat(old, read8(ram, Work.CHANGE_FACTOR), read8(ram, Work.CHANGE_RAISES));
  if (result >= 0xff && stop) return RESULT_AT_CAP;
  const held = Math.min(result, 0xff);
  ram[at] = held;
  reportChange(machine, read16(ram, Work.TARGET), Effect.LEVEL + total, old, held);
  addStatChange(machine, (held - old) & 0xff, held >= old ? 1 : 0, TOTALS + total);
  return CHANGE_DONE;
}

/**
 * Kind of the change and the level to beat go to the work cells. @returns false when it cannot
 * succeed
 */
function prepareChange(ram: Uint8Array, level: number): boolean {
  const kind = changeKind(read8(ram, Work.BITS_LEFT));
  ram[Work.CHANGE_FACTOR] = changeFactor(kind);
  ram[Work.CHANGE_RAISES] = kind === CHANGE_RAISES ? 1 : 0;
  ram[CHANGED] = 0;
  const beat = levelToBeat(level);
  if (beat === 0) return false;
  ram[Work.LEVEL_TO_BEAT] = beat;
  return true;
}

/** Takes the lowest bit of what is left to be changed. */
function nextBit(ram: Uint8Array): number {
  const left = read8(ram, Work.BITS_LEFT);
  ram[Work.BITS_LEFT] = left >> 1;
  return left & 1;
}

/** The part that target and enemy user share; record byte 23 is in 0312. */
function changeEnemy(machine: Machine, stop: boolean): number {
  const ram = machine.ram;
  const enemy = read16(ram, Work.TARGET);
  if ((read8(ram, Work.BITS_LEFT) & CHANGE_FOR_USER) !== 0) return CHANGE_DONE;
  ram[enemy + Enemy.CHANGED_STATS] = 0;
  if (isObject(ram, enemy)) return CHANGE_DONE;
  if (!prepareChange(ram, read8(ram, enemy + Enemy.CORRECTED_LEVEL))) return CHANGE_DONE;
  if (nextBit(ram) !== 0 && changeStat(machine, enemy + Enemy.LEVEL, 1, 0, stop) !== CHANGE_DONE) return RESULT_AT_CAP;
  ram[STAT_BIT] = 2;
  ram[Work.COUNTER] = STAT_COUNT;
  for (let stat = STAT_COUNT; stat > 0; stat--) {
    ram[Work.COUNTER] = stat;
    const at = enemy + Enemy.STATS + stat - 1;
    if (nextBit(ram) !== 0 && changeStat(machine, at, read8(ram, STAT_BIT), stat, stop) !== CHANGE_DONE) {
      return RESULT_AT_CAP;
    }
    ram[STAT_BIT] = read8(ram, STAT_BIT) << 1;
  }
  ram[Work.COUNTER] = 0;
  ram[enemy + Enemy.CHANGED_STATS] = read8(ram, CHANGED);
  return CHANGE_DONE;
}

/** C1:DD8F on the enemy in 0310, up to a result of 255. */
export function changeTarget(machine: Machine): number {
  machine.ram[Work.BITS_LEFT] = activeByte(machine.ram, SKILL_STAT_CHANGE);
  return changeEnemy(machine, true);
}

/** The same with a result of 255 and more held at 255: what the six unpublished bytes must do. */
export function changeTargetCapped(machine: Machine): number {
  machine.ram[Work.BITS_LEFT] = activeByte(machine.ram, SKILL_STAT_CHANGE);
  return changeEnemy(machine, false);
}

/** The user becomes the target, the sense of bit 7 turns round. @returns the user */
function takeUser(ram: Uint8Array): number {
  const user = read16(ram, Cell.SKILL_USER);
  write16(ram, Work.TARGET, user);
  ram[Work.BITS_LEFT] = activeByte(ram, SKILL_STAT_CHANGE) ^ CHANGE_FOR_USER;
  return user;
}

/** C1:DD83, the enemy that uses the skill. */
export function changeEnemyUser(machine: Machine): number {
  takeUser(machine.ram);
  return changeEnemy(machine, true);
}

/** C1:DD83 with results held at 255. */
export function changeEnemyUserCapped(machine: Machine): number {
  takeUser(machine.ram);
  return changeEnemy(machine, false);
}

/** C1:DCC1, the user of the skill; for an ally as far as it is published. */
export function changeUser(machine: Machine): number {
  const ram = machine.ram;
  const user = takeUser(ram);
  if (user < Ally.FIRST) return changeEnemy(machine, true);
  if ((read8(ram, Work.BITS_LEFT) & CHANGE_FOR_USER) !== 0) return CHANGE_DONE;
  ram[user + Ally.CHANGED_STATS] = 0;
  if (!prepareChange(ram, read8(ram, user + Ally.CORRECTED_LEVEL))) return CHANGE_DONE;
  if (nextBit(ram) === 0) return ALLY_NOT_ROLLED;
  drawBattle(machine, 0xc1dcc1);
  return ALLY_ROLLED;
}

const CHANGE_TARGET = 0xc1dd8f;
const CHANGE_USER = 0xc1dcc1;

/** C1:DD8F on the enemy in 0310; without an image a result is held at 255. */
export function changeTargetOrFill(machine: Machine): void {
  if (machine.holes.original === undefined) {
    changeTargetCapped(machine);
    return;
  }
  keepForHole(machine);
  if (changeTarget(machine) === RESULT_AT_CAP) fillHole(machine, FILLED_CAP, CHANGE_TARGET, 0);
}

/**
 * C1:DCC1 on the user of the skill, whose change is for itself. @returns false without an image:
 * then nothing is changed
 */
export function changeUserWithImage(machine: Machine): boolean {
  if (machine.holes.original === undefined) return false;
  keepForHole(machine);
  const exit = changeUser(machine);
  if (exit === CHANGE_DONE) return true;
  return fillHole(machine, exit === RESULT_AT_CAP ? FILLED_CAP : FILLED_ALLY_CHANGE, CHANGE_USER, 0);
}
