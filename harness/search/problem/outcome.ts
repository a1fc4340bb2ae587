/** What a search may use, what it reports on the way, and how it ends. */

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
  /** Lower bound on the cost of any route. */
  readonly bound: number;
  readonly bytes: number;
  /** Number of nodes at which the search stops: what fits into its memory, or its limit. */
  readonly maxNodes: number;
}

/** How a running search is watched and stopped from outside. */
export interface SearchListeners {
  readonly signal?: AbortSignal;
  /** Called about every `progressEvery` milliseconds, and at the end. */
  readonly progress?: (progress: SearchProgress) => void;
  /** Milliseconds, 500 when left out. */
  readonly progressEvery?: number;
}

/** A route as a search knows it. */
export interface FoundRoute {
  /** Numbers of moves in the problem's list. */
  readonly path: readonly number[];
  readonly cost: number;
  /** Draws of each move, where they are forced. */
  readonly draws?: readonly (readonly number[])[];
}

/** What a search hands over to be answered with. */
export interface SearchOutcome {
  readonly reason: EndReason;
  readonly proven: boolean;
  /** Lower bound on the cost of any route; -1: there is none at all. */
  readonly bound: number;
  readonly found: readonly FoundRoute[];
  readonly nodes: number;
  readonly expanded: number;
  /** States a layer of the beam that found the routes. */
  readonly beam?: number;
  /** Unpublished stretches that the whole search ran through, where that is known. */
  readonly passed?: readonly string[];
}
