/** The results of a shortest-route search, read from its nodes. */
import type { FoundRoute } from '../problem/outcome.js';
import { type Arena, COST, HASH, MOVE, PARENT } from '../state/arena.js';
import type { SearchState } from './search-state.js';

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
