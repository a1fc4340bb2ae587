/** The metrics of a route. */

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

/** The amounts of a move. */
export interface MoveAmounts {
  frames: number;
  /** Actions of enemies by their own rules. */
  enemyActions: number;
  /** Presses of L and R within an action; a move of presses alone has them as its frames. */
  presses: number;
}

/**
 * Writes the amounts of a move, one for each metric.
 * @param side 0 ally, 1 enemy, 2 nobody
 * @param done amounts measured while it was played
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
