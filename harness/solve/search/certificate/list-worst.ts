/**
 * The lines of a worst case's proof: the plan that is sure of its cost, and for every state that
 * matters what decides against each move at a lower cost.
 */

import type { CellRange, PricedCommand, System } from '../../../../core/system/system.js';
import { interruption, LockstepError } from '../../../base/index.js';

import type { StateLine, Trust, WorstLine } from '../../check/form.js';
import { createStateKey } from '../../check/state-key.js';
import { createBranching } from '../expansion/branching.js';
import type { StateExpander } from '../expansion/drawn-moves.js';
import { localExpander } from '../expansion/visited.js';
import { askedReadings, missingMove } from '../problem/lower-bound.js';
import { NO_LIMIT, planningOf, type SearchLimits } from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';
import { startSearch } from '../shortest/search-state.js';
import { runSearch, type SearchEnd } from '../shortest/shortest.js';
import { BOUND, COST, DEAD, HEADER_WORDS } from '../state/arena.js';
import {
  type AndOrGraph,
  createGraph,
  createStateExpander,
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
import { addRoot, searchWorstCase } from '../worst-case/worst-case.js';

// Why no certificate is written, in the words of all kinds of proofs.

/** @param found why the answer is no proof */
export function noProof(found: string): LockstepError {
  return new LockstepError('E_CERTIFICATE', 'no certificate is written: only a proof has one', {
    found,
    remedy: 'Give the search more states, memory or time',
  });
}

/** @param found the limit that was reached */
export function tooLarge(message: string, found: string): LockstepError {
  return new LockstepError('E_CERTIFICATE', message, {
    found,
    remedy: 'Give more --memory, or let the certificate rely on the core with --trust bound or --trust key',
  });
}

// A problem without what the core knows to make a search fast: every compared cell belongs to a
// state, and a bound is no more than the cheapest move. What such a search finds can be checked
// without trust in that knowledge.

/** The checker's bound: it takes no price for granted where the enemies' moves are listed. */
function cheapestMove(problem: Problem, goal: readonly CellRange[], commands: readonly PricedCommand[]): () => number {
  const hasEnemyMoves = problem.moves.some(({ side }) => side === 1);
  const least = hasEnemyMoves ? 0 : Math.min(...commands.map(({ price }) => price));
  return missingMove(problem.battle.image, goal, least);
}

/** @param trusts what is left as the core knows it */
export function plainProblem(problem: Problem, trusts: readonly Trust[]): Problem {
  const { system } = problem;
  const { stateKeyCells, timerMatters, costLowerBound, actionsLowerBound: _, ...rest } = planningOf(system);
  const key = {
    ...(stateKeyCells === undefined ? {} : { stateKeyCells }),
    ...(timerMatters === undefined ? {} : { timerMatters }),
  };
  const planning: NonNullable<System['capabilities']['planning']> = {
    ...rest,
    ...(trusts.includes('key') ? key : {}),
    costLowerBound: (battle, goal, commands) =>
      (trusts.includes('bound') ? costLowerBound?.(battle, goal, commands) : undefined) ??
      cheapestMove(problem, goal, commands),
  };
  return { ...problem, system: { ...system, capabilities: { ...system.capabilities, planning } } };
}

/** Names the present state of a problem's battle, as the checker does. @param trusts as above */
export function certifiedKey(problem: Problem, trusts: readonly Trust[]): ReturnType<typeof createStateKey> {
  const cells = askedReadings(problem).flatMap(({ cell }) => cell ?? []);
  return createStateKey(problem.system, problem.battle, cells, trusts.includes('key'));
}

// The states of a proof: all that a search below a cost reaches, each with its lowest cost.

export interface ListOptions extends SearchLimits {
  readonly signal?: AbortSignal;
}

/** @throws LockstepError when the search did not look at every state */
function checkEnd({ reason, bound }: SearchEnd): void {
  if (reason === 'exhausted') return;
  if (reason === 'interrupted') throw interruption('no certificate is written');
  if (reason === 'proven') {
    throw new LockstepError('E_INTERNAL', `the route that was found is not the cheapest: one costs ${bound}`);
  }
  throw tooLarge('the states of the proof are too many for the limits', `more than the limit of ${reason}`);
}

/**
 * Lists the states of a proof, sorted by cost and name.
 * @param problem at the start of its routes
 * @param below no route costs less; infinite where there is no route
 * @param trusts what the names of the states rely on
 * @throws LockstepError `E_CERTIFICATE` when they are too many, `E_INTERNAL` for a cheaper route
 */
export async function listStates(
  problem: Problem,
  below: number,
  trusts: readonly Trust[],
  options: ListOptions,
): Promise<StateLine[]> {
  const key = certifiedKey(problem, trusts);
  const costLimit = Number.isFinite(below) ? below - 1 : NO_LIMIT;
  const branching = createBranching(problem);
  const state = startSearch(branching, options.memoryBytes, false);
  const { arena, visited } = state;
  const { signal, ...limits } = options;
  const batches = localExpander(branching, visited);
  const asked = { ...problem, costLimit, routes: 1 };
  checkEnd(await runSearch({ problem: asked, state, batches, limits, ...(signal === undefined ? {} : { signal }) }));

  const { words, bytes, stride } = arena;
  const { timeWords, searchWords } = branching;
  const lines: StateLine[] = [];
  for (let node = 0; node < arena.length; node++) {
    const [cost, bound] = [words[node * stride + COST] as number, words[node * stride + BOUND] as number];
    const times = node * stride + HEADER_WORDS;
    const own = times + timeWords;
    if (cost === DEAD || cost + bound >= below) continue;
    branching.loadNode(bytes, 4 * (own + searchWords), visited.varying.lanes, visited.varying.count, words, times);
    // the first word of the search says whether a route ends here, which none does
    const values = Array.from(words.subarray(own + 1, own + searchWords));
    lines.push({ cost, bound, state: key(values) });
  }
  return lines.sort((one, other) => one.cost - other.cost || (one.state < other.state ? -1 : 1));
}

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
