/**
 * The AND-OR graph of a worst case: nodes in an arena, moves as edges, and bounds on the cost of
 * each node.
 */

import { expandDrawnMoves, expandListedMoves, type StateExpander } from '../expansion/drawn-moves.js';
import { type FoundRoute, hasDraws } from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';
import { type Arena, addNode, COST, createArena, findNode, HEADER_WORDS, MOVE, NEXT, PARENT } from '../state/arena.js';

/** The cost where no route is forced. */
export const NEVER = 0x3fff_ffff;
/** Header words with another meaning here: bounds on a node's cost. */
export const LOWER = COST;
export const UPPER = NEXT;
/** Index of the node's first edge, + 1; 0: not expanded. */
export const EDGES = PARENT;
export const EDGE_COUNT = MOVE;
/** An edge: node, move, cost. Consecutive edges of one move are its outcomes. */
export const EDGE_WORDS = 3;
/** In place of a node: the move may have outcomes that were not tried. */
export const OPEN = -1;
/** Maximum share of the edges in the memory: one part in this number. */
const EDGE_SHARE = 3;

export interface AndOrGraph {
  readonly arena: Arena;
  /** The first `edgeLength` words are in use. */
  edges: Int32Array;
  edgeLength: number;
  expanded: number;
  /** The node with this state, created if necessary; -1 when there is no room. */
  put(source: Int32Array, at: number, hash: number, bound: number): number;
  /** Adds an edge. @returns false when there is no room */
  addEdge(child: number, move: number, cost: number): boolean;
  bytes(): number;
}

/** @param bytes upper limit of memory, edges included */
export function createGraph(bytes: number, keyWords: number, stateWords: number): AndOrGraph {
  const maxEdgeWords = Math.floor(bytes / EDGE_SHARE / 4);
  const arena = createArena(bytes - 4 * maxEdgeWords, keyWords, stateWords, false);
  const probe = { place: 0 };
  const graph: AndOrGraph = {
    arena,
    edges: new Int32Array(Math.min(3 << 16, maxEdgeWords)),
    edgeLength: 0,
    expanded: 0,
    put(source, at, hash, bound) {
      const known = findNode(arena, source, at, hash, probe);
      if (known >= 0) return known;
      const node = addNode(arena, source, at, hash, probe.place);
      if (node < 0) return -1;
      const { words } = arena;
      const start = node * arena.stride;
      const atGoal = source[at] !== 0;
      words[start + LOWER] = bound;
      words[start + UPPER] = atGoal ? 0 : NEVER;
      words[start + EDGES] = 0;
      words[start + EDGE_COUNT] = 0;
      return node;
    },
    addEdge(child, move, cost) {
      if (graph.edgeLength + EDGE_WORDS > graph.edges.length) {
        if (graph.edges.length >= maxEdgeWords) return false;
        const longer = new Int32Array(Math.min(2 * graph.edges.length, maxEdgeWords));
        longer.set(graph.edges);
        graph.edges = longer;
        return graph.addEdge(child, move, cost);
      }
      graph.edges[graph.edgeLength] = child;
      graph.edges[graph.edgeLength + 1] = move;
      graph.edges[graph.edgeLength + 2] = cost;
      graph.edgeLength += EDGE_WORDS;
      return true;
    },
    bytes: () => 4 * (arena.length * arena.stride + arena.table.length + graph.edges.length),
  };
  return graph;
}

/** Forgets all nodes and edges. */
export function clearGraph(graph: AndOrGraph): void {
  const { arena } = graph;
  arena.words.fill(0, 0, arena.length * arena.stride);
  arena.table.fill(0);
  arena.length = 0;
  graph.edgeLength = 0;
  graph.expanded = 0;
}

/** Start of a node's state. */
export function stateOf({ arena }: AndOrGraph, node: number): number {
  return node * arena.stride + HEADER_WORDS;
}

/** First word of a node's first edge, and the word after its last one. */
export function edgesOf({ arena }: AndOrGraph, node: number): readonly [number, number] {
  const start = node * arena.stride;
  const first = (arena.words[start + EDGES] as number) - 1;
  return [first, first + EDGE_WORDS * (arena.words[start + EDGE_COUNT] as number)];
}

/** Cost of a node by one of its edges, from the upper bounds. */
function worthOf(graph: AndOrGraph, edge: number): number {
  const child = graph.edges[edge] as number;
  if (child === OPEN) return NEVER;
  const upper = graph.arena.words[child * graph.arena.stride + UPPER] as number;
  return Math.min(NEVER, (graph.edges[edge + 2] as number) + upper);
}

/** Edge after the last one of the same move. */
export function endOfMove({ edges }: AndOrGraph, edge: number, end: number): number {
  let next = edge;
  while (next < end && edges[next + 1] === edges[edge + 1]) next += EDGE_WORDS;
  return next;
}

/** The most expensive of some edges, the first of equal ones. */
function dearestOf(graph: AndOrGraph, first: number, end: number): number {
  let best = first;
  for (let edge = first; edge < end; edge += EDGE_WORDS) if (worthOf(graph, edge) > worthOf(graph, best)) best = edge;
  return best;
}

/**
 * The edge of best play: the most expensive of the enemies' moves, or the most expensive outcome of
 * the allies' cheapest move.
 */
function edgeTaken(graph: AndOrGraph, node: number, enemies: boolean): number {
  const [first, end] = edgesOf(graph, node);
  if (enemies) return dearestOf(graph, first, end);
  let best = -1;
  for (let edge = first; edge < end; ) {
    const next = endOfMove(graph, edge, end);
    const dearest = dearestOf(graph, edge, next);
    if (best < 0 || worthOf(graph, dearest) < worthOf(graph, best)) best = dearest;
    edge = next;
  }
  return best;
}

export interface LineStep {
  readonly node: number;
  readonly move: number;
  readonly cost: number;
  readonly child: number;
}

/** The line of best play by both sides from a node on, as far as the graph goes. */
export function lineOf(graph: AndOrGraph, isEnemies: (node: number) => boolean): LineStep[] {
  const { arena, edges } = graph;
  const line: LineStep[] = [];
  for (let node = 0; arena.words[node * arena.stride + EDGES] !== 0; ) {
    if (arena.words[node * arena.stride + UPPER] === 0) break;
    const edge = edgeTaken(graph, node, isEnemies(node));
    const child = edges[edge] as number;
    line.push({ node, child, move: edges[edge + 1] as number, cost: edges[edge + 2] as number });
    node = child;
  }
  return line;
}

/**
 * Lowers the upper bounds to what the present graph forces. Every move costs something, so that the
 * passes end.
 */
export function settleUppers(graph: AndOrGraph, isEnemies: (node: number) => boolean): void {
  const { arena } = graph;
  const { words, stride } = arena;
  const sides = Uint8Array.from({ length: arena.length }, (_, node) => (isEnemies(node) ? 1 : 0));
  for (let changed = true; changed; ) {
    changed = false;
    for (let node = arena.length - 1; node >= 0; node--) {
      const start = node * stride;
      if (words[start + EDGES] === 0 || (words[start + LOWER] as number) >= NEVER) continue;
      const edge = edgeTaken(graph, node, sides[node] === 1);
      const value = edge < 0 ? NEVER : worthOf(graph, edge);
      if (value >= (words[start + UPPER] as number)) continue;
      words[start + UPPER] = value;
      changed = true;
    }
  }
}

/** Lower bound on a node's cost by the edges of one move, or of a move of the enemies. */
function lowerBoundBy(graph: AndOrGraph, first: number, end: number): number {
  const { words, stride } = graph.arena;
  let lowest = 0;
  for (let edge = first; edge < end; edge += EDGE_WORDS) {
    const child = graph.edges[edge] as number;
    if (child === OPEN) continue;
    lowest = Math.max(lowest, (graph.edges[edge + 2] as number) + (words[child * stride + LOWER] as number));
  }
  return Math.min(lowest, NEVER);
}

/** Raises the lower bounds to those of the present graph, up to the cost `beyond`. */
export function settleLowers(graph: AndOrGraph, isEnemies: (node: number) => boolean, beyond: number): void {
  const { arena } = graph;
  const { words, stride } = arena;
  for (let changed = true; changed; ) {
    changed = false;
    for (let node = arena.length - 1; node >= 0; node--) {
      const start = node * stride;
      if (words[start + EDGES] === 0 || (words[start + LOWER] as number) >= beyond) continue;
      const [first, end] = edgesOf(graph, node);
      let lowest = NEVER;
      if (isEnemies(node)) lowest = lowerBoundBy(graph, first, end);
      else {
        for (let edge = first; edge < end; edge = endOfMove(graph, edge, end)) {
          lowest = Math.min(lowest, lowerBoundBy(graph, edge, endOfMove(graph, edge, end)));
        }
      }
      if (Math.min(lowest, beyond) <= (words[start + LOWER] as number)) continue;
      words[start + LOWER] = Math.min(lowest, beyond);
      changed = true;
    }
  }
}

// The result of a worst case: its expander, the forced route, and the unpublished stretches behind
// it.

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
