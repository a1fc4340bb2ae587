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
  ofCard,
  ofPlayer,
  ownerOf,
  turnOf,
  wordOfCard,
} from './game.js';
import { PENDING } from './timing.js';
import { CHOICE_WORDS, placeName } from './words.js';

const outcomes = ['', 'the first player has won', 'the second player has won', 'a draw'];

export function nameOfPlayer(game: Game, player: number): string {
  return player === NONE ? 'nobody' : (game.playerIds[player === 0 ? 0 : 1] ?? 'nobody');
}

export function placeOf(game: Game): string {
  const phase = head(game, HEAD_OFFSET.phase);
  const step = head(game, HEAD_OFFSET.step);
  return placeName(phase, step) ?? `phase ${phase}, step ${step}`;
}

export function describeCard(game: Game, card: number): string {
  const definition = definitionOf(game, card);
  const words = [game.cardIds[card] ?? ''];
  if (definition.kind === CARD_KIND.forward) {
    const damage = wordOfCard(game, card, OF_CARD.damage);
    const change = asInt16(wordOfCard(game, card, OF_CARD.powerMod));
    words.push(`${effectivePower(game, card)}${change === 0 ? '' : ` (${change > 0 ? '+' : ''}${change})`}`);
    if (damage > 0) words.push(`damage ${damage}`);
  }
  if (ofCard(game, card, OF_CARD.dull) === 1) words.push('dull');
  if (ofCard(game, card, OF_CARD.frozen) === 1) words.push('frozen');
  if (ofCard(game, card, OF_CARD.attacking) === 1) words.push('attacks');
  if (head(game, HEAD_OFFSET.blocker) === card) words.push('blocks');
  return words.join(' ');
}

/**
 * Returns lines: turn and step, priority, owed choices, then each player's counts, hand and field,
 * then the stack.
 */
export function printGame(game: Game): string {
  const lines = [`turn ${turnOf(game)} of ${nameOfPlayer(game, head(game, HEAD_OFFSET.turnPlayer))}, ${placeOf(game)}`];
  const outcome = head(game, HEAD_OFFSET.outcome);
  const pending = head(game, HEAD_OFFSET.pending);
  if (outcome !== 0) lines.push(outcomes[outcome] ?? '');
  else if (pending !== PENDING.none) {
    const choice = CHOICE_WORDS[pending] ?? '';
    lines.push(`${nameOfPlayer(game, head(game, HEAD_OFFSET.pendingPlayer))} has to choose ${choice}`);
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
          .map((card) => game.cardIds[card])
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
    const ready = inZone(player, ZONE.limitBreak).map((card) => game.cardIds[card]);
    const turned = inZone(player, ZONE.limitBreakUsed).map((card) => `${game.cardIds[card]} face up`);
    if (ready.length + turned.length > 0) lines.push(`  Limit Break: ${[...ready, ...turned].join(', ')}`);
  }
  for (let index = head(game, HEAD_OFFSET.stackDepth) - 1; index >= 0; index--) {
    const item = stackAt(game.cardCount) + index * ITEM_SIZE;
    const card = game.cardIds[read8(game.image, item + OF_ITEM.card)] ?? '';
    const ability = abilityOf(game, read8(game.image, item + OF_ITEM.ability)).id;
    lines.push(`stack ${index + 1}: ${ability === card ? card : `${ability} of ${card}`}`);
  }
  return lines.join('\n');
}

/**
 * The step that follows two passes with an empty stack, by step; after 4-4 the switch attackLoopTo
 * decides.
 */
const following: Readonly<Record<string, string>> = {
  'Main 1': 'Attack 4-1',
  'Attack 4-1': 'Attack 4-2',
  'Attack 4-2': 'Attack 4-3',
  'Attack 4-3': 'Attack 4-4',
  'First Strike': 'Attack 4-4',
  'Main 2': 'End',
  End: 'the next turn',
};

/**
 * What comes next, as labelled lines: who acts, and the result of two passes in a row (F8, F18).
 */
export function predictGame(game: Game): readonly (readonly [label: string, value: string])[] {
  if (head(game, HEAD_OFFSET.outcome) !== 0) return [['outcome', outcomes[head(game, HEAD_OFFSET.outcome)] ?? '']];
  const place = placeOf(game);
  const pending = head(game, HEAD_OFFSET.pending);
  if (pending !== PENDING.none) {
    return [
      ['place', place],
      ['next', `${nameOfPlayer(game, head(game, HEAD_OFFSET.pendingPlayer))}: ${CHOICE_WORDS[pending] ?? ''}`],
    ];
  }
  const depth = head(game, HEAD_OFFSET.stackDepth);
  const loop = game.rules.loopToPreparation ? 'Attack 4-1' : 'Attack 4-2';
  const top = stackAt(game.cardCount) + (depth - 1) * ITEM_SIZE;
  const item = depth === 0 ? '' : abilityOf(game, read8(game.image, top + OF_ITEM.ability)).id;
  return [
    ['place', place],
    ['next', `${nameOfPlayer(game, head(game, HEAD_OFFSET.priority))}: priority`],
    ['if both pass', depth === 0 ? (following[place] ?? loop) : `${item} resolves`],
  ];
}
