/**
 * The heuristic of A*: an admissible lower bound on the remaining cost, from the system's knowledge
 * of the goal. A move lowers it by at most its own cost, so that it is consistent as well.
 */
import { leastFramesOf } from '../../plan/moves.js';
import { METRICS } from './metrics.js';
import { type CellRange, planningOf } from './planning-access.js';
import type { Problem, SearchMove } from './problem.js';

type Weights = readonly number[];

/** Lower bound on the cost of a move of the allies or of nobody. */
function priceOf({ kind, move }: SearchMove, weights: Weights): number {
  const weight = (name: (typeof METRICS)[number]): number => weights[METRICS.indexOf(name)] ?? 0;
  const own = kind === 'press' ? weight('presses') : kind === 'wait' ? weight('waits') : weight('actions');
  return own + weight('frames') * leastFramesOf(move) + (kind === 'action' ? weight('allyActions') : 0);
}

function goalOf({ goal }: Problem): CellRange[] {
  return goal.flatMap(({ reading: { cell }, min, max }) => (cell === undefined ? [] : [{ cell, min, max }]));
}

function byActions(problem: Problem, weights: Weights): (() => number) | undefined {
  const { system, battle, moves } = problem;
  const actionsLowerBound = planningOf(system).actionsLowerBound;
  const prices = moves
    .filter((move) => move.side !== 1 && move !== problem.start?.move)
    .map((move) => priceOf(move, weights));
  const price = prices.length === 0 ? 0 : Math.min(...prices);
  if (actionsLowerBound === undefined || price === 0 || problem.enemies === 'own') return undefined;
  const parts = goalOf(problem).flatMap(({ cell, min, max }) => actionsLowerBound(battle, cell, min, max) ?? []);
  return () => {
    let actions = 0;
    for (let index = 0; index < parts.length; index++) actions += (parts[index] as () => number)();
    return price * actions;
  };
}

/**
 * Returns an admissible lower bound on the remaining cost of the present battle.
 * @param weights of the metrics, by default those of the cost
 */
export function createLowerBound(problem: Problem, weights: Weights = problem.weights): () => number {
  const { system, battle, moves } = problem;
  // before the first command nothing is known to be far: the search counts no bound there
  const begun = moves.filter((move) => move !== problem.start?.move);
  const commands = begun.map((move) => ({ words: move.move.words, price: priceOf(move, weights) }));
  return (
    planningOf(system).costLowerBound?.(battle, goalOf(problem), commands) ?? byActions(problem, weights) ?? (() => 0)
  );
}
