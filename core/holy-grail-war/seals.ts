/**
 * Command seals. Source: H28; HA1 ("speed" in the list is agility), HA16, HA17,
 * HA23, HA25, HA26. The fee of H4 does
 * not apply: a seal is no healing act.
 */
import { pushEvent, pushFour } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { pairFields, skillFields, unitFields, warFields } from './cells.js';
import { checkFit, makeChange } from './changes.js';
import { ErrorNumber } from './errors.js';
import { EventKind } from './events.js';
import { isBeside, summon } from './joining.js';
import { BattleStep, Lasts, NONE, Rank, SealEffect, Stat } from './names.js';
import type { Skill } from './skill-data.js';
import { disableSkill } from './skills.js';
import { isAlive, isThere } from './stats.js';
import { readPair, readSkillCell, readUnit, readWar, type War, writePair, writeSkillCell, writeUnit } from './war.js';

const magBonus = 2;
const bodyBonus = 3;
const poolGain = 6;

/** The stat or pool that a seal changes, or -1. */
function statOf(effect: number): number {
  if (effect === SealEffect.mag) return Stat.mag;
  if (effect === SealEffect.str) return Stat.str;
  if (effect === SealEffect.con) return Stat.con;
  if (effect === SealEffect.agi) return Stat.agi;
  if (effect === SealEffect.hp) return Stat.hp;
  return effect === SealEffect.mp ? Stat.mp : -1;
}

function amountOf(effect: number): number {
  if (effect === SealEffect.mag) return magBonus;
  return effect === SealEffect.hp || effect === SealEffect.mp ? poolGain : bodyBonus;
}

function lastsOf(effect: number): number {
  return effect === SealEffect.hp || effect === SealEffect.mp ? Lasts.now : Lasts.round;
}

/** The present rank of a skill in this turn. */
export function rankNow(war: War, skill: number): number {
  return (war.skills[skill] as Skill).rank + readSkillCell(war, skill, skillFields.rankBonus);
}

function checkSkillSeal(war: War, servant: number, effect: number, skill: number): number {
  if (war.ownerOf[skill] !== servant) return ErrorNumber.skill;
  if (effect === SealEffect.rank) {
    const rank = rankNow(war, skill);
    return rank === Rank.EX || (rank === Rank.A && war.rules.rankReject) ? ErrorNumber.rank : 0;
  }
  if (effect === SealEffect.disable) {
    if ((war.skills[skill] as Skill).noblePhantasm) return ErrorNumber.skill;
    return repeats(war, readSkillCell(war, skill, skillFields.disabled) === Lasts.turn);
  }
  return repeats(war, readSkillCell(war, skill, skillFields.halved) === 1);
}

/** HA26: a seal for what holds already. */
function repeats(war: War, holds: boolean): number {
  return holds && !war.rules.sealTwice ? ErrorNumber.again : 0;
}

/** HA23: whether a seal reaches this half of a pair. */
function isReached(war: War, unit: number): boolean {
  return war.rules.sealAtZeroHp ? isThere(war, unit) : isAlive(war, unit);
}

/** Returns 0, or the error that refuses this use of a seal. */
export function checkSeal(war: War, pair: number, effect: number, skill: number, reason: number): number {
  const master = war.masterOf[pair] ?? NONE;
  const servant = war.servantOf[pair] ?? NONE;
  if (!isReached(war, master) || !isReached(war, servant)) return ErrorNumber.alone;
  if (readPair(war, pair, pairFields.seals) === 0) return ErrorNumber.noSeal;
  const onSkill = effect === SealEffect.rank || effect === SealEffect.halve || effect === SealEffect.disable;
  const inWords = effect === SealEffect.order || effect === SealEffect.miracle;
  if (onSkill !== skill >= 0 || inWords !== reason >= 0) return ErrorNumber.parameter;
  if (onSkill) return checkSkillSeal(war, servant, effect, skill);
  if (effect === SealEffect.escape) {
    if (readWar(war, warFields.battleStep) === BattleStep.none) return ErrorNumber.phase;
    if (readUnit(war, servant, unitFields.side) === NONE) return ErrorNumber.outsideBattle;
    return repeats(war, readUnit(war, servant, unitFields.freeEscape) === 1);
  }
  if (effect === SealEffect.summon) return isBeside(war, master, servant) ? ErrorNumber.beside : 0;
  const stat = statOf(effect);
  return stat < 0 ? 0 : checkFit(war, servant, stat, amountOf(effect), lastsOf(effect));
}

/** Runs `useSeal pair effect skill reason`. */
export function useSeal(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const pair = command[1] ?? 0;
  const effect = command[2] ?? 0;
  const skill = command[3] as number;
  const reason = command[4] as number;
  const failure = checkSeal(war, pair, effect, skill, reason);
  if (failure !== 0) return failure;
  const servant = war.servantOf[pair] ?? NONE;
  const left = readPair(war, pair, pairFields.seals) - 1;
  writePair(war, pair, pairFields.seals, left);
  pushFour(events, EventKind.sealUsed, pair, effect, left, skill >= 0 ? skill : reason >= 0 ? reason : NONE);
  const stat = statOf(effect);
  if (stat >= 0) makeChange(war, servant, stat, amountOf(effect), lastsOf(effect), events);
  if (effect === SealEffect.miracle) pushEvent(events, EventKind.miracle, 2, pair, reason);
  if (effect === SealEffect.escape) writeUnit(war, servant, unitFields.freeEscape, 1);
  if (effect === SealEffect.halve) writeSkillCell(war, skill, skillFields.halved, 1);
  if (effect === SealEffect.disable) disableSkill(war, skill, Lasts.turn, events);
  if (effect === SealEffect.summon) summon(war, war.masterOf[pair] ?? NONE, servant, events);
  if (effect === SealEffect.rank) {
    if (rankNow(war, skill) === Rank.A) pushEvent(events, EventKind.rankStays, 1, skill);
    else writeSkillCell(war, skill, skillFields.rankBonus, readSkillCell(war, skill, skillFields.rankBonus) + 1);
  }
  return 0;
}
