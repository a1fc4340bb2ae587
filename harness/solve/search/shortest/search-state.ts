/** The whole state of a shortest-route search, as a checkpoint stores it. */

import { LockstepError } from '../../../base/index.js';
import type { Branching } from '../expansion/branching.js';
import { CHILD_BOUND, CHILD_MOVE, CHILD_STEP_COST } from '../expansion/task-ring.js';
import { branchNode, createVisited, type Visited } from '../expansion/visited.js';
import { type FoundRoute, NO_LIMIT } from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';
import { type Arena, BOUND, COST, DEPTH, HASH, isEarlierPath, MOVE, PARENT } from '../state/arena.js';
import { createFrontier, type Frontier } from './frontier.js';

export interface SearchState {
  readonly visited: Visited;
  readonly arena: Arena;
  readonly frontier: Frontier;
  /** Ends of routes, best first. */
  readonly ends: number[];
  expanded: number;
  /** Number of children looked up. */
  taken: number;
}

/** An empty search with the problem's root. */
export function startSearch(branching: Branching, memoryBytes: number, shared: boolean): SearchState {
  const visited = createVisited(branching, memoryBytes, shared);
  const { arena } = visited;
  const state = { visited, arena, frontier: createFrontier(arena), ends: [], expanded: 0, taken: 0 };
  state.frontier.push(0);
  return state;
}

// Puts the states of a path into a new search. Only the last one waits for expansion.

/**
 * Adds a path. @param path indexes of moves in the problem's list
 * @throws LockstepError `E_JOB` when it cannot be played
 */
export function addPath(branching: Branching, { visited, frontier }: SearchState, path: readonly number[]): void {
  const { arena, varying } = visited;
  const { words } = arena;
  const block = new Int32Array(branching.maxWords);
  let node = 0;
  path.forEach((move, index) => {
    const end = branchNode(branching, arena, varying, node, block, 0);
    let child = 0;
    while (child < end && block[child + CHILD_MOVE] !== move) child = visited.after(block, child);
    if (child >= end) throw new LockstepError('E_JOB', 'the job is of another plan: its moves cannot be played there');
    while (!visited.read(block, child) && visited.widen());
    const known = visited.find(block, child);
    const next = known >= 0 ? known : visited.add(block, child);
    if (known < 0) {
      const [start, parent] = [next * arena.stride, node * arena.stride];
      words[start + PARENT] = node;
      words[start + MOVE] = move;
      words[start + COST] = (words[parent + COST] as number) + (block[child + CHILD_STEP_COST] as number);
      words[start + BOUND] = block[child + CHILD_BOUND] as number;
      words[start + DEPTH] = index + 1;
    }
    node = next;
  });
  frontier.push(node);
}

// The results of a shortest-route search, read from its nodes.

/** Moves of the route that ends at a node, from the first. */
export function pathTo(arena: Arena, end: number): number[] {
  const { words, stride } = arena;
  const moves: number[] = [];
  for (let node = end; (words[node * stride + PARENT] as number) >= 0; node = words[node * stride + PARENT] as number) {
    moves.unshift(words[node * stride + MOVE] as number);
  }
  return moves;
}

/** The best routes found so far, best first. */
export function foundRoutes({ arena, ends }: SearchState): FoundRoute[] {
  return ends.map((node) => ({ path: pathTo(arena, node), cost: arena.words[node * arena.stride + COST] as number }));
}

/** FNV-1a over the hashes of all nodes in order: equal for equal searches. */
export function visitedChecksum(arena: Arena): string {
  let hash = 0x811c9dc5;
  for (let node = 0; node < arena.length; node++) {
    hash = Math.imul(hash ^ (arena.words[node * arena.stride + HASH] as number), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

// The ends of the best routes found so far, best first, and the maximum useful cost.

export interface RouteEnds {
  /** Maximum useful cost of a route. */
  ceiling: number;
  /** Whether the requested number of routes is found. */
  areComplete(): boolean;
  /** Cost of the best route, or -1. */
  best(): number;
  /** Adds a goal's node in order of cost, then of path. */
  add(node: number): void;
}

/** @param known cost of a route that is known already */
export function createRouteEnds(
  { routes, costLimit }: Problem,
  { arena, ends }: SearchState,
  known = Number.MAX_SAFE_INTEGER,
): RouteEnds {
  const { words } = arena;

  function costOf(node: number): number {
    return words[node * arena.stride + COST] as number;
  }

  function ceilingNow(): number {
    const last = ends.length < routes ? undefined : ends.at(-1);
    const worst = last === undefined ? known : Math.min(known, costOf(last));
    return costLimit === NO_LIMIT ? worst : Math.min(worst, costLimit);
  }

  function isBefore(node: number, other: number): boolean {
    const difference = costOf(node) - costOf(other);
    if (difference !== 0) return difference < 0;
    const parent = (end: number): number => words[end * arena.stride + PARENT] as number;
    const move = (end: number): number => words[end * arena.stride + MOVE] as number;
    return isEarlierPath(arena, parent(node), move(node), parent(other), move(other));
  }

  const routeEnds: RouteEnds = {
    ceiling: ceilingNow(),
    areComplete: () => ends.length >= routes,
    best: () => (ends[0] === undefined ? -1 : costOf(ends[0])),
    add(node) {
      const at = ends.indexOf(node);
      if (at >= 0) ends.splice(at, 1);
      const place = ends.findIndex((other) => isBefore(node, other));
      ends.splice(place < 0 ? ends.length : place, 0, node);
      if (ends.length > routes) ends.length = routes;
      routeEnds.ceiling = ceilingNow();
    },
  };
  return routeEnds;
}
