/**
 * The search for the shortest route: A* over states, best bound first, duplicates by hash and full
 * key. The order of expansion does not depend on the thread that made a child, so that any number
 * of workers gives the same answer. Of equal routes the one whose first differing move is earlier
 * in the plan's list is kept.
 */

import { createYielder } from '../../../base/index.js';
import { CHILD_BOUND, CHILD_MOVE, CHILD_PARENT, CHILD_STEP_COST, CHILD_WORDS } from '../expansion/task-ring.js';
import { type AcceptChildren, type BatchExpander, STOPPED, touchChildren } from '../expansion/visited.js';
import {
  createSearchClock,
  type EndReason,
  NO_LIMIT,
  type SearchClock,
  type SearchLimits,
  type SearchListeners,
  type SearchProgress,
} from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';
import { type Arena, BOUND, COST, DEAD, DEPTH, isEarlierPath, MOVE, NEXT, PARENT } from '../state/arena.js';
import { type Batch, type SavedBatch, savedBatch } from './frontier.js';
import { createRouteEnds, type RouteEnds, type SearchState } from './search-state.js';

// Takes a child into the search: dropped, known on another path, or a new waiting node.

/**
 * Takes over the child whose state was read.
 * @param firstNew nodes from here on were made by this batch
 * @returns false when the arena is full
 */
type TakeChild = (batch: Batch, firstNew: number, block: Int32Array, child: number) => boolean;

function createTakeChild({ visited, arena, frontier }: SearchState, ends: RouteEnds): TakeChild {
  const { words } = arena;
  const goalWord = CHILD_WORDS + visited.timeWords;

  function writeHeader(start: number, block: Int32Array, child: number, cost: number, depth: number): void {
    words[start + PARENT] = block[child + CHILD_PARENT] as number;
    words[start + MOVE] = block[child + CHILD_MOVE] as number;
    words[start + COST] = cost;
    words[start + BOUND] = block[child + CHILD_BOUND] as number;
    words[start + DEPTH] = depth;
  }

  /** Keeps the earlier of two paths of equal cost to a known child. */
  function keepEarlier(known: number, start: number, block: Int32Array, child: number, depth: number): void {
    const other = words[start + PARENT] as number;
    const parent = block[child + CHILD_PARENT] as number;
    const move = block[child + CHILD_MOVE] as number;
    if (other < 0 || !isEarlierPath(arena, parent, move, other, words[start + MOVE] as number)) return;
    words[start + PARENT] = parent;
    words[start + MOVE] = move;
    words[start + DEPTH] = depth;
    frontier.disorder(known);
    if (block[child + goalWord] !== 0) ends.add(known);
  }

  return (batch, firstNew, block, child) => {
    const { stride } = arena;
    const parent = (block[child + CHILD_PARENT] as number) * stride;
    const cost = (words[parent + COST] as number) + (block[child + CHILD_STEP_COST] as number);
    if (cost + (block[child + CHILD_BOUND] as number) > ends.ceiling) return true;
    const known = visited.find(block, child);
    const start = known * stride;
    const depth = (words[parent + DEPTH] as number) + 1;
    const atGoal = block[child + goalWord] !== 0;
    if (known >= 0) {
      const before = words[start + COST] as number;
      if (before < cost) return true;
      if (before === cost) {
        // of an ordered batch the first path is the earliest
        if (!batch.ordered || known < firstNew) keepEarlier(known, start, block, child, depth);
        return true;
      }
      if (atGoal) {
        writeHeader(start, block, child, cost, depth);
        ends.add(known);
        return true;
      }
    }
    const node = visited.add(block, child);
    if (node < 0) return false;
    if (known >= 0) words[start + COST] = DEAD;
    writeHeader(node * stride, block, child, cost, depth);
    if (atGoal) ends.add(node);
    else frontier.push(node, batch);
    return true;
  };
}

export interface SearchEnd {
  readonly reason: EndReason;
  /** Nodes at the ends of the best routes, best first. */
  readonly ends: readonly number[];
  /** Lower bound on the cost of any route; -1: there is no route. */
  readonly bound: number;
  readonly progress: SearchProgress;
}

export interface SearchRun extends SearchListeners {
  readonly problem: Problem;
  readonly state: SearchState;
  readonly batches: BatchExpander;
  readonly limits: SearchLimits;
  /** Cost of a route that is known already: no dearer one is looked for. */
  readonly known?: number;
  /** Called where the search can be resumed, with the present batch; `last`: it ends unfinished. */
  readonly save?: (current: SavedBatch | undefined, last: boolean) => void;
}

/** The state of a run. */
interface RunStatus {
  stop: EndReason | undefined;
  current: Batch | undefined;
  /** Nodes from here on were made by the present batch. */
  firstNew: number;
  readonly nodesBefore: number;
  readonly maxNodes: number;
}

/** Number of children between two readings of the clock. */
const CLOCK_EVERY = 4096;

function progressOf({ state }: SearchRun, status: RunStatus, ends: RouteEnds): SearchProgress {
  const { arena, frontier, expanded } = state;
  return {
    nodes: arena.length,
    nodesBefore: status.nodesBefore,
    expanded,
    waiting: frontier.waiting(),
    best: ends.best(),
    bound: status.current === undefined ? frontier.lowest() : status.current.total,
    bytes: 4 * (arena.length * arena.stride + arena.table.length),
    maxNodes: Math.min(arena.capacity, status.maxNodes),
  };
}

function createAcceptChildren(run: SearchRun, status: RunStatus, ends: RouteEnds, clock: SearchClock): AcceptChildren {
  const { state } = run;
  const { visited, arena } = state;
  const takeChild = createTakeChild(state, ends);
  const { maxNodes } = status;
  let ticks = 0;

  function checkClock(children: number): void {
    ticks += 1 + children;
    if (ticks < CLOCK_EVERY) return;
    ticks = 0;
    status.stop ??= clock.stopReason();
    run.save?.(status.current && savedBatch(status.current), false);
    clock.report();
  }

  return (block, from, end) => {
    const batch = status.current as Batch;
    const { firstNew } = status;
    let children = 0;
    touchChildren(visited, block, from, end);
    for (let child = from; child < end; child = visited.after(block, child)) {
      if (!visited.read(block, child)) return child;
      if (!takeChild(batch, firstNew, block, child)) {
        status.stop ??= 'memory';
        return STOPPED;
      }
      children++;
      state.taken++;
      // after every child, so that any number of workers stops at the same one
      if (arena.length >= maxNodes) {
        status.stop ??= 'nodes';
        return STOPPED;
      }
    }
    checkClock(children);
    return status.stop === undefined ? end : STOPPED;
  };
}

/** Writes the live nodes of a batch. @returns their number */
function aliveIn({ words, stride }: Arena, batch: Batch, nodes: Int32Array): number {
  let count = 0;
  for (let node = batch.first; node >= 0; node = words[node * stride + NEXT] as number) {
    if (words[node * stride + COST] === batch.cost) nodes[count++] = node;
  }
  return count;
}

/**
 * Whether nothing in the batch or after it can precede the last kept route: it would have to be
 * cheaper, or end at once.
 */
function isDecided(batch: Batch, ends: RouteEnds): boolean {
  if (batch.total > ends.ceiling) return true;
  return ends.areComplete() && batch.total >= ends.ceiling && batch.cost >= ends.ceiling;
}

/**
 * Takes batches out of the frontier until the best routes are proven, the frontier is empty, or the
 * run is stopped.
 */
async function runBatches(run: SearchRun, status: RunStatus, ends: RouteEnds, accept: AcceptChildren): Promise<void> {
  const { state, signal } = run;
  const { visited, arena, frontier } = state;
  const yieldNow = createYielder();
  let nodes = new Int32Array(1024);
  for (;;) {
    const batch = frontier.pop();
    status.current = batch;
    if (batch === undefined || isDecided(batch, ends)) return;
    if (nodes.length < batch.length) nodes = new Int32Array(2 * batch.length);
    const count = aliveIn(arena, batch, nodes);
    if (count > 0) {
      status.firstNew = arena.length;
      const done = await run.batches.run(nodes, count, accept);
      if (done) state.expanded += count;
      if (visited.full) status.stop ??= 'memory';
      if (!done || status.stop !== undefined) {
        // What of this batch was not taken over is taken again when the search goes on.
        frontier.restore([batch]);
        return;
      }
    }
    const pause = yieldNow();
    if (pause !== undefined) await pause;
    if (signal?.aborted === true) {
      status.stop = 'interrupted';
      return;
    }
  }
}

/** Runs until the best routes are proven, the frontier is empty, or a limit is reached. */
export async function runSearch(run: SearchRun): Promise<SearchEnd> {
  const { problem, state, limits } = run;
  const status: RunStatus = {
    stop: undefined,
    current: undefined,
    firstNew: 0,
    nodesBefore: state.arena.length,
    maxNodes: limits.nodes === NO_LIMIT ? Number.MAX_SAFE_INTEGER : limits.nodes,
  };
  const ends = createRouteEnds(problem, state, run.known);
  const clock = createSearchClock(limits, run, () => progressOf(run, status, ends));
  await runBatches(run, status, ends, createAcceptChildren(run, status, ends, clock));
  const { stop } = status;
  if (stop !== undefined) run.save?.(undefined, true);
  const best = ends.best();
  const progress = progressOf(run, status, ends);
  const open = stop === undefined ? -1 : progress.bound;
  const reason = stop ?? (best >= 0 ? 'proven' : 'exhausted');
  const bound = best < 0 ? open : stop === undefined ? best : Math.min(best, open);
  clock.reportEnd();
  return { reason, ends: state.ends, bound, progress };
}
