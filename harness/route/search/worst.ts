/**
 * The search against the worst of the enemies' listed moves: an AND-OR graph, in which a state is worth the least cost that reaches the
 * goal whatever they do. Every state keeps a lower and an upper bound; the root's budget rises to its lower bound until the upper one
 * is within it. Every move costs something, so that no line of play comes back to a state within its budget.
 *
 * The bounds only ever tighten, so that the search may be left at any point and begun again at the root: it comes to where it was.
 */
import { ROOT_HASH } from './arena.js';
import { createBreather } from './breathe.js';
import { CHILD_BOUND, CHILD_HASH, CHILD_HEADER, CHILD_MOVE, CHILD_STEP_COST, type Expander } from './expander.js';
import { NO_LIMIT } from './metrics.js';
import type { Problem } from './problem.js';
import type { EndReason, SearchLimits, SearchProgress } from './search.js';
import {
  EDGE_COUNT,
  EDGE_WORDS,
  EDGES,
  edgesOf,
  LOWER,
  lineOf,
  NEVER,
  settleUppers,
  stateOf,
  UPPER,
  type WorstGraph,
} from './worst-graph.js';

const ENEMIES = 1;
const CLOCK_EVERY = 256;
const PROGRESS_MILLISECONDS = 500;

export interface WorstEnd {
  readonly reason: EndReason;
  /** Moves of the line in which both sides do what is best for them; empty when no route is forced. */
  readonly path: readonly number[];
  readonly cost: number;
  readonly bound: number;
}

export interface WorstRun {
  readonly problem: Problem;
  readonly expander: Expander;
  readonly graph: WorstGraph;
  readonly limits: SearchLimits;
  readonly signal?: AbortSignal;
  readonly progress?: (progress: SearchProgress) => void;
  /** Called where the search could be taken up again; `last`: it ends unfinished. */
  readonly save?: (last: boolean) => void;
}

/** Puts the root into an empty graph. */
export function rootWorst(graph: WorstGraph, expander: Expander): void {
  const root = new Int32Array(expander.stateWords);
  const bound = expander.packRoot(root, 0);
  graph.put(root, 0, ROOT_HASH, bound);
}

export async function searchWorst(run: WorstRun): Promise<WorstEnd> {
  const { problem, expander, graph, limits } = run;
  const { arena } = graph;
  const { words, stride } = arena;
  const block = new Int32Array(expander.mostChildren * expander.childWords);
  const breathe = createBreather();
  const began = Date.now();
  const nodesBefore = arena.length;
  let stopped: EndReason | undefined;
  /** The event loop has to run: the search is left and begun again. */
  let breath: Promise<void> | undefined;
  let leaves = false;
  let shown = began;

  function leave(reason: EndReason): void {
    stopped ??= reason;
    leaves = true;
  }

  function isEnemies(node: number): boolean {
    return expander.turnOf(words, stateOf(graph, node)) === ENEMIES;
  }

  /** Fills in a node's edges; a move of the enemies that breaks what must be kept makes the node worth nothing. */
  function expand(node: number): void {
    const start = node * stride;
    const children = expander.expand(words, stateOf(graph, node), node, block, 0);
    const lost = expander.cut;
    const first = graph.edgeLength;
    for (let index = 0; index < children; index++) {
      const child = index * expander.childWords;
      const hash = block[child + CHILD_HASH] as number;
      const id = graph.put(block, child + CHILD_HEADER, hash, block[child + CHILD_BOUND] as number);
      const move = block[child + CHILD_MOVE] as number;
      if (id >= 0 && graph.addEdge(id, move, block[child + CHILD_STEP_COST] as number)) continue;
      graph.edgeLength = first;
      leave('memory');
      return;
    }
    graph.expanded++;
    words[start + EDGES] = first + 1;
    words[start + EDGE_COUNT] = children;
    if (children === 0 || (lost > 0 && isEnemies(node))) words[start + LOWER] = NEVER;
    checkLimits();
  }

  function checkLimits(): void {
    if (limits.nodes !== NO_LIMIT && arena.length >= limits.nodes) leave('nodes');
    if (graph.expanded % CLOCK_EVERY !== 0) return;
    const now = Date.now();
    if (limits.milliseconds !== NO_LIMIT && now - began >= limits.milliseconds) leave('time');
    if (run.signal?.aborted === true) leave('interrupted');
    breath = breathe();
    if (breath !== undefined) leaves = true;
    run.save?.(false);
    if (now - shown < PROGRESS_MILLISECONDS) return;
    shown = now;
    showProgress();
  }

  function showProgress(): void {
    const [nodes, bound] = [arena.length, words[LOWER] as number];
    const mostNodes = limits.nodes === NO_LIMIT ? arena.capacity : Math.min(arena.capacity, limits.nodes);
    const { expanded } = graph;
    run.progress?.({ nodes, nodesBefore, expanded, waiting: 0, best: -1, bound, bytes: graph.bytes(), mostNodes });
  }

  /** Raises the lower bound above the budget or lowers the upper one into it. */
  function improve(node: number, budget: number): void {
    const start = node * stride;
    if (leaves) return;
    if ((words[start + LOWER] as number) > budget || (words[start + UPPER] as number) <= budget) return;
    if (words[start + EDGES] === 0) expand(node);
    if (leaves || (words[start + LOWER] as number) > budget) return;
    if (isEnemies(node)) improveEnemies(node, budget);
    else improveAllies(node, budget);
  }

  function improveAllies(node: number, budget: number): void {
    const { edges } = graph;
    const start = node * stride;
    const [first, end] = edgesOf(graph, node);
    let least = NEVER;
    for (let edge = first; edge < end; edge += EDGE_WORDS) {
      const child = (edges[edge] as number) * stride;
      const cost = edges[edge + 2] as number;
      improve(edges[edge] as number, budget - cost);
      if (leaves) return;
      const upper = cost + (words[child + UPPER] as number);
      if (upper <= budget) {
        words[start + UPPER] = upper;
        return;
      }
      least = Math.min(least, cost + (words[child + LOWER] as number));
    }
    words[start + LOWER] = Math.max(words[start + LOWER] as number, Math.min(least, NEVER));
  }

  function improveEnemies(node: number, budget: number): void {
    const { edges } = graph;
    const start = node * stride;
    const [first, end] = edgesOf(graph, node);
    let most = 0;
    for (let edge = first; edge < end; edge += EDGE_WORDS) {
      const child = (edges[edge] as number) * stride;
      const cost = edges[edge + 2] as number;
      improve(edges[edge] as number, budget - cost);
      if (leaves) return;
      const lower = Math.min(NEVER, cost + (words[child + LOWER] as number));
      if (lower > budget) {
        words[start + LOWER] = Math.max(words[start + LOWER] as number, lower);
        return;
      }
      most = Math.max(most, cost + (words[child + UPPER] as number));
    }
    words[start + UPPER] = most;
  }

  const most = problem.costLimit === NO_LIMIT ? NEVER - 1 : problem.costLimit;
  while (stopped === undefined) {
    const budget = words[LOWER] as number;
    if (budget > most || (words[UPPER] as number) <= budget) break;
    leaves = false;
    improve(0, budget);
    if (breath !== undefined) await breath;
    breath = undefined;
    if (run.signal?.aborted === true) leave('interrupted');
  }
  showProgress();
  if (stopped !== undefined) {
    // what is settled now would lead a search that goes on to another one of equal routes
    run.save?.(true);
    settleUppers(graph, isEnemies);
  }
  const [lower, upper] = [words[LOWER] as number, words[UPPER] as number];
  const forced = upper <= most;
  return {
    reason: stopped ?? (forced ? 'proven' : 'exhausted'),
    path: forced ? lineOf(graph, isEnemies) : [],
    cost: forced ? upper : -1,
    bound: lower >= NEVER ? -1 : lower,
  };
}
