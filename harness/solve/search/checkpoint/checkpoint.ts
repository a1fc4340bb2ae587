/**
 * Saves a search to disk at intervals, and resumes it. A checkpoint that cannot be written does not
 * end the search: the next one is tried again, and the answer says what is not saved.
 */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';
import { countText } from '../../../../core/system/names.js';
import { canonicalJson, LockstepError, openOutput } from '../../../base/index.js';

import type { Unsaved } from '../answer/answer.js';
import { createBranching } from '../expansion/branching.js';
import { expandListedMoves } from '../expansion/drawn-moves.js';
import { branchNode, createVisited } from '../expansion/visited.js';
import type { Problem } from '../problem/problem.js';
import { rulesOfProblem } from '../problem/problem-rules.js';
import type { SavedBatch } from '../shortest/frontier.js';
import type { SearchState } from '../shortest/search-state.js';
import {
  type Arena,
  BOUND,
  COST,
  DEPTH,
  enterNodes,
  HASH,
  HEADER_WORDS,
  MOVE,
  mixWord,
  NEXT,
  PARENT,
  ROOT_HASH,
  widenNodes,
} from '../state/arena.js';
import type { AndOrGraph } from '../worst-case/and-or-graph.js';

// The file of a checkpoint: one line of JSON, the words of the nodes and edges (little-endian), and
// the SHA-256 of both. The hash table is not stored. A file is renamed into place when it is
// complete, so that a crash leaves the previous one.

/** The properties that a checkpoint must share with the search that resumes it. */
interface CheckpointIdentity {
  readonly kind: 'shortest' | 'worst';
  /** SHA-256 of the plan's text. */
  readonly plan: string;
  readonly ruleset: string;
  /** SHA-256 of the image at the search's start. */
  readonly start: string;
  /** Packing and hashing of states; see `packingOf`. */
  readonly packing: string;
}

interface CheckpointState {
  readonly nodes: number;
  /** Words of a node. */
  readonly stride: number;
  /** Lanes of the bytes that nodes keep; see `VaryingBytes`. */
  readonly places: readonly number[];
  readonly expanded: number;
  readonly batches: readonly SavedBatch[];
  readonly ends: readonly number[];
  /** Words of edges after those of the nodes, for a worst-case search only. */
  readonly edgeWords: number;
}

interface Checkpoint extends CheckpointIdentity, CheckpointState {
  readonly checkpoint: 2;
}

const MARK = Buffer.from('{"batches":');
const PIECE_WORDS = 1 << 20;
const MAX_HEADER_BYTES = 64 * 1024 * 1024;
const HASH_BYTES = 32;
const SWAP = endianness() === 'BE';

function bytesOf(words: Int32Array): Buffer {
  const bytes = Buffer.from(words.buffer, words.byteOffset, words.byteLength);
  return SWAP ? Buffer.from(bytes).swap32() : bytes;
}

/**
 * Writes a checkpoint. @param blocks words after the header
 * @throws LockstepError `E_OUTPUT_WRITE`, and keeps the previous file
 */
function writeCheckpoint(file: string, checkpoint: Checkpoint, blocks: readonly Int32Array[]): void {
  const output = openOutput(file, 'checkpoint', { isUpdate: true });
  const hash = createHash('sha256');
  const put = (bytes: Buffer): void => {
    hash.update(bytes);
    output.write(bytes);
  };
  put(Buffer.from(`${canonicalJson(checkpoint)}\n`));
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += PIECE_WORDS) put(bytesOf(block.subarray(at, at + PIECE_WORDS)));
  }
  output.write(hash.digest());
  output.finish(true);
}

function damaged(file: string, what: string): LockstepError {
  return new LockstepError('E_CHECKPOINT', `the checkpoint ${what}`, {
    file,
    remedy: 'Take one that `route search --checkpoint` wrote, or search from the start without --resume',
  });
}

function packedOtherwise(file: string, found: string, expected: string): LockstepError {
  return new LockstepError(
    'E_CHECKPOINT',
    'the checkpoint was written by another version, which packs states differently',
    {
      file,
      found,
      expected,
      remedy: 'Resume with the version that wrote it, or search from the start without --resume',
    },
  );
}

/** Reads exactly this many bytes. */
function fill(descriptor: number, bytes: Buffer, file: string, hash: Hash): Buffer {
  for (let at = 0; at < bytes.length; ) {
    const got = readSync(descriptor, bytes, at, bytes.length - at, null);
    if (got === 0) throw damaged(file, 'is cut');
    at += got;
  }
  hash.update(bytes);
  return bytes;
}

function readHeader(descriptor: number, file: string, hash: Hash): Checkpoint {
  const start = Buffer.alloc(MARK.length);
  readSync(descriptor, start, 0, start.length, 0);
  if (!start.equals(MARK)) throw damaged(file, 'is not a checkpoint');
  let length = -1;
  const piece = Buffer.alloc(64 * 1024);
  for (let at = 0; length < 0; at += piece.length) {
    const got = readSync(descriptor, piece, 0, piece.length, at);
    const end = piece.subarray(0, got).indexOf(0x0a);
    if (end >= 0) length = at + end + 1;
    else if (got === 0 || at > MAX_HEADER_BYTES) throw damaged(file, 'is cut');
  }
  const line = fill(descriptor, Buffer.alloc(length), file, hash);
  try {
    const header = JSON.parse(line.toString('utf8')) as Partial<Checkpoint>;
    if (header.checkpoint === 2) return header as Checkpoint;
    if (typeof header.checkpoint === 'number') throw packedOtherwise(file, `form ${header.checkpoint}`, 'form 2');
  } catch (error) {
    // no JSON, or JSON without keys: null
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
  throw damaged(file, 'has a first line that cannot be read');
}

interface OpenCheckpoint {
  readonly checkpoint: Checkpoint;
  /** Reads the next words into `target`. */
  read(target: Int32Array): void;
  /** Checks that the file is unchanged, and closes it. */
  finish(): void;
  close(): void;
}

/**
 * Opens a checkpoint. @throws LockstepError `E_CHECKPOINT` for a missing or damaged one, or one of
 * another search
 */
export function openCheckpoint(file: string, identity: CheckpointIdentity): OpenCheckpoint {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    throw damaged(file, `cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
  try {
    const hash = createHash('sha256');
    const checkpoint = readHeader(descriptor, file, hash);
    for (const key of ['kind', 'plan', 'ruleset', 'start'] as const) {
      if (checkpoint[key] === identity[key]) continue;
      throw damaged(file, `is of another search: its ${key} is ${checkpoint[key]}, not ${identity[key]}`);
    }
    if (checkpoint.packing !== identity.packing) {
      throw packedOtherwise(file, `packing ${checkpoint.packing}`, identity.packing);
    }
    return {
      checkpoint,
      read(target) {
        for (let at = 0; at < target.length; at += PIECE_WORDS) {
          const piece = target.subarray(at, at + PIECE_WORDS);
          const bytes = fill(descriptor, Buffer.alloc(piece.byteLength), file, hash);
          if (SWAP) bytes.swap32();
          piece.set(new Int32Array(bytes.buffer, bytes.byteOffset, piece.length));
        }
      },
      finish() {
        const own = hash.digest();
        const theirs = Buffer.alloc(HASH_BYTES + 1);
        const got = readSync(descriptor, theirs, 0, theirs.length, null);
        closeSync(descriptor);
        if (got !== HASH_BYTES || !own.equals(theirs.subarray(0, HASH_BYTES)))
          throw damaged(file, 'was changed or cut');
      },
      close: () => closeSync(descriptor),
    };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

// A fingerprint of the packing and hashing of states: only a search with the same one can resume a
// checkpoint. It is computed from packed states, so that every change of packing, numbering or hash
// changes it.

const PROBE_BYTES = 1 << 20;
/** Numbers and words of the compared mixtures. */
const NUMBERS = [0, 1, 2, 700];
const WORDS = [0, 1, 0x80, 0x1234_5678, -1];

/** The root and its children as nodes of an exact search. */
function nodesOf(problem: Problem): Int32Array {
  const branching = createBranching(problem);
  const visited = createVisited(branching, PROBE_BYTES, false);
  const { arena, varying } = visited;
  const block = new Int32Array(branching.maxWords);
  const end = branchNode(branching, arena, varying, 0, block, 0);
  for (let child = 0; child < end; child = visited.after(block, child)) {
    while (!visited.read(block, child) && visited.widen());
    if (visited.find(block, child) < 0) visited.add(block, child);
  }
  branching.root(new Int32Array(branching.timeWords), 0);
  return arena.words.slice(0, arena.length * arena.stride);
}

/** The root's children as whole states, each after its parent, move, cost, bound and hash. */
function childrenOf(problem: Problem): number[] {
  const expander = expandListedMoves(problem);
  const root = new Int32Array(expander.stateWords);
  expander.packRoot(root, 0);
  const children: number[] = [];
  expander.expand(root, 0, {
    child(source, at, hash, move, cost, bound) {
      children.push(0, move, cost, bound, hash, ...source.subarray(at, at + expander.stateWords));
      return true;
    },
    open: () => true,
    drop: () => undefined,
  });
  expander.packRoot(root, 0);
  return children;
}

/** SHA-256, first 16 hexadecimal digits. The problem's battle is at its root before and after. */
function packingOf(problem: Problem): string {
  const header = [PARENT, MOVE, COST, BOUND, DEPTH, NEXT, HASH, HEADER_WORDS, ROOT_HASH];
  const mixed = NUMBERS.flatMap((number) => WORDS.map((word) => mixWord(number, word)));
  const lists = [header, mixed, nodesOf(problem), childrenOf(problem)];
  const images = `image layout ${problem.system.layout?.version ?? 1}`;
  const text = [images, createBranching(problem).layout, ...lists.map((list) => list.join(' '))].join('\n');
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

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
    const { sentence: message, details } = error;
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
