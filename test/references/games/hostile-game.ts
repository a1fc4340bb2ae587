/**
 * Small games against whoever chooses the worst: the least cost that is sure, counted out line by line. No bounds, no table, no order.
 */

/** A move's outcome; `to` -1: it breaks what must be kept. */
export interface HostileOutcome {
  readonly to: number;
  readonly cost: number;
}

export interface HostileState {
  readonly isGoal: boolean;
  /** Who moves: the allies choose the move and not its outcome, the enemies choose among all. */
  readonly byEnemies: boolean;
  readonly moves: readonly (readonly HostileOutcome[])[];
}

/** Play begins in state 0. */
export type HostileGame = readonly HostileState[];

/** Infinite: nothing within the limit is sure. */
export function sureCost(game: HostileGame, limit: number, state = 0): number {
  const { isGoal, byEnemies, moves } = game[state] as HostileState;
  if (isGoal) return 0;
  const costOf = ({ to, cost }: HostileOutcome): number =>
    to < 0 || cost > limit ? Number.POSITIVE_INFINITY : cost + sureCost(game, limit - cost, to);
  const dearest = (outcomes: readonly HostileOutcome[]): number => Math.max(...outcomes.map(costOf));
  if (byEnemies) return moves.length === 0 ? Number.POSITIVE_INFINITY : dearest(moves.flat());
  return Math.min(Number.POSITIVE_INFINITY, ...moves.map(dearest));
}

/** Least cost to the goal if everybody helps: a bound on what is sure. */
export function luckyCost(game: HostileGame, state: number, moves = game.length): number {
  if (game[state]?.isGoal === true) return 0;
  if (moves === 0) return Number.POSITIVE_INFINITY;
  const outcomes = (game[state]?.moves ?? []).flat().filter(({ to }) => to >= 0);
  return Math.min(Number.POSITIVE_INFINITY, ...outcomes.map(({ to, cost }) => cost + luckyCost(game, to, moves - 1)));
}
