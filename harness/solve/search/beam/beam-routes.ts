/** The routes found by a beam, best first, and the moves behind the states of its layers. */
import { NO_LIMIT } from '../problem/metrics.js';
import type { FoundRoute } from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';

export const NO_COST = Number.MAX_SAFE_INTEGER;

export interface BeamRoutes {
  /** Number of words in use by trails. */
  trailWords(): number;
  /** Adds a move to a trail; -1: the start's. @returns the new trail */
  addTrail(before: number, move: number): number;
  /** Maximum useful cost of a route. */
  ceiling(): number;
  /** Adds a goal reached by a move after a trail. @param state its key */
  addEnd(cost: number, before: number, move: number, state: Int32Array): void;
  found(): FoundRoute[];
}

interface End {
  readonly cost: number;
  readonly trail: number;
  readonly state: Int32Array;
}

export function createBeamRoutes({ routes, costLimit }: Problem): BeamRoutes {
  /** Pairs of the trail before and the move. */
  let trails = new Int32Array(1 << 14);
  let length = 0;
  let ends: readonly End[] = [];

  function addTrail(before: number, move: number): number {
    if (length + 2 > trails.length) {
      const longer = new Int32Array(2 * trails.length);
      longer.set(trails);
      trails = longer;
    }
    trails[length] = before;
    trails[length + 1] = move;
    length += 2;
    return length - 2;
  }

  function pathOf(trail: number): number[] {
    const path: number[] = [];
    for (let at = trail; at >= 0; at = trails[at] as number) path.unshift(trails[at + 1] as number);
    return path;
  }

  return {
    trailWords: () => length,
    addTrail,
    ceiling() {
      const last = ends.length < routes ? undefined : ends.at(-1);
      const own = costLimit === NO_LIMIT ? NO_COST : costLimit;
      return last === undefined ? own : Math.min(own, last.cost - 1);
    },
    addEnd(cost, before, move, state) {
      const equal = ends.find((end) => end.state.every((word, index) => word === state[index]));
      if (equal !== undefined && equal.cost <= cost) return;
      const others = ends.filter((end) => end !== equal);
      const place = others.findIndex((end) => end.cost > cost);
      others.splice(place < 0 ? others.length : place, 0, { cost, trail: addTrail(before, move), state });
      ends = others.slice(0, routes);
    },
    found: () => ends.map(({ cost, trail }) => ({ path: pathOf(trail), cost })),
  };
}
