/** A whole search of a problem: from its start, or from a checkpoint, to the answer. */
import { snapshot } from '../../../core/system/battle.js';
import type { Answer } from './answer/answer.js';
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
import type { SearchOutcome } from './problem/outcome.js';
import type { Problem } from './problem/problem.js';
import { listenersOf, outcomeOf, type ShortestOptions, searchShortest } from './run-shortest.js';
import { runWorstCase } from './run-worst-case.js';
import { startSearch } from './shortest/search-state.js';
import { runSearch } from './shortest/shortest.js';

export interface SearchOptions extends ShortestOptions {
  /** Number of threads, this one included. */
  readonly workers: number;
  readonly checkpoint?: CheckpointOptions;
  /** Called once when a thread ended before its time: the search goes on without threads. */
  readonly onThreadLost?: (reason: string) => void;
}

/** Searches from the problem's present battle, and leaves it in another state. */
export async function searchPlan(problem: Problem, options: SearchOptions): Promise<Answer> {
  const start = snapshot(problem.battle);
  const schedule = createCheckpointSchedule(problem, start, options.checkpoint);
  const answer = await searchFrom(problem, start, schedule, options);
  return schedule?.unsaved === undefined ? answer : { ...answer, unsaved: schedule.unsaved };
}

async function searchFrom(
  problem: Problem,
  start: Uint8Array,
  schedule: CheckpointSchedule | undefined,
  options: SearchOptions,
): Promise<Answer> {
  if (problem.enemies === 'worst') return runWorstCase(problem, start, schedule, options);
  // a search that is saved goes on exactly where it was
  const asked: ShortestOptions = schedule === undefined ? options : { ...options, exactOnly: true };
  return searchShortest(problem, asked, (limits) => searchExactly(problem, start, schedule, { ...options, ...limits }));
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
  const { visited } = state;
  const { workers, onThreadLost: onLost } = options;
  const threads = { workers, ...(onLost === undefined ? {} : { onLost }) };
  const pool = workers > 1 ? createPool(problem, start, branching, visited, threads) : undefined;
  const end = await runSearch({
    ...listenersOf(options),
    problem,
    state,
    batches: pool ?? localExpander(branching, visited),
    limits: options,
    save: (current, last) => {
      if (schedule !== undefined && (last || schedule.isDue())) saveSearch(schedule, state, current);
    },
  }).finally(() => pool?.close());
  return outcomeOf(state, end);
}
