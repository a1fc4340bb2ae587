/**
 * The search against the worst case: of the enemies' listed moves, or of all outcomes of the draws.
 * It is an AND-OR graph in which a state is worth the lowest cost that reaches the goal in every
 * case. Every state has a lower and an upper bound; the root's budget rises to its lower bound
 * until the upper one is within it. Every move costs something, so that no line of play returns to
 * a state within its budget.
 *
 * A move with untried outcomes is left out of every line of play; from the budget at which it could
 * matter, nothing is proven.
 *
 * The bounds only tighten, so that the search can stop anywhere and start again at the root: it
 * returns to the same point.
 */

import { createYielder } from '../../../base/index.js';
import type { ChildSink, StateExpander } from '../expansion/drawn-moves.js';
import {
  createSearchClock,
  type EndReason,
  NO_LIMIT,
  type SearchLimits,
  type SearchListeners,
  type SearchProgress,
} from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';
import { BOUND, ROOT_HASH } from '../state/arena.js';
import {
  type AndOrGraph,
  EDGE_COUNT,
  EDGE_WORDS,
  EDGES,
  edgesOf,
  endOfMove,
  type LineStep,
  LOWER,
  lineOf,
  NEVER,
  OPEN,
  settleUppers,
  stateOf,
  UPPER,
} from './and-or-graph.js';

// Expands a node of an AND-OR graph: the outcomes of one move are consecutive edges.

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

// Tightens the bounds of an AND-OR graph within a budget: depth first, expanding unexpanded nodes.

/** Word of the root: the budget from which on nothing is proven, + 1; 0: none. */
const OPEN_FROM = BOUND;

interface TightenTask {
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
function createTighten(task: TightenTask): (node: number, budget: number) => void {
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

const CLOCK_EVERY = 256;

interface WorstCaseEnd {
  readonly reason: EndReason;
  /** The line of best play by both sides; empty when no route is forced. */
  readonly line: readonly LineStep[];
  readonly cost: number;
  readonly bound: number;
  /** Bounds on the root's cost; `NEVER` for no route. */
  readonly lower: number;
  readonly upper: number;
}

interface WorstCaseRun extends SearchListeners {
  readonly problem: Problem;
  readonly expander: StateExpander;
  readonly graph: AndOrGraph;
  readonly limits: SearchLimits;
  /** Called where the search can be resumed; `last`: it ends unfinished. */
  readonly save?: (last: boolean) => void;
}

/** Puts the root into an empty graph. */
export function addRoot(graph: AndOrGraph, expander: StateExpander): void {
  const root = new Int32Array(expander.stateWords);
  const bound = expander.packRoot(root, 0);
  graph.put(root, 0, ROOT_HASH, bound);
}

function progressOf({ graph, limits }: WorstCaseRun, nodesBefore: number): SearchProgress {
  const { arena, expanded } = graph;
  const bound = arena.words[LOWER] as number;
  const maxNodes = limits.nodes === NO_LIMIT ? arena.capacity : Math.min(arena.capacity, limits.nodes);
  return { nodes: arena.length, nodesBefore, expanded, waiting: 0, best: -1, bound, bytes: graph.bytes(), maxNodes };
}

/**
 * The end of a search. @param budget maximum cost of a route
 * @param stopped the reason for an early end
 */
function endOf(graph: AndOrGraph, task: TightenTask, budget: number, stopped: EndReason | undefined): WorstCaseEnd {
  const { words } = graph.arena;
  const isEnemies = (node: number): boolean => task.isEnemies(node);
  settleUppers(graph, isEnemies);
  const [lower, upper] = [words[LOWER] as number, words[UPPER] as number];
  const openFrom = words[OPEN_FROM] === 0 ? NEVER : (words[OPEN_FROM] as number) - 1;
  const forced = upper <= budget;
  const settled = openFrom < Math.min(lower, budget + 1) ? 'draws' : forced ? 'proven' : 'exhausted';
  const bound = Math.min(lower, openFrom);
  return {
    reason: stopped ?? settled,
    line: forced ? lineOf(graph, isEnemies) : [],
    cost: forced ? upper : -1,
    bound: bound >= NEVER ? -1 : bound,
    lower: bound,
    upper,
  };
}

export async function searchWorstCase(run: WorstCaseRun): Promise<WorstCaseEnd> {
  const { problem, expander, graph, limits } = run;
  const { arena } = graph;
  const { words } = arena;
  const nodesBefore = arena.length;
  const yieldNow = createYielder();
  const clock = createSearchClock(limits, run, () => progressOf(run, nodesBefore));
  const expandNode = createNodeExpansion(graph, expander);
  let stopped: EndReason | undefined;
  /** A pending pause for the event loop: the search stops and starts again. */
  let pause: Promise<void> | undefined;

  const task: TightenTask = {
    graph,
    isEnemies: (node) => expander.isEnemies(words, stateOf(graph, node)),
    expand(node) {
      if (expandNode(node) === 'full') {
        leave('memory');
        return;
      }
      if (limits.nodes !== NO_LIMIT && arena.length >= limits.nodes) leave('nodes');
      if (graph.expanded % (expander.isSlow ? 1 : CLOCK_EVERY) === 0) checkClock();
    },
    leaves: false,
  };
  const tighten = createTighten(task);

  function leave(reason: EndReason): void {
    stopped ??= reason;
    task.leaves = true;
  }

  function checkClock(): void {
    const reason = clock.stopReason();
    if (reason !== undefined) leave(reason);
    pause = yieldNow();
    if (pause !== undefined) task.leaves = true;
    run.save?.(false);
    clock.report();
  }

  const maxCost = problem.costLimit === NO_LIMIT ? NEVER - 1 : problem.costLimit;
  while (stopped === undefined) {
    const budget = words[LOWER] as number;
    if (budget > maxCost || (words[UPPER] as number) <= budget) break;
    task.leaves = false;
    tighten(0, budget);
    if (pause !== undefined) await pause;
    pause = undefined;
    if (run.signal?.aborted === true) leave('interrupted');
  }
  clock.reportEnd();
  // before the end: what is settled there would lead a search that goes on to another one of equal
  // routes
  if (stopped !== undefined) run.save?.(true);
  return endOf(graph, task, maxCost, stopped);
}
