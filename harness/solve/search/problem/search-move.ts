/** A move of a search. */
import type { Battle } from '../../../../core/system/system.js';
import type { Move } from '../../../play/plan/moves.js';

/** A move with the search's view of it. */
export interface SearchMove {
  readonly move: Move;
  readonly text: string;
  /** 0 ally, 1 enemy, 2 nobody. */
  readonly side: number;
  readonly kind: 'action' | 'press' | 'wait';
  /** A route may end with it. */
  readonly mayEnd: boolean;
  /** Chance decides a parameter of it. */
  readonly isChance?: true;
  /** In the place of the move: what a frame before the battle does. */
  readonly advance?: (battle: Battle) => void;
}
