/** Limits of a search, its progress, and its end. */

/** Why a search ended. */
export type EndReason =
  | 'proven'
  | 'exhausted'
  | 'dropped'
  | 'draws'
  | 'jobs'
  | 'nodes'
  | 'memory'
  | 'time'
  | 'interrupted';

/** Whether a larger limit would let the search go on. */
export function ranOut(reason: EndReason): boolean {
  return reason === 'nodes' || reason === 'memory' || reason === 'time';
}

export interface SearchLimits {
  readonly memoryBytes: number;
  /** Maximum number of nodes, or `NO_LIMIT`. */
  readonly nodes: number;
  /** Maximum time in milliseconds, or `NO_LIMIT`. */
  readonly milliseconds: number;
}

export interface SearchProgress {
  readonly nodes: number;
  /** Of these, the nodes of the resumed checkpoint. */
  readonly nodesBefore: number;
  readonly expanded: number;
  readonly waiting: number;
  /** Cost of the best route so far, or -1. */
  readonly best: number;
  /** Lower bound on the cost of any route. */
  readonly bound: number;
  readonly bytes: number;
  /** Number of nodes at which the search stops: by its memory or its limit. */
  readonly maxNodes: number;
}

/** Observation and interruption of a running search. */
export interface SearchListeners {
  readonly signal?: AbortSignal;
  /** Called about every `progressEvery` milliseconds, and at the end. */
  readonly progress?: (progress: SearchProgress) => void;
  /** Milliseconds, 500 by default. */
  readonly progressEvery?: number;
}

/** A route as the search represents it. */
export interface FoundRoute {
  /** Numbers of moves in the problem's list. */
  readonly path: readonly number[];
  readonly cost: number;
  /** Draws of each move, where they are forced. */
  readonly draws?: readonly (readonly number[])[];
}

/** The result of a search. */
export interface SearchOutcome {
  readonly reason: EndReason;
  readonly proven: boolean;
  /** Lower bound on the cost of any route; -1: there is no route. */
  readonly bound: number;
  readonly found: readonly FoundRoute[];
  readonly nodes: number;
  readonly expanded: number;
  /** Width of the beam that found the routes. */
  readonly beam?: number;
  /** Names of the unpublished stretches behind the whole search, where known. */
  readonly passed?: readonly string[];
}
