/**
 * The result of a worst case: its expander, the forced route, and the unpublished stretches behind
 * it.
 */
import { expandDrawnMoves } from '../expansion/drawn-moves.js';
import { expandListedMoves } from '../expansion/listed-moves.js';
import type { StateExpander } from '../expansion/state-expander.js';
import type { FoundRoute } from '../problem/outcome.js';
import { hasDraws } from '../problem/planning-access.js';
import type { Problem } from '../problem/problem.js';
import { type AndOrGraph, type LineStep, stateOf } from './and-or-graph.js';

/**
 * The expander by draws where they can be forced, else by the enemies' listed moves. The present
 * battle becomes the root.
 */
export function createStateExpander(problem: Problem): StateExpander {
  return hasDraws(problem.system, problem.battle) ? expandDrawnMoves(problem) : expandListedMoves(problem);
}

/**
 * Names of the unpublished stretches behind the graph.
 * @param graph with the root's node first
 */
export function stretchesRun(expander: StateExpander, graph: AndOrGraph): readonly string[] | undefined {
  // what the battle as it is has behind it is named as well: let that be the root, whatever was
  // played last
  expander.note?.(graph.arena.words, stateOf(graph, 0));
  return expander.notes?.names();
}

/** A line of a graph as a route, with its draws where they are forced. */
export function routeOfLine(
  line: readonly LineStep[],
  cost: number,
  graph: AndOrGraph,
  expander: StateExpander,
): FoundRoute {
  const { words } = graph.arena;
  const path = line.map(({ move }) => move);
  if (expander.drawsTo === undefined) return { path, cost };
  const draws = line.map(
    ({ node, child, move, cost: paid }) =>
      expander.drawsTo?.({ words, from: stateOf(graph, node), move, to: stateOf(graph, child), cost: paid }) ?? [],
  );
  return { path, cost, draws };
}
