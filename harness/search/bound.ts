/**
 * What is still to be paid at least, by what the system knows: the ally actions that the goal takes, each at the price of the cheapest, or
 * the price of commands that lead to it. Every move lowers it by its own price at most, so that the bound is consistent and not only
 * admissible.
 */
import type { CellRange } from '../../core/system.js';
import { METRICS } from './metrics.js';
import type { Problem, SearchMove } from './problem.js';

type Weights = readonly number[];

/** What a move of the allies or of nobody costs at least. */
function priceOf({ kind }: SearchMove, weights: Weights): number {
  const weight = (name: (typeof METRICS)[number]): number => weights[METRICS.indexOf(name)] ?? 0;
  const own = kind === 'press' ? weight('presses') : kind === 'wait' ? weight('waits') : weight('actions');
  return own + weight('frames') + (kind === 'action' ? weight('allyActions') : 0);
}

function goalOf({ goal }: Problem): CellRange[] {
  return goal.flatMap(({ reading: { cell }, min, max }) => (cell === undefined ? [] : [{ cell, min, max }]));
}

function byActions(problem: Problem, weights: Weights): (() => number) | undefined {
  const { system, battle, moves } = problem;
  const least = system.capabilities.planning?.actionsLowerBound;
  const prices = moves.filter(({ side }) => side !== 1).map((move) => priceOf(move, weights));
  const price = prices.length === 0 ? 0 : Math.min(...prices);
  if (least === undefined || price === 0 || problem.enemies === 'own') return undefined;
  const parts = goalOf(problem).flatMap(({ cell, min, max }) => least(battle, cell, min, max) ?? []);
  return () => {
    let actions = 0;
    for (let index = 0; index < parts.length; index++) actions += (parts[index] as () => number)();
    return price * actions;
  };
}

/** @param weights of each metric, those of the cost or others @returns the bound of the battle as it is, before the goal */
export function createBound(problem: Problem, weights: Weights = problem.weights): () => number {
  const { system, battle, moves } = problem;
  const commands = moves.map((move) => ({ words: move.move.words, price: priceOf(move, weights) }));
  return (
    system.capabilities.planning?.costLowerBound?.(battle, goalOf(problem), commands) ??
    byActions(problem, weights) ??
    (() => 0)
  );
}
