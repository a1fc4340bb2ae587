/**
 * Tightens the bounds of an AND-OR graph within a budget: depth first, expanding unexpanded nodes.
 */
import { BOUND } from '../state/arena.js';
import { type AndOrGraph, EDGE_WORDS, EDGES, edgesOf, endOfMove, LOWER, NEVER, OPEN, UPPER } from './and-or-graph.js';

/** Word of the root: the budget from which on nothing is proven, + 1; 0: none. */
export const OPEN_FROM = BOUND;

export interface TightenTask {
  readonly graph: AndOrGraph;
  isEnemies(node: number): boolean;
  expand(node: number): void;
  /** The search must return as soon as possible; it then starts again at the root. */
  leaves: boolean;
}

/**
 * Returns a function that raises a node's lower bound above a budget, or lowers its upper bound
 * into it.
 */
export function createTighten(task: TightenTask): (node: number, budget: number) => void {
  const { graph } = task;
  const { words, stride } = graph.arena;

  function tighten(node: number, budget: number): void {
    const start = node * stride;
    if (task.leaves) return;
    if ((words[start + LOWER] as number) > budget || (words[start + UPPER] as number) <= budget) return;
    if (words[start + EDGES] === 0) task.expand(node);
    if (task.leaves || (words[start + LOWER] as number) > budget) return;
    if (task.isEnemies(node)) tightenEnemies(node, budget);
    else tightenAllies(node, budget);
  }

  function tightenAllies(node: number, budget: number): void {
    const { edges } = graph;
    const start = node * stride;
    const [first, end] = edgesOf(graph, node);
    let cheapest = NEVER;
    for (let edge = first; edge < end; ) {
      const next = endOfMove(graph, edge, end);
      let [lower, upper] = [0, 0];
      for (; edge < next && lower <= budget; edge += EDGE_WORDS) {
        if (edges[edge] === OPEN) {
          // the move would have had to be looked at further for anything from this budget on
          if (words[OPEN_FROM] === 0) words[OPEN_FROM] = (words[LOWER] as number) + 1;
          lower = NEVER;
          break;
        }
        const child = (edges[edge] as number) * stride;
        const cost = edges[edge + 2] as number;
        tighten(edges[edge] as number, budget - cost);
        if (task.leaves) return;
        lower = Math.max(lower, cost + (words[child + LOWER] as number));
        upper = Math.max(upper, cost + (words[child + UPPER] as number));
      }
      if (lower <= budget && upper <= budget) {
        words[start + UPPER] = upper;
        return;
      }
      cheapest = Math.min(cheapest, lower);
      edge = next;
    }
    words[start + LOWER] = Math.max(words[start + LOWER] as number, Math.min(cheapest, NEVER));
  }

  function tightenEnemies(node: number, budget: number): void {
    const { edges } = graph;
    const start = node * stride;
    const [first, end] = edgesOf(graph, node);
    let dearest = 0;
    for (let edge = first; edge < end; edge += EDGE_WORDS) {
      const child = (edges[edge] as number) * stride;
      const cost = edges[edge + 2] as number;
      tighten(edges[edge] as number, budget - cost);
      if (task.leaves) return;
      const lower = Math.min(NEVER, cost + (words[child + LOWER] as number));
      if (lower > budget) {
        words[start + LOWER] = Math.max(words[start + LOWER] as number, lower);
        return;
      }
      dearest = Math.max(dearest, cost + (words[child + UPPER] as number));
    }
    words[start + UPPER] = dearest;
  }

  return tighten;
}
