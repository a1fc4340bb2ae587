/** What viewers show of a game: gauges, the Characters on the field, whose turn it is (F1). */
import type { GaugeShape, UnitView } from '../system/system.js';
import { gameOf } from './battle.js';
import { HEAD_OFFSET, NONE, OF_CARD, ZONE } from './cells.js';
import { type Game, head, ofCard, ownerOf } from './game.js';

export const GAUGES: readonly GaugeShape[] = [
  {
    cell: 'player[*].damage',
    role: 'health',
    label: 'damage',
    lineOf: (battle) => {
      const game = gameOf(battle);
      return game === undefined ? undefined : [game.rules.damageToLose, 'the player has lost'];
    },
  },
  { cell: 'stackDepth', role: 'other', label: 'items on the stack' },
  { cell: 'player[*].hand', role: 'other', label: 'hand' },
  { cell: 'player[*].deck', role: 'other', label: 'deck' },
  { cell: 'card[*].effectivePower', role: 'other', label: 'power' },
  { cell: 'card[*].damage', role: 'health', label: 'damage' },
  { cell: 'card[*].dull', role: 'status', label: 'position', words: { 0: 'active', 1: 'dull' } },
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

/** The side of an action set when no player can act. */
export const NOBODYS_TURN = 2;

/** Who acts now: the player who owes a choice, else the one with priority (F8, F18). */
export function actingSide(game: Game): number {
  const owes = head(game, HEAD_OFFSET.pendingPlayer);
  const player = owes === NONE ? head(game, HEAD_OFFSET.priority) : owes;
  return player === NONE ? NOBODYS_TURN : player;
}
