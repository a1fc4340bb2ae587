/**
 * Moves cards between zones. A Forward that leaves the field is no longer the object that a stack
 * item was aimed at (FA11), so that it is struck from the stack and from the battle (FA12).
 */

import { read8, read16, write8, write16 } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import {
  HEAD_OFFSET,
  ITEM_SIZE,
  NONE,
  OF_CARD,
  OF_ITEM,
  OF_PLAYER,
  playerAt,
  STACK_CAPACITY,
  stackAt,
  ZONE,
} from './cells.js';
import { type Ability, TRIGGER } from './definitions.js';
import { EVENT } from './events.js';
import {
  addOfPlayer,
  definitionOf,
  type Game,
  head,
  ofCard,
  ofPlayer,
  ownerOf,
  setHead,
  setOfCard,
  setPowerMod,
  setWordOfCard,
  turnOf,
} from './game.js';

/** Count cell of each zone of a player; the stack and the Limit Break deck have none. */
const countField: readonly number[] = [
  OF_PLAYER.deck,
  OF_PLAYER.hand,
  OF_PLAYER.field,
  OF_PLAYER.damage,
  OF_PLAYER.breakZone,
];

/**
 * FA6: marks the auto-abilities of a card that an event triggers. They reach the stack with the
 * next priority.
 */
export function trigger(game: Game, card: number, event: number): void {
  const abilities = definitionOf(game, card).abilities;
  for (let slot = 0; slot < abilities.length; slot++) {
    const ability = abilities[slot] as Ability;
    if (ability.trigger !== event) continue;
    const waiting = ofCard(game, card, OF_CARD.triggers);
    if (((waiting >> slot) & 1) === 0)
      write16(game.image, HEAD_OFFSET.waiting, read16(game.image, HEAD_OFFSET.waiting) + 1);
    setOfCard(game, card, OF_CARD.triggers, waiting | (1 << slot));
    pushEvent(game.events, EVENT.triggered, 2, card, ability.number);
  }
}

function strikeFromStack(game: Game, card: number): void {
  const depth = head(game, HEAD_OFFSET.stackDepth);
  let at = stackAt(game.cardCount);
  for (let index = 0; index < depth; index++, at += ITEM_SIZE) {
    if (read8(game.image, at + OF_ITEM.card) === card) write8(game.image, at + OF_ITEM.sourceGone, 1);
    const targets = read8(game.image, at + OF_ITEM.targets);
    for (let target = 0; target < targets; target++) {
      const cell = at + OF_ITEM.target + target;
      if (read8(game.image, cell) === card) write8(game.image, cell, NONE);
    }
  }
}

function leaveField(game: Game, card: number): void {
  setOfCard(game, card, OF_CARD.dull, 0);
  setOfCard(game, card, OF_CARD.frozen, 0);
  setOfCard(game, card, OF_CARD.attacking, 0);
  setOfCard(game, card, OF_CARD.attacked, 0);
  setWordOfCard(game, card, OF_CARD.damage, 0);
  setWordOfCard(game, card, OF_CARD.enteredTurn, 0);
  setPowerMod(game, card, 0);
  setOfCard(game, card, OF_CARD.keywords, definitionOf(game, card).keywords);
  if (head(game, HEAD_OFFSET.blocker) === card) setHead(game, HEAD_OFFSET.blocker, NONE);
  strikeFromStack(game, card);
}

/**
 * Extension: the zone for a Limit Break card: the field, the stack, or its own deck, face up once
 * it has left them.
 */
function destination(game: Game, card: number, wanted: number): number {
  if (definitionOf(game, card).limitBreak < 0 || wanted === ZONE.field || wanted === ZONE.stack) return wanted;
  return ZONE.limitBreakUsed;
}

/**
 * Moves a card, updates the counts, and applies what follows from entering or leaving the field.
 */
export function moveCard(game: Game, card: number, wanted: number): void {
  const to = destination(game, card, wanted);
  const from = ofCard(game, card, OF_CARD.zone);
  const owner = ownerOf(game, card);
  const fromCount = countField[from];
  const toCount = countField[to];
  if (fromCount !== undefined) addOfPlayer(game, owner, fromCount, -1);
  if (toCount !== undefined) addOfPlayer(game, owner, toCount, 1);
  setOfCard(game, card, OF_CARD.zone, to);
  pushEvent(game.events, EVENT.moved, 3, card, from, to);
  if (from === ZONE.field) {
    leaveField(game, card);
    trigger(game, card, TRIGGER.leavesField);
  }
  if (to === ZONE.field) {
    setWordOfCard(game, card, OF_CARD.enteredTurn, turnOf(game));
    trigger(game, card, TRIGGER.entersField);
  }
}

/** Breaks a Character: it goes from the field to the Break Zone. */
export function breakCard(game: Game, card: number): void {
  moveCard(game, card, ZONE.breakZone);
  trigger(game, card, TRIGGER.broken);
}

/** The next card of a deck: the first in its order that a search has not taken out. */
function firstInDeck(game: Game, player: number): number {
  const deck = player === 0 ? game.decks[0] : game.decks[1];
  let at = 0;
  while (ofCard(game, read8(deck, at), OF_CARD.zone) !== ZONE.deck) at++;
  return read8(deck, at);
}

/**
 * Extension (FA20): takes the first card of a definition out of a player's deck or Break Zone into
 * the hand. Copies are alike, so that nobody has to choose; the rest of a deck keeps its order.
 */
export function takeNamed(game: Game, player: number, from: number, definition: number): void {
  for (let card = 0; card < game.cardCount; card++) {
    if (ofCard(game, card, OF_CARD.zone) !== from || ownerOf(game, card) !== player) continue;
    if (definitionOf(game, card).number !== definition) continue;
    pushEvent(game.events, EVENT.found, 2, player, card);
    moveCard(game, card, ZONE.hand);
    return;
  }
  pushEvent(game.events, EVENT.found, 2, player, NONE);
}

/**
 * Moves the top card of a deck to a zone. Returns it, or NONE for an empty deck, which is recorded
 * (FA7).
 */
export function takeTop(game: Game, player: number, to: number): number {
  const left = ofPlayer(game, player, OF_PLAYER.deck);
  if (left === 0) {
    write8(game.image, playerAt(player) + OF_PLAYER.deckOut, 1);
    return NONE;
  }
  const card = firstInDeck(game, player);
  moveCard(game, card, to);
  return card;
}

/** Draws cards: F4 and the effect `draw`. */
export function drawCards(game: Game, player: number, count: number): void {
  for (let drawn = 0; drawn < count; drawn++) {
    const card = takeTop(game, player, ZONE.hand);
    if (card === NONE) return;
    pushEvent(game.events, EVENT.drew, 2, player, card);
  }
}

/** True when the stack has room for one more item. */
export function stackHasRoom(game: Game): boolean {
  return head(game, HEAD_OFFSET.stackDepth) < STACK_CAPACITY;
}
