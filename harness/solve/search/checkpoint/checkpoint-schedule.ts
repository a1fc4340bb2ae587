/**
 * Saves a search to disk at intervals, and resumes it. A checkpoint that cannot be written does not
 * end the search: the next one is tried again, and the answer says what is not saved.
 */

import { createHash } from 'node:crypto';
import { LockstepError } from '../../../base/errors.js';
import { countText } from '../../../base/number-text.js';
import { openOutput } from '../../../base/output-file.js';
import type { Unsaved } from '../answer/answer.js';
import type { Problem } from '../problem/problem.js';
import { rulesOfProblem } from '../problem/problem-rules.js';
import type { SavedBatch } from '../shortest/frontier.js';
import type { SearchState } from '../shortest/search-state.js';
import { type Arena, enterNodes, widenNodes } from '../state/arena.js';
import type { AndOrGraph } from '../worst-case/and-or-graph.js';
import {
  type Checkpoint,
  type CheckpointIdentity,
  type OpenCheckpoint,
  openCheckpoint,
  writeCheckpoint,
} from './checkpoint-file.js';
import { packingOf } from './packing.js';

export interface CheckpointOptions {
  readonly file: string;
  /** Milliseconds between two checkpoints. */
  readonly every: number;
  /** Resume from the file instead of the start. */
  readonly resume: boolean;
  /** SHA-256 of the plan's text. */
  readonly plan: string;
  /** Called with the first reason why one cannot be written. */
  readonly onUnsaved?: (error: LockstepError) => void;
}

export interface CheckpointSchedule {
  readonly identity: CheckpointIdentity;
  readonly options: CheckpointOptions;
  /** What could not be saved so far. */
  unsaved: Unsaved | undefined;
  /** States in the file. */
  savedNodes: number;
  /** Whether a checkpoint is due. */
  isDue(): boolean;
}

/**
 * @throws LockstepError `E_OUTPUT_WRITE` where no checkpoint can be written at all, before the
 * search begins
 */
export function createCheckpointSchedule(
  problem: Problem,
  start: Uint8Array,
  options: CheckpointOptions | undefined,
): CheckpointSchedule | undefined {
  if (options === undefined) return undefined;
  openOutput(options.file, 'checkpoint', { isUpdate: true }).abort();
  let next = Date.now() + options.every;
  return {
    options,
    unsaved: undefined,
    savedNodes: 0,
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
      found: countText(nodes, 'state'),
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
  schedule.savedNodes = open.checkpoint.nodes;
}

/** Writes a checkpoint, or notes why it cannot be written: a later one may be. */
function save(
  schedule: CheckpointSchedule,
  checkpoint: Omit<Checkpoint, 'checkpoint' | keyof CheckpointIdentity>,
  blocks: readonly Int32Array[],
): void {
  const { options, identity, unsaved } = schedule;
  const { file } = options;
  try {
    writeCheckpoint(file, { checkpoint: 2, ...identity, ...checkpoint }, blocks);
    schedule.savedNodes = checkpoint.nodes;
    if (unsaved !== undefined) schedule.unsaved = { ...unsaved, lastSaved: true, savedNodes: checkpoint.nodes };
  } catch (error) {
    if (!(error instanceof LockstepError) || error.code !== 'E_OUTPUT_WRITE') throw error;
    if (unsaved === undefined) options.onUnsaved?.(error);
    const { message, details } = error;
    const failed = 1 + (unsaved?.failed ?? 0);
    const { savedNodes } = schedule;
    schedule.unsaved = { file, failed, message, remedy: details.remedy ?? '', lastSaved: false, savedNodes };
  }
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
  save(schedule, { nodes, stride, places, expanded, batches, ends, edgeWords: 0 }, [
    arena.words.subarray(0, arena.length * arena.stride),
  ]);
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
  save(schedule, { nodes, stride, places: [], expanded, batches: [], ends: [], edgeWords }, [
    arena.words.subarray(0, arena.length * arena.stride),
    edges.subarray(0, edgeWords),
  ]);
}
