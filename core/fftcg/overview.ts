/** What viewers show of a game: gauges, the Characters on the field, whose turn it is (F1). */
import type { GaugeShape, UnitView } from '../system/system.js';
import { HEAD_OFFSET, OF_CARD, ZONE } from './cells.js';
import { type Game, head, ofCard, ownerOf } from './game.js';

/** F13: the seventh damage loses. */
const LOSING_DAMAGE = 7;

export const GAUGES: readonly GaugeShape[] = [
  { cell: 'player[*].damage', role: 'health', label: 'damage', line: [LOSING_DAMAGE, 'the player has lost'] },
  { cell: 'stackDepth', role: 'other', label: 'items on the stack' },
  { cell: 'player[*].hand', role: 'other', label: 'hand' },
  { cell: 'player[*].deck', role: 'other', label: 'deck' },
  { cell: 'card[*].effectivePower', role: 'other', label: 'power' },
  { cell: 'card[*].damage', role: 'health', label: 'damage' },
  { cell: 'card[*].dull', role: 'status', label: 'dull', bits: ['dull'] },
];

export function unitViews(game: Game): UnitView[] {
  return game.cardIds.flatMap((name, card) => {
    if (ofCard(game, card, OF_CARD.zone) !== ZONE.field) return [];
    return [{ prefixes: [`card[${name}]`], name, side: ownerOf(game, card), x: -1, y: -1, facing: '' as const }];
  });
}

export function turnPlayer(game: Game): number {
  return head(game, HEAD_OFFSET.turnPlayer);
}
