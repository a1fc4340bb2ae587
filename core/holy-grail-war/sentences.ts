/** Sentences of what a step of Holy Grail War reports. */
import type { Narration } from '../system/system.js';
import { bitWords, idOr, narrationOfEvents, signedWord, type Template, type Wording } from '../system/tell-events.js';
import { events } from './events.js';
import * as words from './names.js';
import { BattleStep, Lasts, NONE } from './names.js';

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

/** By the event's name. */
const TEMPLATES: Readonly<Record<string, Template>> = {
  mpIncome: ({ delta = 0 }) => incomeSentence(delta),
  mpChanged: 'MP of {unit}: {before} to {after}',
  hpChanged: 'HP of {unit}: {before} to {after}',
  healed: '{unit} heals {hp} HP for {cost} MP',
  vanished: '{unit} vanishes: its upkeep is not paid',
  phaseBegan: 'the {phase} phase begins',
  actionChosen: ({ action = 0 }) => `{unit} chooses to ${words.CHOSEN_WORDS[action] ?? '{action}'}`,
  noticed: '{pair} notices {unit}',
  reactionChosen: ({ reaction = 0 }) => words.REACTION_SENTENCES[reaction] ?? '{pair} reacts to {unit} with {reaction}',
  reactionGranted: 'a ruling, {reason}: {pair} may react {limit:time}',
  actionDone: ({ action = 0 }) => words.DONE_WORDS[action] ?? '{unit} carries out action {action}',
  actionBlocked: '{unit} is stopped and does not {action}',
  communicated: '{pair} talks with {with}',
  soulsEaten: '{unit} eats souls for {amount} MP, {total} in all',
  secrecyBroken: '{pair} breaks the secrecy of magic',
  freeAction: '{unit} has acted freely: {reason}',
  factsKnown: '{pair} knows of {unit}: {facts}',
  skillKnown: '{pair} knows {skill}: {parts}',
  skillUsed: ({ multiple }) => `{unit} uses {skill}, effect {effect}${multiple === 1 ? '' : ', times {multiple}'}`,
  statChanged: ({ lasts }) => `{stat} of {unit}: {amount}${lasts === Lasts.now ? '' : ' {lasts}'}`,
  skillDisabled: '{skill} is off {lasts}',
  sealUsed: ({ effect = 0 }) => `{pair} uses a seal: ${words.SEAL_WORDS[effect] ?? '{effect}'}; {left:seal} left`,
  miracle: '{pair} asks for a miracle: {reason}',
  rankStays: 'the rank of {skill} stays',
  adjusted: 'a ruling, {reason}: {stat} of {unit} {amount}',
  battleOpened: 'a battle of {units:unit} begins',
  linesSealed: 'side {side} has chosen its lines',
  lineOpened: '{unit} stands in the {line} line',
  stepBegan: ({ step = 0 }) => stepSentence(step),
  magPaid: '{unit} pays 1 MP for points',
  attackRenounced: '{unit} renounces its attack: constitution and agility +1',
  allocationSealed: '{unit} has allocated {points:point}, still sealed',
  allocationOpened: '{unit} opens its points: strength {str}, constitution {con}, agility {agi}',
  exchange: '{attacker} against {defender}: attack {attack}, {hits:hit}',
  damage: ({ damage = 0 }) => damageSentence(damage),
  dying: '{unit} is dying',
  died: '{unit} dies',
  lethalAvoided: '{unit} survives for {lpCost} LP, {hp} HP left',
  escaped: '{unit} leaves the battle for {cost} MP',
  roundEnded: 'round {round} is over',
  battleEnded: 'the battle is over after round {round}',
  battleClosed: 'a ruling, {reason}: the battle is over',
  turnEnded: 'the turn of day {day}, {slot}, is over',
  warEnded: 'a ruling, {reason}: the war is over',
  injuryChanged: '{unit} is {level}',
  joined: '{unit} comes into the battle on side {side}',
  summoned: '{unit} is beside its master at once, in {area}',
  calledAway: '{unit} is out of the battle',
  revived: '{unit} is no longer dying',
  allocationOwed: '{unit} has to allocate {points:point}',
  compared: 'strength {str} against constitution {con}, agility {ownAgi} against {enemyAgi}',
};

const aimedAt: Wording = (target, { action = 0 }, battle) =>
  target === NONE ? 'nothing' : battle.idName(words.TARGET_KINDS[action] as string, target);

const WORDINGS: Readonly<Record<string, Wording>> = {
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
  'sealUsed.what': (what, { effect = 0 }, battle) => battle.idName(words.SEAL_KINDS[effect] as string, what) ?? 'none',
  area: idOr('area', NONE, 'an unknown area'),
  line: words.LINE_WORDS,
  'stepBegan.step': words.STEP_WORDS,
  slot: words.SLOT_WORDS,
  'injuryChanged.level': words.INJURY_WORDS,
};

export const NARRATION: Narration = narrationOfEvents({
  events,
  templates: TEMPLATES,
  wordings: WORDINGS,
  // hpChanged and mpChanged say what became of it, within the pool's limits
  isSaidElsewhere: (event, { stat }) => event === 'statChanged' && (stat === words.Stat.hp || stat === words.Stat.mp),
});
