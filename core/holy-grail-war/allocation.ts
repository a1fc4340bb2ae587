/**
 * Points for str, con and agi, sealed step by step in the order of advantage. Source: H20 to H23;
 * HA5 to HA8, HA11.
 *
 * The steps follow the distinct advantages of the payers, ascending. In the step of level a, every
 * unit at a or below gives min(rest, next level - a) points; in the last step everybody gives the
 * rest. A step opens when all its units have sealed their points.
 */
import { pushEvent } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { unitFields, warFields } from './cells.js';
import { ErrorNumber } from './errors.js';
import { EventKind } from './events.js';
import { beginStep } from './lines.js';
import { setMp } from './magic.js';
import { BattleStep, NONE, Stat } from './names.js';
import { bareStat, isAlive, maxStat } from './stats.js';
import { readUnit, readWar, type War, writeUnit, writeWar } from './war.js';

/** MP to take part in one round of points (H20). */
const pointsFee = 1;
/** A level above every advantage that a cell can hold. */
const noLevel = 0x7fff;

/** Whether a unit takes part in the steps: paid, alive and in the battle (HA7). */
function allocates(war: War, unit: number): boolean {
  return readUnit(war, unit, unitFields.paid) === 1 && isAlive(war, unit);
}

/** Whether the unit's advantage makes a step: that of a payer, or of everybody (HA7). */
function makesStep(war: War, unit: number): boolean {
  if (!war.rules.everybodysAdvantage) return allocates(war, unit);
  return isAlive(war, unit) && readUnit(war, unit, unitFields.side) !== NONE;
}

/**
 * The lowest advantage above `level` among the units that make steps (foes of `against`, unless
 * NONE), or `noLevel`.
 */
function levelAbove(war: War, level: number, against: number): number {
  let found = noLevel;
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (!makesStep(war, unit)) continue;
    if (against !== NONE && readUnit(war, unit, unitFields.side) === readUnit(war, against, unitFields.side)) continue;
    const advantage = readUnit(war, unit, unitFields.battleAdvantage);
    if (advantage > level) found = Math.min(found, advantage);
  }
  return found;
}

/** The points that a unit has left in this round: its present magic less the points given (HA8). */
function restOf(war: War, unit: number): number {
  return Math.max(0, bareStat(war, unit, Stat.mag) - readUnit(war, unit, unitFields.spent));
}

/** The points that a unit owes in the current step. */
export function quotaOf(war: War, unit: number): number {
  const level = readWar(war, warFields.level);
  if (!allocates(war, unit) || readUnit(war, unit, unitFields.battleAdvantage) > level) return 0;
  const next = levelAbove(war, level, NONE);
  const rest = restOf(war, unit);
  if (next === noLevel) return rest;
  // opponents only: an ally's advantage makes nobody go first (HA5)
  if (war.rules.opponentsOnly && levelAbove(war, level, unit) === noLevel) return 0;
  return Math.min(rest, next - level);
}

/** Whether the current step is the last one, in which everybody gives the rest. */
function isLastStep(war: War): boolean {
  return levelAbove(war, readWar(war, warFields.level), NONE) === noLevel;
}

function checkDeclaration(war: War, unit: number): number {
  if (!isAlive(war, unit)) return ErrorNumber.dead;
  return readUnit(war, unit, unitFields.side) === NONE ? ErrorNumber.outsideBattle : 0;
}

/** Runs `payMag unit`. */
export function payMag(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const unit = command[1] ?? 0;
  const failure = checkDeclaration(war, unit);
  if (failure !== 0) return failure;
  if (readUnit(war, unit, unitFields.paid) === 1) return ErrorNumber.again;
  const mp = readUnit(war, unit, unitFields.mp);
  if (mp < pointsFee) return ErrorNumber.mp;
  writeUnit(war, unit, unitFields.paid, 1);
  pushEvent(events, EventKind.magPaid, 1, unit);
  setMp(war, unit, mp - pointsFee, events);
  return 0;
}

/** Runs `noAttack unit`. */
export function noAttack(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const unit = command[1] ?? 0;
  const failure = checkDeclaration(war, unit);
  if (failure !== 0) return failure;
  if (readUnit(war, unit, unitFields.noAttack) === 1) return ErrorNumber.again;
  writeUnit(war, unit, unitFields.noAttack, 1);
  pushEvent(events, EventKind.attackRenounced, 1, unit);
  return 0;
}

/** Runs `closeDeclarations`: records the present advantages and begins the first step. */
export function closeDeclarations(war: War, _command: Int32Array, events: EventBuffer | undefined): number {
  let hasPayer = false;
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (allocates(war, unit)) hasPayer = true;
    if (makesStep(war, unit)) writeUnit(war, unit, unitFields.battleAdvantage, bareStat(war, unit, Stat.advantage));
  }
  const first = hasPayer ? levelAbove(war, -0x8000, NONE) : noLevel;
  if (first === noLevel) {
    beginStep(war, BattleStep.damage, events);
    return 0;
  }
  beginAllocation(war, first, 1, events);
  return 0;
}

/** Begins an allocation step, and tells who owes how many points in it. */
function beginAllocation(war: War, level: number, step: number, events: EventBuffer | undefined): void {
  writeWar(war, warFields.level, level);
  writeWar(war, warFields.allocationStep, step);
  beginStep(war, BattleStep.allocation, events);
  for (let unit = 0; events !== undefined && unit < war.unitCount; unit++) {
    const owed = quotaOf(war, unit);
    if (owed > 0) pushEvent(events, EventKind.allocationOwed, 2, unit, owed);
  }
}

function exceeds(war: War, unit: number, stat: number, points: number, allocated: number): boolean {
  return bareStat(war, unit, stat) + allocated + points > maxStat;
}

/** Runs `allocate step unit str con agi`. */
export function allocate(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const unit = command[2] ?? 0;
  const str = command[3] ?? 0;
  const con = command[4] ?? 0;
  const agi = command[5] ?? 0;
  if (!isAlive(war, unit)) return ErrorNumber.dead;
  if (readUnit(war, unit, unitFields.side) === NONE) return ErrorNumber.outsideBattle;
  const quota = quotaOf(war, unit);
  if (command[1] !== readWar(war, warFields.allocationStep) || quota === 0) return ErrorNumber.allocationOrder;
  if (readUnit(war, unit, unitFields.handed) === 1) return ErrorNumber.allocationOrder;
  const points = str + con + agi;
  const mayKeep = war.rules.allowUnspent && isLastStep(war);
  if (points > quota || (points < quota && !mayKeep)) return ErrorNumber.allocation;
  if (
    exceeds(war, unit, Stat.str, str, readUnit(war, unit, unitFields.allocatedStr)) ||
    exceeds(war, unit, Stat.con, con, readUnit(war, unit, unitFields.allocatedCon)) ||
    exceeds(war, unit, Stat.agi, agi, readUnit(war, unit, unitFields.allocatedAgi))
  ) {
    return ErrorNumber.statWidth;
  }
  writeUnit(war, unit, unitFields.sealedStr, str);
  writeUnit(war, unit, unitFields.sealedCon, con);
  writeUnit(war, unit, unitFields.sealedAgi, agi);
  writeUnit(war, unit, unitFields.spent, readUnit(war, unit, unitFields.spent) + points);
  writeUnit(war, unit, unitFields.handed, 1);
  pushEvent(events, EventKind.allocationSealed, 2, unit, points);
  return 0;
}

function openSealed(war: War, unit: number, events: EventBuffer | undefined): void {
  const str = readUnit(war, unit, unitFields.sealedStr);
  const con = readUnit(war, unit, unitFields.sealedCon);
  const agi = readUnit(war, unit, unitFields.sealedAgi);
  writeUnit(war, unit, unitFields.allocatedStr, readUnit(war, unit, unitFields.allocatedStr) + str);
  writeUnit(war, unit, unitFields.allocatedCon, readUnit(war, unit, unitFields.allocatedCon) + con);
  writeUnit(war, unit, unitFields.allocatedAgi, readUnit(war, unit, unitFields.allocatedAgi) + agi);
  writeUnit(war, unit, unitFields.sealedStr, 0);
  writeUnit(war, unit, unitFields.sealedCon, 0);
  writeUnit(war, unit, unitFields.sealedAgi, 0);
  writeUnit(war, unit, unitFields.handed, 0);
  pushEvent(events, EventKind.allocationOpened, 4, unit, str, con, agi);
}

/** Opens every step in which no unit owes points; after the last one the damage step begins. */
export function settleAllocation(war: War, events: EventBuffer | undefined): void {
  while (readWar(war, warFields.battleStep) === BattleStep.allocation) {
    for (let unit = 0; unit < war.unitCount; unit++) {
      if (readUnit(war, unit, unitFields.handed) === 0 && quotaOf(war, unit) > 0) return;
    }
    const next = levelAbove(war, readWar(war, warFields.level), NONE);
    for (let unit = 0; unit < war.unitCount; unit++) {
      if (readUnit(war, unit, unitFields.handed) === 1) openSealed(war, unit, events);
    }
    if (next === noLevel) {
      beginStep(war, BattleStep.damage, events);
      return;
    }
    beginAllocation(war, next, readWar(war, warFields.allocationStep) + 1, events);
  }
}
