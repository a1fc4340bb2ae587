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
export interface Done {
  frames: number;
  /** Of enemies that acted by their own rules. */
  enemyActions: number;
  /** Of L and R within an action; a move that is nothing but presses has them as its frames. */
  presses: number;
}

/**
 * Adds what one move is to `amounts`, one number a metric.
 * @param side 0 ally, 1 enemy, 2 nobody @param done what a move was, seen when it was played
 */
export function countMove(
  amounts: Int32Array,
  side: number,
  kind: 'action' | 'press' | 'wait',
  { frames, enemyActions, presses }: Done,
): void {
  for (let metric = 0; metric < METRICS.length; metric++) amounts[metric] = 0;
  amounts[FRAMES] = frames;
  if (kind === 'action') {
    amounts[ACTIONS] = 1;
    if (side === 0) amounts[ALLY_ACTIONS] = 1;
    else if (side === 1) amounts[ENEMY_ACTIONS] = 1;
  } else if (kind === 'press') amounts[PRESSES] = frames;
  else amounts[WAITS] = frames;
  amounts[PRESSES] = (amounts[PRESSES] as number) + presses;
  amounts[ENEMY_ACTIONS] = (amounts[ENEMY_ACTIONS] as number) + enemyActions;
}
