/**
 * Which nodes a worst-case search will expand next, as far as its graph says: it is gone through as the search does. A node without edges is
 * taken to cost what it is known to cost at least, as most do, and more than what is left for it where nothing is known.
 */
import { EDGE_WORDS, EDGES, edgesOf, endOfMove, LOWER, OPEN, UPPER, type WorstGraph } from './worst-graph.js';

export interface Foresight {
  /** Nodes that are wanted soon, the first ones first. */
  readonly nodes: Int32Array;
  /**
   * Looks anew, until the list is full or there are so many nodes in it that are not known.
   * @param isKnown whether the caller has looked to a node already
   * @returns how many nodes there are
   */
  look(most: number, isKnown: (node: number) => boolean): number;
}

/** Edges that are looked at for one list. */
const MOST_EDGES = 512;

/** Of a graph in which only allies choose. @param length of the list */
export function createForesight(graph: WorstGraph, length: number): Foresight {
  const { words, stride } = graph.arena;
  const nodes = new Int32Array(length);
  let [count, wanted, edgesLeft] = [0, 0, 0];
  let isKnown: (node: number) => boolean = () => false;

  function add(node: number): void {
    for (let index = 0; index < count; index++) if (nodes[index] === node) return;
    nodes[count++] = node;
    if (!isKnown(node)) wanted--;
  }

  /** @returns whether the node is within the budget, by what is known or taken for known */
  function visit(node: number, budget: number): boolean {
    const start = node * stride;
    if ((words[start + LOWER] as number) > budget) return false;
    if ((words[start + UPPER] as number) <= budget) return true;
    if (words[start + EDGES] === 0) {
      add(node);
      return (words[start + LOWER] as number) > 0;
    }
    const { edges } = graph;
    const [first, end] = edgesOf(graph, node);
    for (let edge = first; edge < end; ) {
      const next = endOfMove(graph, edge, end);
      let within = true;
      for (; within && edge < next; edge += EDGE_WORDS) {
        if (count === length || wanted === 0 || edgesLeft-- <= 0) return false;
        const child = edges[edge] as number;
        within = child !== OPEN && visit(child, budget - (edges[edge + 2] as number));
      }
      if (within) return true;
      edge = next;
    }
    return false;
  }

  return {
    nodes,
    look(most, known) {
      count = 0;
      wanted = most;
      isKnown = known;
      edgesLeft = MOST_EDGES;
      visit(0, words[LOWER] as number);
      return count;
    },
  };
}
