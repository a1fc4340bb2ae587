/** A game as text: its step, both players, the stack. */
import { asInt16, read8 } from '../int/uint.js';
import { HEAD_OFFSET, ITEM_SIZE, NONE, OF_CARD, OF_ITEM, OF_PLAYER, stackAt, ZONE } from './cells.js';
import { CARD_KIND } from './definitions.js';
import {
  abilityOf,
  definitionOf,
  effectivePower,
  type Game,
  head,
  nameOfCard,
  ofCard,
  ofPlayer,
  ownerOf,
  turnOf,
  wordOfCard,
} from './game.js';
import { PENDING } from './timing.js';
import { CHOICE_WORDS, placeName } from './words.js';

/** By the number of the cell `outcome`. */
export const OUTCOMES: readonly string[] = ['', 'the first player has won', 'the second player has won', 'a draw'];

export function nameOfPlayer(game: Game, player: number): string {
  return player === NONE ? 'nobody' : game.playerIds[player === 0 ? 0 : 1];
}

export function placeOf(game: Game): string {
  const phase = head(game, HEAD_OFFSET.phase);
  const step = head(game, HEAD_OFFSET.step);
  return placeName(phase, step) ?? `phase ${phase}, step ${step}`;
}

export function describeCard(game: Game, card: number): string {
  const definition = definitionOf(game, card);
  const words = [nameOfCard(game, card)];
  if (definition.kind === CARD_KIND.forward) {
    const damage = wordOfCard(game, card, OF_CARD.damage);
    const change = asInt16(wordOfCard(game, card, OF_CARD.powerMod));
    const changed = change > 0 ? ` (+${change})` : change < 0 ? ` (${change})` : '';
    words.push(`power ${effectivePower(game, card)}${changed}`);
    if (damage > 0) words.push(`damage ${damage}`);
  }
  words.push(ofCard(game, card, OF_CARD.dull) === 1 ? 'dull' : 'active');
  if (ofCard(game, card, OF_CARD.frozen) === 1) words.push('frozen');
  if (ofCard(game, card, OF_CARD.attacking) === 1) words.push('attacks');
  if (head(game, HEAD_OFFSET.blocker) === card) words.push('blocks');
  return words.join(' ');
}

/** An item of the stack in words: what it is, who controls it, what it is aimed at (FA11). */
function describeItem(game: Game, item: number): string {
  const card = read8(game.image, item + OF_ITEM.card);
  const source = nameOfCard(game, card);
  const ability = abilityOf(game, read8(game.image, item + OF_ITEM.ability)).id;
  const words = [ability === game.cardIds[card] ? source : `${ability} of ${source}`];
  words.push(`by ${nameOfPlayer(game, read8(game.image, item + OF_ITEM.controller))}`);
  const count = read8(game.image, item + OF_ITEM.targets);
  const targets = Array.from({ length: count }, (_, index) => read8(game.image, item + OF_ITEM.target + index));
  if (count > 0) {
    words.push(
      `on ${targets.map((card) => (card === NONE ? 'a card that has left' : nameOfCard(game, card))).join(', ')}`,
    );
  }
  if (read8(game.image, item + OF_ITEM.sourceGone) === 1) words.push('(its source has left)');
  return words.join(' ');
}

/** The stack from its top to its bottom, each item with its place from the bottom. */
export function stackLines(
  game: Game,
): readonly { readonly place: number; readonly text: string; readonly side: number }[] {
  const depth = head(game, HEAD_OFFSET.stackDepth);
  return Array.from({ length: depth }, (_, index) => {
    const place = depth - index;
    const item = stackAt(game.cardCount) + (place - 1) * ITEM_SIZE;
    return { place, text: describeItem(game, item), side: read8(game.image, item + OF_ITEM.controller) };
  });
}

/**
 * Returns lines: turn and step, priority, owed choices, then each player's counts, hand and field,
 * then the stack.
 */
export function printGame(game: Game): string {
  const lines = [`turn ${turnOf(game)} of ${nameOfPlayer(game, head(game, HEAD_OFFSET.turnPlayer))}, ${placeOf(game)}`];
  const outcome = head(game, HEAD_OFFSET.outcome);
  const pending = head(game, HEAD_OFFSET.pending);
  if (outcome !== 0) lines.push(OUTCOMES[outcome] as string);
  else if (pending !== PENDING.none) {
    lines.push(`${nameOfPlayer(game, head(game, HEAD_OFFSET.pendingPlayer))} has to choose ${CHOICE_WORDS[pending]}`);
  } else
    lines.push(
      `priority ${nameOfPlayer(game, head(game, HEAD_OFFSET.priority))}, passes ${head(game, HEAD_OFFSET.passes)}`,
    );
  const inZone = (player: number, zone: number): number[] =>
    game.cardIds.flatMap((_, card) =>
      ownerOf(game, card) === player && ofCard(game, card, OF_CARD.zone) === zone ? [card] : [],
    );
  for (let player = 0; player < 2; player++) {
    const count = (field: number): number => ofPlayer(game, player, field);
    lines.push(
      `${nameOfPlayer(game, player)}: damage ${count(OF_PLAYER.damage)}, deck ${count(OF_PLAYER.deck)}, ` +
        `Break Zone ${count(OF_PLAYER.breakZone)}`,
    );
    lines.push(
      `  hand: ${
        inZone(player, ZONE.hand)
          .map((card) => nameOfCard(game, card))
          .join(', ') || '-'
      }`,
    );
    lines.push(
      `  field: ${
        inZone(player, ZONE.field)
          .map((card) => describeCard(game, card))
          .join(', ') || '-'
      }`,
    );
    const ready = inZone(player, ZONE.limitBreak).map((card) => nameOfCard(game, card));
    const turned = inZone(player, ZONE.limitBreakUsed).map((card) => `${nameOfCard(game, card)} face up`);
    if (ready.length + turned.length > 0) lines.push(`  Limit Break: ${[...ready, ...turned].join(', ')}`);
  }
  for (const { place, text } of stackLines(game)) lines.push(`stack ${place}: ${text}`);
  return lines.join('\n');
}
