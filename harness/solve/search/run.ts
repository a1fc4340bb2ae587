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
import {
  type NearestEnd,
  NO_LIMIT,
  ranOut,
  type SearchLimits,
  type SearchListeners,
  type SearchOutcome,
  type SearchProgress,
} from './problem/outcome.js';
import type { Problem } from './problem/problem.js';
import { searchRobust } from './robust/robust.js';
import { foundRoutes, startSearch } from './shortest/search-state.js';
import { runSearch, type SearchRun } from './shortest/shortest.js';
import { createGraph, createStateExpander, routeOfLine, stateOf, stretchesRun } from './worst-case/and-or-graph.js';
import { addRoot, searchWorstCase } from './worst-case/worst-case.js';

// A search for the shortest route from a problem's start to the answer: exact, with a beam beside
// it where that is long. It needs neither files nor threads; `run.ts` adds them, a page does
// without.

interface ShortestOptions extends SearchLimits, SearchListeners {
  /** Width of a beam to search with alone; 0: the exact search comes first. */
  readonly beam?: number;
  /** No beam beside the exact search. */
  readonly exactOnly?: boolean;
}

/**
 * An exact search from the problem's start; called again it goes on where it ended.
 * @param known cost of a route that is known already: no dearer one is looked for
 */
type ExactSearch = (options: ShortestOptions, known?: number) => Promise<SearchOutcome>;

/** An exact search on what `begin` gives when it first runs. */
function exactSearch(problem: Problem, begin: () => Pick<SearchRun, 'state' | 'batches' | 'save'>): ExactSearch {
  let begun: ReturnType<typeof begin> | undefined;
  return async (options, known) => {
    begun ??= begin();
    const { state } = begun;
    const beside = known === undefined ? {} : { known };
    const run = { ...listenersOf(options), ...beside, ...begun, problem, limits: options };
    const { reason, bound } = await runSearch(run);
    const found = foundRoutes(state);
    return { reason, proven: reason === 'proven', bound, found, nodes: state.arena.length, expanded: state.expanded };
  };
}

/** The exact search in this thread. */
function exactHere(problem: Problem, memoryBytes: number): ExactSearch {
  return exactSearch(problem, () => {
    const branching = createBranching(problem);
    const state = startSearch(branching, memoryBytes, false);
    return { state, batches: localExpander(branching, state.visited) };
  });
}

/** States of the exact search before a beam dives: they decide most problems in a second. */
const FIRST_NODES = 50_000;
/**
 * Parts of a limit of time that are over when the first states are left, when the dive ends, and
 * when the exact search does.
 */
const FIRST_SHARE = 1 / 8;
const DIVE_SHARE = 1 / 4;
const EXACT_SHARE = 3 / 4;
/** Width of the first beam, by how much the next is wider, and of the last before a long search. */
const FIRST_WIDTH = 8;
const WIDER = 4;
const DIVE_WIDTH = 128;
/** States of a beam before a long search that has no limit of time: the search goes on soon. */
const DIVE_NODES = 200_000;

/**
 * Searches from the problem's present battle, and leaves it in another state. The exact search
 * looks at some states first. Then a beam dives for some route, whose cost limits the exact search
 * from there on. What is left of the time is for wider beams.
 * @param exact the exact search; left out: in this thread
 * @throws LockstepError `E_OPTION` for a beam that does not fit into the memory allowed
 */
export async function searchShortest(
  problem: Problem,
  options: ShortestOptions,
  exact: ExactSearch = exactHere(problem, options.memoryBytes),
): Promise<Answer> {
  const start = snapshot(problem.battle);
  const { beam, exactOnly, nodes, milliseconds } = options;
  if (beam !== undefined && beam > 0) return answerBeam(problem, start, beam, options);
  if (exactOnly === true) return answerOf(problem, start, await exact(options));
  const began = Date.now();
  /** Milliseconds until this part of the time is over. */
  const until = (share: number): number =>
    milliseconds === NO_LIMIT ? NO_LIMIT : Math.max(1, Math.ceil(share * milliseconds) - (Date.now() - began));
  const isOver = (share: number): boolean =>
    milliseconds !== NO_LIMIT && Date.now() - began >= Math.ceil(share * milliseconds);
  const dive = createDive(problem, start, options);
  const run = (limit: number, share: number): Promise<SearchOutcome> =>
    exact({ ...options, ...dive.listeners(), nodes: limit, milliseconds: until(share) }, dive.known());
  const isShort = nodes !== NO_LIMIT && nodes <= FIRST_NODES;
  let outcome = isShort ? await run(nodes, EXACT_SHARE) : await run(FIRST_NODES, FIRST_SHARE);
  if (!isShort && (outcome.reason === 'nodes' || outcome.reason === 'time')) {
    if (!isOver(DIVE_SHARE)) await dive.widen(until(DIVE_SHARE), DIVE_WIDTH, false);
    if (dive.isDecided() || options.signal?.aborted === true) return answerOf(problem, start, dive.joined(outcome));
    if (!isOver(EXACT_SHARE)) outcome = await run(nodes, EXACT_SHARE);
  }
  if (ranOut(outcome.reason) && outcome.found.length === 0) await dive.widen(until(1), problem.beam, true);
  return answerOf(problem, start, dive.joined(outcome));
}

/** A beam from the problem's start that is run again and again, wider each time. */
interface Dive {
  /**
   * Runs wider beams until the time is over or the widest has run.
   * @param widest the last width; less where the memory is not enough
   * @param isLast nothing comes after it: it goes on after a route; without a limit of time the
   * widest alone is run
   */
  widen(milliseconds: number, widest: number, isLast: boolean): Promise<void>;
  /** Cost above which no route is of use, or undefined. */
  known(): number | undefined;
  /** Whether the beams have proven a route, or that there is none. */
  isDecided(): boolean;
  /** Listeners of the other searches, which hear what the beams have found as well. */
  listeners(): SearchListeners;
  /** What an exact search and the beams know together. */
  joined(exact: SearchOutcome): SearchOutcome;
}

/** What an outcome and a later beam's, which looked for cheaper routes alone, know together. */
function joinBeams(before: SearchOutcome | undefined, run: SearchOutcome): SearchOutcome {
  if (before === undefined) return run;
  const isBetter = run.found.length > before.found.length || (run.found[0]?.cost ?? NEVER) < costOf(before);
  const better = isBetter || before.found.length === 0 ? run : before;
  const proven = run.proven || (run.reason === 'exhausted' && before.found.length > 0);
  const isNone = run.reason === 'exhausted' && before.found.length === 0;
  const bounds = [before.bound, run.bound === -1 ? costOf(before) : Math.min(run.bound, costOf(before))];
  const nearest = nearerOf(before.nearest, run.nearest);
  return {
    ...better,
    reason: proven ? 'proven' : run.reason,
    proven,
    bound: isNone ? -1 : proven ? costOf(better) : Math.max(...bounds),
    nodes: before.nodes + run.nodes,
    expanded: before.expanded + run.expanded,
    ...(nearest === undefined ? {} : { nearest }),
  };
}

const NEVER = Number.MAX_SAFE_INTEGER;
const AT_START: NearestEnd = { path: [], cost: 0, distance: NEVER };

function costOf({ found }: SearchOutcome): number {
  return found[0]?.cost ?? NEVER;
}

function nearerOf(one: NearestEnd | undefined, other: NearestEnd | undefined): NearestEnd | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return (other.distance - one.distance || other.cost - one.cost) < 0 ? other : one;
}

function createDive(problem: Problem, start: Uint8Array, options: ShortestOptions): Dive {
  const { battle, routes, costLimit } = problem;
  const listeners = listenersOf(options);
  let width = 0;
  let sum: SearchOutcome | undefined;
  let left: readonly string[] | undefined;

  function known(): number | undefined {
    const last = sum?.found.length === routes ? sum.found.at(-1) : undefined;
    return last?.cost;
  }

  function reported(progress: SearchProgress): SearchProgress {
    const own = sum === undefined ? NEVER : costOf(sum);
    const best = progress.best < 0 ? own : Math.min(own, progress.best);
    left = progress.left ?? left;
    const hasRoute = best !== NEVER;
    return { ...progress, best: hasRoute ? best : -1, ...(hasRoute || left === undefined ? {} : { left }) };
  }

  function heard(): SearchListeners {
    const { progress } = listeners;
    return progress === undefined ? listeners : { ...listeners, progress: (now) => progress(reported(now)) };
  }

  /** One beam. @returns whether it ended by itself */
  async function runOnce(expander: StateExpander, next: number, nodes: number, milliseconds: number) {
    // of several routes each may end where a cheaper one does: only one is worth less than the last
    const cost = routes === 1 ? known() : undefined;
    const asked = cost === undefined ? problem : { ...problem, costLimit: lowest(costLimit, cost - 1) };
    const run = await runBeam(asked, start, expander, next, { ...options, ...heard(), nodes, milliseconds });
    sum = joinBeams(sum, run);
    return run.reason !== 'time' && run.reason !== 'interrupted';
  }

  const isDecided = (): boolean => sum?.proven === true || sum?.reason === 'exhausted';

  return {
    known,
    isDecided,
    listeners: heard,
    async widen(milliseconds, widest, isLast) {
      const now = snapshot(battle);
      const began = Date.now();
      const expander = expanderAt(problem, start);
      const most = Math.max(1, Math.min(widest, widestBeam(expander, options.memoryBytes)));
      while (width < most && (isLast || known() === undefined)) {
        const time = milliseconds === NO_LIMIT ? NO_LIMIT : milliseconds - (Date.now() - began);
        if (time !== NO_LIMIT && time <= 0) break;
        const wider = width === 0 ? FIRST_WIDTH : WIDER * width;
        const next = isLast && milliseconds === NO_LIMIT ? most : Math.min(most, wider);
        const nodes = isLast || time !== NO_LIMIT ? NO_LIMIT : DIVE_NODES;
        if (!(await runOnce(expander, next, nodes, time)) || isDecided()) break;
        width = next;
      }
      battle.image.set(now);
    },
    joined(exact) {
      if (!(ranOut(exact.reason) || exact.reason === 'interrupted')) return exact;
      if (sum === undefined) return exact.found.length > 0 ? exact : { ...exact, nearest: AT_START };
      const [nodes, expanded] = [exact.nodes + sum.nodes, exact.expanded + sum.expanded];
      const bound = Math.max(exact.bound, sum.bound);
      const best = exact.found.length > 0 && costOf(exact) <= costOf(sum) ? exact : sum;
      const isProven = sum.proven || (best.found.length > 0 && exact.bound >= costOf(best) && routes === 1);
      if (isProven || sum.reason === 'exhausted') {
        return { ...best, nodes, expanded, proven: isProven, reason: isProven ? 'proven' : 'exhausted' };
      }
      return { ...best, reason: exact.reason, bound, nodes, expanded };
    },
  };
}

/** The lower of two limits of cost. */
function lowest(limit: number, cost: number): number {
  return limit === NO_LIMIT ? cost : Math.min(limit, cost);
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
  const exact = exactOnThreads(problem, start, schedule, options);
  return searchShortest(problem, asked, exact.run).finally(exact.close);
}

/** The exact search on any number of threads. */
function exactOnThreads(
  problem: Problem,
  start: Uint8Array,
  schedule: CheckpointSchedule | undefined,
  options: SearchOptions,
): { readonly run: ExactSearch; readonly close: () => Promise<void> } {
  const { workers, onThreadLost: onLost } = options;
  const threads = { workers, ...(onLost === undefined ? {} : { onLost }) };
  let pool: ReturnType<typeof createPool> | undefined;
  const run = exactSearch(problem, () => {
    const branching = createBranching(problem);
    const state = startSearch(branching, options.memoryBytes, workers > 1);
    if (schedule?.options.resume === true) resumeSearch(schedule, state);
    const { visited } = state;
    if (workers > 1) pool = createPool(problem, start, branching, visited, threads);
    return {
      state,
      batches: pool ?? localExpander(branching, visited),
      save: (current, last) => {
        if (schedule !== undefined && (last || schedule.isDue())) saveSearch(schedule, state, current);
      },
    };
  });
  return { run, close: async () => pool?.close() };
}
