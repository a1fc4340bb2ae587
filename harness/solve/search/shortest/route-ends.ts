/** The ends of the best routes found so far, best first, and the maximum useful cost. */

import { NO_LIMIT } from '../problem/metrics.js';
import type { Problem } from '../problem/problem.js';
import { COST, isEarlierPath, MOVE, PARENT } from '../state/arena.js';
import type { SearchState } from './search-state.js';

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

export function createRouteEnds({ routes, costLimit }: Problem, { arena, ends }: SearchState): RouteEnds {
  const { words } = arena;

  function costOf(node: number): number {
    return words[node * arena.stride + COST] as number;
  }

  function ceilingNow(): number {
    const last = ends.length < routes ? undefined : ends.at(-1);
    const worst = last === undefined ? Number.MAX_SAFE_INTEGER : costOf(last);
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
