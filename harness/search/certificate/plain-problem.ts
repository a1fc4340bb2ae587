/**
 * A problem without what the core knows to make a search fast: every compared cell belongs to a
 * state, and a bound is no more than the cheapest move. What such a search finds can be checked
 * without trust in that knowledge.
 */
import { readCell } from '../../../core/system/battle.js';
import type { System } from '../../../core/system/system.js';
import type { Trust } from '../../check/form.js';
import { createStateKey } from '../../check/state-key.js';
import { askedReadings } from '../problem/conditions.js';
import { type CellRange, type PricedCommand, planningOf } from '../problem/planning-access.js';
import type { Problem } from '../problem/problem.js';

/** 0 where the cells of the goal are in their ranges, else the price of the cheapest command. */
function cheapestMove(problem: Problem, goal: readonly CellRange[], commands: readonly PricedCommand[]): () => number {
  const { image } = problem.battle;
  const hasEnemyMoves = problem.moves.some(({ side }) => side === 1);
  const least = hasEnemyMoves ? 0 : Math.min(...commands.map(({ price }) => price));
  return () => {
    for (const { cell, min, max } of goal) {
      const value = readCell(image, cell);
      if (value < min || value > max) return least;
    }
    return 0;
  };
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
