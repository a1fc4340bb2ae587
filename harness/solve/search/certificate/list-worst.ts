/**
 * The lines of a worst case's proof: the plan that is sure of its cost, and for every state that
 * matters what decides against each move at a lower cost.
 */
import { LockstepError } from '../../../base/errors.js';
import { interruption } from '../../../base/yield-to-event-loop.js';
import type { Trust, WorstLine } from '../../check/form.js';
import type { StateExpander } from '../expansion/state-expander.js';
import { NO_LIMIT } from '../problem/metrics.js';
import type { Problem } from '../problem/problem.js';
import {
  type AndOrGraph,
  createGraph,
  EDGE_COUNT,
  EDGE_WORDS,
  EDGES,
  edgesOf,
  endOfMove,
  LOWER,
  NEVER,
  OPEN,
  settleLowers,
  stateOf,
  UPPER,
} from '../worst-case/and-or-graph.js';
import { createStateExpander } from '../worst-case/forced-route.js';
import { addRoot, searchWorstCase } from '../worst-case/worst-case.js';
import { tooLarge } from './certificate-errors.js';
import type { ListOptions } from './list-states.js';
import { certifiedKey } from './plain-problem.js';

/** A searched graph, and the lower bound that each of its nodes had before it was expanded. */
interface Searched {
  readonly problem: Problem;
  readonly graph: AndOrGraph;
  readonly expander: StateExpander;
  readonly bounds: readonly number[];
  /** Nodes at which the enemies can end the line of play. */
  readonly lost: ReadonlySet<number>;
}

/** What of a node is to be proven. */
interface Needed {
  lower: boolean;
  upper: boolean;
}

/** @throws LockstepError where the search, without what the core knows, proved something else */
async function search(problem: Problem, cost: number, { signal, ...limits }: ListOptions): Promise<Searched> {
  const plain = createStateExpander(problem);
  const lost = new Set<number>();
  const expander: StateExpander = {
    ...plain,
    expand(source, at, sink) {
      const end = plain.expand(source, at, sink);
      if (end === 'lost') lost.add((at - stateOf(graph, 0)) / graph.arena.stride);
      return end;
    },
  };
  const graph: AndOrGraph = createGraph(limits.memoryBytes, expander.keyWords, expander.stateWords);
  const bounds: number[] = [];
  const { put } = graph;
  graph.put = (source, at, hash, bound) => {
    const node = put(source, at, hash, bound);
    if (node >= 0) bounds[node] ??= bound;
    return node;
  };
  addRoot(graph, expander);
  const run = { problem, expander, graph, limits, ...(signal === undefined ? {} : { signal }) };
  const end = await searchWorstCase(run);
  if (end.reason === 'interrupted') throw interruption('no certificate is written');
  if (end.reason !== (cost < 0 ? 'exhausted' : 'proven')) {
    const found = end.reason === 'draws' ? 'a move has more outcomes than [search] outcomes' : `limit of ${end.reason}`;
    throw tooLarge('the proof is too large for the limits', found);
  }
  if (end.cost !== cost) {
    throw new LockstepError('E_INTERNAL', `the worst case costs ${end.cost}, and the answer says ${cost}`);
  }
  return { problem, graph, expander, bounds, lost };
}

function isEnemies({ graph, expander }: Searched, node: number): boolean {
  return expander.isEnemies(graph.arena.words, stateOf(graph, node));
}

/**
 * Lower bounds by the edges alone: what the search took from moves that it left open is forgotten.
 */
function settle(searched: Searched, beyond: number): void {
  const { graph, bounds, lost } = searched;
  const { words, stride, length } = graph.arena;
  for (let node = 0; node < length; node++) {
    const at = node * stride;
    const isDead = lost.has(node) || (words[at + EDGES] !== 0 && words[at + EDGE_COUNT] === 0);
    words[at + LOWER] = isDead ? beyond : (bounds[node] as number);
  }
  settleLowers(graph, (node) => isEnemies(searched, node), beyond);
}

interface Edge {
  readonly child: number;
  readonly move: number;
  readonly cost: number;
}

function edgeAt({ edges }: AndOrGraph, at: number): Edge {
  return { child: edges[at] as number, move: edges[at + 1] as number, cost: edges[at + 2] as number };
}

/** The edges of a node, move by move; the enemies' are one group. */
function groupsOf({ graph }: Searched, node: number, together: boolean): Edge[][] {
  const [first, end] = edgesOf(graph, node);
  const groups: Edge[][] = [];
  for (let edge = first; edge < end; ) {
    const next = together ? end : endOfMove(graph, edge, end);
    const group: Edge[] = [];
    for (; edge < next; edge += EDGE_WORDS) group.push(edgeAt(graph, edge));
    groups.push(group);
  }
  return groups;
}

function createLister(searched: Searched, ask: (child: number, needed: Partial<Needed>) => void) {
  const { graph, expander, bounds } = searched;
  const { words, stride } = graph.arena;
  const lower = (node: number): number => words[node * stride + LOWER] as number;
  const upper = (node: number): number => words[node * stride + UPPER] as number;
  const isEnd = (node: number): boolean => words[stateOf(graph, node)] !== 0;

  /** What decides against a move: the dearest outcome, by its draws. */
  function refutation(node: number, group: readonly Edge[], atLeast: number, byEnemies: boolean): number[] | undefined {
    const found = group.find(
      ({ child, cost }) => child !== OPEN && cost + (isEnd(child) ? 0 : lower(child)) >= atLeast,
    );
    if (found === undefined) return undefined;
    const { child, move, cost } = found;
    if (!isEnd(child) && atLeast - cost > (bounds[child] as number)) ask(child, { lower: true });
    if (byEnemies || expander.drawsTo === undefined) return [move];
    return [move, ...expander.drawsTo({ words, from: stateOf(graph, node), move, to: stateOf(graph, child), cost })];
  }

  function worth(group: readonly Edge[]): number {
    return Math.max(...group.map(({ child, cost }) => (child === OPEN ? NEVER : cost + upper(child))));
  }

  return (node: number, needed: Needed): Omit<WorstLine, 'state'> => {
    const byEnemies = isEnemies(searched, node);
    const isExpanded = words[node * stride + EDGES] !== 0;
    const groups = isExpanded ? groupsOf(searched, node, byEnemies) : [];
    const atLeast = needed.lower ? lower(node) : 0;
    const isBounded = atLeast > (bounds[node] as number);
    const refuted = isBounded ? groups.flatMap((group) => [refutation(node, group, atLeast, byEnemies) ?? []]) : [];
    const best = needed.upper ? groups.find((group) => worth(group) === upper(node)) : undefined;
    for (const { child } of best ?? []) if (!isEnd(child)) ask(child, { upper: true });
    return {
      atLeast,
      refuted: refuted.filter((entry) => entry.length > 0),
      atMost: needed.upper ? upper(node) : -1,
      move: best === undefined || byEnemies ? -1 : (best[0]?.move ?? -1),
    };
  };
}

/**
 * Lists the lines of a proof, each after one that asks for it.
 * @param problem at the start of its routes
 * @param cost that is sure; -1: none is within the limit
 * @param trusts what the names of the states rely on
 * @throws LockstepError `E_CERTIFICATE` when the proof is too large
 */
export async function listWorst(
  problem: Problem,
  cost: number,
  trusts: readonly Trust[],
  options: ListOptions,
): Promise<WorstLine[]> {
  const { limits, start } = problem;
  const key = certifiedKey(problem, trusts);
  const searched = await search(problem, cost, options);
  const { graph, expander } = searched;
  try {
    const claimed = cost < 0 ? problem.costLimit + 1 : cost;
    settle(searched, claimed);
    const needs = new Map<number, Needed>();
    const waiting: number[] = [];
    const ask = (node: number, { lower = false, upper = false }: Partial<Needed>): void => {
      const before = needs.get(node);
      if (before === undefined) needs.set(node, { lower, upper });
      else if ((before.lower || !lower) && (before.upper || !upper)) return;
      else needs.set(node, { lower: before.lower || lower, upper: before.upper || upper });
      waiting.push(node);
    };
    const root = { lower: claimed > (searched.bounds[0] as number), upper: cost >= 0 };
    if (root.lower || root.upper) ask(0, root);
    const lineOf = createLister(searched, ask);
    // what is asked of a node may grow while others are looked at
    for (let at = 0; at < waiting.length; at++)
      lineOf(waiting[at] as number, needs.get(waiting[at] as number) as Needed);
    const own = limits.filter((limit) => limit !== NO_LIMIT).length + (start === undefined ? 0 : 1);
    const { words } = graph.arena;
    return [...needs].map(([node, needed]) => {
      const line = lineOf(node, needed);
      const at = stateOf(graph, node);
      expander.load(words, at);
      // the first word of the search says whether a route ends here, which none does
      return { ...line, state: key(Array.from(words.subarray(at + 1, at + 1 + own))) };
    });
  } finally {
    expander.finish();
  }
}
