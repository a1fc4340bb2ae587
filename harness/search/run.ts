/** A whole search of a problem: from its start, or from a checkpoint, to the answer. */
import { snapshot } from '../../core/system/battle.js';
import { LockstepError } from '../base/errors.js';
import { type Answer, answerOf } from './answer/answer.js';
import { searchBeam } from './beam/beam.js';
import { widestBeam } from './beam/candidates.js';
import {
  type CheckpointOptions,
  type CheckpointSchedule,
  createCheckpointSchedule,
  resumeSearch,
  saveSearch,
} from './checkpoint/checkpoint-schedule.js';
import { localExpander } from './expansion/batch-expander.js';
import { createBranching } from './expansion/branching.js';
import { expandListedMoves } from './expansion/listed-moves.js';
import type { StateExpander } from './expansion/state-expander.js';
import { createPool } from './expansion/thread-pool.js';
import { NO_LIMIT } from './problem/metrics.js';
import type { SearchLimits, SearchListeners, SearchOutcome } from './problem/outcome.js';
import type { Problem } from './problem/problem.js';
import { listenersOf, runWorstCase } from './run-worst-case.js';
import { foundRoutes } from './shortest/path.js';
import { startSearch } from './shortest/search-state.js';
import { runSearch } from './shortest/shortest.js';

export interface SearchOptions extends SearchLimits, SearchListeners {
  /** Number of threads, this one included. */
  readonly workers: number;
  readonly checkpoint?: CheckpointOptions;
  /** Width of a beam to search with alone; 0: a beam only after an exact search without a route. */
  readonly beam?: number;
  /** No beam after an exact search without a route. */
  readonly exactOnly?: boolean;
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
  if (options.beam !== undefined && options.beam > 0) return answerBeam(problem, start, options.beam, options);
  const began = Date.now();
  const mayFallBack = schedule === undefined && options.exactOnly !== true;
  const exact = await searchExactly(problem, start, schedule, mayFallBack ? exactPart(options) : options);
  const ranOut = exact.reason === 'nodes' || exact.reason === 'memory' || exact.reason === 'time';
  const complete = !ranOut || exact.found.length > 0 || options.exactOnly === true;
  if (complete || schedule !== undefined) return answerOf(problem, start, exact);
  const { milliseconds } = options;
  const left = milliseconds === NO_LIMIT ? NO_LIMIT : Math.max(1, milliseconds - (Date.now() - began));
  return answerBeamAfter(problem, start, exact, { ...options, milliseconds: left });
}

/** Of a limit of time the exact search has three quarters, what is left is for a beam. */
function exactPart(options: SearchOptions): SearchOptions {
  const { milliseconds } = options;
  return milliseconds === NO_LIMIT ? options : { ...options, milliseconds: Math.ceil((3 * milliseconds) / 4) };
}

/** Searches by a beam after an exact search ran out of states, memory or time without a route. */
async function answerBeamAfter(
  problem: Problem,
  start: Uint8Array,
  exact: SearchOutcome,
  options: SearchOptions,
): Promise<Answer> {
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

/** The expander with the start as its root. */
function expanderAt(problem: Problem, start: Uint8Array): StateExpander {
  problem.battle.image.set(start);
  return expandListedMoves(problem);
}

function runBeam(
  problem: Problem,
  start: Uint8Array,
  expander: StateExpander,
  width: number,
  options: SearchOptions,
): Promise<SearchOutcome> {
  problem.battle.image.set(start);
  return searchBeam({ ...listenersOf(options), problem, expander, width, limits: options });
}

/** @throws LockstepError `E_OPTION` for a beam that does not fit into the memory allowed */
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
  const { workers, onThreadLost: onLost } = options;
  const threads = { workers, ...(onLost === undefined ? {} : { onLost }) };
  const pool = workers > 1 ? createPool(problem, start, branching, visited, threads) : undefined;
  const { reason, bound } = await runSearch({
    ...listenersOf(options),
    problem,
    state,
    batches: pool ?? localExpander(branching, visited),
    limits: options,
    save: (current, last) => {
      if (schedule !== undefined && (last || schedule.isDue())) saveSearch(schedule, state, current);
    },
  }).finally(() => pool?.close());
  const found = foundRoutes(state);
  return { reason, proven: reason === 'proven', bound, found, nodes: arena.length, expanded: state.expanded };
}
