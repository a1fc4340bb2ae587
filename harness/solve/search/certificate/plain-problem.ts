/**
 * A problem without what the core knows to make a search fast: every compared cell belongs to a
 * state, and a bound is no more than the cheapest move. What such a search finds can be checked
 * without trust in that knowledge.
 */
import type { System } from '../../../../core/system/system.js';
import type { Trust } from '../../check/form.js';
import { createStateKey } from '../../check/state-key.js';
import { askedReadings } from '../problem/conditions.js';
import { missingMove } from '../problem/lower-bound.js';
import { type CellRange, type PricedCommand, planningOf } from '../problem/planning-access.js';
import type { Problem } from '../problem/problem.js';

/** The checker's bound: it takes no price for granted where the enemies' moves are listed. */
function cheapestMove(problem: Problem, goal: readonly CellRange[], commands: readonly PricedCommand[]): () => number {
  const hasEnemyMoves = problem.moves.some(({ side }) => side === 1);
  const least = hasEnemyMoves ? 0 : Math.min(...commands.map(({ price }) => price));
  return missingMove(problem.battle.image, goal, least);
}

/** @param trusts what is left as the core knows it */
export function plainProblem(problem: Problem, trusts: readonly Trust[]): Problem {
  const { system } = problem;
  const { stateKeyCells, timerMatters, costLowerBound, actionsLowerBound: _, ...rest } = planningOf(system);
  const key = {
    ...(stateKeyCells === undefined ? {} : { stateKeyCells }),
    ...(timerMatters === undefined ? {} : { timerMatters }),
  };
  const planning: NonNullable<System['capabilities']['planning']> = {
    ...rest,
    ...(trusts.includes('key') ? key : {}),
    costLowerBound: (battle, goal, commands) =>
      (trusts.includes('bound') ? costLowerBound?.(battle, goal, commands) : undefined) ??
      cheapestMove(problem, goal, commands),
  };
  return { ...problem, system: { ...system, capabilities: { ...system.capabilities, planning } } };
}

/** Names the present state of a problem's battle, as the checker does. @param trusts as above */
export function certifiedKey(problem: Problem, trusts: readonly Trust[]): ReturnType<typeof createStateKey> {
  const cells = askedReadings(problem).flatMap(({ cell }) => cell ?? []);
  return createStateKey(problem.system, problem.battle, cells, trusts.includes('key'));
}
