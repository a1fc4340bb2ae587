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
import { createYielder } from '../../../base/yield-to-event-loop.js';
import type { StateExpander } from '../expansion/state-expander.js';
import { NO_LIMIT } from '../problem/metrics.js';
import type { EndReason, SearchLimits, SearchListeners, SearchProgress } from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';
import { createSearchClock } from '../problem/search-clock.js';
import { ROOT_HASH } from '../state/arena.js';
import { type AndOrGraph, type LineStep, LOWER, lineOf, NEVER, settleUppers, stateOf, UPPER } from './and-or-graph.js';
import { createNodeExpansion } from './expand-node.js';
import { createTighten, OPEN_FROM, type TightenTask } from './tighten.js';

const CLOCK_EVERY = 256;

export interface WorstCaseEnd {
  readonly reason: EndReason;
  /** The line of best play by both sides; empty when no route is forced. */
  readonly line: readonly LineStep[];
  readonly cost: number;
  readonly bound: number;
  /** Bounds on the root's cost; `NEVER` for no route. */
  readonly lower: number;
  readonly upper: number;
}

export interface WorstCaseRun extends SearchListeners {
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
