/** A whole search of a problem: from its start, or from a checkpoint, to the answer. */
import { snapshot } from '../../core/battle.js';
import { LockstepError } from '../base/errors.js';
import { type Answer, answerOf, type SearchOutcome } from './answer/answer.js';
import { searchBeam, widestBeam } from './beam/beam.js';
import {
  type CheckpointOptions,
  type CheckpointSchedule,
  createCheckpointSchedule,
  resumeSearch,
  saveSearch,
} from './checkpoint/checkpoint-schedule.js';
import { localExpander } from './expansion/batch-expander.js';
import { createBranching } from './expansion/branching.js';
import { createPool } from './expansion/thread-pool.js';
import { createExpander, type Expander } from './expansion/whole-states.js';
import { NO_LIMIT } from './problem/metrics.js';
import type { Problem } from './problem/problem.js';
import { runWorstCase } from './run-worst-case.js';
import { pathTo, runSearch, type SearchProgress, startSearch } from './shortest/shortest.js';
import { COST } from './state/arena.js';

export interface SearchOptions {
  readonly memoryBytes: number;
  readonly nodes: number;
  readonly milliseconds: number;
  /** Threads that expand; 1: only this one. */
  readonly workers: number;
  readonly signal?: AbortSignal;
  readonly progress?: (progress: SearchProgress) => void;
  /** Milliseconds between two of them in an exact search; see `SearchRun`. */
  readonly progressEvery?: number;
  readonly keep?: CheckpointOptions;
  /** Search by a beam of so many states alone; 0: after an exact search that ended without a route. */
  readonly beam?: number;
  /** No beam after an exact search that ended without a route. */
  readonly exactOnly?: boolean;
}

export async function searchPlan(problem: Problem, options: SearchOptions): Promise<Answer> {
  const start = snapshot(problem.battle);
  const schedule = createCheckpointSchedule(problem, start, options.keep);
  if (problem.enemies === 'worst') return runWorstCase(problem, start, schedule, options);
  if (options.beam !== undefined && options.beam > 0) return answerBeam(problem, start, options.beam, options);
  const exact = await searchExactly(problem, start, schedule, options);
  const ranOut = exact.reason === 'nodes' || exact.reason === 'memory';
  const complete = !ranOut || exact.found.length > 0 || options.exactOnly === true;
  if (complete || schedule !== undefined) return answerOf(problem, start, exact);
  const expander = expanderAt(problem, start);
  const width = Math.min(problem.beam, widestBeam(expander, options.memoryBytes));
  const beam = await runBeam(problem, start, expander, width, { ...options, nodes: NO_LIMIT });
  // what the exact search knows of the bound holds for the beam's routes as well
  const bound = Math.max(exact.bound, beam.bound);
  const best = beam.found[0]?.cost;
  if (beam.proven || (best !== undefined && exact.bound >= best && problem.routes === 1)) {
    return answerOf(problem, start, { ...beam, proven: true, reason: 'proven' });
  }
  const [nodes, expanded] = [exact.nodes + beam.nodes, exact.expanded + beam.expanded];
  return answerOf(problem, start, { ...beam, reason: exact.reason, bound, nodes, expanded });
}

/** Of whole states, with the start as its root. */
function expanderAt(problem: Problem, start: Uint8Array): Expander {
  problem.battle.image.set(start);
  return createExpander(problem);
}

async function runBeam(
  problem: Problem,
  start: Uint8Array,
  expander: Expander,
  width: number,
  options: SearchOptions,
): Promise<SearchOutcome> {
  problem.battle.image.set(start);
  const end = await searchBeam({ problem, expander, width, limits: options, ...listeners(options) });
  return { ...end, proven: end.reason === 'proven', beam: width };
}

async function answerBeam(problem: Problem, start: Uint8Array, width: number, options: SearchOptions): Promise<Answer> {
  const expander = expanderAt(problem, start);
  const widest = widestBeam(expander, options.memoryBytes);
  if (width > widest) {
    throw new LockstepError('E_OPTION', 'the beam does not fit into the memory allowed', {
      found: `${width}`,
      expected: `at most ${widest}`,
      remedy: 'Make it narrower, or allow more with --memory',
    });
  }
  return answerOf(problem, start, await runBeam(problem, start, expander, width, options));
}

async function searchExactly(
  problem: Problem,
  start: Uint8Array,
  schedule: CheckpointSchedule | undefined,
  options: SearchOptions,
): Promise<SearchOutcome> {
  const branching = createBranching(problem);
  const state = startSearch(branching, options.memoryBytes, options.workers > 1);
  if (schedule?.options.resume === true) resumeSearch(schedule, state);
  const { visited, arena } = state;
  const pool = options.workers > 1 ? createPool(problem, start, branching, visited, options.workers) : undefined;
  const end = await runSearch({
    problem,
    state,
    batches: pool ?? localExpander(branching, visited),
    limits: options,
    ...listeners(options),
    ...(options.progressEvery === undefined ? {} : { progressEvery: options.progressEvery }),
    save: (current, last) => {
      if (schedule !== undefined && (last || schedule.isDue())) saveSearch(schedule, state, current);
    },
  }).finally(() => pool?.close());
  return {
    reason: end.reason,
    proven: end.reason === 'proven',
    bound: end.bound,
    found: end.ends.map((node) => ({
      path: pathTo(arena, node),
      cost: arena.words[node * arena.stride + COST] as number,
    })),
    nodes: arena.length,
    expanded: state.expanded,
  };
}

function listeners({ signal, progress }: SearchOptions): Pick<SearchOptions, 'signal' | 'progress'> {
  return { ...(signal === undefined ? {} : { signal }), ...(progress === undefined ? {} : { progress }) };
}
