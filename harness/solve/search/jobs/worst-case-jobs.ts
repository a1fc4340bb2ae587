/**
 * A worst-case search divided into jobs. The top of its graph is expanded breadth first, equally on
 * every machine, and every job searches from some of the leaves. The leaves' bounds return into the
 * top and settle those of the root.
 */
import { LockstepError } from '../../../base/index.js';
import type { Answer } from '../answer/answer.js';
import { answerOf } from '../answer/answer.js';
import type { StateExpander } from '../expansion/drawn-moves.js';
import { type FoundRoute, NO_LIMIT, type SearchLimits } from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';
import { HASH } from '../state/arena.js';
import {
  type AndOrGraph,
  clearGraph,
  createGraph,
  createStateExpander,
  EDGE_WORDS,
  EDGES,
  edgesOf,
  LOWER,
  lineOf,
  NEVER,
  OPEN,
  routeOfLine,
  settleLowers,
  settleUppers,
  stateOf,
  stretchesRun,
  UPPER,
} from '../worst-case/and-or-graph.js';
import { addRoot, createNodeExpansion, searchWorstCase } from '../worst-case/worst-case.js';

import type { NodePrefix, NodeWorth } from './job-form.js';

/** The resources of a job. */
export interface JobLimits extends SearchLimits {
  /** Number of threads; the result does not depend on it. */
  readonly workers: number;
}

interface WorstCasePiece {
  readonly worth: readonly NodeWorth[];
  readonly nodes: number;
  readonly expanded: number;
  /** Names of the unpublished stretches behind the nodes, where draws are forced. */
  readonly passed?: readonly string[];
}

const TOP_BYTES = 256_000_000;

interface Top {
  readonly graph: AndOrGraph;
  readonly expander: StateExpander;
  isEnemies(node: number): boolean;
}

/**
 * Expands the top of the graph, with the problem's present battle as the root.
 * @param enough receives the number of leaves and of expanded nodes; true ends it
 */
function fillTop(problem: Problem, enough: (edge: number, expanded: number) => boolean): Top {
  const expander = createStateExpander(problem);
  const graph = createGraph(TOP_BYTES, expander.keyWords, expander.stateWords);
  const { words, stride } = graph.arena;
  addRoot(graph, expander);
  const expandNode = createNodeExpansion(graph, expander);
  for (let node = 0; node < graph.arena.length; node++) {
    if (words[node * stride + UPPER] === 0) continue;
    if (enough(edgeOf(graph).length, graph.expanded) || expandNode(node) !== undefined) break;
  }
  return { graph, expander, isEnemies: (node) => expander.isEnemies(words, stateOf(graph, node)) };
}

/** Unexpanded nodes other than ends. */
function edgeOf({ arena }: AndOrGraph): number[] {
  const { words, stride, length } = arena;
  return Array.from({ length }, (_, node) => node).filter(
    (node) => words[node * stride + EDGES] === 0 && words[node * stride + UPPER] !== 0,
  );
}

/** Minimum cost to every node, and the moves of the first such path. */
function waysTo(graph: AndOrGraph): readonly { readonly cost: number; readonly path: readonly number[] }[] {
  const { arena, edges } = graph;
  const ways = Array.from({ length: arena.length }, () => ({ cost: NEVER, path: [] as readonly number[] }));
  ways[0] = { cost: 0, path: [] };
  for (let changed = true; changed; ) {
    changed = false;
    for (const [node, { cost, path }] of ways.entries()) {
      if (cost === NEVER || arena.words[node * arena.stride + EDGES] === 0) continue;
      const [first, end] = edgesOf(graph, node);
      for (let edge = first; edge < end; edge += EDGE_WORDS) {
        const child = edges[edge] as number;
        const sum = cost + (edges[edge + 2] as number);
        if (child === OPEN || sum >= (ways[child]?.cost ?? 0)) continue;
        ways[child] = { cost: sum, path: [...path, edges[edge + 1] as number] };
        changed = true;
      }
    }
  }
  return ways;
}

/** Returns the leaves of the top, enough for `count` jobs, and the number of expanded nodes. */
export function splitWorstCase(problem: Problem, count: number): { prefixes: NodePrefix[]; expanded: number } {
  const { graph, expander } = fillTop(problem, (edge) => edge >= 4 * count);
  expander.finish();
  const ways = waysTo(graph);
  const prefixes = edgeOf(graph).map((node) => ({ node, ...(ways[node] ?? { cost: 0, path: [] }) }));
  return { prefixes, expanded: graph.expanded };
}

function budgetOf({ costLimit }: Problem): number {
  return costLimit === NO_LIMIT ? NEVER - 1 : costLimit;
}

/** Searches from the nodes of a job. @param expanded number of expanded nodes of the split */
export async function runWorstCaseJob(
  problem: Problem,
  expanded: number,
  prefixes: readonly NodePrefix[],
  limits: JobLimits,
  signal?: AbortSignal,
): Promise<WorstCasePiece> {
  const { graph: top, expander } = fillTop(problem, (_, done) => done === expanded);
  const worth: NodeWorth[] = [];
  const sums = { nodes: 0, expanded: 0 };
  const graph = createGraph(limits.memoryBytes, expander.keyWords, expander.stateWords);
  try {
    for (const { node, cost } of prefixes) {
      if (node >= top.arena.length)
        throw new LockstepError('E_JOB', 'the job is of another plan: its states do not occur there');
      const left = limits.nodes === NO_LIMIT ? NO_LIMIT : Math.max(1, limits.nodes - sums.nodes);
      const { words, stride } = top.arena;
      clearGraph(graph);
      const start = node * stride;
      graph.put(words, stateOf(top, node), words[start + HASH] as number, words[start + LOWER] as number);
      const end = await searchWorstCase({
        problem: { ...problem, costLimit: Math.max(0, budgetOf(problem) - cost) },
        expander,
        graph,
        limits: { ...limits, nodes: left },
        ...(signal === undefined ? {} : { signal }),
      });
      const { lower, upper, reason } = end;
      const route = end.line.length === 0 ? { path: [], cost: -1 } : routeOfLine(end.line, end.cost, graph, expander);
      worth.push({ ...route, node, lower, upper: end.line.length === 0 ? NEVER : upper, reason });
      sums.nodes += graph.arena.length;
      sums.expanded += graph.expanded;
    }
    const passed = stretchesRun(expander, top);
    return { worth, ...sums, ...(passed === undefined ? {} : { passed }) };
  } finally {
    expander.finish();
  }
}

/**
 * Puts the leaves' bounds into the top and answers.
 * @param start image of the problem's start
 * @param expanded number of expanded nodes of the split
 */
export function joinWorstCase(
  problem: Problem,
  start: Uint8Array,
  expanded: number,
  { worth: worths, nodes, expanded: done, passed: theirs = [] }: WorstCasePiece,
): Answer {
  problem.battle.image.set(start);
  const { graph, expander, isEnemies } = fillTop(problem, (_, filled) => filled === expanded);
  const { words, stride } = graph.arena;
  const byNode = new Map(worths.map((worth) => [worth.node, worth]));
  for (const { node, lower, upper } of byNode.values()) {
    words[node * stride + LOWER] = Math.max(words[node * stride + LOWER] as number, lower);
    words[node * stride + UPPER] = Math.min(words[node * stride + UPPER] as number, upper);
  }
  const budget = budgetOf(problem);
  settleLowers(graph, isEnemies, budget + 1);
  settleUppers(graph, isEnemies);
  const [lower, upper] = [words[LOWER] as number, words[UPPER] as number];
  const forced = upper <= budget;
  const proven = forced && lower >= upper;
  const unfinished = worths.find((worth) => worth.reason !== 'proven' && worth.reason !== 'exhausted');
  const unsettled = byNode.size < edgeOf(graph).length ? 'jobs' : (unfinished?.reason ?? 'draws');
  const reason = proven ? 'proven' : !forced && lower > budget ? 'exhausted' : unsettled;
  const found: FoundRoute[] = [];
  if (forced) {
    const line = lineOf(graph, isEnemies);
    const rest = byNode.get(line.at(-1)?.child ?? 0);
    const head = routeOfLine(line, upper, graph, expander);
    const draws = head.draws === undefined ? {} : { draws: [...head.draws, ...(rest?.draws ?? [])] };
    found.push({ path: [...head.path, ...(rest?.path ?? [])], cost: upper, ...draws });
  }
  const own = stretchesRun(expander, graph);
  const passed = own === undefined ? undefined : [...new Set([...own, ...theirs])];
  expander.finish();
  const bound = forced ? Math.min(lower, upper) : lower >= NEVER ? -1 : lower;
  const outcome = { reason, proven, bound, found, nodes, expanded: done } as const;
  return answerOf(problem, start, { ...outcome, ...(passed === undefined ? {} : { passed }) });
}
