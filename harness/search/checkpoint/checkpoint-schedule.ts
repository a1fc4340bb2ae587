/** Keeps a search on disk from time to time, and takes it up again. */
import { createHash } from 'node:crypto';
import { LockstepError } from '../../base/errors.js';
import { rulesetHash } from '../../trace/ruleset.js';
import type { Problem } from '../problem/problem.js';
import type { KeptBatch } from '../shortest/frontier.js';
import type { SearchState } from '../shortest/shortest.js';
import { type Arena, enterNodes, widenNodes } from '../state/arena.js';
import type { WorstGraph } from '../worst-case/and-or-graph.js';
import { type CheckpointIdentity, type OpenCheckpoint, openCheckpoint, writeCheckpoint } from './checkpoint-file.js';
import { packingOf } from './packing.js';

export interface KeepOptions {
  readonly file: string;
  /** Milliseconds between two checkpoints. */
  readonly every: number;
  /** Go on from the file instead of from the start. */
  readonly resume: boolean;
  /** SHA-256 of the plan's text. */
  readonly plan: string;
}

export interface Keeper {
  readonly identity: CheckpointIdentity;
  readonly options: KeepOptions;
  /** Whether a checkpoint is due. */
  isDue(): boolean;
}

export function createKeeper(
  problem: Problem,
  start: Uint8Array,
  options: KeepOptions | undefined,
): Keeper | undefined {
  if (options === undefined) return undefined;
  let next = Date.now() + options.every;
  return {
    options,
    identity: {
      kind: problem.enemies === 'worst' ? 'worst' : 'shortest',
      plan: options.plan,
      ruleset: rulesetHash(problem.system, problem.plan.ruleset.switches),
      start: createHash('sha256').update(start).digest('hex'),
      packing: packingOf(problem),
    },
    isDue() {
      const now = Date.now();
      if (now < next) return false;
      next = now + options.every;
      return true;
    },
  };
}

/** Reads the nodes into an arena that is empty but for its root. */
function readNodes(open: OpenCheckpoint, arena: Arena, file: string): void {
  const { nodes } = open.checkpoint;
  if (nodes > arena.capacity) {
    throw new LockstepError('E_CHECKPOINT', 'the checkpoint does not fit into the memory allowed', {
      file,
      found: `${nodes} states`,
      expected: `at most ${arena.capacity}`,
      remedy: 'Allow more with --memory',
    });
  }
  open.read(arena.words.subarray(0, nodes * arena.stride));
  arena.length = nodes;
  enterNodes(arena);
}

/** @throws LockstepError `E_CHECKPOINT` */
function withOpen(keeper: Keeper, use: (open: OpenCheckpoint) => void): void {
  const open = openCheckpoint(keeper.options.file, keeper.identity);
  let finished = false;
  try {
    use(open);
    finished = true;
  } finally {
    if (!finished) open.close();
  }
  open.finish();
}

export function resumeSearch(keeper: Keeper, state: SearchState): void {
  withOpen(keeper, (open) => {
    const { batches, ends, expanded, places, stride } = open.checkpoint;
    state.visited.addLanes(places);
    widenNodes(state.arena, stride);
    readNodes(open, state.arena, keeper.options.file);
    state.queue.pop();
    state.queue.restore(batches);
    state.ends.push(...ends);
    state.expanded = expanded;
  });
}

export function keepSearch(keeper: Keeper, state: SearchState, current: KeptBatch | undefined): void {
  const { arena, visited, queue, ends, expanded } = state;
  const places = [...visited.places.lanes.subarray(0, visited.places.count)];
  const batches = current === undefined ? queue.batches() : [current, ...queue.batches()];
  const { length: nodes, stride } = arena;
  writeCheckpoint(
    keeper.options.file,
    { checkpoint: 2, ...keeper.identity, nodes, stride, places, expanded, batches, ends, edgeWords: 0 },
    [arena.words.subarray(0, arena.length * arena.stride)],
  );
}

export function resumeWorst(keeper: Keeper, graph: WorstGraph): void {
  withOpen(keeper, (open) => {
    const { edgeWords, expanded } = open.checkpoint;
    readNodes(open, graph.arena, keeper.options.file);
    graph.edges = new Int32Array(edgeWords);
    open.read(graph.edges);
    graph.edgeLength = edgeWords;
    graph.expanded = expanded;
  });
}

export function keepWorst(keeper: Keeper, graph: WorstGraph): void {
  const { arena, edges, edgeLength: edgeWords, expanded } = graph;
  const { length: nodes, stride } = arena;
  writeCheckpoint(
    keeper.options.file,
    { checkpoint: 2, ...keeper.identity, nodes, stride, places: [], expanded, batches: [], ends: [], edgeWords },
    [arena.words.subarray(0, arena.length * arena.stride), edges.subarray(0, edgeWords)],
  );
}
