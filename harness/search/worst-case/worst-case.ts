/**
 * The search against the worst: of the enemies' listed moves, or of all that draws may make of a move. An AND-OR graph, in which a state is
 * worth the least cost that reaches the goal whatever happens. Every state keeps a lower and an upper bound; the root's budget rises to its
 * lower bound until the upper one is within it. Every move costs something, so that no line of play comes back to a state within its budget.
 *
 * A move that may come out in more ways than were looked at is left out of every line of play; from the budget on at which it could have been
 * of use nothing is proven any more.
 *
 * The bounds only ever tighten, so that the search may be left at any point and begun again at the root: it comes to where it was.
 */

import { createYielder } from '../../base/yield-to-event-loop.js';
import type { Successors } from '../expansion/successors.js';
import { NO_LIMIT } from '../problem/metrics.js';
import type { Problem } from '../problem/problem.js';
import type { EndReason, SearchLimits, SearchProgress } from '../shortest/shortest.js';
import { BOUND, ROOT_HASH } from '../state/arena.js';
import {
  type AndOrGraph,
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
import { createNodeExpansion } from './expand-node.js';

/** Word of the root: the budget from which on nothing is proven, + 1; 0: there is none. */
const OPEN_FROM = BOUND;
const CLOCK_EVERY = 256;
const PROGRESS_MILLISECONDS = 500;

export interface WorstCaseEnd {
  readonly reason: EndReason;
  /** In it both sides do what is best for them; empty when no route is forced. */
  readonly line: readonly LineStep[];
  readonly cost: number;
  readonly bound: number;
  /** What the root costs at least and at most, `NEVER` for no route at all. */
  readonly lower: number;
  readonly upper: number;
}

export interface WorstCaseRun {
  readonly problem: Problem;
  readonly successors: Successors;
  readonly graph: AndOrGraph;
  readonly limits: SearchLimits;
  readonly signal?: AbortSignal;
  /** Called about every `progressEvery` milliseconds: 500 when that is left out. */
  readonly progress?: (progress: SearchProgress) => void;
  readonly progressEvery?: number;
  /** Called where the search could be taken up again; `last`: it ends unfinished. */
  readonly save?: (last: boolean) => void;
}

/** Puts the root into an empty graph. */
export function addRoot(graph: AndOrGraph, successors: Successors): void {
  const root = new Int32Array(successors.stateWords);
  const bound = successors.packRoot(root, 0);
  graph.put(root, 0, ROOT_HASH, bound);
}

export async function searchWorstCase(run: WorstCaseRun): Promise<WorstCaseEnd> {
  const { problem, successors, graph, limits } = run;
  const { arena } = graph;
  const { words, stride } = arena;
  const breathe = createYielder();
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
    return successors.isEnemies(words, stateOf(graph, node));
  }

  const expandNode = createNodeExpansion(graph, successors);

  function expand(node: number): void {
    if (expandNode(node) === 'full') {
      leave('memory');
      return;
    }
    if (limits.nodes !== NO_LIMIT && arena.length >= limits.nodes) leave('nodes');
    checkClock();
  }

  function checkClock(): void {
    if (graph.expanded % (successors.isSlow ? 1 : CLOCK_EVERY) !== 0) return;
    const now = Date.now();
    if (limits.milliseconds !== NO_LIMIT && now - began >= limits.milliseconds) leave('time');
    if (run.signal?.aborted === true) leave('interrupted');
    breath = breathe();
    if (breath !== undefined) leaves = true;
    run.save?.(false);
    if (now - shown < (run.progressEvery ?? PROGRESS_MILLISECONDS)) return;
    shown = now;
    showProgress();
  }

  function showProgress(): void {
    const [nodes, bound] = [arena.length, words[LOWER] as number];
    const maxNodes = limits.nodes === NO_LIMIT ? arena.capacity : Math.min(arena.capacity, limits.nodes);
    const { expanded } = graph;
    run.progress?.({ nodes, nodesBefore, expanded, waiting: 0, best: -1, bound, bytes: graph.bytes(), maxNodes });
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

  /** Notes that a move would have had to be looked at further for anything from this budget on. */
  function noteOpen(): void {
    if (words[OPEN_FROM] === 0) words[OPEN_FROM] = (words[LOWER] as number) + 1;
  }

  function improveAllies(node: number, budget: number): void {
    const { edges } = graph;
    const start = node * stride;
    const [first, end] = edgesOf(graph, node);
    let least = NEVER;
    for (let edge = first; edge < end; ) {
      const next = endOfMove(graph, edge, end);
      let [lower, upper] = [0, 0];
      for (; edge < next && lower <= budget; edge += EDGE_WORDS) {
        if (edges[edge] === OPEN) {
          noteOpen();
          lower = NEVER;
          break;
        }
        const child = (edges[edge] as number) * stride;
        const cost = edges[edge + 2] as number;
        improve(edges[edge] as number, budget - cost);
        if (leaves) return;
        lower = Math.max(lower, cost + (words[child + LOWER] as number));
        upper = Math.max(upper, cost + (words[child + UPPER] as number));
      }
      if (lower <= budget && upper <= budget) {
        words[start + UPPER] = upper;
        return;
      }
      least = Math.min(least, lower);
      edge = next;
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
  }
  settleUppers(graph, isEnemies);
  const [lower, upper] = [words[LOWER] as number, words[UPPER] as number];
  const openFrom = words[OPEN_FROM] === 0 ? NEVER : (words[OPEN_FROM] as number) - 1;
  const forced = upper <= most;
  const settled = openFrom < Math.min(lower, most + 1) ? 'draws' : forced ? 'proven' : 'exhausted';
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
