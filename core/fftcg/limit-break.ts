/**
 * Extension: Limit Break (CR 15.2; the published rule sheet of 2024). Cards with a Limit Break cost
 * lie face down in a deck of their own, of at most 8 cards. A player may use one whenever a card of
 * its kind may be played from the hand, by turning as many others face up as its cost says. A card
 * that lies face up is used up. A Limit Break card that leaves the field or the stack returns to
 * its deck face up. Without the switch `limitBreak` a setup has no such deck.
 */
import { pushEvent } from '../system/battle.js';
import { checkRight, effectOfSummon } from './actions.js';
import { checkCards } from './attack.js';
import { HEAD_OFFSET, OF_CARD, ZONE } from './cells.js';
import { LIMIT_BREAK_CARDS, MAX_TARGETS } from './commands.js';
import { CARD_KIND, KEYWORD } from './definitions.js';
import { ERROR } from './errors.js';
import { EVENT } from './events.js';
import { definitionOf, type Game, head, ofCard, ownerOf, setHead, turnPlayerOf } from './game.js';
import { grantPriority, pushItem } from './priority.js';

import { checkTargets } from './targets.js';
import { RIGHT } from './timing.js';
import { moveCard, stackHasRoom } from './zones.js';

/** Whether the card lies face down in the player's Limit Break deck. */
export function isReady(game: Game, player: number, card: number): boolean {
  return ofCard(game, card, OF_CARD.zone) === ZONE.limitBreak && ownerOf(game, card) === player;
}

function countReady(game: Game, player: number): number {
  let count = 0;
  for (let card = 0; card < game.cardCount; card++) if (isReady(game, player, card)) count++;
  return count;
}

/** Returns 0, or an error about a Limit Break card; turned and chosen cards are not checked. */
export function checkLimitBreak(game: Game, player: number, card: number): number {
  if (card < 0 || card >= game.cardCount) return ERROR.unknownId;
  const { kind, keywords, limitBreak } = definitionOf(game, card);
  const backAttack = (keywords & KEYWORD.backAttack) !== 0;
  const need = kind === CARD_KIND.summon ? RIGHT.summon : backAttack ? RIGHT.backAttack : RIGHT.character;
  const error = checkRight(game, player, need);
  if (error !== 0) return error;
  if (!isReady(game, player, card) || countReady(game, player) <= limitBreak) return ERROR.limitBreak;
  if (kind === CARD_KIND.summon) return stackHasRoom(game) ? 0 : ERROR.stackOverflow;
  const mustBeEmpty = !backAttack && game.rules.characterNeedsEmptyStack;
  return mustBeEmpty && head(game, HEAD_OFFSET.stackDepth) !== 0 ? ERROR.stackNotEmpty : 0;
}

/** Returns 0, or an error about the cost: exactly as many other own cards, all face down. */
function checkTurned(game: Game, player: number, command: Int32Array, at: number, count: number): number {
  const card = command[2] as number;
  const error = checkCards(game, command, at, count);
  if (error !== 0) return error;
  if (count !== definitionOf(game, card).limitBreak) return ERROR.limitBreak;
  for (let index = 0; index < count; index++) {
    const turned = command[at + index] as number;
    if (turned === card || !isReady(game, player, turned)) return ERROR.limitBreak;
  }
  return 0;
}

/** Runs `playLimitBreak player card turned targets`. */
export function playLimitBreak(game: Game, player: number, command: Int32Array): number {
  const card = command[2] as number;
  const count = command[3] as number;
  const targets = command[4 + LIMIT_BREAK_CARDS] as number;
  const targetsAt = 5 + LIMIT_BREAK_CARDS;
  if (count < 0 || count > LIMIT_BREAK_CARDS || targets < 0 || targets > MAX_TARGETS) return ERROR.range;
  const error = checkLimitBreak(game, player, card) || checkTurned(game, player, command, 4, count);
  if (error !== 0) return error;
  const isSummon = definitionOf(game, card).kind === CARD_KIND.summon;
  if (!isSummon && targets !== 0) return ERROR.range;
  if (isSummon) {
    const targetError = checkTargets(game, effectOfSummon(game, card), player, command, targetsAt, targets);
    if (targetError !== 0) return targetError;
  }
  setHead(game, HEAD_OFFSET.mayStop, 0);
  pushEvent(game.events, EVENT.limitBreak, 3, player, card, count);
  for (let index = 0; index < count; index++) moveCard(game, command[4 + index] as number, ZONE.limitBreakUsed);
  if (isSummon) {
    moveCard(game, card, ZONE.stack);
    pushItem(game, card, effectOfSummon(game, card), player, command, targetsAt);
    grantPriority(game, player, 0);
  } else {
    moveCard(game, card, ZONE.field);
    grantPriority(game, turnPlayerOf(game), 0);
  }
  return 0;
}
