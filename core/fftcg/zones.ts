/**
 * Cards change places. A Forward that leaves the field is no longer the object that an item of the
 * stack was aimed at (FA11), so leaving also strikes it from the stack and from the battle (FA12).
 */

import { read8, read16, write8, write16 } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import { AT, ITEM_SIZE, NONE, OF_CARD, OF_ITEM, OF_PLAYER, STACK_CAPACITY, stackAt, ZONE } from './cells.js';
import { TRIGGER } from './definitions.js';
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

/** Field of a player's count by zone; the stack and the Limit Break deck have none. */
const countField: readonly number[] = [
  OF_PLAYER.deck,
  OF_PLAYER.hand,
  OF_PLAYER.field,
  OF_PLAYER.damage,
  OF_PLAYER.breakZone,
];

/**
 * FA6: marks the auto-abilities of a card that wait for this event; they reach the stack with the
 * next priority.
 */
export function trigger(game: Game, card: number, event: number): void {
  const abilities = definitionOf(game, card).abilities;
  for (let slot = 0; slot < abilities.length; slot++) {
    const ability = abilities[slot];
    if (ability === undefined || ability.trigger !== event) continue;
    const waiting = ofCard(game, card, OF_CARD.triggers);
    if (((waiting >> slot) & 1) === 0) write16(game.image, AT.waiting, read16(game.image, AT.waiting) + 1);
    setOfCard(game, card, OF_CARD.triggers, waiting | (1 << slot));
    pushEvent(game.events, EVENT.triggered, 2, card, ability.number);
  }
}

function strikeFromStack(game: Game, card: number): void {
  const depth = head(game, AT.stackDepth);
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
  if (head(game, AT.blocker) === card) setHead(game, AT.blocker, NONE);
  strikeFromStack(game, card);
}

/**
 * Extension: a Limit Break card is on the field, on the stack, or in its deck, face up once it has
 * left them.
 */
function destination(game: Game, card: number, wanted: number): number {
  if (definitionOf(game, card).limitBreak < 0 || wanted === ZONE.field || wanted === ZONE.stack) return wanted;
  return ZONE.limitBreakUsed;
}

/** Moves a card and keeps the counts; entering and leaving the field have their consequences. */
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
  if (from === ZONE.field) leaveField(game, card);
  if (to === ZONE.field) {
    setWordOfCard(game, card, OF_CARD.enteredTurn, turnOf(game));
    trigger(game, card, TRIGGER.entersField);
  }
}

/** A Character is broken: it goes from the field to the Break Zone. */
export function breakCard(game: Game, card: number): void {
  moveCard(game, card, ZONE.breakZone);
  trigger(game, card, TRIGGER.broken);
}

/**
 * Takes the top card of a deck to a zone. Returns it, or NONE when the deck is empty, which is
 * remembered (FA7).
 */
export function takeTop(game: Game, player: number, to: number): number {
  const left = ofPlayer(game, player, OF_PLAYER.deck);
  if (left === 0) {
    if (ofPlayer(game, player, OF_PLAYER.deckOut) === 0) addOfPlayer(game, player, OF_PLAYER.deckOut, 1);
    return NONE;
  }
  const deck = player === 0 ? game.decks[0] : game.decks[1];
  const card = read8(deck, deck.length - left);
  moveCard(game, card, to);
  return card;
}

/** F4 and the effect `draw`. */
export function drawCards(game: Game, player: number, count: number): void {
  for (let drawn = 0; drawn < count; drawn++) {
    const card = takeTop(game, player, ZONE.hand);
    if (card === NONE) return;
    pushEvent(game.events, EVENT.drew, 2, player, card);
  }
}

/** True when one more item fits. */
export function stackHasRoom(game: Game): boolean {
  return head(game, AT.stackDepth) < STACK_CAPACITY;
}
