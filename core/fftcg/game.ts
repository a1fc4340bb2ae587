/** A running game: its image, the fixed data of its cards, and accessors of its cells. */

import { asInt16, read8, read16, write8, write16, write32 } from '../int/uint.js';
import type { Named } from '../system/names.js';
import type { EventBuffer } from '../system/system.js';
import { cardAt, HEAD_OFFSET, OF_CARD, playerAt, ZONE } from './cells.js';
import { type Ability, CARD_KIND, type Definition } from './definitions.js';
import type { Rules } from './switches.js';

export interface Game {
  readonly image: Uint8Array;
  readonly rules: Rules;
  readonly cardCount: number;
  readonly definitions: readonly Definition[];
  readonly abilities: readonly Ability[];
  /** Ids by card number. */
  readonly cardIds: readonly string[];
  /** What each card is called where that is not its id. */
  readonly named: readonly (Named | undefined)[];
  readonly definitionOf: readonly Definition[];
  readonly owners: Uint8Array;
  /**
   * Cards of each player's deck, the next one first. The number of cards left gives the position.
   */
  readonly decks: readonly [Uint8Array, Uint8Array];
  readonly playerIds: readonly [string, string];
  /** Events of the current step, lent by its caller. */
  events: EventBuffer | undefined;
}

export function head(game: Game, at: number): number {
  return read8(game.image, at);
}

export function setHead(game: Game, at: number, value: number): void {
  write8(game.image, at, value);
}

export function turnOf(game: Game): number {
  return read16(game.image, HEAD_OFFSET.turn);
}

export function ofPlayer(game: Game, player: number, field: number): number {
  return read8(game.image, playerAt(player) + field);
}

export function addOfPlayer(game: Game, player: number, field: number, change: number): void {
  const at = playerAt(player) + field;
  write8(game.image, at, read8(game.image, at) + change);
}

export function ofCard(game: Game, card: number, field: number): number {
  return read8(game.image, cardAt(card) + field);
}

export function setOfCard(game: Game, card: number, field: number, value: number): void {
  write8(game.image, cardAt(card) + field, value);
}

export function wordOfCard(game: Game, card: number, field: number): number {
  return read16(game.image, cardAt(card) + field);
}

export function setWordOfCard(game: Game, card: number, field: number, value: number): void {
  write16(game.image, cardAt(card) + field, value);
}

export function definitionOf(game: Game, card: number): Definition {
  return game.definitionOf[card] as Definition;
}

export function abilityOf(game: Game, number: number): Ability {
  return game.abilities[number] as Ability;
}

export function ownerOf(game: Game, card: number): number {
  return read8(game.owners, card);
}

export function onField(game: Game, card: number): boolean {
  return ofCard(game, card, OF_CARD.zone) === ZONE.field;
}

export function isForwardOnField(game: Game, card: number): boolean {
  return onField(game, card) && definitionOf(game, card).kind === CARD_KIND.forward;
}

/** FA18: max(0, power + change). */
export function effectivePower(game: Game, card: number): number {
  const at = cardAt(card);
  return Math.max(0, read16(game.image, at + OF_CARD.power) + asInt16(read16(game.image, at + OF_CARD.powerMod)));
}

/**
 * Writes the change of power and the derived cell of the effective power. @param value
 * -32768..32767
 */
export function setPowerMod(game: Game, card: number, value: number): void {
  const at = cardAt(card);
  write16(game.image, at + OF_CARD.powerMod, value & 0xffff);
  write32(game.image, at + OF_CARD.effective, effectivePower(game, card));
}

export function turnPlayerOf(game: Game): number {
  return read8(game.image, HEAD_OFFSET.turnPlayer);
}

/** Number of Forwards that attack now. */
export function countAttackers(game: Game): number {
  let count = 0;
  for (let card = 0; card < game.cardCount; card++) count += ofCard(game, card, OF_CARD.attacking);
  return count;
}

/** What people call a card. */
export function nameOfCard(game: Game, card: number): string {
  return game.named[card]?.en ?? (game.cardIds[card] as string);
}
