/**
 * The events of a step and their sentences, with rule and provenance. Source: seed 004 for rules,
 * our decisions for its gaps; `extension` marks what the seed leaves to the table (free actions,
 * miracles, rulings).
 */
import { type DeclaredBattle, declareEvents } from '../system/declare-system.js';
import type { Battle } from '../system/system.js';
import { bitWords, idOr, signedWord, type Wording } from '../system/tell-events.js';
import { unitFields } from './cells.js';
import * as words from './names.js';
import { BattleStep, Lasts, NONE } from './names.js';
import { readUnit, type War } from './war.js';

/** H25: a damage below 0 falls on the attacker. */
function damageSentence(damage: number): string {
  if (damage > 0) return '{attacker} does {damage} damage to {defender}';
  if (damage === 0) return '{attacker} does no damage to {defender}';
  return `{attacker} takes ${-damage} damage itself against {defender}`;
}

/** H23: who allocates in a step is told by the level; the other steps have none. */
function stepSentence(step: number): string {
  return step === BattleStep.allocation ? 'now all with advantage {level} or less allocate points' : 'now {step}';
}

/** H3. */
function incomeSentence(delta: number): string {
  if (delta === 0) return '{pair} gains no MP this turn';
  return delta < 0 ? `{pair} loses ${-delta} MP this turn` : '{pair} gains {delta} MP this turn';
}

const aimedAt: Wording = (target, { action = 0 }, battle) =>
  target === NONE ? 'nothing' : battle.idName(words.TARGET_KINDS[action] as string, target);

/** Actions whose reason is what they are about; that of another one tells how it is done. */
const ABOUT: readonly string[] = words.ACTION_TAKES.reason.must;

/** H7: how an action is done, where it is said; nothing where only events are known. */
function detailsOf(battle: Battle, unit: number, action: number): string {
  if (!('world' in battle)) return '';
  const { world } = battle as DeclaredBattle<War>;
  const reason = readUnit(world, unit, unitFields.actionReason);
  const isTold = reason !== NONE && !ABOUT.includes(words.wordOf(words.Action, action));
  return isTold ? ` (${battle.idName('reason', reason)})` : '';
}

export const EVENTS = declareEvents(
  {
    mpIncome: [1, 'H3', 'pair delta', ({ delta = 0 }) => incomeSentence(delta)],
    mpChanged: [2, 'H5', 'unit before after', 'MP of {unit}: {before} to {after}'],
    hpChanged: [3, 'H13', 'unit before after', 'HP of {unit}: {before} to {after}'],
    healed: [4, 'H4', 'unit hp cost', '{unit} heals {hp} HP for {cost} MP'],
    vanished: [5, 'H6', 'unit', '{unit} vanishes: its upkeep is not paid'],
    phaseBegan: [6, 'H2', 'phase', 'the {phase} phase begins'],
    actionChosen: [
      7,
      'H7',
      'unit action target',
      ({ action = 0 }) => `{unit} chooses to ${words.CHOSEN_WORDS[action] ?? '{action}'}{details}`,
    ],
    noticed: [8, 'H8', 'pair unit', '{pair} notices {unit}'],
    reactionChosen: [
      9,
      'H8',
      'pair reaction unit',
      ({ reaction = 0 }) => words.REACTION_SENTENCES[reaction] ?? '{pair} reacts to {unit} with {reaction}',
    ],
    reactionGranted: [10, 'H8', 'pair limit reason', 'a ruling, {reason}: {pair} may react {limit:time}', 'extension'],
    actionDone: [
      11,
      'H12',
      'unit action target',
      ({ action = 0 }) => `${words.DONE_WORDS[action] ?? '{unit} carries out action {action}'}{details}`,
    ],
    actionBlocked: [12, 'H8', 'unit action', '{unit} is stopped and does not {action}', 'decision'],
    communicated: [13, 'H9', 'pair with', '{pair} talks with {with}'],
    soulsEaten: [14, 'H11', 'unit amount total', '{unit} eats souls for {amount} MP, {total} in all'],
    secrecyBroken: [15, 'H11', 'pair', '{pair} breaks the secrecy of magic'],
    freeAction: [16, 'H31', 'unit reason', '{unit} has acted freely: {reason}', 'extension'],
    factsKnown: [17, 'H30', 'pair unit facts', '{pair} knows of {unit}: {facts}'],
    skillKnown: [18, 'H16', 'pair skill parts', '{pair} knows {skill}: {parts}'],
    skillUsed: [
      19,
      'H31',
      'unit skill effect multiple',
      ({ multiple }) => `{unit} uses {skill}, effect {effect}${multiple === 1 ? '' : ', times {multiple}'}`,
    ],
    statChanged: [
      20,
      'H31',
      'unit stat amount lasts',
      ({ lasts }) => `{stat} of {unit}: {amount}${lasts === Lasts.now ? '' : ' {lasts}'}`,
    ],
    skillDisabled: [21, 'H31', 'skill lasts', '{skill} is off {lasts}'],
    sealUsed: [
      22,
      'H28',
      'pair effect left what',
      ({ effect = 0 }) => `{pair} uses a seal: ${words.SEAL_WORDS[effect] ?? '{effect}'}; {left:seal} left`,
    ],
    miracle: [23, 'H28', 'pair reason', '{pair} asks for a miracle: {reason}', 'extension'],
    rankStays: [24, 'HA17', 'skill', 'the rank of {skill} stays', 'decision'],
    adjusted: [25, 'H31', 'unit stat amount reason', 'a ruling, {reason}: {stat} of {unit} {amount}', 'extension'],
    battleOpened: [26, 'H18', 'units', 'a battle of {units:unit} begins'],
    linesSealed: [27, 'HA21', 'side', 'side {side} has chosen its lines', 'decision'],
    lineOpened: [28, 'H19', 'unit line', '{unit} stands in the {line} line'],
    stepBegan: [29, 'H18', 'step level', ({ step = 0 }) => stepSentence(step)],
    magPaid: [30, 'H20', 'unit', '{unit} pays 1 MP for points'],
    attackRenounced: [31, 'H21', 'unit', '{unit} renounces its attack: constitution and agility +1'],
    allocationSealed: [32, 'H23', 'unit points', '{unit} has allocated {points:point}, still sealed'],
    allocationOpened: [
      33,
      'H23',
      'unit str con agi',
      '{unit} opens its points: strength {str}, constitution {con}, agility {agi}',
    ],
    exchange: [
      34,
      'H24',
      'attacker defender attack hits',
      '{attacker} against {defender}: attack {attack}, {hits:hit}',
    ],
    damage: [35, 'H25', 'attacker defender damage', ({ damage = 0 }) => damageSentence(damage)],
    dying: [36, 'H13', 'unit', '{unit} is dying'],
    died: [37, 'H13', 'unit', '{unit} dies', 'decision'],
    lethalAvoided: [38, 'H14', 'unit lpCost hp', '{unit} survives for {lpCost} LP, {hp} HP left', 'decision'],
    escaped: [39, 'H26', 'unit cost', '{unit} leaves the battle for {cost} MP'],
    roundEnded: [40, 'H27', 'round', 'round {round} is over'],
    battleEnded: [41, 'H18', 'round', 'the battle is over after round {round}', 'decision'],
    battleClosed: [42, 'H18', 'reason', 'a ruling, {reason}: the battle is over', 'extension'],
    turnEnded: [43, 'H12', 'day slot', 'the turn of day {day}, {slot}, is over'],
    warEnded: [44, 'H31', 'reason', 'a ruling, {reason}: the war is over', 'extension'],
    injuryChanged: [45, 'H13', 'unit level', '{unit} is {level}'],
    joined: [46, 'HA24', 'unit side', '{unit} comes into the battle on side {side}', 'decision'],
    summoned: [47, 'H28', 'unit area', '{unit} is beside its master at once, in {area}'],
    calledAway: [48, 'HA25', 'unit', '{unit} is out of the battle', 'decision'],
    revived: [49, 'HA23', 'unit hp', '{unit} is no longer dying', 'decision'],
    allocationOwed: [50, 'H23', 'unit points', '{unit} has to allocate {points:point}'],
    compared: [
      51,
      'H24',
      'str con ownAgi enemyAgi',
      'strength {str} against constitution {con}, agility {ownAgi} against {enemyAgi}',
    ],
  },
  {
    attacker: 'unit',
    defender: 'unit',
    with: 'pair',
    'statChanged.amount': signedWord,
    'adjusted.amount': signedWord,
    phase: words.PHASE_WORDS,
    action: words.ACTION_WORDS,
    'actionDone.target': aimedAt,
    'actionChosen.target': aimedAt,
    reaction: words.REACTION_WORDS,
    reason: idOr('reason', NONE, 'none'),
    facts: bitWords(words.FACT_WORDS),
    parts: words.partsWords,
    stat: words.STAT_WORDS,
    lasts: words.LASTS_WORDS,
    'sealUsed.what': (what, { effect = 0 }, battle) =>
      battle.idName(words.SEAL_KINDS[effect] as string, what) ?? 'none',
    area: idOr('area', NONE, 'an unknown area'),
    line: words.LINE_WORDS,
    'stepBegan.step': words.STEP_WORDS,
    slot: words.SLOT_WORDS,
    'injuryChanged.level': words.INJURY_WORDS,
  },
  {
    // hpChanged and mpChanged say what became of it, within the pool's limits
    terms: words.TERMS,
    beside: (battle, _before, event, { unit = 0, action = 0 }) =>
      event === 'actionChosen' || event === 'actionDone' ? { details: detailsOf(battle, unit, action) } : {},
    isSaidElsewhere: (event, { stat }) => event === 'statChanged' && (stat === words.Stat.hp || stat === words.Stat.mp),
  },
);

/** Kinds of the events. */
export const EventKind = EVENTS.kinds;
