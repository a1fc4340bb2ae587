/** Expands a node of an AND-OR graph: the outcomes of one move are consecutive edges. */
import type { ChildSink, StateExpander } from '../expansion/state-expander.js';
import { type AndOrGraph, EDGE_COUNT, EDGE_WORDS, EDGES, LOWER, NEVER, OPEN, stateOf } from './and-or-graph.js';

/**
 * Returns a function that expands a node. Without room it returns 'full' and leaves the node
 * unchanged.
 */
export function createNodeExpansion(graph: AndOrGraph, expander: StateExpander): (node: number) => 'full' | undefined {
  const { arena } = graph;
  /** Edges of the present move: where they begin, and the edge of each node. */
  const group = { move: -1, first: 0, edges: new Map<number, number>() };

  function beginMove(move: number): void {
    if (group.move === move) return;
    group.move = move;
    group.first = graph.edgeLength;
    group.edges.clear();
  }

  const sink: ChildSink = {
    child(source, at, hash, move, cost, bound) {
      beginMove(move);
      const id = graph.put(source, at, hash, bound);
      if (id < 0) return false;
      const known = group.edges.get(id);
      if (known !== undefined) {
        graph.edges[known + 2] = Math.max(graph.edges[known + 2] as number, cost);
        return true;
      }
      group.edges.set(id, graph.edgeLength);
      return graph.addEdge(id, move, cost);
    },
    open(move) {
      beginMove(move);
      return graph.addEdge(OPEN, move, 0);
    },
    drop(move) {
      beginMove(move);
      graph.edgeLength = group.first;
      group.edges.clear();
    },
  };

  return (node) => {
    const { words } = arena;
    const start = node * arena.stride;
    const first = graph.edgeLength;
    group.move = -1;
    const end = expander.expand(words, stateOf(graph, node), sink);
    if (end === 'full') {
      graph.edgeLength = first;
      return end;
    }
    graph.expanded++;
    words[start + EDGES] = first + 1;
    words[start + EDGE_COUNT] = (graph.edgeLength - first) / EDGE_WORDS;
    // a move of the enemies that breaks what must be kept makes the node worth nothing
    if (graph.edgeLength === first || end === 'lost') words[start + LOWER] = NEVER;
    return undefined;
  };
}
