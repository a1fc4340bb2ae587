/** The declarations of the Attack Phase. Source: F11, F12, F15, FA13-FA16. */
import { pushEvent } from '../system/battle.js';
import { HEAD_OFFSET, NONE, OF_CARD } from './cells.js';
import { amountToSplit, dealBatch } from './damage.js';
import { KEYWORD, TRIGGER } from './definitions.js';
import { dull } from './effects.js';
import { ERROR } from './errors.js';
import { EVENT } from './events.js';
import {
  definitionOf,
  type Game,
  head,
  isForwardOnField,
  ofCard,
  ownerOf,
  setHead,
  setOfCard,
  turnOf,
  turnPlayerOf,
  wordOfCard,
} from './game.js';
import { grantPriority, setPending } from './priority.js';
import { endAttackPhase } from './steps.js';
import { PENDING } from './timing.js';
import { trigger } from './zones.js';

/**
 * FA15, FA16: an own active Forward that has not attacked and has Haste or was there when the turn
 * began.
 */
export function canAttack(game: Game, player: number, card: number): boolean {
  if (!isForwardOnField(game, card) || ownerOf(game, card) !== player) return false;
  if (ofCard(game, card, OF_CARD.dull) === 1) return false;
  if (ofCard(game, card, OF_CARD.attacked) === 1 && !game.rules.mayAttackAgain) return false;
  if ((ofCard(game, card, OF_CARD.keywords) & KEYWORD.haste) !== 0) return true;
  return wordOfCard(game, card, OF_CARD.enteredTurn) !== turnOf(game);
}

/** FA14: whether these two may attack together. */
export function mayJoin(game: Game, first: number, second: number): boolean {
  if (!game.rules.partySameElement) return true;
  const element = definitionOf(game, first).element;
  return element !== 0 && element === definitionOf(game, second).element;
}

/**
 * F15: after an attack, the turn player may stop attacking as the first thing in the new step 4-1.
 * Everything else that is done there takes it back.
 */
export function mayStopAttacking(game: Game): boolean {
  return head(game, HEAD_OFFSET.mayStop) === 1;
}

/** Returns 0, or an error: every card of a list parameter must exist, and none may occur twice. */
export function checkCards(game: Game, command: Int32Array, at: number, count: number): number {
  for (let index = 0; index < count; index++) {
    const card = command[at + index] as number;
    if (card < 0 || card >= game.cardCount) return ERROR.unknownId;
    for (let earlier = 0; earlier < index; earlier++) if (command[at + earlier] === card) return ERROR.duplicateId;
  }
  return 0;
}

export function declareAttack(game: Game, player: number, command: Int32Array, at: number, count: number): number {
  const error = checkCards(game, command, at, count);
  if (error !== 0) return error;
  if (count === 0) {
    endAttackPhase(game);
    return 0;
  }
  for (let index = 0; index < count; index++) {
    if (!canAttack(game, player, command[at + index] as number)) return ERROR.cannotAttack;
  }
  for (let index = 1; index < count; index++) {
    if (!mayJoin(game, command[at] as number, command[at + index] as number)) return ERROR.badParty;
  }
  for (let index = 0; index < count; index++) {
    const card = command[at + index] as number;
    setOfCard(game, card, OF_CARD.attacking, 1);
    setOfCard(game, card, OF_CARD.attacked, 1);
    pushEvent(game.events, EVENT.attacked, 1, card);
    if ((ofCard(game, card, OF_CARD.keywords) & KEYWORD.brave) === 0) dull(game, card);
    trigger(game, card, TRIGGER.attacks);
  }
  grantPriority(game, player, 0);
  return 0;
}

/** FA13: whether this card may block. */
export function canBlock(game: Game, player: number, card: number): boolean {
  if (!isForwardOnField(game, card) || ownerOf(game, card) !== player) return false;
  return game.rules.dullMayBlock || ofCard(game, card, OF_CARD.dull) === 0;
}

/**
 * F12. A block is owed even when all attackers have left since step 4-2: no source omits the step.
 * @param blocker card, or -1 for no block
 */
export function declareBlock(game: Game, player: number, blocker: number): number {
  if (blocker < -1 || blocker >= game.cardCount) return ERROR.unknownId;
  if (blocker !== -1) {
    if (!canBlock(game, player, blocker)) return ERROR.cannotBlock;
    setHead(game, HEAD_OFFSET.blocker, blocker);
    setHead(game, HEAD_OFFSET.blocked, 1);
    trigger(game, blocker, TRIGGER.blocks);
  }
  pushEvent(game.events, EVENT.blocked, 1, blocker === -1 ? NONE : blocker);
  grantPriority(game, turnPlayerOf(game), 0);
  return 0;
}

/** FA14: splits the blocker's power over the Forwards of the party, in whole thousands. */
export function assignPartyDamage(
  game: Game,
  command: Int32Array,
  cardsAt: number,
  count: number,
  amountsAt: number,
  amounts: number,
): number {
  const error = checkCards(game, command, cardsAt, count);
  if (error !== 0) return error;
  if (amounts !== count) return ERROR.range;
  let sum = 0;
  for (let index = 0; index < count; index++) {
    if (ofCard(game, command[cardsAt + index] as number, OF_CARD.attacking) === 0) return ERROR.badParty;
    const amount = command[amountsAt + index] as number;
    if (amount < 0 || amount % 1000 !== 0) return ERROR.range;
    sum += amount;
  }
  if (sum !== amountToSplit(game)) return ERROR.range;
  setPending(game, PENDING.none, NONE);
  dealBatch(game, command, cardsAt, amountsAt, count);
  return 0;
}
