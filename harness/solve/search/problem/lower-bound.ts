/**
 * The heuristic of A*: an admissible lower bound on the remaining cost, from the system's knowledge
 * of the goal. A move lowers it by at most its own cost, so that it is consistent as well.
 */
import { readCell } from '../../../../core/system/battle.js';
import { leastFramesOf } from '../../../play/plan/moves.js';
import { METRICS } from './metrics.js';
import { type CellRange, planningOf } from './planning-access.js';
import type { Problem, SearchMove } from './problem.js';

type Weights = readonly number[];

const ENEMIES = 1;

/** Lower bound on the cost of a move. */
function priceOf({ kind, move, side }: SearchMove, weights: Weights): number {
  const weight = (name: (typeof METRICS)[number]): number => weights[METRICS.indexOf(name)] ?? 0;
  const own = kind === 'press' ? weight('presses') : kind === 'wait' ? weight('waits') : weight('actions');
  const ofSide = weight(side === ENEMIES ? 'enemyActions' : 'allyActions');
  return own + weight('frames') * leastFramesOf(move) + (kind === 'action' ? ofSide : 0);
}

function goalOf({ goal }: Problem): CellRange[] {
  return goal.flatMap(({ reading: { cell }, min, max }) => (cell === undefined ? [] : [{ cell, min, max }]));
}

function byActions(problem: Problem, weights: Weights): (() => number) | undefined {
  const { system, battle, moves } = problem;
  const actionsLowerBound = planningOf(system).actionsLowerBound;
  const prices = moves
    .filter((move) => move.side !== ENEMIES && move !== problem.start?.move)
    .map((move) => priceOf(move, weights));
  const price = prices.length === 0 ? 0 : Math.min(...prices);
  if (actionsLowerBound === undefined || price === 0 || problem.enemies === 'own') return undefined;
  const parts = goalOf(problem).flatMap(({ cell, min, max }) => actionsLowerBound(battle, cell, min, max) ?? []);
  if (parts.length === 0) return undefined;
  return () => {
    let actions = 0;
    for (let index = 0; index < parts.length; index++) actions += (parts[index] as () => number)();
    return price * actions;
  };
}

/**
 * While a cell of the goal is out of its range, one more move is missing.
 * @param least price of the cheapest move
 */
export function missingMove(image: Uint8Array, goal: readonly CellRange[], least: number): () => number {
  return () => {
    for (let index = 0; index < goal.length; index++) {
      const { cell, min, max } = goal[index] as CellRange;
      const value = readCell(image, cell);
      if (value < min || value > max) return least;
    }
    return 0;
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
  const goal = goalOf(problem);
  return (
    planningOf(system).costLowerBound?.(battle, goal, commands) ??
    byActions(problem, weights) ??
    missingMove(battle.image, goal, Math.min(...commands.map(({ price }) => price)))
  );
}
