/**
 * Expands large batches in several threads at once. Children are taken over in the order of the
 * nodes, whichever thread made them. This thread expands the next nodes whenever no children are
 * ready, so that no thread waits for another, and works alone until the others have started.
 */
import type { Problem } from '../problem/problem.js';
import { type AcceptChildren, type BatchExpander, localExpander, STOPPED } from './batch-expander.js';
import type { Branching } from './branching.js';
import { type Chunk, type Chunks, createChunks, MAX_NODES } from './chunks.js';
import { createSearchThreads, type SearchThreads } from './search-threads.js';
import type { Visited } from './visited.js';
import { problemSetup } from './worker-problem.js';

/** Minimum size of a batch that is always handed to other threads. */
const LARGE_BATCH = 512;
/**
 * Smaller batches are handed over when they and the search so far take this long, in nanoseconds:
 * threads take time to start.
 */
const LONG_BATCH = 5e6;
const LONG_SEARCH = 300e6;
/** Time of a search, in nanoseconds, from which threads pay: they are started beside it. */
const START_AFTER = 50e6;
/**
 * Chunks queued for each thread, including the present one: enough for the time in which this
 * thread takes children over.
 */
const CHUNKS_EACH = 16;
/** Maximum number of chunks made or in progress but not taken over, for each thread. */
const AHEAD_EACH = 24;

export interface PoolExpander extends BatchExpander {
  /** Starts the threads, and waits until all of them are ready. */
  start(): Promise<void>;
  /** Nodes that other threads expanded. */
  handed(): number;
  close(): Promise<void>;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** The shared state of a pool's threads. */
interface Pool {
  readonly visited: Visited;
  readonly threads: SearchThreads;
  readonly chunks: Chunks;
  /** Number of threads, this one included. */
  readonly workers: number;
}

/** Takes a chunk over. Nodes are widened when no thread reads them. */
async function takeChunk(
  { visited }: Pool,
  block: Int32Array,
  end: number,
  waiting: readonly Chunk[],
  accept: AcceptChildren,
): Promise<boolean> {
  for (let at = MAX_NODES; ; ) {
    at = accept(block, at, end);
    if (at === end) return true;
    if (at === STOPPED) return false;
    await Promise.all(waiting.map(({ done }) => done));
    if (!visited.widen()) return false;
  }
}

async function runChunks(pool: Pool, nodes: Int32Array, count: number, accept: AcceptChildren): Promise<boolean> {
  const { threads, chunks, workers } = pool;
  const waiting: Chunk[] = [];
  let next = 0;
  let go = true;
  const mayAdd = (): boolean => go && next < count && waiting.length < AHEAD_EACH * workers;
  const size = (): number => {
    const max = Math.min(chunks.maxNodes(), (count - next) / (2 * workers));
    return Math.min(Math.max(1, Math.floor(max)), count - next);
  };
  const add = (chunk: Chunk): void => {
    next += chunk.count;
    waiting.push(chunk);
  };
  for (;;) {
    while (threads.isReady() && mayAdd() && chunks.inWork < CHUNKS_EACH * (workers - 1)) {
      add(chunks.post(threads, nodes, next, size()));
    }
    const [first] = waiting;
    if (first?.result !== undefined) {
      waiting.shift();
      const [done, end] = first.result;
      if (go) go = await takeChunk(pool, first.block, end, waiting, accept);
      chunks.free(first.block);
      if (go && done < first.count) waiting.unshift(chunks.make(nodes, first.from + done, first.count - done));
    } else if (mayAdd()) {
      add(chunks.make(nodes, next, size()));
      await nextTurn();
      if (threads.failure !== undefined) throw threads.failure;
    } else if (first !== undefined) await first.done;
    else return go;
  }
}

export interface PoolOptions {
  /** Number of threads, this one included, from 2. */
  readonly workers: number;
  /** Words for the children of a chunk. */
  readonly room?: number;
  /** Called once when a thread ended before its time: the search goes on without threads. */
  readonly onLost?: (reason: string) => void;
}

/** @param start image of the problem's start */
export function createPool(
  problem: Problem,
  start: Uint8Array,
  branching: Branching,
  visited: Visited,
  { workers, room, onLost }: PoolOptions,
): PoolExpander {
  const { arena, varying } = visited;
  const local = localExpander(branching, visited);
  const setup = () => ({ ...problemSetup(problem, start), arena: arena.words, lanes: varying.lanes });
  const lost = onLost === undefined ? {} : { onLost };
  const threads = createSearchThreads(setup, { count: workers - 1, tasks: CHUNKS_EACH, ...lost });
  const chunks = createChunks(branching, visited, room);
  const pool: Pool = { visited, threads, chunks, workers };
  /** Nodes and time of this thread alone, initially one node. */
  const here = { nodes: 1, nanoseconds: LONG_BATCH };

  /** Whether threads would finish a batch sooner, with the same result. */
  function isWorthIt(count: number): boolean {
    if (count >= LARGE_BATCH) return true;
    if (here.nanoseconds < LONG_SEARCH || count < 2 * workers) return false;
    return (count * here.nanoseconds) / here.nodes >= LONG_BATCH;
  }

  async function runHere(nodes: Int32Array, count: number, accept: AcceptChildren): Promise<boolean> {
    const began = process.hrtime.bigint();
    const done = await local.run(nodes, count, accept);
    here.nanoseconds += Number(process.hrtime.bigint() - began);
    here.nodes += count;
    return done;
  }

  return {
    async run(nodes, count, accept) {
      for (let from = 0; from < count; ) {
        const left = count - from;
        const isLarge = isWorthIt(left);
        if (!threads.isStarted() && (isLarge || here.nanoseconds >= START_AFTER)) {
          void threads.start();
          // in between, the event loop would run too seldom for it
          await threads.opened();
        }
        if (isLarge) return runChunks(pool, nodes.subarray(from), left, accept);
        const part = Math.min(left, Math.ceil((LONG_BATCH * here.nodes) / Math.max(here.nanoseconds, 1)));
        if (!(await runHere(nodes.subarray(from, from + part), part, accept))) return false;
        from += part;
      }
      return true;
    },
    start: threads.start,
    handed: () => chunks.handed,
    close: threads.close,
  };
}
