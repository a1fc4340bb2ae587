/**
 * Activation of skills and noble phantasms. Source: H15 (multiples), H16, H17 (timing), H19, H28
 * (half cost), H31 (lineages).
 */

import { floorDivide } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { skillFields, unitFields, warFields } from './cells.js';
import { ErrorNumber } from './errors.js';
import { EventKind } from './events.js';
import { observers, revealUse } from './knowledge.js';
import { gainMp, setMp } from './magic.js';
import { BattleStep, Lasts, NONE, Phase, Stat, Timing } from './names.js';
import type { Change, Effect, Skill } from './setup.js';
import { allocatedField, bareStat, isAlive, maxModifier, maxStat, roundField, setHp, turnField } from './stats.js';
import { effectOf, readSkillCell, readUnit, readWar, type War, writeSkillCell, writeUnit } from './war.js';

// Changes of stats and pools by a skill, a seal or a ruling. Source: H28, H31; widths of the
// ruleset.

/** Returns 0, or the error that refuses a change of a living unit. */
function checkChange(war: War, unit: number, stat: number, amount: number, lasts: number): number {
  return isAlive(war, unit) ? checkFit(war, unit, stat, amount, lasts) : ErrorNumber.dead;
}

/** Returns 0, or the error that refuses a change whatever the unit's state is. */
export function checkFit(war: War, unit: number, stat: number, amount: number, lasts: number): number {
  if (stat >= Stat.hp) return lasts === Lasts.now ? 0 : ErrorNumber.parameter;
  if (lasts === Lasts.now) return ErrorNumber.parameter;
  if (lasts === Lasts.round) {
    if (readWar(war, warFields.battleStep) === BattleStep.none) return ErrorNumber.phase;
    if (readUnit(war, unit, unitFields.side) === NONE) return ErrorNumber.outsideBattle;
  }
  const modifier = readUnit(war, unit, lasts === Lasts.round ? roundField(stat) : turnField(stat)) + amount;
  if (modifier > maxModifier || modifier < -maxModifier) return ErrorNumber.statWidth;
  if (stat === Stat.advantage) return 0;
  const points = stat <= Stat.agi ? readUnit(war, unit, allocatedField(stat)) : 0;
  return amount > 0 && bareStat(war, unit, stat, amount) + points > maxStat ? ErrorNumber.statWidth : 0;
}

/**
 * Makes a checked change. Pools stop at 0 and at their maximum; MP above it goes to the partner
 * (HA14).
 */
export function makeChange(
  war: War,
  unit: number,
  stat: number,
  amount: number,
  lasts: number,
  events: EventBuffer | undefined,
): void {
  pushEvent(events, EventKind.statChanged, 4, unit, stat, amount, lasts);
  if (stat === Stat.hp) {
    const most = readUnit(war, unit, unitFields.maxHp);
    setHp(war, unit, Math.max(0, Math.min(readUnit(war, unit, unitFields.hp) + amount, most)), events);
  } else if (stat === Stat.mp) {
    if (amount > 0) gainMp(war, unit, amount, events);
    else setMp(war, unit, Math.max(0, readUnit(war, unit, unitFields.mp) + amount), events);
  } else if (stat === Stat.lp) {
    const lp = readUnit(war, unit, unitFields.lp) + amount;
    writeUnit(war, unit, unitFields.lp, Math.max(0, Math.min(lp, readUnit(war, unit, unitFields.maxLp))));
  } else {
    const field = lasts === Lasts.round ? roundField(stat) : turnField(stat);
    writeUnit(war, unit, field, readUnit(war, unit, field) + amount);
  }
}

/** Runs `adjust unit stat amount lasts reason`: a ruled bonus or penalty with its reason (H31). */
export function adjust(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const unit = command[1] ?? 0;
  const stat = command[2] ?? 0;
  const amount = command[3] ?? 0;
  const lasts = command[4] ?? 0;
  const failure = checkChange(war, unit, stat, amount, lasts);
  if (failure !== 0) return failure;
  pushEvent(events, EventKind.adjusted, 4, unit, stat, amount, command[5] ?? 0);
  makeChange(war, unit, stat, amount, lasts, events);
  return 0;
}

/** H15: the multiple of an effect: 1, plus 1 for each `+` when its condition holds. */
function effectMultiple(pluses: number, condition: boolean): number {
  return condition ? 1 + pluses : 1;
}

/**
 * MP of one activation, halved once by a seal and rounded down (H28): the ruleset's only division.
 */
export function activationCost(cost: number, halved: boolean): number {
  return halved ? floorDivide(cost, 2) : cost;
}

/** Returns 0, or the error of an effect at the wrong moment (H17). */
export function checkTiming(war: War, unit: number, skill: number, effect: Effect): number {
  if (effect.timing === Timing.always) return ErrorNumber.skill;
  if (effect.timing === Timing.battle) {
    if (readWar(war, warFields.battleStep) !== BattleStep.skills) return ErrorNumber.phase;
    return readUnit(war, unit, unitFields.side) === NONE ? ErrorNumber.outsideBattle : 0;
  }
  if (effect.timing !== Timing.action) return 0;
  if (readWar(war, warFields.phase) !== Phase.processing) return ErrorNumber.phase;
  // no other action has a skill
  const chosen =
    readUnit(war, unit, unitFields.actionSkill) === skill &&
    readUnit(war, unit, unitFields.actionEffect) === effect.number;
  if (!chosen) return ErrorNumber.phase;
  return readUnit(war, unit, unitFields.actionOpen) === 0 ? ErrorNumber.again : 0;
}

export function sharesLineage(skill: Skill, lineages: readonly string[]): boolean {
  for (let index = 0; index < lineages.length; index++) {
    if (skill.lineages.includes(lineages[index] as string)) return true;
  }
  return false;
}

export function needsTarget(effect: Effect): boolean {
  for (let index = 0; index < effect.changes.length; index++) if ((effect.changes[index] as Change).other) return true;
  return false;
}

export function checkChanges(war: War, unit: number, target: number, effect: Effect, multiple: number): number {
  for (let index = 0; index < effect.changes.length; index++) {
    const change = effect.changes[index] as Change;
    const on = change.other ? target : unit;
    const failure = checkChange(war, on, change.stat, change.amount * multiple, change.lasts);
    if (failure !== 0) return failure;
  }
  return 0;
}

/** Bits of the pairs in a list parameter that begins at this word. */
function pairMask(command: Int32Array, at: number): number {
  let mask = 0;
  const count = command[at] ?? 0;
  for (let index = 1; index <= count; index++) mask |= 1 << (command[at + index] ?? 0);
  return mask;
}

/** Runs `useSkill unit skill effect target targetSkill condition seenBy[8] affected[8]`. */
export function useSkill(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const unit = command[1] ?? 0;
  const skill = command[2] ?? 0;
  const target = command[4] as number;
  const targetSkill = command[5] as number;
  const condition = command[6] === 1;
  const data = war.skills[skill] as Skill;
  const effect = effectOf(war, skill, command[3] ?? 0);
  if (!isAlive(war, unit)) return ErrorNumber.dead;
  if (war.ownerOf[skill] !== unit || effect === undefined) return ErrorNumber.skill;
  if (readSkillCell(war, skill, skillFields.disabled) !== 0) return ErrorNumber.skill;
  const mistimed = checkTiming(war, unit, skill, effect);
  if (mistimed !== 0) return mistimed;
  if (condition && data.pluses === 0) return ErrorNumber.parameter;
  if (target < 0 && needsTarget(effect)) return ErrorNumber.parameter;
  if (effect.refersTo.length > 0 !== targetSkill >= 0) return ErrorNumber.parameter;
  const targetData = war.skills[targetSkill];
  if (targetData !== undefined && !sharesLineage(targetData, effect.refersTo)) return ErrorNumber.skill;
  if (effect.disables === Lasts.round && readWar(war, warFields.battleStep) === BattleStep.none)
    return ErrorNumber.phase;
  const multiple = effectMultiple(data.pluses, condition);
  const unfit = checkChanges(war, unit, target, effect, multiple);
  if (unfit !== 0) return unfit;
  const cost = activationCost(effect.cost, readSkillCell(war, skill, skillFields.halved) === 1);
  const mp = readUnit(war, unit, unitFields.mp);
  if (cost > mp) return ErrorNumber.mp;

  pushEvent(events, EventKind.skillUsed, 4, unit, skill, effect.number, multiple);
  setMp(war, unit, mp - cost, events);
  writeSkillCell(war, skill, skillFields.halved, 0);
  if (effect.timing === Timing.action) writeUnit(war, unit, unitFields.actionOpen, 0);
  let affected = pairMask(command, 16);
  if (target >= 0) affected |= 1 << (war.pairOf[target] ?? 0);
  if (targetSkill >= 0) affected |= 1 << (war.pairOf[war.ownerOf[targetSkill] ?? 0] ?? 0);
  const inBattle = readUnit(war, unit, unitFields.side) !== NONE;
  const seenBy = pairMask(command, 7) | (inBattle ? observers(war) : 0);
  revealUse(war, skill, effect.number, seenBy, affected, events);
  for (let index = 0; index < effect.changes.length; index++) {
    const change = effect.changes[index] as Change;
    makeChange(war, change.other ? target : unit, change.stat, change.amount * multiple, change.lasts, events);
  }
  if (effect.disables !== Lasts.now) disableSkill(war, targetSkill, effect.disables, events);
  return 0;
}

/** Disables a skill to the end of the round or turn; a longer duration that already holds stays. */
export function disableSkill(war: War, skill: number, lasts: number, events: EventBuffer | undefined): void {
  const before = readSkillCell(war, skill, skillFields.disabled);
  writeSkillCell(war, skill, skillFields.disabled, Math.max(before, lasts));
  pushEvent(events, EventKind.skillDisabled, 2, skill, Math.max(before, lasts));
}
