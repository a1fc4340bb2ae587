/**
 * The legal commands of the turn: preparation, decisions, processing, knowledge, seals, skills,
 * rulings. Source: H2 to H12, H28 to H31. Every accepted command lies inside an entry; dependent
 * ranges are given as their hull.
 */
import { floorDivide } from '../int/uint.js';
import { mayBeBlocked } from './actions.js';
import { pairFields, skillFields, unitFields, warFields } from './cells.js';
import { Command, commands } from './commands.js';
import { mayTellSkill, sourceOpen, wholeSkill } from './knowledge.js';
import { incomeOf } from './magic.js';
import {
  Action,
  allFacts,
  BattleStep,
  Fact,
  Lasts,
  NONE,
  Phase,
  Reaction,
  SealEffect,
  Source,
  Stat,
  Timing,
} from './names.js';
import { hasReaction, maxReactions, mayAnswer, pairLives } from './reactions.js';
import { checkSeal } from './seals.js';
import type { Effect, Skill } from './skill-data.js';
import { activationCost, checkChanges, checkTiming, needsTarget, sharesLineage } from './skills.js';
import { isAlive, maxModifier } from './stats.js';
import { partnerOf, readFacts, readPair, readParts, readSkillCell, readUnit, readWar, type War } from './war.js';

/** Words of an entry by code: 1, two a parameter, four a list. */
const entryLengths = new Int32Array(commands.length + 1);
for (const command of commands) {
  let words = 1;
  for (const parameter of command.parameters) words += parameter.capacity === undefined ? 2 : 4;
  entryLengths[command.code] = words;
}

/** Begins an entry when all of it fits; only then does the caller write its ranges. */
export function beginEntry(war: War, code: number): boolean {
  const cursor = war.cursor;
  if (cursor.length + (entryLengths[code] ?? 0) > cursor.words.length) return false;
  cursor.words[cursor.length++] = code;
  return true;
}

export function writeRange(war: War, min: number, max: number): void {
  const cursor = war.cursor;
  cursor.words[cursor.length++] = min;
  cursor.words[cursor.length++] = max;
}

export function writeList(war: War, shortest: number, longest: number, min: number, max: number): void {
  writeRange(war, shortest, longest);
  writeRange(war, min, max);
}

/** Begins an entry with fixed first parameters; the caller writes the remaining ranges. */
export function beginWith(war: War, code: number, first: number, second = -1): boolean {
  if (!beginEntry(war, code)) return false;
  writeRange(war, first, first);
  if (second >= 0) writeRange(war, second, second);
  return true;
}

/** The maximum of HP that the unit, or NONE, could heal with this much MP more. */
function maxHealing(war: War, unit: number, gain: number): number {
  if (!isAlive(war, unit)) return 0;
  const wounds = readUnit(war, unit, unitFields.maxHp) - readUnit(war, unit, unitFields.hp);
  return Math.min(wounds, floorDivide(readUnit(war, unit, unitFields.mp) + gain, 2));
}

function preparation(war: War): void {
  for (let pair = 0; pair < war.pairCount; pair++) {
    if (readPair(war, pair, pairFields.prepared) === 1 || !pairLives(war, pair)) continue;
    if (!beginWith(war, Command.prepare, pair)) return;
    const master = war.masterOf[pair] ?? NONE;
    const servant = war.servantOf[pair] ?? NONE;
    const together = isAlive(war, master) && isAlive(war, servant);
    const gain = Math.max(0, incomeOf(war, pair));
    writeRange(war, -1, together && incomeOf(war, pair) >= 0 ? gain : -1);
    writeRange(war, 0, maxHealing(war, master, gain));
    writeRange(war, 0, maxHealing(war, servant, gain));
  }
}

/** Writes the ranges after unit and action: pair, area, amount, skill, effect, reason. */
function writeAction(
  war: War,
  unit: number,
  action: number,
  pair: number,
  areaMin: number,
  areaMax: number,
  amount: boolean,
  skill: number,
  effect: number,
  reasonMin: number,
  reasonMax: number,
): void {
  if (!beginWith(war, Command.chooseActive, unit, action)) return;
  writeRange(war, pair, pair);
  writeRange(war, areaMin, areaMax);
  writeRange(war, amount ? 1 : 0, amount ? 10 : 0);
  writeRange(war, skill, skill);
  writeRange(war, effect, effect);
  writeRange(war, reasonMin, reasonMax);
}

function actionsOf(war: War, unit: number): void {
  const areas = war.setup.areas.length - 1;
  const reasons = war.setup.reasons.length - 1;
  if (areas >= 0) {
    writeAction(war, unit, Action.explore, -1, 0, areas, false, -1, 0, -1, reasons);
    if (war.isServant[unit] === 1) writeAction(war, unit, Action.soulEating, -1, 0, areas, true, -1, 0, -1, -1);
    const partner = partnerOf(war, unit);
    const bound = isAlive(war, partner) && readUnit(war, partner, unitFields.action) === Action.moveBase;
    const first = bound ? readUnit(war, partner, unitFields.actionArea) : 0;
    writeAction(war, unit, Action.moveBase, -1, first, bound ? first : areas, false, -1, 0, -1, -1);
  }
  for (let pair = 0; pair < war.pairCount; pair++) {
    if (pair === war.pairOf[unit]) continue;
    writeAction(war, unit, Action.raid, pair, -1, -1, false, -1, 0, -1, reasons);
    writeAction(war, unit, Action.communicate, pair, -1, -1, false, -1, 0, -1, reasons);
  }
  writeAction(war, unit, Action.rest, -1, -1, -1, false, -1, 0, -1, -1);
  if (reasons >= 0) {
    writeAction(war, unit, Action.gather, -1, -1, -1, false, -1, 0, 0, reasons);
    writeAction(war, unit, Action.free, -1, -1, -1, false, -1, 0, 0, reasons);
  }
  for (let skill = 0; skill < war.skillCount; skill++) {
    if (war.ownerOf[skill] !== unit) continue;
    const { effects } = war.skills[skill] as Skill;
    for (let index = 0; index < effects.length; index++) {
      const effect = effects[index] as Effect;
      if (effect.timing !== Timing.action) continue;
      writeAction(war, unit, Action.skill, -1, -1, -1, false, skill, effect.number, -1, -1);
    }
  }
}

function active(war: War): void {
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (isAlive(war, unit) && readUnit(war, unit, unitFields.action) === Action.none) actionsOf(war, unit);
  }
  beginEntry(war, Command.closeActive);
}

function reactionsOf(war: War, pair: number): void {
  const free = readPair(war, pair, pairFields.reactions) < readPair(war, pair, pairFields.reactionLimit);
  for (let unit = 0; unit < war.unitCount; unit++) {
    const noticed = (readPair(war, pair, pairFields.noticed) & (1 << unit)) !== 0;
    const acts = readUnit(war, unit, unitFields.action) !== Action.none;
    if (war.pairOf[unit] !== pair && acts && !noticed) beginWith(war, Command.notice, pair, unit);
    for (let reaction = Reaction.accept as number; free && reaction <= Reaction.other; reaction++) {
      if (!mayAnswer(war, pair, reaction, unit) || hasReaction(war, pair, reaction, unit)) continue;
      if (beginWith(war, Command.chooseReactive, pair, reaction)) writeRange(war, unit, unit);
    }
  }
  const reasons = war.setup.reasons.length - 1;
  if (reasons >= 0 && readPair(war, pair, pairFields.reactionLimit) < maxReactions) {
    if (beginWith(war, Command.grantReaction, pair)) writeRange(war, 0, reasons);
  }
}

function reactive(war: War): void {
  for (let pair = 0; pair < war.pairCount; pair++) if (pairLives(war, pair)) reactionsOf(war, pair);
  let blockable = 0;
  let min = 0;
  let max = 0;
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (!mayBeBlocked(war, unit)) continue;
    if (blockable === 0) min = unit;
    max = unit;
    blockable++;
  }
  if (beginEntry(war, Command.processTurn)) writeList(war, 0, blockable, min, max);
}

function processing(war: War): void {
  for (let unit = 0; unit < war.unitCount; unit++) {
    const rests = readUnit(war, unit, unitFields.action) === Action.rest;
    if (!rests || readUnit(war, unit, unitFields.actionOpen) === 0) continue;
    const max = maxHealing(war, unit, 0);
    if (max > 0 && beginWith(war, Command.restHeal, unit)) writeRange(war, 1, max);
  }
  if (readWar(war, warFields.battleStep) === BattleStep.none) beginEntry(war, Command.endTurn);
}

function knowledge(war: War): void {
  for (let pair = 0; pair < war.pairCount; pair++) {
    for (let source = Source.asked as number; source <= Source.shown; source++) {
      for (let unit = 0; unit < war.unitCount; unit++) {
        const known = readFacts(war, pair, unit);
        if (known === allFacts || !sourceOpen(war, pair, unit, source)) continue;
        if (!beginWith(war, Command.revealFact, pair, unit)) return;
        writeRange(war, Fact.str, Fact.class);
        writeRange(war, source, source);
      }
      for (let skill = 0; skill < war.skillCount; skill++) {
        if ((readParts(war, pair, skill) & wholeSkill) !== 0 || !mayTellSkill(war, skill, source)) continue;
        if (!sourceOpen(war, pair, war.ownerOf[skill] ?? 0, source)) continue;
        if (!beginWith(war, Command.revealSkill, pair, skill)) return;
        writeRange(war, source, source);
      }
    }
  }
}

/**
 * Lowest and highest target for the changes of an effect, packed as `(min + 1) * 256 + max + 1`, or
 * -1 for none. Whom its multiple fits the plain effect fits as well.
 */
function targetHull(war: War, unit: number, effect: Effect): number {
  let min = NONE;
  let max = 0;
  for (let target = needsTarget(effect) ? 0 : -1; target < war.unitCount; target++) {
    if (checkChanges(war, unit, target, effect, 1) !== 0) continue;
    if (min === NONE) min = target;
    max = target;
  }
  return min === NONE ? -1 : (min + 1) * 256 + max + 1;
}

function skillUse(war: War, unit: number, number: number, skill: Skill, effect: Effect): void {
  if (checkTiming(war, unit, number, effect) !== 0) return;
  const halved = readSkillCell(war, number, skillFields.halved) === 1;
  if (activationCost(effect.cost, halved) > readUnit(war, unit, unitFields.mp)) return;
  if (effect.disables === Lasts.round && readWar(war, warFields.battleStep) === BattleStep.none) return;
  let min = -1;
  let max = -1;
  for (let other = 0; other < war.skillCount; other++) {
    if (!sharesLineage(war.skills[other] as Skill, effect.refersTo)) continue;
    if (min < 0) min = other;
    max = other;
  }
  if (effect.refersTo.length > 0 && min < 0) return;
  const hull = targetHull(war, unit, effect);
  if (hull < 0 || !beginWith(war, Command.useSkill, unit, number)) return;
  writeRange(war, effect.number, effect.number);
  writeRange(war, (hull >> 8) - 1, (hull & 255) - 1);
  writeRange(war, min, max);
  writeRange(war, 0, skill.pluses > 0 ? 1 : 0);
  writeList(war, 0, war.pairCount, 0, war.pairCount - 1);
  writeList(war, 0, war.pairCount, 0, war.pairCount - 1);
}

function skillUses(war: War): void {
  for (let number = 0; number < war.skillCount; number++) {
    const unit = war.ownerOf[number] ?? NONE;
    const skill = war.skills[number] as Skill;
    if (!isAlive(war, unit)) continue;
    if (readSkillCell(war, number, skillFields.disabled) !== 0) continue;
    for (let index = 0; index < skill.effects.length; index++) {
      skillUse(war, unit, number, skill, skill.effects[index] as Effect);
    }
  }
}

function sealsOf(war: War, pair: number): void {
  const reasons = war.setup.reasons.length - 1;
  for (let effect = SealEffect.order as number; effect <= SealEffect.miracle; effect++) {
    if (effect === SealEffect.rank || effect === SealEffect.halve || effect === SealEffect.disable) {
      for (let skill = 0; skill < war.skillCount; skill++) {
        if (checkSeal(war, pair, effect, skill, -1) !== 0) continue;
        if (!beginWith(war, Command.useSeal, pair, effect)) return;
        writeRange(war, skill, skill);
        writeRange(war, -1, -1);
      }
      continue;
    }
    const inWords = effect === SealEffect.order || effect === SealEffect.miracle;
    if ((inWords && reasons < 0) || checkSeal(war, pair, effect, -1, inWords ? 0 : -1) !== 0) continue;
    if (!beginWith(war, Command.useSeal, pair, effect)) return;
    writeRange(war, -1, -1);
    writeRange(war, inWords ? 0 : -1, inWords ? reasons : -1);
  }
}

function adjustment(war: War, unit: number, first: number, last: number, max: number, lasts: number): void {
  if (!beginWith(war, Command.adjust, unit)) return;
  writeRange(war, first, last);
  writeRange(war, -max, max);
  writeRange(war, lasts, lasts);
  writeRange(war, 0, war.setup.reasons.length - 1);
}

/** The rulings that a table may make at any time; each needs a reason. */
function rulings(war: War): void {
  const reasons = war.setup.reasons.length - 1;
  if (reasons < 0) return;
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (!isAlive(war, unit)) continue;
    adjustment(war, unit, Stat.hp, Stat.lp, 16383, Lasts.now);
    adjustment(war, unit, Stat.str, Stat.advantage, 2 * maxModifier, Lasts.turn);
    if (readUnit(war, unit, unitFields.side) === NONE) continue;
    adjustment(war, unit, Stat.str, Stat.advantage, 2 * maxModifier, Lasts.round);
  }
  if (beginEntry(war, Command.endWar)) writeRange(war, 0, reasons);
}

export function legalInTurn(war: War): void {
  const phase = readWar(war, warFields.phase);
  if (phase === Phase.preparation) preparation(war);
  if (phase === Phase.active) active(war);
  if (phase === Phase.reactive) reactive(war);
  if (phase === Phase.processing) processing(war);
  for (let pair = 0; pair < war.pairCount; pair++) sealsOf(war, pair);
  skillUses(war);
  rulings(war);
  knowledge(war);
}
