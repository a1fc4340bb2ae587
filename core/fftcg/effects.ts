/**
 * The effects of an ability as it resolves. Source: the card-effect vocabulary of the rules of seed
 * 001; `freeze`, `heal`, `grant`, `search` and `recover` are extensions.
 */

import { asInt16 } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import { NONE, OF_CARD, OF_PLAYER, ZONE } from './cells.js';
import { type Ability, EFFECT, type Effect, PER, SCOPE } from './definitions.js';
import { EVENT } from './events.js';
import {
  type Game,
  isForwardOnField,
  ofCard,
  ofPlayer,
  onField,
  ownerOf,
  setOfCard,
  setPowerMod,
  setWordOfCard,
  wordOfCard,
} from './game.js';
import { breakCard, drawCards, moveCard, takeNamed } from './zones.js';

/**
 * Adds damage to a Forward. The sum stops at 65535: the cell has 16 bits and no source lets it wrap
 * (C2).
 */
export function dealDamage(game: Game, source: number, card: number, amount: number): void {
  const sum = wordOfCard(game, card, OF_CARD.damage) + amount;
  const total = Math.min(sum, 0xffff);
  setWordOfCard(game, card, OF_CARD.damage, total);
  pushEvent(game.events, EVENT.dealt, 4, source, card, amount, total);
  if (sum !== total) pushEvent(game.events, EVENT.clamped, 2, card, total);
}

/**
 * FA18: adds to the change of power, which has 16 bits and a sign. The sum stops at -32768 or 32767
 * and is reported as `clamped`: refusing the pass that resolves the item would leave no legal
 * command.
 */
function addPower(game: Game, card: number, amount: number): void {
  const sum = asInt16(wordOfCard(game, card, OF_CARD.powerMod)) + amount;
  const value = Math.max(-0x8000, Math.min(0x7fff, sum));
  setPowerMod(game, card, value);
  pushEvent(game.events, EVENT.powerChanged, 2, card, value);
  if (sum !== value) pushEvent(game.events, EVENT.clamped, 2, card, value);
}

export function dull(game: Game, card: number): void {
  if (ofCard(game, card, OF_CARD.dull) === 1) return;
  setOfCard(game, card, OF_CARD.dull, 1);
  pushEvent(game.events, EVENT.dulled, 1, card);
}

export function activate(game: Game, card: number): void {
  if (ofCard(game, card, OF_CARD.dull) === 0) return;
  setOfCard(game, card, OF_CARD.dull, 0);
  pushEvent(game.events, EVENT.activated, 1, card);
}

/** Extension: takes all damage from a Forward. */
function heal(game: Game, card: number): void {
  if (wordOfCard(game, card, OF_CARD.damage) === 0) return;
  setWordOfCard(game, card, OF_CARD.damage, 0);
  pushEvent(game.events, EVENT.healed, 1, card);
}

/** Extension: gives a keyword until the end of the turn (CR 15.2). */
function grant(game: Game, card: number, keyword: number): void {
  const keywords = ofCard(game, card, OF_CARD.keywords);
  if ((keywords & keyword) !== 0) return;
  setOfCard(game, card, OF_CARD.keywords, keywords | keyword);
  pushEvent(game.events, EVENT.granted, 2, card, keyword);
}

/** The amount of an effect as the field is now. */
function amountOf(game: Game, effect: Effect, controller: number): number {
  if (effect.per === PER.one) return effect.amount;
  if (effect.per === PER.ownDamage) return effect.amount * ofPlayer(game, controller, OF_PLAYER.damage);
  const side = effect.per === PER.ownForwards ? controller : 1 - controller;
  let forwards = 0;
  for (let card = 0; card < game.cardCount; card++) {
    if (isForwardOnField(game, card) && ownerOf(game, card) === side) forwards++;
  }
  return effect.amount * forwards;
}

function applyTo(game: Game, effect: Effect, amount: number, source: number, card: number): void {
  switch (effect.kind) {
    case EFFECT.damage:
      if (isForwardOnField(game, card)) dealDamage(game, source, card, amount);
      return;
    case EFFECT.addPower:
      if (isForwardOnField(game, card)) addPower(game, card, amount);
      return;
    case EFFECT.return:
      moveCard(game, card, ZONE.hand);
      return;
    case EFFECT.break:
      breakCard(game, card);
      return;
    case EFFECT.dull:
      dull(game, card);
      return;
    case EFFECT.activate:
      activate(game, card);
      return;
    case EFFECT.freeze:
      setOfCard(game, card, OF_CARD.frozen, 1);
      pushEvent(game.events, EVENT.frozen, 1, card);
      return;
    case EFFECT.heal:
      if (isForwardOnField(game, card)) heal(game, card);
      return;
    case EFFECT.grant:
      if (isForwardOnField(game, card)) grant(game, card, effect.keyword);
      return;
  }
}

function inScope(game: Game, scope: number, controller: number, card: number): boolean {
  if (!isForwardOnField(game, card)) return false;
  if (scope === SCOPE.allForwards) return true;
  return (ownerOf(game, card) === controller) === (scope === SCOPE.ownForwards);
}

/**
 * Applies the effects of an ability in order, each to the cards still on the field.
 * @param source card, or NONE when it is gone
 * @param targets the list that holds the chosen cards
 * @param at index of the first of them; NONE for a card that has left
 */
export function applyEffects(
  game: Game,
  ability: Ability,
  source: number,
  controller: number,
  targets: Uint8Array | Int32Array,
  at: number,
): void {
  for (let index = 0; index < ability.effects.length; index++) {
    const effect = ability.effects[index] as Effect;
    const amount = amountOf(game, effect, controller);
    if (effect.kind === EFFECT.draw) {
      drawCards(game, controller, amount);
    } else if (effect.card >= 0) {
      const from = effect.kind === EFFECT.search ? ZONE.deck : ZONE.breakZone;
      takeNamed(game, controller, from, effect.card);
    } else if (effect.scope === SCOPE.targets) {
      for (let target = 0; target < ability.targets; target++) {
        const card = targets[at + target] as number;
        if (card !== NONE && onField(game, card)) applyTo(game, effect, amount, source, card);
      }
    } else if (effect.scope === SCOPE.self) {
      if (source !== NONE && onField(game, source)) applyTo(game, effect, amount, source, source);
    } else {
      for (let card = 0; card < game.cardCount; card++) {
        if (inScope(game, effect.scope, controller, card)) applyTo(game, effect, amount, source, card);
      }
    }
  }
}
