/**
 * Small games of chance in which everything is seen: the highest chance, the highest expected value and the least sure cost, counted out
 * line by line in exact fractions of whole numbers.
 */

/** A fraction that nobody has reduced. */
export type Exact = readonly [top: bigint, bottom: bigint];

export interface LuckyOutcome {
  readonly to: number;
  readonly fate: 'on' | 'won' | 'lost';
  /** Cases of the move, all alike, that come to it. */
  readonly cases: number;
}

export interface LuckyMove {
  readonly cost: number;
  readonly outcomes: readonly LuckyOutcome[];
}

export interface LuckyState {
  readonly value: number;
  /** Undefined: the move is refused. */
  readonly moves: readonly (LuckyMove | undefined)[];
}

/** Play begins in state 0. */
export type LuckyGame = readonly LuckyState[];

export const isMore = (one: Exact, other: Exact): boolean => one[0] * other[1] > other[0] * one[1];

/** Mean over the cases. @param worth of an outcome */
function mean(outcomes: readonly LuckyOutcome[], worth: (one: LuckyOutcome) => Exact): Exact {
  const all = outcomes.reduce((sum, { cases }) => sum + cases, 0);
  return outcomes.reduce<Exact>(
    ([top, bottom], one) => {
      const [a, b] = worth(one);
      return [top * b * BigInt(all) + a * BigInt(one.cases) * bottom, bottom * b * BigInt(all)];
    },
    [0n, 1n],
  );
}

function best(
  game: LuckyGame,
  state: number,
  left: number,
  ended: Exact,
  worth: (one: LuckyOutcome, left: number) => Exact,
) {
  let most = ended;
  for (const move of game[state]?.moves ?? []) {
    if (move === undefined || move.cost > left) continue;
    const found = mean(move.outcomes, (one) => worth(one, left - move.cost));
    if (isMore(found, most)) most = found;
  }
  return most;
}

/** Highest chance to win within a cost. */
export function highestChance(game: LuckyGame, left: number, state = 0): Exact {
  return best(game, state, left, [0n, 1n], ({ fate, to }, rest) =>
    fate === 'on' ? highestChance(game, rest, to) : [fate === 'won' ? 1n : 0n, 1n],
  );
}

/** Highest expected value within a cost; play may end anywhere. */
export function highestValue(game: LuckyGame, left: number, state = 0): Exact {
  const here = (at: number): Exact => [BigInt(game[at]?.value ?? 0), 1n];
  return best(game, state, left, here(state), ({ fate, to }, rest) =>
    fate === 'on' ? highestValue(game, rest, to) : here(to),
  );
}

/** Least cost that wins whatever falls; infinite: none within a cost. */
export function certainCost(game: LuckyGame, left: number, state = 0): number {
  const costs = (game[state]?.moves ?? []).map((move) => {
    if (move === undefined || move.cost > left) return Number.POSITIVE_INFINITY;
    const each = move.outcomes.map(({ fate, to }) => {
      if (fate !== 'on') return fate === 'won' ? 0 : Number.POSITIVE_INFINITY;
      return certainCost(game, left - move.cost, to);
    });
    return move.cost + Math.max(...each);
  });
  return Math.min(Number.POSITIVE_INFINITY, ...costs);
}
