import type { DuelCommand, PlayerIndex } from '../references/fftcg-cards.js';

export const pass = (player: PlayerIndex): DuelCommand => ({ kind: 'pass', player });
export const cast = (player: PlayerIndex, card: string, ...targets: string[]): DuelCommand => ({
  ...{ kind: 'castSummon', player, card, targets },
});
export const attack = (player: PlayerIndex, ...ids: string[]): DuelCommand => ({ kind: 'declareAttack', player, ids });
export const block = (player: PlayerIndex, id: string | null = null): DuelCommand => ({
  kind: 'declareBlock',
  player,
  id,
});
