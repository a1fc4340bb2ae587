/** The whole state of a shortest-route search, as a checkpoint stores it. */
import type { Branching } from '../expansion/branching.js';
import { createVisited, type Visited } from '../expansion/visited.js';
import type { Arena } from '../state/arena.js';
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
