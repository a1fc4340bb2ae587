/**
 * The knowledge of each pair: facts of units and parts of skills, one bit each. Source: H16, H29,
 * H30. Nothing is ever forgotten. A pair sees with its master's eyes, or with its servant's when it
 * has no master.
 */
import { pushEvent } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { pairFields, unitFields, warFields } from './cells.js';
import { ErrorNumber } from './errors.js';
import { EventKind } from './events.js';
import { Action, allFacts, Fact, Line, masterSees, NONE, Phase, Rank, Source } from './names.js';
import type { Skill } from './setup.js';
import {
  readFacts,
  readPair,
  readParts,
  readUnit,
  readWar,
  type War,
  writeFacts,
  writeParts,
  writeWar,
} from './war.js';

/** Bit 0 of `parts`: the whole skill. */
export const wholeSkill = 1;

function learnFacts(war: War, pair: number, unit: number, facts: number, events: EventBuffer | undefined): void {
  const before = readFacts(war, pair, unit);
  if ((before | facts) === before) return;
  writeFacts(war, pair, unit, before | facts);
  pushEvent(events, EventKind.factsKnown, 3, pair, unit, before | facts);
}

function learnParts(war: War, pair: number, skill: number, parts: number, events: EventBuffer | undefined): void {
  const before = readParts(war, pair, skill);
  if ((before | parts) === before) return;
  writeParts(war, pair, skill, before | parts);
  pushEvent(events, EventKind.skillKnown, 3, pair, skill, before | parts);
}

/** Sets the knowledge at the start (H16, H29). */
export function beginKnowledge(war: War): void {
  for (let pair = 0; pair < war.pairCount; pair++) {
    const master = war.masterOf[pair] ?? NONE;
    const servant = war.servantOf[pair] ?? NONE;
    const self = master !== NONE ? master : servant;
    if (servant !== NONE) writeFacts(war, pair, servant, masterSees);
    writeFacts(war, pair, self, allFacts);
    for (let skill = 0; skill < war.skillCount; skill++) {
      const owner = war.ownerOf[skill];
      const { secrecy } = war.skills[skill] as Skill;
      const own = owner === self && secrecy !== Rank.EX;
      if (own || (owner === servant && secrecy === Rank.E)) writeParts(war, pair, skill, wholeSkill);
    }
  }
}

/** Bits of the pairs that fight or watch; none without a battle. */
export function observers(war: War): number {
  let mask = readWar(war, warFields.witnesses);
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (readUnit(war, unit, unitFields.side) !== NONE) mask |= 1 << (war.pairOf[unit] ?? 0);
  }
  return mask;
}

/** Reveals the stats used in a damage step to the pairs that fight or watch (H30). */
export function revealUsedStats(war: War, unit: number, facts: number, events: EventBuffer | undefined): void {
  const mask = observers(war);
  for (let pair = 0; pair < war.pairCount; pair++) {
    if ((mask & (1 << pair)) !== 0) learnFacts(war, pair, unit, facts, events);
  }
}

/**
 * The stats that a front unit uses in a damage step; magic in any line when the unit paid for
 * points.
 */
export function usedFacts(war: War, unit: number): number {
  let facts = (1 << Fact.con) | (1 << Fact.agi);
  if (readUnit(war, unit, unitFields.line) !== Line.front) facts = 0;
  else if (readUnit(war, unit, unitFields.noAttack) === 0) facts |= 1 << Fact.str;
  if (readUnit(war, unit, unitFields.paid) === 1) facts |= 1 << Fact.mag;
  return facts;
}

/**
 * Reveals a skill's use (H16): up to D to the pairs that see it, C to the affected pairs, B only
 * the effect and only to them, A to nobody, EX to its owner's own pair. An affected pair sees it.
 */
export function revealUse(
  war: War,
  skill: number,
  effect: number,
  seenBy: number,
  affected: number,
  events: EventBuffer | undefined,
): void {
  const { secrecy } = war.skills[skill] as Skill;
  const ownPair = war.pairOf[war.ownerOf[skill] ?? 0] ?? 0;
  if (secrecy === Rank.EX) learnParts(war, ownPair, skill, wholeSkill, events);
  if (secrecy > Rank.B) return;
  const mask = secrecy <= Rank.D ? seenBy | affected : affected;
  const parts = secrecy === Rank.B ? 1 << effect : wholeSkill;
  for (let pair = 0; pair < war.pairCount; pair++) {
    if ((mask & (1 << pair)) !== 0) learnParts(war, pair, skill, parts, events);
  }
}

/** Whether a pair has this means of revealing (H30). */
export function sourceOpen(war: War, pair: number, owner: number, source: number): boolean {
  if (source === Source.shown) return true;
  const ownerPair = war.pairOf[owner] ?? 0;
  if (source === Source.asked) {
    return ownerPair === pair || (readPair(war, pair, pairFields.talked) & (1 << ownerPair)) !== 0;
  }
  if (readWar(war, warFields.phase) !== Phase.processing) return false;
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (war.pairOf[unit] === pair && readUnit(war, unit, unitFields.action) === Action.gather) return true;
  }
  return false;
}

/** Runs `revealFact pair unit fact source`. */
export function revealFact(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const pair = command[1] ?? 0;
  const unit = command[2] ?? 0;
  const bit = 1 << (command[3] ?? 0);
  if (!sourceOpen(war, pair, unit, command[4] ?? 0)) return ErrorNumber.secret;
  if ((readFacts(war, pair, unit) & bit) !== 0) return ErrorNumber.again;
  learnFacts(war, pair, unit, bit, events);
  return 0;
}

/**
 * Whether a skill can be told or shown: not when its own side does not know it (H16 EX). Gathering
 * may still find it.
 */
export function mayTellSkill(war: War, skill: number, source: number): boolean {
  if (source === Source.gathered || (war.skills[skill] as Skill).secrecy !== Rank.EX) return true;
  const ownPair = war.pairOf[war.ownerOf[skill] ?? 0] ?? 0;
  return (readParts(war, ownPair, skill) & wholeSkill) !== 0;
}

/** Runs `revealSkill pair skill source`. */
export function revealSkill(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const pair = command[1] ?? 0;
  const skill = command[2] ?? 0;
  const source = command[3] ?? 0;
  if (!sourceOpen(war, pair, war.ownerOf[skill] ?? 0, source)) return ErrorNumber.secret;
  if (!mayTellSkill(war, skill, source)) return ErrorNumber.secret;
  if ((readParts(war, pair, skill) & wholeSkill) !== 0) return ErrorNumber.again;
  learnParts(war, pair, skill, wholeSkill, events);
  return 0;
}

/** Runs `witness pair`: one more pair watches the battle. */
export function witness(war: War, command: Int32Array, _events: EventBuffer | undefined): number {
  const bit = 1 << (command[1] ?? 0);
  const mask = readWar(war, warFields.witnesses);
  if ((mask & bit) !== 0) return ErrorNumber.again;
  writeWar(war, warFields.witnesses, mask | bit);
  return 0;
}
