/** Saves a search to disk at intervals, and resumes it. */
import { createHash } from 'node:crypto';
import { LockstepError } from '../../base/errors.js';
import type { Problem } from '../problem/problem.js';
import { rulesOfProblem } from '../problem/problem-rules.js';
import type { SavedBatch } from '../shortest/frontier.js';
import type { SearchState } from '../shortest/search-state.js';
import { type Arena, enterNodes, widenNodes } from '../state/arena.js';
import type { AndOrGraph } from '../worst-case/and-or-graph.js';
import { type CheckpointIdentity, type OpenCheckpoint, openCheckpoint, writeCheckpoint } from './checkpoint-file.js';
import { packingOf } from './packing.js';

export interface CheckpointOptions {
  readonly file: string;
  /** Milliseconds between two checkpoints. */
  readonly every: number;
  /** Resume from the file instead of the start. */
  readonly resume: boolean;
  /** SHA-256 of the plan's text. */
  readonly plan: string;
}

export interface CheckpointSchedule {
  readonly identity: CheckpointIdentity;
  readonly options: CheckpointOptions;
  /** Whether a checkpoint is due. */
  isDue(): boolean;
}

export function createCheckpointSchedule(
  problem: Problem,
  start: Uint8Array,
  options: CheckpointOptions | undefined,
): CheckpointSchedule | undefined {
  if (options === undefined) return undefined;
  let next = Date.now() + options.every;
  return {
    options,
    identity: {
      kind: problem.enemies === 'worst' ? 'worst' : 'shortest',
      plan: options.plan,
      ruleset: rulesOfProblem(problem),
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

/** Reads the nodes into an arena that holds only its root. */
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
function withOpen(schedule: CheckpointSchedule, use: (open: OpenCheckpoint) => void): void {
  const open = openCheckpoint(schedule.options.file, schedule.identity);
  let finished = false;
  try {
    use(open);
    finished = true;
  } finally {
    if (!finished) open.close();
  }
  open.finish();
}

export function resumeSearch(schedule: CheckpointSchedule, state: SearchState): void {
  withOpen(schedule, (open) => {
    const { batches, ends, expanded, places, stride } = open.checkpoint;
    state.visited.addLanes(places);
    widenNodes(state.arena, stride);
    readNodes(open, state.arena, schedule.options.file);
    state.frontier.pop();
    state.frontier.restore(batches);
    state.ends.push(...ends);
    state.expanded = expanded;
  });
}

export function saveSearch(schedule: CheckpointSchedule, state: SearchState, current: SavedBatch | undefined): void {
  const { arena, visited, frontier, ends, expanded } = state;
  const places = [...visited.varying.lanes.subarray(0, visited.varying.count)];
  const batches = current === undefined ? frontier.batches() : [current, ...frontier.batches()];
  const { length: nodes, stride } = arena;
  writeCheckpoint(
    schedule.options.file,
    { checkpoint: 2, ...schedule.identity, nodes, stride, places, expanded, batches, ends, edgeWords: 0 },
    [arena.words.subarray(0, arena.length * arena.stride)],
  );
}

export function resumeWorstCase(schedule: CheckpointSchedule, graph: AndOrGraph): void {
  withOpen(schedule, (open) => {
    const { edgeWords, expanded } = open.checkpoint;
    readNodes(open, graph.arena, schedule.options.file);
    graph.edges = new Int32Array(edgeWords);
    open.read(graph.edges);
    graph.edgeLength = edgeWords;
    graph.expanded = expanded;
  });
}

export function saveWorstCase(schedule: CheckpointSchedule, graph: AndOrGraph): void {
  const { arena, edges, edgeLength: edgeWords, expanded } = graph;
  const { length: nodes, stride } = arena;
  writeCheckpoint(
    schedule.options.file,
    { checkpoint: 2, ...schedule.identity, nodes, stride, places: [], expanded, batches: [], ends: [], edgeWords },
    [arena.words.subarray(0, arena.length * arena.stride), edges.subarray(0, edgeWords)],
  );
}
