/**
 * What the image alone does not tell of a battle: who did what to whom, in order. Reported beside
 * the routines and draws, for people; no rule reads it and nothing that is compared holds it.
 */
import { pushFour, pushTwo } from '../../system/battle.js';
import { EVENT_ROUTINE, isRead, type Machine } from './machine.js';

/** Kinds of events: somebody does something; it does something to a unit; frames pass unseen. */
export const EVENT_ACTION = 3;
export const EVENT_EFFECT = 4;
export const EVENT_PASSED = 5;

/** What an event takes of a buffer. @param kind of the event @returns words, its kind included */
export function eventWords(kind: number): number {
  return kind === EVENT_ROUTINE || kind === EVENT_PASSED ? 3 : 5;
}

/** Values of the field `action`; what `first` and `second` are stands behind each. */
export const Action = {
  /** A skill fires: skill, target cell. */
  SKILL: 1,
  /** A skill answers an attack: skill, target cell. */
  COUNTER: 2,
  /** A skill is chosen: skill, frames of charge. */
  CHARGE: 3,
  /** An item is used: item. */
  ITEM: 4,
  /** A step to a cell begins: from, to. */
  WALK: 5,
  /** A turn to face: facing before, after, 0..3. */
  TURN: 6,
  /** A step in place. */
  STEP_IN_PLACE: 7,
  /** The turn is handed on. */
  PASS: 8,
  /** The battle is left. */
  ESCAPE: 9,
  /** A skill lays a field: code, cells. Nobody's. */
  FIELD_LAID: 10,
  /** The field whose turn it is fires: code, cells. Nobody's. */
  FIELD_FIRES: 11,
  /** Poison acts on the unit. */
  POISON: 12,
  /** A species leaves an item: item. Nobody's. */
  DROP: 13,
  /** Experience: gained. */
  EXPERIENCE: 14,
  /** A level: the new one, HP gained. */
  LEVEL: 15,
  /** A skill is learned: skill. */
  LEARN: 16,
  /** The battle is over: value of `battleResult`. Nobody's. */
  OVER: 17,
  /** The next battle begins: formation, battles before it. Nobody's. */
  NEXT_BATTLE: 18,
  /** Buttons are pressed where the player drives an enemy: script, further script. Nobody's. */
  PRESS: 19,
} as const;

/** Values of the field `effect`; what `before` and `after` are stands behind each. */
export const Effect = {
  /** A hit was checked: 1 = it landed; number of the hit. */
  CHECK: 1,
  /** Value of a hit, before times hits and defence: the value. */
  VALUE: 2,
  /** Damage: amount as shown, HP left. */
  DAMAGE: 3,
  /** Recovery: amount, HP now. */
  HEAL: 4,
  /** Statuses: before, after; FFh is out of the fight. */
  STATUSES: 5,
  /** Action abnormality: before, after. */
  ABNORMALITY: 6,
  /** Displacements rolled: bits knock-back, quarter turn, half turn. */
  DISPLACED: 7,
  /** Knocked back: cell before, after. */
  KNOCKED: 8,
  /** Turned by force: facing before, after, 0..3. */
  TURNED: 9,
  /** A charge was broken: the skill. */
  CHARGE_LOST: 10,
  /** It leaves the field. */
  GONE: 11,
  /** A status drawn: bit, its time; 0 = it does not take. */
  STATUS_DRAWN: 12,
  /** Level and the four stats: before, after. */
  LEVEL: 16,
  POWER: 17,
  SPEED: 18,
  BODY: 19,
  INTELLECT: 20,
} as const;

/** @param unit block of who does it, or 0 @param action of `Action` */
export function reportAction(machine: Machine, unit: number, action: number, first = 0, second = 0): void {
  const { events } = machine;
  if (events !== undefined && isRead(events, EVENT_ACTION)) pushFour(events, EVENT_ACTION, unit, action, first, second);
}

/** @param unit block of whom it happens to @param effect of `Effect` */
export function reportEffect(machine: Machine, unit: number, effect: number, before = 0, after = 0): void {
  const { events } = machine;
  if (events !== undefined && isRead(events, EVENT_EFFECT)) pushFour(events, EVENT_EFFECT, unit, effect, before, after);
}

/** The same where the two differ. */
export function reportChange(machine: Machine, unit: number, effect: number, before: number, after: number): void {
  if (before !== after) reportEffect(machine, unit, effect, before, after);
}

/** Frames that pass without routines of their own. @param assumed 1: their number has no source */
export function reportPassed(machine: Machine, frames: number, assumed: number): void {
  const { events } = machine;
  if (events === undefined || frames === 0 || !isRead(events, EVENT_PASSED)) return;
  pushTwo(events, EVENT_PASSED, frames, assumed);
}
