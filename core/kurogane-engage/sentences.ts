/** Sentences of what a step of Kurogane Engage reports. */
import { countText } from '../system/names.js';
import type { Narration } from '../system/system.js';
import { narrationOfEvents, signedWord, type Template, type Wording } from '../system/tell-events.js';
import { EVENTS } from './events.js';
import { AFTER_MOVE_ATTACKER } from './specials.js';

/** By the number in SPECIAL_NAMES; an action of the setup goes by its id. */
const SPECIAL_WORDS: readonly string[] = ['enhance', 'power attack', 'counter', 'evade', 'defend'];

/** Where the target stands, seen from the attacker. */
function levelText(difference: number): string {
  if (difference === 0) return 'on the same level';
  return `${countText(Math.abs(difference), 'level')} ${difference > 0 ? 'up' : 'down'}`;
}

/** By the event's name. */
const TEMPLATES: Readonly<Record<string, Template>> = {
  declared: '{attacker} attacks {target} with {weapon} at distance {distance}',
  poolBase: 'dice of the weapon: {dice}',
  poolDistance: 'dice for the distance: {dice}',
  poolIndirect: 'dice for indirect fire: {dice}',
  poolRisk: 'dice for risk: {dice}',
  poolClearShot: 'dice for a clear shot: {dice}',
  poolHighGround: 'dice for high ground: {dice}',
  poolSpecials: 'dice of specials: {dice}',
  poolCloseCombat: ({ levelDifference = 0 }) =>
    `no dice: close combat does not reach distance {distance}, ${levelText(levelDifference)}`,
  poolSized: ({ clamped = 0 }) => `{dice:die|dice} to roll${clamped > 0 ? `, the sum is ${-clamped}` : ''}`,
  special: '{unit} declares {special}',
  rolled: '{dice:die|dice}: {successes:success|successes}, {criticals:critical}',
  missed: '{target} is missed',
  damageTested: 'attack {attack} against defence {defence}: {damage} damage',
  damaged: '{target} takes {damage} damage, {total} in all',
  riskCleared: '{target} loses {removed} risk',
  riskAdded: '{target} gets {added} risk, {risk} now',
  destroyed: '{target} is destroyed',
  overkillCandidate: '{unit} may take the overkill',
  overkill: 'overkill: {unit} moves to ({x},{y})',
  afterResolve: ({ action }) =>
    `after the attack, {special} moves the ${action === AFTER_MOVE_ATTACKER ? 'attacker' : 'target'}`,
  displaced: '{unit} is moved to ({x},{y}), level {level}',
  fell: '{unit} falls {levels:level}, {risk} risk now',
  riskWorkedOff: '{unit} works off {removed} risk',
  collected: '{unit} is collected',
  controlled: 'objective {objective} is held by side {side}',
  roundEnded: 'round {round} is over',
  placed: '{unit} is placed on ({x},{y}), level {level}',
  attackEnded: 'the attack of {attacker} is over',
};

const WORDINGS: Readonly<Record<string, Wording>> = {
  attacker: 'unit',
  target: 'unit',
  special: (special, _values, battle) => SPECIAL_WORDS[special] ?? battle.idName('special', special),
  // by the number in AFTER_RESOLVE
  action: ['nothing', 'move the target', 'move the attacker', 'move the target'],
  'poolDistance.dice': signedWord,
  'poolIndirect.dice': signedWord,
  'poolRisk.dice': signedWord,
  'poolClearShot.dice': signedWord,
  'poolHighGround.dice': signedWord,
  'poolSpecials.dice': signedWord,
};

export const NARRATION: Narration = narrationOfEvents({ events: EVENTS, templates: TEMPLATES, wordings: WORDINGS });
