/** A whole search of a problem: from its start, or from a checkpoint, to the answer. */
import { snapshot } from '../../../core/system/battle.js';
import { LockstepError } from '../../base/index.js';
import { type Answer, answerOf } from './answer/answer.js';
import { searchBeam, widestBeam } from './beam/beam.js';
import {
  type CheckpointOptions,
  type CheckpointSchedule,
  createCheckpointSchedule,
  resumeSearch,
  resumeWorstCase,
  saveSearch,
  saveWorstCase,
} from './checkpoint/checkpoint.js';
import { createBranching } from './expansion/branching.js';
import { expandListedMoves, type StateExpander } from './expansion/drawn-moves.js';
import { createPool } from './expansion/thread-pool.js';
import { localExpander } from './expansion/visited.js';
import { NO_LIMIT, ranOut, type SearchLimits, type SearchListeners, type SearchOutcome } from './problem/outcome.js';
import type { Problem } from './problem/problem.js';
import { searchRobust } from './robust/robust.js';
import { foundRoutes, type SearchState, startSearch } from './shortest/search-state.js';
import { runSearch, type SearchRun } from './shortest/shortest.js';
import { createGraph, createStateExpander, routeOfLine, stateOf, stretchesRun } from './worst-case/and-or-graph.js';
import { addRoot, searchWorstCase } from './worst-case/worst-case.js';

// A search for the shortest route from a problem's start to the answer: exact, then by a beam where
// that ends without a route. It needs neither files nor threads; `run.ts` adds them, a page does
// without.

interface ShortestOptions extends SearchLimits, SearchListeners {
  /** Width of a beam to search with alone; 0: a beam only after an exact search without a route. */
  readonly beam?: number;
  /** No beam after an exact search without a route. */
  readonly exactOnly?: boolean;
}

/** An exact search from the problem's start. */
type ExactSearch = (options: ShortestOptions) => Promise<SearchOutcome>;

/** What an exact search did, from the end of its run. */
function outcomeOf(state: SearchState, { reason, bound }: Awaited<ReturnType<typeof runSearch>>): SearchOutcome {
  const found = foundRoutes(state);
  return { reason, proven: reason === 'proven', bound, found, nodes: state.arena.length, expanded: state.expanded };
}

async function searchShortestExactly(problem: Problem, options: ShortestOptions): Promise<SearchOutcome> {
  const branching = createBranching(problem);
  const state = startSearch(branching, options.memoryBytes, false);
  const batches = localExpander(branching, state.visited);
  const run: SearchRun = { ...listenersOf(options), problem, state, batches, limits: options };
  return outcomeOf(state, await runSearch(run));
}

/**
 * Searches from the problem's present battle, and leaves it in another state.
 * @param exact the exact search; left out: in this thread
 * @throws LockstepError `E_OPTION` for a beam that does not fit into the memory allowed
 */
export async function searchShortest(
  problem: Problem,
  options: ShortestOptions,
  exact: ExactSearch = (limits) => searchShortestExactly(problem, limits),
): Promise<Answer> {
  const start = snapshot(problem.battle);
  if (options.beam !== undefined && options.beam > 0) return answerBeam(problem, start, options.beam, options);
  const began = Date.now();
  const outcome = await exact(options.exactOnly === true ? options : exactPart(options));
  if (!ranOut(outcome.reason) || outcome.found.length > 0 || options.exactOnly === true)
    return answerOf(problem, start, outcome);
  const { milliseconds } = options;
  const left = milliseconds === NO_LIMIT ? NO_LIMIT : Math.max(1, milliseconds - (Date.now() - began));
  return answerBeamAfter(problem, start, outcome, { ...options, milliseconds: left });
}

/** Of a limit of time the exact search has three quarters, what is left is for a beam. */
function exactPart(options: ShortestOptions): ShortestOptions {
  const { milliseconds } = options;
  return milliseconds === NO_LIMIT ? options : { ...options, milliseconds: Math.ceil((3 * milliseconds) / 4) };
}

/** Searches by a beam after an exact search ran out of states, memory or time without a route. */
async function answerBeamAfter(
  problem: Problem,
  start: Uint8Array,
  exact: SearchOutcome,
  options: ShortestOptions,
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
  options: ShortestOptions,
): Promise<SearchOutcome> {
  problem.battle.image.set(start);
  return searchBeam({ ...listenersOf(options), problem, expander, width, limits: options });
}

/** @throws LockstepError `E_OPTION` for a beam that does not fit into the memory allowed */
async function answerBeam(
  problem: Problem,
  start: Uint8Array,
  width: number,
  options: ShortestOptions,
): Promise<Answer> {
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

/** The given listeners alone. */
function listenersOf({ signal, progress, progressEvery }: SearchListeners): SearchListeners {
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(progress === undefined ? {} : { progress }),
    ...(progressEvery === undefined ? {} : { progressEvery }),
  };
}

// A whole worst-case search of a problem: from its start, or from a checkpoint, to the answer.

/** @param start image of the problem's start */
async function runWorstCase(
  problem: Problem,
  start: Uint8Array,
  schedule: CheckpointSchedule | undefined,
  options: SearchLimits & SearchListeners,
): Promise<Answer> {
  problem.battle.image.set(start);
  const expander = createStateExpander(problem);
  try {
    const graph = createGraph(options.memoryBytes, expander.keyWords, expander.stateWords);
    if (schedule?.options.resume === true) {
      resumeWorstCase(schedule, graph);
      for (let node = 0; node < graph.arena.length; node++) expander.note?.(graph.arena.words, stateOf(graph, node));
    } else addRoot(graph, expander);
    const { reason, bound, line, cost } = await searchWorstCase({
      ...listenersOf(options),
      problem,
      expander,
      graph,
      limits: options,
      save: (last) => {
        if (schedule !== undefined && (last || schedule.isDue())) saveWorstCase(schedule, graph);
      },
    });
    const found = line.length === 0 ? [] : [routeOfLine(line, cost, graph, expander)];
    const passed = stretchesRun(expander, graph);
    const [nodes, expanded] = [graph.arena.length, graph.expanded];
    const outcome = { reason, proven: reason === 'proven', bound, found, nodes, expanded };
    return answerOf(problem, start, { ...outcome, ...(passed === undefined ? {} : { passed }) });
  } finally {
    expander.finish();
  }
}

export interface SearchOptions extends ShortestOptions {
  /** Number of threads, this one included. */
  readonly workers: number;
  readonly checkpoint?: CheckpointOptions;
  /** Called once when a thread ended before its time: the search goes on without threads. */
  readonly onThreadLost?: (reason: string) => void;
  /** Only routes count that hold under every other setting; searched on one thread. */
  readonly robust?: boolean;
}

/** Searches from the problem's present battle, and leaves it in another state. */
export async function searchPlan(problem: Problem, options: SearchOptions): Promise<Answer> {
  const start = snapshot(problem.battle);
  if (options.robust === true) {
    const outcome = await searchRobust(problem, options);
    return answerOf(problem, start, outcome);
  }
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
