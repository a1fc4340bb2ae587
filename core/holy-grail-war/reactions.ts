/**
 * Reactive decisions: what a pair noticed and its answer. Source: H8, H9, H11. Noticing is a ruling
 * and comes in as a command.
 */
import { pushEvent } from '../system/battle.js';
import type { Field } from '../system/records.js';
import type { EventBuffer } from '../system/system.js';
import { pairFields, unitFields } from './cells.js';
import { ErrorNumber } from './errors.js';
import { EventKind } from './events.js';
import { Action, NONE, Reaction } from './names.js';
import { isAlive } from './stats.js';
import { readPair, readUnit, type War, writePair } from './war.js';

/** Maximum number of reactions of a pair in one turn. */
export const maxReactions = 4;

const kindFields: readonly Field[] = [
  pairFields.reaction0,
  pairFields.reaction1,
  pairFields.reaction2,
  pairFields.reaction3,
];
const unitOfFields: readonly Field[] = [
  pairFields.reactionUnit0,
  pairFields.reactionUnit1,
  pairFields.reactionUnit2,
  pairFields.reactionUnit3,
];

/** Whether the pair chose this reaction to this unit. */
export function hasReaction(war: War, pair: number, reaction: number, unit: number): boolean {
  for (let index = 0; index < maxReactions; index++) {
    const kind = kindFields[index] as Field;
    const answered = unitOfFields[index] as Field;
    if (readPair(war, pair, kind) === reaction && readPair(war, pair, answered) === unit) return true;
  }
  return false;
}

export function forgetReactions(war: War, pair: number): void {
  for (let index = 0; index < maxReactions; index++) {
    writePair(war, pair, kindFields[index] as Field, Reaction.none);
    writePair(war, pair, unitOfFields[index] as Field, NONE);
  }
  writePair(war, pair, pairFields.reactions, 0);
  writePair(war, pair, pairFields.reactionLimit, 1);
}

export function pairLives(war: War, pair: number): boolean {
  return isAlive(war, war.masterOf[pair] ?? NONE) || isAlive(war, war.servantOf[pair] ?? NONE);
}

/** Runs `notice pair unit`: rules that the pair noticed the action of another pair's unit. */
export function notice(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const pair = command[1] ?? 0;
  const unit = command[2] ?? 0;
  if (!pairLives(war, pair)) return ErrorNumber.dead;
  if (war.pairOf[unit] === pair || readUnit(war, unit, unitFields.action) === Action.none) return ErrorNumber.unnoticed;
  const noticed = readPair(war, pair, pairFields.noticed);
  if ((noticed & (1 << unit)) !== 0) return ErrorNumber.again;
  writePair(war, pair, pairFields.noticed, noticed | (1 << unit));
  pushEvent(events, EventKind.noticed, 2, pair, unit);
  return 0;
}

/**
 * Whether this reaction has something to answer: an act addressed to the pair needs no noticing,
 * any other act does. Nobody notices or addresses the own pair.
 */
export function mayAnswer(war: War, pair: number, reaction: number, unit: number): boolean {
  const action = readUnit(war, unit, unitFields.action);
  const aimed = readUnit(war, unit, unitFields.actionPair) === pair;
  if (reaction === Reaction.accept) return action === Action.communicate && aimed;
  if ((readPair(war, pair, pairFields.noticed) & (1 << unit)) === 0) return false;
  if (reaction === Reaction.stop) return action === Action.soulEating;
  if (reaction === Reaction.flee || reaction === Reaction.help) return action === Action.raid && aimed;
  // whatever else the table thinks of answers any noticed act
  return true;
}

/** Runs `chooseReactive pair reaction unit`. */
export function chooseReactive(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const pair = command[1] ?? 0;
  const reaction = command[2] ?? 0;
  const unit = command[3] ?? 0;
  if (!pairLives(war, pair)) return ErrorNumber.dead;
  const chosen = readPair(war, pair, pairFields.reactions);
  if (chosen >= readPair(war, pair, pairFields.reactionLimit)) return ErrorNumber.reactionLimit;
  if (reaction === Reaction.none) return ErrorNumber.parameter;
  if (!mayAnswer(war, pair, reaction, unit)) return ErrorNumber.unnoticed;
  if (hasReaction(war, pair, reaction, unit)) return ErrorNumber.again;
  writePair(war, pair, kindFields[chosen] as Field, reaction);
  writePair(war, pair, unitOfFields[chosen] as Field, unit);
  writePair(war, pair, pairFields.reactions, chosen + 1);
  pushEvent(events, EventKind.reactionChosen, 3, pair, reaction, unit);
  return 0;
}

/**
 * Runs `grantReaction pair reason`: the seed says "as a rule one", so that the table may allow
 * another.
 */
export function grantReaction(war: War, command: Int32Array, events: EventBuffer | undefined): number {
  const pair = command[1] ?? 0;
  if (!pairLives(war, pair)) return ErrorNumber.dead;
  const limit = readPair(war, pair, pairFields.reactionLimit);
  if (limit >= maxReactions) return ErrorNumber.reactionLimit;
  writePair(war, pair, pairFields.reactionLimit, limit + 1);
  pushEvent(events, EventKind.reactionGranted, 3, pair, limit + 1, command[2] ?? 0);
  return 0;
}
