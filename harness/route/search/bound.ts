/**
 * What is still to be paid at least: the ally actions that the system says a goal takes, each at the price of the cheapest. Every move
 * lowers the number of actions by one at most, so that the bound is consistent and not only admissible.
 */
import { METRICS } from './metrics.js';
import type { Problem } from './problem.js';

function cheapest(problem: Problem): number {
  const weight = (name: (typeof METRICS)[number]): number => problem.weights[METRICS.indexOf(name)] ?? 0;
  const costs = problem.moves
    .filter(({ side }) => side !== 1)
    .map(({ kind }) => {
      const own = kind === 'press' ? weight('presses') : kind === 'wait' ? weight('waits') : weight('actions');
      return own + weight('frames') + (kind === 'action' ? weight('allyActions') : 0);
    });
  return costs.length === 0 ? 0 : Math.min(...costs);
}

/** @returns the bound of the battle as it is, before the goal */
export function createBound(problem: Problem): () => number {
  const { system, battle, goal } = problem;
  const least = system.capabilities.leastActions;
  const price = cheapest(problem);
  if (least === undefined || price === 0 || problem.enemies === 'own') return () => 0;
  const parts = goal.flatMap(({ reading, min, max }) => {
    const part = reading.cell === undefined ? undefined : least(battle, reading.cell, min, max);
    return part === undefined ? [] : [part];
  });
  return () => {
    let actions = 0;
    for (let index = 0; index < parts.length; index++) actions += (parts[index] as () => number)();
    return price * actions;
  };
}
