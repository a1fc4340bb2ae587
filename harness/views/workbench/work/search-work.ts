/** The best route from a state, by the search of the command line, on one thread. */
import { LockstepError } from '../../../base/errors.js';
import { findSystem } from '../../../base/find-system.js';
import { SYSTEMS } from '../../../base/systems.js';
import { type BegunState, startBegun } from '../../../play/plan/begun-state.js';
import { readPlan } from '../../../play/plan/read-plan.js';
import { verdictText } from '../../../solve/search/answer/answer.js';
import { conditionLines } from '../../../solve/search/answer/condition-lines.js';
import type { SearchProgress } from '../../../solve/search/problem/outcome.js';
import { createProblem } from '../../../solve/search/problem/problem.js';
import { searchShortest } from '../../../solve/search/run-shortest.js';
import type { SearchFound } from './messages.js';

/** A page is no place for more. */
const MEMORY_BYTES = 96 * 1024 * 1024;
const PROGRESS_MILLISECONDS = 200;

export interface PageSearch {
  /** A plan with `[search]`. */
  readonly text: string;
  readonly file: string;
  readonly begun?: BegunState | undefined;
  /** Of time, exact search and beam together. */
  readonly milliseconds: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: SearchProgress) => void;
}

/**
 * Searches from the end of a plan.
 * @throws LockstepError for a plan that cannot be searched here
 */
export async function findBest(asked: PageSearch): Promise<SearchFound> {
  const { text, file, begun, milliseconds, signal, progress } = asked;
  const plan = readPlan(new TextEncoder().encode(text), file);
  const system = findSystem(SYSTEMS, plan.system, file, 1, plan.setup);
  const problem = createProblem(system, startBegun(system, plan, begun), plan);
  if (problem.enemies === 'worst' || problem.luck !== undefined) {
    throw new LockstepError('E_OPTION', 'a page searches for the shortest route alone', {
      found: problem.luck === undefined ? 'enemies = "worst"' : 'maximise',
      remedy: 'Save the plan and give it to `lockstep route search`',
    });
  }
  const nodes = problem.nodeLimit;
  const limits = { memoryBytes: MEMORY_BYTES, nodes, milliseconds };
  const answer = await searchShortest(problem, {
    ...limits,
    signal,
    progress,
    progressEvery: PROGRESS_MILLISECONDS,
  });
  const [best] = answer.routes;
  const commands = best?.moves.filter(({ isBefore }) => isBefore !== true).map(({ command }) => command);
  const conditions = answer.proven ? conditionLines(answer.under) : [];
  return { verdict: verdictText(answer), conditions, commands };
}
