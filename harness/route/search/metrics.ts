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

/**
 * Adds what one move is to `amounts`, one number a metric.
 * @param side 0 ally, 1 enemy, 2 nobody @param commands frames it took @param enemyTurnEnded enemies acted by their own rules in it
 */
export function countMove(
  amounts: Int32Array,
  side: number,
  kind: 'action' | 'press' | 'wait',
  commands: number,
  enemyTurnEnded: boolean,
): void {
  for (let metric = 0; metric < METRICS.length; metric++) amounts[metric] = 0;
  amounts[FRAMES] = commands;
  if (kind === 'action') {
    amounts[ACTIONS] = 1;
    if (side === 0) amounts[ALLY_ACTIONS] = 1;
    else if (side === 1) amounts[ENEMY_ACTIONS] = 1;
  } else if (kind === 'press') amounts[PRESSES] = commands;
  else amounts[WAITS] = commands;
  if (enemyTurnEnded) amounts[ENEMY_ACTIONS] = 1;
}
