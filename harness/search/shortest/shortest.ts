/**
 * The exact search: A* over states, best bound first, duplicates by hash and full key. The order in which nodes are expanded and children
 * are taken over does not depend on who made the children, so that any number of workers gives the same answer. Of equal routes the one
 * whose first differing move stands earlier in the plan's list is kept.
 */

import { createYielder } from '../../base/yield-to-event-loop.js';
import { type BatchExpander, STOPPED } from '../expansion/batch-expander.js';
import {
  type Branching,
  CHILD_BOUND,
  CHILD_MOVE,
  CHILD_PARENT,
  CHILD_STEP_COST,
  CHILD_WORDS,
} from '../expansion/branching.js';
import { createVisited, type Visited } from '../expansion/visited.js';
import { NO_LIMIT } from '../problem/metrics.js';
import type { Problem } from '../problem/problem.js';
import { type Arena, BOUND, COST, DEAD, DEPTH, HASH, isEarlierPath, MOVE, NEXT, PARENT } from '../state/arena.js';
import { type Batch, createFrontier, type Frontier, type SavedBatch, savedBatch } from './frontier.js';

/** Why a search ended. */
export type EndReason = 'proven' | 'exhausted' | 'dropped' | 'draws' | 'nodes' | 'memory' | 'time' | 'interrupted';

export interface SearchLimits {
  readonly memoryBytes: number;
  /** Largest number of nodes, `NO_LIMIT` without one. */
  readonly nodes: number;
  /** Milliseconds, `NO_LIMIT` without. */
  readonly milliseconds: number;
}

export interface SearchProgress {
  readonly nodes: number;
  /** Of these, those of the checkpoint that the search went on from. */
  readonly nodesBefore: number;
  readonly expanded: number;
  readonly waiting: number;
  /** Cost of the best route so far, or -1. */
  readonly best: number;
  /** No route costs less. */
  readonly bound: number;
  readonly bytes: number;
  /** Nodes at which the search stops: those that fit into its memory, or its limit. */
  readonly maxNodes: number;
}

export interface SearchState {
  readonly visited: Visited;
  readonly arena: Arena;
  readonly queue: Frontier;
  /** Ends of routes, best first. */
  readonly ends: number[];
  expanded: number;
  /** Children that were looked up. */
  taken: number;
}

export interface SearchEnd {
  readonly reason: EndReason;
  /** Nodes at the ends of the best routes, best first. */
  readonly ends: readonly number[];
  /** No route costs less than this; -1: there is none at all. */
  readonly bound: number;
  readonly progress: SearchProgress;
}

/** An empty search with the problem's root. */
export function startSearch(branching: Branching, memoryBytes: number, shared: boolean): SearchState {
  const visited = createVisited(branching, memoryBytes, shared);
  const { arena } = visited;
  const state = { visited, arena, queue: createFrontier(arena), ends: [], expanded: 0, taken: 0 };
  state.queue.push(0);
  return state;
}

export interface SearchRun {
  readonly problem: Problem;
  readonly state: SearchState;
  readonly batches: BatchExpander;
  readonly limits: SearchLimits;
  readonly signal?: AbortSignal;
  /** Called between batches and blocks, about every `progressEvery` milliseconds: 500 when that is left out. */
  readonly progress?: (progress: SearchProgress) => void;
  readonly progressEvery?: number;
  /** Called where the search could be taken up again, with the batch in hand; `last`: it ends unfinished. */
  readonly save?: (current: SavedBatch | undefined, last: boolean) => void;
}

const PROGRESS_MILLISECONDS = 500;
/** Children between two looks at the clock. */
const CLOCK_EVERY = 4096;
/** Small batches between two looks at the event loop. */
const YIELD_BATCHES = 64;

/** Runs until the best routes are proven, nothing is left, or a limit is reached. */
export async function runSearch(run: SearchRun): Promise<SearchEnd> {
  const { problem, state, limits } = run;
  const { visited, arena, queue, ends } = state;
  const { words } = arena;
  const goalWord = CHILD_WORDS + visited.timeWords;
  const wanted = problem.routes;
  const began = Date.now();
  const nodesBefore = arena.length;
  const maxNodes = limits.nodes === NO_LIMIT ? Number.MAX_SAFE_INTEGER : limits.nodes;
  let shown = began;
  let ticks = 0;
  let stop: EndReason | undefined;
  let current: Batch | undefined;
  /** Nodes from here on were made by the batch in hand. */
  let firstNew = 0;
  let nodes = new Int32Array(1024);

  function costOf(node: number): number {
    return words[node * arena.stride + COST] as number;
  }

  function ceilingNow(): number {
    const last = ends.length < wanted ? undefined : ends.at(-1);
    const most = last === undefined ? Number.MAX_SAFE_INTEGER : costOf(last);
    return problem.costLimit === NO_LIMIT ? most : Math.min(most, problem.costLimit);
  }

  /** Routes that cost more than this are of no use. */
  let ceiling = ceilingNow();

  function progressNow(): SearchProgress {
    const waits = current === undefined ? queue.lowest() : current.total;
    return {
      nodes: arena.length,
      nodesBefore,
      expanded: state.expanded,
      waiting: queue.waiting(),
      best: ends[0] === undefined ? -1 : costOf(ends[0]),
      bound: waits,
      bytes: 4 * (arena.length * arena.stride + arena.table.length),
      maxNodes: Math.min(arena.capacity, maxNodes),
    };
  }

  function checkClock(children: number): void {
    ticks += 1 + children;
    if (ticks < CLOCK_EVERY) return;
    ticks = 0;
    const now = Date.now();
    if (limits.milliseconds !== NO_LIMIT && now - began >= limits.milliseconds) stop ??= 'time';
    if (run.signal?.aborted === true) stop ??= 'interrupted';
    run.save?.(current && savedBatch(current), false);
    if (now - shown < (run.progressEvery ?? PROGRESS_MILLISECONDS)) return;
    shown = now;
    run.progress?.(progressNow());
  }

  /** A goal was reached: kept in order of cost, then of path. */
  function addEnd(node: number): void {
    const at = ends.indexOf(node);
    if (at >= 0) ends.splice(at, 1);
    const before = (other: number): boolean => {
      const difference = costOf(node) - costOf(other);
      if (difference !== 0) return difference < 0;
      const [a, b] = [node * arena.stride, other * arena.stride];
      const move = (start: number): number => words[start + MOVE] as number;
      const parent = (start: number): number => words[start + PARENT] as number;
      return isEarlierPath(arena, parent(a), move(a), parent(b), move(b));
    };
    const place = ends.findIndex(before);
    ends.splice(place < 0 ? ends.length : place, 0, node);
    if (ends.length > wanted) ends.length = wanted;
    ceiling = ceilingNow();
  }

  function writeHeader(start: number, block: Int32Array, child: number, cost: number, depth: number): void {
    words[start + PARENT] = block[child + CHILD_PARENT] as number;
    words[start + MOVE] = block[child + CHILD_MOVE] as number;
    words[start + COST] = cost;
    words[start + BOUND] = block[child + CHILD_BOUND] as number;
    words[start + DEPTH] = depth;
  }

  /** A child was reached before at the same cost: the earlier of both paths is kept. */
  function keepEarlier(known: number, start: number, block: Int32Array, child: number, depth: number): void {
    const other = words[start + PARENT] as number;
    const parent = block[child + CHILD_PARENT] as number;
    const move = block[child + CHILD_MOVE] as number;
    if (other < 0 || !isEarlierPath(arena, parent, move, other, words[start + MOVE] as number)) return;
    words[start + PARENT] = parent;
    words[start + MOVE] = move;
    words[start + DEPTH] = depth;
    queue.disorder(known);
    if (block[child + goalWord] !== 0) addEnd(known);
  }

  /** Takes the child over whose state was read. @returns false when the arena is full */
  function takeChild(batch: Batch, block: Int32Array, child: number): boolean {
    const { stride } = arena;
    const parent = (block[child + CHILD_PARENT] as number) * stride;
    const cost = (words[parent + COST] as number) + (block[child + CHILD_STEP_COST] as number);
    if (cost + (block[child + CHILD_BOUND] as number) > ceiling) return true;
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
        addEnd(known);
        return true;
      }
    }
    const node = visited.add(block, child);
    if (node < 0) return false;
    if (known >= 0) words[start + COST] = DEAD;
    writeHeader(node * stride, block, child, cost, depth);
    if (atGoal) addEnd(node);
    else queue.push(node, batch);
    return true;
  }

  function take(block: Int32Array, from: number, end: number): number {
    const batch = current as Batch;
    let children = 0;
    visited.touch(block, from, end);
    for (let child = from; child < end; child = visited.after(block, child)) {
      if (!visited.read(block, child)) return child;
      if (!takeChild(batch, block, child)) {
        stop ??= 'memory';
        return STOPPED;
      }
      children++;
      state.taken++;
      // after every child, so that any number of workers stops at the same one
      if (arena.length >= maxNodes) {
        stop ??= 'nodes';
        return STOPPED;
      }
    }
    checkClock(children);
    return stop === undefined ? end : STOPPED;
  }

  /** The nodes of a batch that are still alive. */
  function aliveIn(batch: Batch): number {
    const { stride } = arena;
    if (nodes.length < batch.length) nodes = new Int32Array(2 * batch.length);
    let count = 0;
    for (let node = batch.first; node >= 0; node = words[node * stride + NEXT] as number) {
      if (words[node * stride + COST] === batch.cost) nodes[count++] = node;
    }
    return count;
  }

  const breathe = createYielder();
  let batchesSeen = 0;
  for (;;) {
    current = queue.pop();
    if (current === undefined) break;
    if (current.total > ceiling || (ends.length >= wanted && current.total >= ceiling && isDecided(current))) break;
    const count = aliveIn(current);
    if (count > 0) {
      firstNew = arena.length;
      const done = await run.batches.run(nodes, count, take);
      if (done) state.expanded += count;
      if (visited.full) stop ??= 'memory';
      if (!done || stop !== undefined) {
        // What of this batch was not taken over is taken again when the search goes on.
        queue.restore([current]);
        break;
      }
    }
    if (++batchesSeen % YIELD_BATCHES === 0) await breathe();
    if (run.signal?.aborted === true) {
      stop = 'interrupted';
      break;
    }
  }

  /** Nothing in the batch can come before the last route kept: it would have to be cheaper, or end at once. */
  function isDecided(batch: Batch): boolean {
    return batch.cost >= ceiling;
  }

  if (stop !== undefined) run.save?.(undefined, true);
  const progress = progressNow();
  const best = ends[0];
  const open = stop === undefined ? -1 : progress.bound;
  const reason = stop ?? (ends.length > 0 ? 'proven' : 'exhausted');
  const bound = best === undefined ? open : stop === undefined ? costOf(best) : Math.min(costOf(best), open);
  run.progress?.(progress);
  return { reason, ends, bound, progress };
}

/** Moves of the route that ends at a node, from the first. */
export function pathTo(arena: Arena, end: number): number[] {
  const { words, stride } = arena;
  const moves: number[] = [];
  for (let node = end; (words[node * stride + PARENT] as number) >= 0; node = words[node * stride + PARENT] as number) {
    moves.unshift(words[node * stride + MOVE] as number);
  }
  return moves;
}

/** FNV-1a over the hashes of all nodes in order: what two searches agree on. */
export function visitedChecksum(arena: Arena): string {
  let hash = 0x811c9dc5;
  for (let node = 0; node < arena.length; node++) {
    hash = Math.imul(hash ^ (arena.words[node * arena.stride + HASH] as number), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
