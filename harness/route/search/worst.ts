/**
 * The search against the worst of the enemies' listed moves: an AND-OR graph, in which a state is worth the least cost that reaches the
 * goal whatever they do. Every state keeps a lower and an upper bound; the root's budget rises to its lower bound until the upper one
 * is within it. Every move costs something, so that no line of play comes back to a state within its budget.
 */
import {
  type Arena,
  addNode,
  COST,
  createArena,
  findNode,
  HEADER_WORDS,
  hashKey,
  MOVE,
  NEXT,
  PARENT,
} from './arena.js';
import { CHILD_BOUND, CHILD_HASH, CHILD_HEADER, CHILD_MOVE, CHILD_STEP_COST, type Expander } from './expander.js';
import { NO_LIMIT } from './metrics.js';
import type { Problem } from './problem.js';
import type { EndReason, SearchLimits, SearchProgress } from './search.js';

/** No way, within any budget. */
const NEVER = 0x3fff_ffff;
/** Header words with another meaning here. */
const LOWER = COST;
const UPPER = NEXT;
/** Where the node's children stand among the edges, + 1; 0: not expanded. */
const EDGES = PARENT;
const EDGE_COUNT = MOVE;
const EDGE_WORDS = 3;
const ENEMIES = 1;
const CLOCK_EVERY = 256;

export interface WorstEnd {
  readonly reason: EndReason;
  /** Moves of the line in which both sides do what is best for them; empty when no route is forced. */
  readonly path: readonly number[];
  readonly cost: number;
  readonly bound: number;
  readonly nodes: number;
  readonly expanded: number;
}

export interface WorstRun {
  readonly problem: Problem;
  readonly expander: Expander;
  readonly limits: SearchLimits;
  readonly signal?: AbortSignal;
  readonly progress?: (progress: SearchProgress) => void;
}

interface Stopped {
  reason: EndReason | undefined;
}

export function searchWorst(run: WorstRun): WorstEnd {
  const { problem, expander, limits } = run;
  const arena: Arena = createArena(limits.memoryBytes, expander.keyWords, expander.stateWords, false);
  const { words, stride } = arena;
  let edges = new Int32Array(3 << 16);
  let edgeLength = 0;
  const block = new Int32Array(expander.mostChildren * expander.childWords);
  const probe = { place: 0 };
  const stopped: Stopped = { reason: undefined };
  const began = Date.now();
  let shown = began;
  let expanded = 0;

  function put(source: Int32Array, at: number, hash: number, bound: number): number {
    const known = findNode(arena, source, at, hash, probe);
    if (known >= 0) return known;
    const node = addNode(arena, source, at, hash, probe.place);
    if (node < 0) {
      stopped.reason ??= 'memory';
      return -1;
    }
    const start = node * stride;
    const atGoal = source[at] !== 0;
    words[start + LOWER] = bound;
    words[start + UPPER] = atGoal ? 0 : NEVER;
    words[start + EDGES] = 0;
    words[start + EDGE_COUNT] = 0;
    return node;
  }

  function addEdge(child: number, move: number, cost: number): void {
    if (edgeLength + EDGE_WORDS > edges.length) {
      const longer = new Int32Array(2 * edges.length);
      longer.set(edges);
      edges = longer;
    }
    edges[edgeLength] = child;
    edges[edgeLength + 1] = move;
    edges[edgeLength + 2] = cost;
    edgeLength += EDGE_WORDS;
  }

  function isEnemies(node: number): boolean {
    return expander.turnOf(words, node * stride + HEADER_WORDS) === ENEMIES;
  }

  /** Fills in a node's edges; a move of the enemies that breaks what must be kept makes the node worth nothing. */
  function expand(node: number): void {
    const start = node * stride;
    const children = expander.expand(words, start + HEADER_WORDS, node, block, 0);
    const lost = expander.cut;
    expanded++;
    const first = edgeLength;
    for (let index = 0; index < children; index++) {
      const child = index * expander.childWords;
      const state = child + CHILD_HEADER;
      const id = put(block, state, block[child + CHILD_HASH] as number, block[child + CHILD_BOUND] as number);
      if (id < 0) return;
      addEdge(id, block[child + CHILD_MOVE] as number, block[child + CHILD_STEP_COST] as number);
    }
    words[start + EDGES] = first + 1;
    words[start + EDGE_COUNT] = children;
    if (children === 0 || (lost > 0 && isEnemies(node))) words[start + LOWER] = NEVER;
    checkLimits();
  }

  function checkLimits(): void {
    if (limits.nodes !== NO_LIMIT && arena.length >= limits.nodes) stopped.reason ??= 'nodes';
    if (expanded % CLOCK_EVERY !== 0) return;
    const now = Date.now();
    if (limits.milliseconds !== NO_LIMIT && now - began >= limits.milliseconds) stopped.reason ??= 'time';
    if (run.signal?.aborted === true) stopped.reason ??= 'interrupted';
    if (now - shown < 500) return;
    shown = now;
    const bytes = 4 * (arena.length * stride + arena.table.length + edges.length);
    const bound = words[LOWER] as number;
    run.progress?.({ nodes: arena.length, expanded, waiting: 0, best: -1, bound, bytes });
  }

  /** Raises the lower bound above the budget or lowers the upper one into it. */
  function improve(node: number, budget: number): void {
    const start = node * stride;
    if (stopped.reason !== undefined) return;
    if ((words[start + LOWER] as number) > budget || (words[start + UPPER] as number) <= budget) return;
    if (words[start + EDGES] === 0) expand(node);
    if (stopped.reason !== undefined || (words[start + LOWER] as number) > budget) return;
    if (isEnemies(node)) improveEnemies(start, budget);
    else improveAllies(start, budget);
  }

  function improveAllies(start: number, budget: number): void {
    const first = (words[start + EDGES] as number) - 1;
    const end = first + EDGE_WORDS * (words[start + EDGE_COUNT] as number);
    let least = NEVER;
    for (let edge = first; edge < end; edge += EDGE_WORDS) {
      const child = (edges[edge] as number) * stride;
      const cost = edges[edge + 2] as number;
      improve(edges[edge] as number, budget - cost);
      if (stopped.reason !== undefined) return;
      const upper = cost + (words[child + UPPER] as number);
      if (upper <= budget) {
        words[start + UPPER] = upper;
        return;
      }
      least = Math.min(least, cost + (words[child + LOWER] as number));
    }
    words[start + LOWER] = Math.max(words[start + LOWER] as number, Math.min(least, NEVER));
  }

  function improveEnemies(start: number, budget: number): void {
    const first = (words[start + EDGES] as number) - 1;
    const end = first + EDGE_WORDS * (words[start + EDGE_COUNT] as number);
    let most = 0;
    for (let edge = first; edge < end; edge += EDGE_WORDS) {
      const child = (edges[edge] as number) * stride;
      const cost = edges[edge + 2] as number;
      improve(edges[edge] as number, budget - cost);
      if (stopped.reason !== undefined) return;
      const lower = Math.min(NEVER, cost + (words[child + LOWER] as number));
      if (lower > budget) {
        words[start + LOWER] = Math.max(words[start + LOWER] as number, lower);
        return;
      }
      most = Math.max(most, cost + (words[child + UPPER] as number));
    }
    words[start + UPPER] = most;
  }

  /** The line from the root: the cheapest edge of the allies, the dearest of the enemies, the first of equal ones. */
  function line(): number[] {
    const path: number[] = [];
    for (let node = 0; words[node * stride + UPPER] !== 0; ) {
      const start = node * stride;
      const first = (words[start + EDGES] as number) - 1;
      const end = first + EDGE_WORDS * (words[start + EDGE_COUNT] as number);
      const enemies = isEnemies(node);
      let best = -1;
      let worth = 0;
      for (let edge = first; edge < end; edge += EDGE_WORDS) {
        const value = (edges[edge + 2] as number) + (words[(edges[edge] as number) * stride + UPPER] as number);
        if (best >= 0 && (enemies ? value <= worth : value >= worth)) continue;
        best = edge;
        worth = value;
      }
      path.push(edges[best + 1] as number);
      node = edges[best] as number;
    }
    return path;
  }

  const root = new Int32Array(expander.stateWords);
  const bound = expander.packRoot(root, 0);
  put(root, 0, hashKey(root, 0, expander.keyWords), bound);
  const most = problem.costLimit === NO_LIMIT ? NEVER - 1 : problem.costLimit;
  while (stopped.reason === undefined) {
    const budget = words[LOWER] as number;
    if (budget > most || (words[UPPER] as number) <= budget) break;
    improve(0, budget);
  }
  const forced = (words[UPPER] as number) < NEVER && (words[UPPER] as number) <= (words[LOWER] as number);
  const lower = words[LOWER] as number;
  return {
    reason: stopped.reason ?? (forced ? 'proven' : 'exhausted'),
    path: forced ? line() : [],
    cost: forced ? (words[UPPER] as number) : -1,
    bound: lower >= NEVER ? -1 : lower,
    nodes: arena.length,
    expanded,
  };
}
