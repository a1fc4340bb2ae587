/** What a route is counted in. */

export const METRICS = ['frames', 'actions', 'allyActions', 'enemyActions', 'presses', 'waits'] as const;
export type MetricName = (typeof METRICS)[number];

/** No limit is set. */
export const NO_LIMIT = -1;

const FRAMES = 0;
const ACTIONS = 1;
const ALLY_ACTIONS = 2;
const ENEMY_ACTIONS = 3;
const PRESSES = 4;
const WAITS = 5;

/** What a move came to. */
export interface MoveAmounts {
  frames: number;
  /** Of enemies that acted by their own rules. */
  enemyActions: number;
  /** Of L and R within an action; a move that is nothing but presses has them as its frames. */
  presses: number;
}

/**
 * Writes what one move is, one number a metric.
 * @param side 0 ally, 1 enemy, 2 nobody @param done what a move was, seen when it was played
 */
export function countMove(
  amounts: Int32Array,
  side: number,
  kind: 'action' | 'press' | 'wait',
  { frames, enemyActions, presses }: MoveAmounts,
): void {
  const acts = kind === 'action';
  amounts[FRAMES] = frames;
  amounts[ACTIONS] = acts ? 1 : 0;
  amounts[ALLY_ACTIONS] = acts && side === 0 ? 1 : 0;
  amounts[ENEMY_ACTIONS] = acts && side === 1 ? 1 + enemyActions : enemyActions;
  amounts[PRESSES] = kind === 'press' ? frames + presses : presses;
  amounts[WAITS] = kind === 'wait' ? frames : 0;
}
