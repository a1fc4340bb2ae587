/** Sentences of what a step of Kurogane Engage reports. */
import type { Narration } from '../system/system.js';
import { narrationOfEvents } from '../system/tell-events.js';
import { EVENTS } from './events.js';

/** By the event's name. */
const TEMPLATES: Readonly<Record<string, string>> = {
  declared: '{attacker} attacks {target} with {weapon} at distance {distance}',
  poolBase: 'dice of the weapon: {dice}',
  poolDistance: 'dice for the distance: {dice}',
  poolIndirect: 'dice for indirect fire: {dice}',
  poolRisk: 'dice for risk: {dice}',
  poolClearShot: 'dice for a clear shot: {dice}',
  poolHighGround: 'dice for high ground: {dice}',
  poolSpecials: 'dice of specials: {dice}',
  poolCloseCombat: 'close combat at distance {distance}, {levelDifference} levels apart',
  poolSized: '{dice} dice are rolled, {clamped} cut off',
  special: '{unit} uses {special}',
  rolled: '{dice} dice: {successes} successes, {criticals} critical',
  missed: '{target} is missed',
  damageTested: 'attack {attack} against defence {defence}: {damage} damage',
  damaged: '{target} takes {damage} damage, {total} in all',
  riskCleared: '{target} loses {removed} risk',
  riskAdded: '{target} gets {added} risk, {risk} now',
  destroyed: '{target} is destroyed',
  overkillCandidate: '{unit} may take the overkill',
  overkill: 'overkill on {unit} at ({x},{y})',
  afterResolve: 'after the attack: {special}, action {action}',
  displaced: '{unit} is moved to ({x},{y}), level {level}',
  fell: '{unit} falls {levels} levels, {risk} risk',
  riskWorkedOff: '{unit} works off {removed} risk',
  collected: '{unit} is collected',
  controlled: 'objective {objective} is held by side {side}',
  roundEnded: 'round {round} is over',
  placed: '{unit} is placed on ({x},{y}), level {level}',
  attackEnded: 'the attack of {attacker} is over',
};

/** Kinds of ids behind the fields. */
const KINDS: Readonly<Record<string, string>> = {
  attacker: 'unit',
  target: 'unit',
};

export const NARRATION: Narration = narrationOfEvents({ events: EVENTS, templates: TEMPLATES, kinds: KINDS });
