/**
 * Command seals. Source: H28; HA1 ("speed" in the list is agility), HA16, HA17,
 * HA23, HA25, HA26. The fee of H4 does
 * not apply: a seal is no healing act.
 */
import { pushEvent, pushFour } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { pairFields, skillFields, unitFields, warFields } from './cells.js';
import { ErrorNumber } from './errors.js';
import { EventKind } from './events.js';
import { clearRound, leaveBattle, livingSides } from './lines.js';
import { BattleStep, Lasts, Line, NONE, Rank, SEAL_KINDS, SealEffect, Stat } from './names.js';
import type { Skill } from './setup.js';
import { checkFit, disableSkill, makeChange } from './skills.js';
import { bareStat, isAlive, isThere } from './stats.js';
import { readPair, readSkillCell, readUnit, readWar, type War, writePair, writeSkillCell, writeUnit } from './war.js';

// Joining an open battle: by a ruling, as when help was called, or by a seal that summons.
// Source: H8, H28; HA24, HA25.

/**
 * Puts a unit on a side. Lines that are sealed or open already are joined in `line`; else its side
 * chooses it with the others. Whoever comes after the payments has no points in this round.
 */
function enter(war: War, unit: number, side: number, line: number, events: EventBuffer | undefined): void {
  const step = readWar(war, warFields.battleStep);
  clearRound(war, unit);
  writeUnit(war, unit, unitFields.side, side);
  pushEvent(events, EventKind.joined, 2, unit, side);
  if (step === BattleStep.lines) {
    const declared = (readWar(war, warFields.linesDeclared) & (1 << side)) !== 0;
    writeUnit(war, unit, unitFields.sealedLine, declared ? line : Line.none);
    return;
  }
  writeUnit(war, unit, unitFields.line, line);
  pushEvent(events, EventKind.lineOpened, 2, unit, line);
  if (step === BattleStep.allocation) {
    writeUnit(war, unit, unitFields.battleAdvantage, bareStat(war, unit, Stat.advantage));
  }
}

/**
 * Runs `joinBattle unit side`. While the lines are chosen a further side may come; later a unit
 * joins one that fights, and stands behind until the next standby (HA24).
 */
export function joinBattle(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const unit = command[1] ?? 0;
  const side = command[2] ?? 0;
  const step = readWar(war, warFields.battleStep);
  if (!isAlive(war, unit)) return ErrorNumber.dead;
  if (readUnit(war, unit, unitFields.side) !== NONE) return ErrorNumber.again;
  if (step !== BattleStep.lines && (livingSides(war) & (1 << side)) === 0) return ErrorNumber.sides;
  enter(war, unit, side, Line.rear, events);
  return 0;
}

/** Whether a servant is beside its master: in the same battle (HA25). */
function isBeside(war: War, master: number, servant: number): boolean {
  return readUnit(war, master, unitFields.side) !== NONE && readUnit(war, servant, unitFields.side) !== NONE;
}

/**
 * Brings a servant that is not beside its master there: into the master's area and battle, in the
 * master's line or behind (HA25), or out of a battle that the master is not in. A master that fell
 * before the lines were chosen has none: its servant stands behind.
 */
function summon(war: War, master: number, servant: number, events: EventBuffer | undefined): void {
  const area = readUnit(war, master, unitFields.area);
  writeUnit(war, servant, unitFields.area, area);
  pushEvent(events, EventKind.summoned, 2, servant, area);
  const side = readUnit(war, master, unitFields.side);
  if (side === NONE) {
    if (readUnit(war, servant, unitFields.side) === NONE) return;
    leaveBattle(war, servant);
    pushEvent(events, EventKind.calledAway, 1, servant);
    return;
  }
  const chosen = readWar(war, warFields.battleStep) === BattleStep.lines ? unitFields.sealedLine : unitFields.line;
  const line = readUnit(war, master, chosen);
  enter(war, servant, side, war.rules.summonToRear || line === Line.none ? Line.rear : line, events);
}

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
function rankNow(war: War, skill: number): number {
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
  const about = SEAL_KINDS[effect];
  const onSkill = about === 'skill';
  const inWords = about === 'reason';
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
