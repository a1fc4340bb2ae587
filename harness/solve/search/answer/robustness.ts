/** The robustness of a route: the same moves under every other setting, from the plan's setup. */
import { snapshot } from '../../../../core/system/battle.js';
import type { Battle } from '../../../../core/system/system.js';
import { LockstepError, reasonText } from '../../../base/index.js';
import {
  compareFigures,
  futureFigures,
  type OtherSetting,
  otherCost,
  type Plan,
  type SettingResult,
  underOtherSettings,
} from '../../../play/index.js';

import { createProblem, type Problem } from '../problem/problem.js';
import { type PlayedPath, playPath, type Route } from './routes.js';

interface Base {
  readonly played: PlayedPath;
  readonly figures: ReadonlyMap<string, string>;
}

/** Plays the route from a battle that stands at its start. */
function playFrom(battle: Battle, plan: Plan, { system }: Problem, route: Route, base: Base): SettingResult {
  let other: Problem;
  try {
    other = createProblem(system, battle, plan);
  } catch (error) {
    if (error instanceof LockstepError) return ['breaks', reasonText(error).replace(/^column \d+: /u, ''), 0];
    throw error;
  }
  const played = playPath(other, snapshot(battle), route);
  if (played.fault !== undefined) return played.fault;
  if (played.cost !== base.played.cost) return otherCost(played.cost, base.played.cost);
  return compareFigures(base.figures, futureFigures(system, battle));
}

/**
 * Plays a route under every other setting. It reaches its goal at the same cost and ends in the
 * same state (`holds`), at another cost or in another state (`otherFigures`), or a move is refused,
 * a condition is broken, or the goal is missed (`breaks`).
 *
 * @param start image of the problem's start; the problem's battle is left in another state
 * @returns as `underOtherSettings`; none for a route whose draws are chosen, which no plan can play
 */
export async function robustnessOf(
  problem: Problem,
  start: Uint8Array,
  route: Route,
  signal?: AbortSignal,
): Promise<readonly OtherSetting[]> {
  const { system, plan } = problem;
  if (route.moves.some(({ draws }) => draws !== undefined)) return [];
  const base: Base = { played: playPath(problem, start, route), figures: futureFigures(system, problem.battle) };
  return underOtherSettings(system, plan, (battle, other) => playFrom(battle, other, problem, route, base), signal);
}
