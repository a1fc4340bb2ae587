/**
 * The commands of the war, a row each: parameters, when it may come, what it does, what of it is
 * legal. Source: the inputs named by seed 004's ruleset; H1 to H31; conventions C3, C4. What a
 * command does validates before it writes. Every accepted command lies inside an entry of the list;
 * dependent ranges are given as their hull.
 */
import { floorDivide } from '../int/uint.js';
import { type CommandRow, declareCommands, type LegalList, type ParameterRow } from '../system/declare-system.js';
import { chooseActive, closeActive, mayBeBlocked, processTurn } from './actions.js';
import { allocate, closeDeclarations, noAttack, payMag, quotaOf, settleAllocation } from './allocation.js';
import { pairFields, skillFields, unitFields, warFields } from './cells.js';
import { avoidLethal, damageStep, widthsHold } from './damage.js';
import { ErrorNumber } from './errors.js';
import { mayTellSkill, revealFact, revealSkill, sourceOpen, wholeSkill, witness } from './knowledge.js';
import { closeStandby, fights, livingSides, openBattle, setLines, settleLines } from './lines.js';
import { incomeOf, prepare, restHeal, settlePreparation } from './magic.js';
import {
  ACTION_TAKES,
  Action,
  allFacts,
  BattleStep,
  Fact,
  Lasts,
  NONE,
  Phase,
  Reaction,
  SealEffect,
  Stat,
  Status,
  sealsAbout,
  Timing,
} from './names.js';
import { chooseReactive, grantReaction, hasReaction, maxReactions, mayAnswer, notice, pairLives } from './reactions.js';
import { cleanup, closeBattle, endTurn, endWar, escapeCost, leave } from './round-end.js';
import { checkSeal, joinBattle, useSeal } from './seals.js';
import type { Effect, Skill } from './setup.js';
import { activationCost, adjust, checkChanges, checkTiming, needsTarget, sharesLineage, useSkill } from './skills.js';
import { isAlive, maxModifier } from './stats.js';
import { partnerOf, readFacts, readPair, readParts, readSkillCell, readUnit, readWar, type War } from './war.js';

type Row = CommandRow<War>;
type Parameter = ParameterRow<War>;
type List = LegalList<War>;

/** Largest number in any id list; unregistered ids are refused. */
const widest = 254;
/** Side numbers 0..7. */
const maxSides = 8;

function id<const Name extends string>(name: Name, ids: string, meaning: string): Parameter & { name: Name } {
  return { name, min: 0, max: widest, ids, meaning };
}

function optionalId<const Name extends string>(name: Name, ids: string, meaning: string): Parameter & { name: Name } {
  return { name, min: -1, max: widest, ids, optional: -1, meaning };
}

function idList(name: string, ids: string, capacity: number, meaning: string): Parameter {
  return { name, min: 0, max: widest, capacity, ids, meaning };
}

/** A list that may be left out. */
function someIds(name: string, ids: string, capacity: number, meaning: string): Parameter {
  return { ...idList(name, ids, capacity, meaning), mayBeAbsent: true };
}

/** A parameter of `chooseActive` takes part by the action. */
function byAction(parameter: Parameter & { readonly name: keyof typeof ACTION_TAKES }): Parameter {
  return { ...parameter, goesWith: { of: 'action', ...ACTION_TAKES[parameter.name] } };
}

function number(name: string, min: number, max: number, meaning: string): Parameter {
  return { name, min, max, meaning };
}

function optionalNumber<const Name extends string>(
  name: Name,
  min: number,
  max: number,
  optional: number,
  meaning: string,
): Parameter & { name: Name } {
  return { name, min, max, optional, meaning };
}

const unit = id('unit', 'unit', 'the unit');
const pair = id('pair', 'pair', 'the pair');
const reason = id('reason', 'reason', 'why: a reason registered in the setup');

// When a command may come

const inPhase =
  (phase: number) =>
  (war: War): number =>
    readWar(war, warFields.phase) === phase ? 0 : ErrorNumber.phase;
const inStep =
  (step: number) =>
  (war: War): number =>
    readWar(war, warFields.battleStep) === step ? 0 : ErrorNumber.phase;
const inBattle = (war: War): number => (readWar(war, warFields.battleStep) === BattleStep.none ? ErrorNumber.phase : 0);

function betweenBattles(war: War): number {
  if (readWar(war, warFields.phase) !== Phase.processing) return ErrorNumber.phase;
  return readWar(war, warFields.battleStep) === BattleStep.none ? 0 : ErrorNumber.phase;
}

// What is legal, where a row has no room for it

/** A command without parameters that may come whenever its time is. */
function listAlone(_war: War, list: List): void {
  list.begin();
}

function lastReason(war: War): number {
  return war.setup.reasons.length - 1;
}

function listReasons(war: War, list: List): void {
  if (lastReason(war) >= 0 && list.begin()) list.span(0, lastReason(war));
}

/** The ranges of a list: its length, and its entries. */
function spanList(list: List, shortest: number, longest: number, min: number, max: number): void {
  list.span(shortest, longest);
  list.span(min, max);
}

function isFighting(war: War, unit: number): boolean {
  return readUnit(war, unit, unitFields.side) !== NONE && isAlive(war, unit);
}

/** The maximum of HP that the unit, or NONE, could heal with this much MP more. */
function maxHealing(war: War, unit: number, gain: number): number {
  if (!isAlive(war, unit)) return 0;
  const wounds = readUnit(war, unit, unitFields.maxHp) - readUnit(war, unit, unitFields.hp);
  return Math.min(wounds, floorDivide(readUnit(war, unit, unitFields.mp) + gain, 2));
}

/** Writes the ranges after unit and action: pair, area, amount, skill, effect, reason. */
function listAction(
  list: List,
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
  if (!list.beginWith(unit, action)) return;
  list.span(pair, pair);
  list.span(areaMin, areaMax);
  list.span(amount ? 1 : 0, amount ? 10 : 0);
  list.span(skill, skill);
  list.span(effect, effect);
  list.span(reasonMin, reasonMax);
}

function listActions(war: War, list: List, unit: number): void {
  if (!isAlive(war, unit) || readUnit(war, unit, unitFields.action) !== Action.none) return;
  const areas = war.setup.areas.length - 1;
  const reasons = lastReason(war);
  if (areas >= 0) {
    listAction(list, unit, Action.explore, -1, 0, areas, false, -1, 0, -1, reasons);
    if (war.isServant[unit] === 1) listAction(list, unit, Action.soulEating, -1, 0, areas, true, -1, 0, -1, -1);
    const partner = partnerOf(war, unit);
    const bound = isAlive(war, partner) && readUnit(war, partner, unitFields.action) === Action.moveBase;
    const first = bound ? readUnit(war, partner, unitFields.actionArea) : 0;
    listAction(list, unit, Action.moveBase, -1, first, bound ? first : areas, false, -1, 0, -1, -1);
  }
  for (let pair = 0; pair < war.pairCount; pair++) {
    if (pair === war.pairOf[unit]) continue;
    listAction(list, unit, Action.raid, pair, -1, -1, false, -1, 0, -1, reasons);
    listAction(list, unit, Action.communicate, pair, -1, -1, false, -1, 0, -1, reasons);
  }
  listAction(list, unit, Action.rest, -1, -1, -1, false, -1, 0, -1, -1);
  if (reasons >= 0) {
    listAction(list, unit, Action.gather, -1, -1, -1, false, -1, 0, 0, reasons);
    listAction(list, unit, Action.free, -1, -1, -1, false, -1, 0, 0, reasons);
  }
  for (let skill = 0; skill < war.skillCount; skill++) {
    if (war.ownerOf[skill] !== unit) continue;
    const { effects } = war.skills[skill] as Skill;
    for (let index = 0; index < effects.length; index++) {
      const effect = effects[index] as Effect;
      if (effect.timing !== Timing.action) continue;
      listAction(list, unit, Action.skill, -1, -1, -1, false, skill, effect.number, -1, -1);
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

function listEffect(war: War, list: List, unit: number, number: number, skill: Skill, effect: Effect): void {
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
  if (hull < 0 || !list.beginWith(unit, number)) return;
  list.span(effect.number, effect.number);
  list.span((hull >> 8) - 1, (hull & 255) - 1);
  list.span(min, max);
  list.span(0, skill.pluses > 0 ? 1 : 0);
  spanList(list, 0, war.pairCount, 0, war.pairCount - 1);
  spanList(list, 0, war.pairCount, 0, war.pairCount - 1);
}

function listSeals(war: War, list: List, pair: number): void {
  const reasons = lastReason(war);
  for (let effect = SealEffect.order as number; effect <= SealEffect.miracle; effect++) {
    if (effect === SealEffect.rank || effect === SealEffect.halve || effect === SealEffect.disable) {
      for (let skill = 0; skill < war.skillCount; skill++) {
        if (checkSeal(war, pair, effect, skill, -1) !== 0) continue;
        if (!list.beginWith(pair, effect)) return;
        list.span(skill, skill);
        list.span(-1, -1);
      }
      continue;
    }
    const inWords = effect === SealEffect.order || effect === SealEffect.miracle;
    if ((inWords && reasons < 0) || checkSeal(war, pair, effect, -1, inWords ? 0 : -1) !== 0) continue;
    if (!list.beginWith(pair, effect)) return;
    list.span(-1, -1);
    list.span(inWords ? 0 : -1, inWords ? reasons : -1);
  }
}

function listAdjustment(
  war: War,
  list: List,
  unit: number,
  first: number,
  last: number,
  max: number,
  lasts: number,
): void {
  if (!list.beginWith(unit)) return;
  list.span(first, last);
  list.span(-max, max);
  list.span(lasts, lasts);
  list.span(0, lastReason(war));
}

function listLines(war: War, list: List): void {
  const open = livingSides(war) & ~readWar(war, warFields.linesDeclared);
  for (let side = 0; side < maxSides; side++) {
    if ((open & (1 << side)) === 0) continue;
    let count = 0;
    let min = 0;
    let max = 0;
    for (let unit = 0; unit < war.unitCount; unit++) {
      if (!fights(war, unit, side)) continue;
      if (count === 0) min = unit;
      max = unit;
      count++;
    }
    if (list.beginWith(side)) spanList(list, war.rules.strictFront ? 1 : 0, count, min, max);
  }
}

/** HA24: while the lines are chosen any side; later each of those that fight. */
function listJoining(war: War, list: List): void {
  const step = readWar(war, warFields.battleStep);
  for (let unit = 0; unit < war.unitCount; unit++) {
    if (!isAlive(war, unit) || readUnit(war, unit, unitFields.side) !== NONE) continue;
    if (step === BattleStep.lines) {
      if (list.beginWith(unit)) list.span(0, maxSides - 1);
      continue;
    }
    const sides = livingSides(war);
    for (let side = 0; side < maxSides; side++) {
      if ((sides & (1 << side)) !== 0) list.beginWith(unit, side);
    }
  }
}

// The rows, in the order of the page

const ROWS: readonly Row[] = [
  {
    ...{ code: 1, name: 'prepare', meaning: 'MP income or upkeep of one pair, then healing (H3 to H6)' },
    parameters: [
      pair,
      optionalNumber('servantShare', -1, 0xffff, -1, 'MP of a gain that go to the servant; -1: the servant first'),
      optionalNumber('healMaster', 0, 16383, 0, 'HP that the master heals with own MP'),
      optionalNumber('healServant', 0, 16383, 0, 'HP that the servant heals with own MP'),
    ],
    when: inPhase(Phase.preparation),
    run: prepare,
    legal(war, list) {
      for (let pair = 0; pair < war.pairCount; pair++) {
        if (readPair(war, pair, pairFields.prepared) === 1 || !pairLives(war, pair)) continue;
        if (!list.beginWith(pair)) return;
        const master = war.masterOf[pair] ?? NONE;
        const servant = war.servantOf[pair] ?? NONE;
        const together = isAlive(war, master) && isAlive(war, servant);
        const gain = Math.max(0, incomeOf(war, pair));
        list.span(-1, together && incomeOf(war, pair) >= 0 ? gain : -1);
        list.span(0, maxHealing(war, master, gain));
        list.span(0, maxHealing(war, servant, gain));
      }
    },
  },
  {
    ...{ code: 2, name: 'chooseActive', meaning: 'the active action of one unit (H7)' },
    parameters: [
      unit,
      id('action', 'action', 'the action'),
      byAction(optionalId('pair', 'pair', 'whom a raid or communication is aimed at')),
      byAction(optionalId('area', 'area', 'where')),
      byAction(optionalNumber('amount', -0x8000, 0x7fff, 0, 'MP to gain by soul eating, 1 to 10')),
      byAction(optionalId('skill', 'skill', 'skill to act with')),
      byAction(optionalNumber('effect', 0, 15, 0, 'serial number of its effect, from 1 on')),
      byAction(
        optionalId(
          'reason',
          'reason',
          'topic to gather information on, the free action, or how the action is done (H7)',
        ),
      ),
    ],
    when: inPhase(Phase.active),
    run: chooseActive,
    legal: listActions,
  },
  {
    ...{ code: 3, name: 'closeActive', meaning: 'active decisions end; reactive decisions begin (H2)' },
    when: inPhase(Phase.active),
    run: closeActive,
    legal: listAlone,
  },
  {
    ...{ code: 4, name: 'notice', meaning: 'the pair notices the action of the unit: a ruling (H8, H11)' },
    parameters: [pair, unit],
    when: inPhase(Phase.reactive),
    run: notice,
    legal(war, list, pair, unit) {
      if (!pairLives(war, pair) || war.pairOf[unit] === pair) return;
      const noticed = (readPair(war, pair, pairFields.noticed) & (1 << unit)) !== 0;
      if (!noticed && readUnit(war, unit, unitFields.action) !== Action.none) list.beginWith(pair, unit);
    },
  },
  {
    ...{ code: 5, name: 'chooseReactive', meaning: 'a reaction of one pair (H8)' },
    parameters: [pair, id('reaction', 'reaction', 'the reaction'), id('unit', 'unit', 'whose action it answers')],
    when: inPhase(Phase.reactive),
    run: chooseReactive,
    legal(war, list, pair, unit) {
      const free = readPair(war, pair, pairFields.reactions) < readPair(war, pair, pairFields.reactionLimit);
      if (!free || !pairLives(war, pair)) return;
      for (let reaction = Reaction.accept as number; reaction <= Reaction.other; reaction++) {
        if (!mayAnswer(war, pair, reaction, unit) || hasReaction(war, pair, reaction, unit)) continue;
        if (list.beginWith(pair, reaction)) list.span(unit, unit);
      }
    },
  },
  {
    ...{ code: 6, name: 'grantReaction', meaning: 'one reaction more this turn, by a ruling' },
    parameters: [pair, reason],
    when: inPhase(Phase.reactive),
    run: grantReaction,
    legal(war, list, pair) {
      if (lastReason(war) < 0 || !pairLives(war, pair)) return;
      if (readPair(war, pair, pairFields.reactionLimit) >= maxReactions) return;
      if (list.beginWith(pair)) list.span(0, lastReason(war));
    },
  },
  {
    ...{ code: 7, name: 'processTurn', meaning: 'all actions take effect at once (H12)' },
    parameters: [someIds('blocked', 'unit', 16, 'units whose action fails because of a standing stop or flight')],
    when: inPhase(Phase.reactive),
    run: processTurn,
    legal(war, list) {
      let blockable = 0;
      let min = 0;
      let max = 0;
      for (let unit = 0; unit < war.unitCount; unit++) {
        if (!mayBeBlocked(war, unit)) continue;
        if (blockable === 0) min = unit;
        max = unit;
        blockable++;
      }
      if (list.begin()) spanList(list, 0, blockable, min, max);
    },
  },
  {
    ...{ code: 8, name: 'restHeal', meaning: 'healing of a unit that rested (H10)' },
    parameters: [unit, number('hp', 1, 16383, 'HP to heal')],
    when: inPhase(Phase.processing),
    run: restHeal,
    legal(war, list, unit) {
      const rests = readUnit(war, unit, unitFields.action) === Action.rest;
      if (!rests || readUnit(war, unit, unitFields.actionOpen) === 0) return;
      const max = maxHealing(war, unit, 0);
      if (max > 0 && list.beginWith(unit)) list.span(1, max);
    },
  },
  {
    ...{ code: 9, name: 'revealFact', meaning: 'a fact of a unit becomes known to a pair (H30)' },
    parameters: [pair, unit, id('fact', 'fact', 'what becomes known'), id('source', 'source', 'by what means')],
    run: revealFact,
    legal(war, list, pair, source) {
      for (let unit = 0; unit < war.unitCount; unit++) {
        if (readFacts(war, pair, unit) === allFacts || !sourceOpen(war, pair, unit, source)) continue;
        if (!list.beginWith(pair, unit)) return;
        list.span(Fact.str, Fact.class);
        list.span(source, source);
      }
    },
  },
  {
    ...{ code: 10, name: 'revealSkill', meaning: 'a skill becomes known to a pair (H30)' },
    parameters: [pair, id('skill', 'skill', 'the skill'), id('source', 'source', 'by what means')],
    run: revealSkill,
    legal(war, list, pair, source) {
      for (let skill = 0; skill < war.skillCount; skill++) {
        if ((readParts(war, pair, skill) & wholeSkill) !== 0 || !mayTellSkill(war, skill, source)) continue;
        if (!sourceOpen(war, pair, war.ownerOf[skill] ?? 0, source)) continue;
        if (!list.beginWith(pair, skill)) return;
        list.span(source, source);
      }
    },
  },
  {
    ...{
      code: 11,
      name: 'useSkill',
      meaning: 'activates one effect of a skill or noble phantasm (H15 to H17, H19, H31)',
    },
    parameters: [
      unit,
      id('skill', 'skill', 'the skill'),
      number('effect', 1, 15, 'serial number of the effect'),
      {
        ...optionalId('target', 'unit', 'whom it is aimed at'),
        neededWhen: 'when the effect changes another unit',
      },
      {
        ...optionalId('targetSkill', 'skill', 'skill it refers to by lineage'),
        neededWhen: 'when the effect refers to a lineage, else left out',
      },
      {
        ...optionalNumber('condition', 0, 1, 0, '1 when the condition of the + marks holds'),
        neededWhen: 'when it holds',
      },
      someIds('seenBy', 'pair', 8, 'pairs that see it; in a battle all of its pairs and witnesses do'),
      someIds('affected', 'pair', 8, 'pairs it works on'),
    ],
    run: useSkill,
    legal(war, list, number) {
      const unit = war.ownerOf[number] ?? NONE;
      if (!isAlive(war, unit) || readSkillCell(war, number, skillFields.disabled) !== 0) return;
      const skill = war.skills[number] as Skill;
      for (let index = 0; index < skill.effects.length; index++) {
        listEffect(war, list, unit, number, skill, skill.effects[index] as Effect);
      }
    },
  },
  {
    ...{ code: 12, name: 'useSeal', meaning: 'spends one command seal (H28)' },
    parameters: [
      pair,
      id('effect', 'seal', 'what the seal does'),
      {
        ...optionalId('skill', 'skill', 'skill of the servant it works on'),
        goesWith: { of: 'effect', must: sealsAbout('skill') },
      },
      {
        ...optionalId('reason', 'reason', 'the order or the miracle'),
        goesWith: { of: 'effect', must: sealsAbout('reason') },
      },
    ],
    run: useSeal,
    legal: listSeals,
  },
  {
    ...{ code: 13, name: 'adjust', meaning: 'a bonus or penalty by a ruling (H31)' },
    parameters: [
      unit,
      id('stat', 'stat', 'what changes'),
      number('amount', -16383, 16383, 'by how much'),
      id('lasts', 'lasts', 'how long'),
      reason,
    ],
    run: adjust,
    legal(war, list, unit) {
      if (lastReason(war) < 0 || !isAlive(war, unit)) return;
      listAdjustment(war, list, unit, Stat.hp, Stat.lp, 16383, Lasts.now);
      listAdjustment(war, list, unit, Stat.str, Stat.advantage, 2 * maxModifier, Lasts.turn);
      if (readUnit(war, unit, unitFields.side) === NONE) return;
      listAdjustment(war, list, unit, Stat.str, Stat.advantage, 2 * maxModifier, Lasts.round);
    },
  },
  {
    ...{ code: 14, name: 'openBattle', meaning: 'a battle begins (H18)' },
    parameters: [
      idList('units', 'unit', 16, 'who fights'),
      { name: 'sides', min: 0, max: 7, capacity: 16, meaning: 'side of each of them, in the same order' },
      someIds('witnesses', 'pair', 8, 'pairs that watch'),
    ],
    when: betweenBattles,
    run: openBattle,
    legal(war, list) {
      let alive = 0;
      for (let unit = 0; unit < war.unitCount; unit++) if (isAlive(war, unit)) alive++;
      if (alive < 2 || !list.begin()) return;
      spanList(list, 2, alive, 0, war.unitCount - 1);
      spanList(list, 2, alive, 0, maxSides - 1);
      spanList(list, 0, war.pairCount, 0, war.pairCount - 1);
    },
  },
  {
    ...{ code: 15, name: 'witness', meaning: 'one pair more watches the battle (H30)' },
    parameters: [pair],
    when: inBattle,
    run: witness,
    legal(war, list) {
      for (let pair = 0; pair < war.pairCount; pair++) {
        if ((readWar(war, warFields.witnesses) & (1 << pair)) === 0) list.beginWith(pair);
      }
    },
  },
  {
    ...{ code: 16, name: 'setLines', meaning: 'lines of one side, sealed until all have declared (H19, HA21)' },
    parameters: [
      number('side', 0, 7, 'the side'),
      {
        ...someIds('front', 'unit', 16, 'its front line; the others stand behind'),
        neededWhen: 'with the switch `emptyFront` = `strict`',
      },
    ],
    when: inStep(BattleStep.lines),
    run: setLines,
    legal: listLines,
  },
  {
    ...{ code: 17, name: 'closeStandby', meaning: 'skills are declared; the battle step begins (H19)' },
    when: inStep(BattleStep.skills),
    run: closeStandby,
    legal: listAlone,
  },
  {
    ...{ code: 18, name: 'payMag', meaning: 'pays 1 MP for points this round (H20)' },
    parameters: [unit],
    when: inStep(BattleStep.declarations),
    run: payMag,
    legal(war, list, unit) {
      if (!isFighting(war, unit) || readUnit(war, unit, unitFields.paid) !== 0) return;
      if (readUnit(war, unit, unitFields.mp) > 0) list.beginWith(unit);
    },
  },
  {
    ...{ code: 19, name: 'noAttack', meaning: 'will not attack this round (H21)' },
    parameters: [unit],
    when: inStep(BattleStep.declarations),
    run: noAttack,
    legal(war, list, unit) {
      if (isFighting(war, unit) && readUnit(war, unit, unitFields.noAttack) === 0) list.beginWith(unit);
    },
  },
  {
    ...{ code: 20, name: 'closeDeclarations', meaning: 'payments and renouncements end; the allocation begins (H22)' },
    when: inStep(BattleStep.declarations),
    run: closeDeclarations,
    legal: listAlone,
  },
  {
    ...{
      code: 21,
      name: 'allocate',
      meaning: 'points of one unit in one step, sealed until all have given theirs (H23)',
    },
    parameters: [
      number('step', 1, 255, 'allocation step'),
      unit,
      number('str', 0, 255, 'points on str'),
      number('con', 0, 255, 'points on con'),
      number('agi', 0, 255, 'points on agi'),
    ],
    when: inStep(BattleStep.allocation),
    run: allocate,
    legal(war, list, unit) {
      if (!isFighting(war, unit) || readUnit(war, unit, unitFields.handed) === 1) return;
      const quota = quotaOf(war, unit);
      if (quota === 0 || !list.beginWith(readWar(war, warFields.allocationStep), unit)) return;
      // the hull: what ties the three together is their sum
      for (let stat = 0; stat < 3; stat++) list.span(0, quota);
    },
  },
  {
    ...{ code: 22, name: 'damageStep', meaning: 'all front units deal their damage at once (H24, H25)' },
    when: inStep(BattleStep.damage),
    run: damageStep,
    legal(war, list) {
      if (widthsHold(war)) list.begin();
    },
  },
  {
    ...{ code: 23, name: 'avoidLethal', meaning: 'a dying unit escapes the lethal damage (H14)' },
    parameters: [unit, number('lpCost', 0, 255, 'LP it costs: a ruling')],
    run: avoidLethal,
    legal(war, list) {
      for (let unit = 0; unit < war.unitCount; unit++) {
        if (readUnit(war, unit, unitFields.status) !== Status.dying) continue;
        if (list.beginWith(unit)) list.span(0, readUnit(war, unit, unitFields.lp));
      }
    },
  },
  {
    ...{ code: 24, name: 'escape', meaning: 'leaves the battle (H26)' },
    parameters: [unit],
    when: inStep(BattleStep.end),
    run: leave,
    legal(war, list, unit) {
      if (!isFighting(war, unit) || readUnit(war, unit, unitFields.escaping) !== 0) return;
      if (escapeCost(war, unit) <= readUnit(war, unit, unitFields.mp)) list.beginWith(unit);
    },
  },
  {
    ...{ code: 25, name: 'cleanup', meaning: 'the round ends (H27)' },
    when: inStep(BattleStep.end),
    run: cleanup,
    legal: listAlone,
  },
  {
    ...{ code: 26, name: 'closeBattle', meaning: 'the battle ends by a ruling, after its clean-up' },
    parameters: [reason],
    when: inStep(BattleStep.end),
    run: closeBattle,
    legal: listReasons,
  },
  {
    ...{ code: 27, name: 'endTurn', meaning: 'the turn ends (H12)' },
    when: betweenBattles,
    run: endTurn,
    legal: listAlone,
  },
  {
    ...{ code: 28, name: 'endWar', meaning: 'the war is over by a ruling' },
    parameters: [reason],
    run: endWar,
    legal: listReasons,
  },
  {
    ...{ code: 29, name: 'joinBattle', meaning: 'a unit comes into the open battle, a call for help heard (H8, HA24)' },
    parameters: [unit, number('side', 0, 7, 'the side; a further one only while the lines are chosen')],
    when: inBattle,
    run: joinBattle,
    legal: listJoining,
  },
];

export const COMMANDS = declareCommands<War>(
  ROWS,
  [
    ...['avoidLethal', 'openBattle', 'setLines', 'closeStandby', 'closeDeclarations'],
    { each: 'unit', of: ['payMag', 'noAttack', 'escape', 'allocate'] },
    ...['damageStep', 'cleanup', 'closeBattle', 'joinBattle', 'witness', 'prepare'],
    { each: 'unit', of: ['chooseActive'] },
    'closeActive',
    { each: 'pair', of: [{ each: 'unit', of: ['notice', 'chooseReactive'] }, 'grantReaction'] },
    'processTurn',
    { each: 'unit', of: ['restHeal'] },
    'endTurn',
    { each: 'pair', of: ['useSeal'] },
    { each: 'skill', of: ['useSkill'] },
    { each: 'unit', of: ['adjust'] },
    'endWar',
    { each: 'pair', of: [{ each: 'source', of: ['revealFact', 'revealSkill'] }] },
  ],
  ErrorNumber.command,
  {
    form: { range: ErrorNumber.range, id: ErrorNumber.id, duplicate: ErrorNumber.duplicate },
    when: (war) => (readWar(war, warFields.ended) === 1 ? ErrorNumber.ended : 0),
    after(war, events) {
      settlePreparation(war, events);
      settleLines(war, events);
      settleAllocation(war, events);
    },
  },
);
