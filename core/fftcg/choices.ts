/**
 * Choices that a player owes outside the declarations of an attack. Source: F14 (EX Burst), FA5
 * (triggers), F16 (discard).
 */

import { floorDivide } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import { checkCards } from './attack.js';
import { HEAD_OFFSET, NONE, OF_CARD, OF_PLAYER, ZONE } from './cells.js';
import { ABILITIES_PER_CARD } from './commands.js';
import type { Ability } from './definitions.js';
import { applyEffects } from './effects.js';
import { ERROR } from './errors.js';
import { EVENT } from './events.js';
import { definitionOf, type Game, head, ofCard, ofPlayer, ownerOf, setHead, turnPlayerOf } from './game.js';
import { grantPriority, placeTrigger } from './priority.js';
import { finishTurn, HAND_LIMIT } from './steps.js';
import { checkTargets } from './targets.js';
import { moveCard, stackHasRoom } from './zones.js';

/**
 * F14: uses or refuses an EX Burst at once, without the stack or a response. Its triggers wait for
 * the window of step 4-4 (FA17).
 */
export function exBurst(
  game: Game,
  player: number,
  use: number,
  command: Int32Array,
  at: number,
  count: number,
): number {
  if (use !== 0 && use !== 1) return ERROR.range;
  const card = head(game, HEAD_OFFSET.exCard);
  const ability = definitionOf(game, card).exBurst as Ability;
  if (use === 1) {
    const error = checkTargets(game, ability, player, command, at, count);
    if (error !== 0) return error;
  } else if (count !== 0) {
    return ERROR.range;
  }
  setHead(game, HEAD_OFFSET.exCard, NONE);
  pushEvent(game.events, EVENT.exBurst, 2, card, use);
  if (use === 1) applyEffects(game, ability, card, player, command, at);
  grantPriority(game, turnPlayerOf(game), 0);
  return 0;
}

/** The waiting trigger of this number, if it belongs to the player. */
export function waitingTrigger(game: Game, player: number, number: number): Ability | undefined {
  const card = floorDivide(number, ABILITIES_PER_CARD);
  const slot = number % ABILITIES_PER_CARD;
  // a card that does not exist has no owner
  if (ownerOf(game, card) !== player) return undefined;
  if (((ofCard(game, card, OF_CARD.triggers) >> slot) & 1) === 0) return undefined;
  return definitionOf(game, card).abilities[slot];
}

function checkTriggers(
  game: Game,
  player: number,
  command: Int32Array,
  at: number,
  count: number,
  targetsAt: number,
  targets: number,
): number {
  if (count === 0) return ERROR.range;
  let needed = 0;
  for (let index = 0; index < count; index++) {
    const number = command[at + index] as number;
    const ability = waitingTrigger(game, player, number);
    if (ability === undefined) return ERROR.unknownId;
    for (let earlier = 0; earlier < index; earlier++) if (command[at + earlier] === number) return ERROR.duplicateId;
    needed += ability.targets;
  }
  if (needed !== targets) return ERROR.range;
  let from = targetsAt;
  for (let index = 0; index < count; index++) {
    const ability = waitingTrigger(game, player, command[at + index] as number) as Ability;
    const error = checkTargets(game, ability, player, command, from, ability.targets);
    if (error !== 0) return error;
    from += ability.targets;
  }
  return 0;
}

/**
 * FA5: the trigger named first goes to the stack first and resolves last. Triggers beyond the
 * stack's capacity keep waiting.
 */
export function orderTriggers(
  game: Game,
  player: number,
  command: Int32Array,
  at: number,
  count: number,
  targetsAt: number,
  targets: number,
): number {
  const error = checkTriggers(game, player, command, at, count, targetsAt, targets);
  if (error !== 0) return error;
  let from = targetsAt;
  for (let index = 0; index < count && stackHasRoom(game); index++) {
    const number = command[at + index] as number;
    const ability = waitingTrigger(game, player, number) as Ability;
    placeTrigger(game, floorDivide(number, ABILITIES_PER_CARD), ability, command, from);
    from += ability.targets;
  }
  grantPriority(game, head(game, HEAD_OFFSET.priority), head(game, HEAD_OFFSET.passes));
  return 0;
}

export function discard(game: Game, player: number, command: Int32Array, at: number, count: number): number {
  const error = checkCards(game, command, at, count);
  if (error !== 0) return error;
  for (let index = 0; index < count; index++) {
    const card = command[at + index] as number;
    if (ofCard(game, card, OF_CARD.zone) !== ZONE.hand || ownerOf(game, card) !== player) return ERROR.notInHand;
  }
  if (ofPlayer(game, player, OF_PLAYER.hand) - count !== HAND_LIMIT) return ERROR.discardCount;
  for (let index = 0; index < count; index++) moveCard(game, command[at + index] as number, ZONE.breakZone);
  finishTurn(game);
  return 0;
}
