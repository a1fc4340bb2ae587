/** Expands large batches in worker threads. The children are taken over in the order of the nodes, whoever made them first. */
import { readFileSync } from 'node:fs';
import type { Tinypool } from 'tinypool';
import { workerFile } from '../worker-file.js';
import type { Branching } from './branching.js';
import type { Problem } from './problem.js';
import { type BatchExpander, localExpander, STOPPED, type Take } from './search.js';
import type { Visited } from './visited.js';
import type { WorkerSetup, WorkerTask } from './worker.js';

/** Batches from this size on are handed over, whatever a node takes. */
const LARGE_BATCH = 512;
/** Smaller ones are when they take so long, in nanoseconds, once the search itself has: threads take their time to start. */
const LONG_BATCH = 5e6;
const LONG_SEARCH = 300e6;
/** Nodes handed over at once. */
const CHUNK_NODES = 256;
const SMALLEST_CHUNK = 4;
/** Chunks that a batch is cut into for every worker. */
const CHUNKS_EACH = 4;
/** Words for the children of a chunk: when they are full, the rest of its nodes is another chunk. */
const BLOCK_WORDS = 1 << 18;

export interface PoolExpander extends BatchExpander {
  close(): Promise<void>;
}

interface Chunk {
  readonly block: Int32Array;
  /** Its nodes in the batch. */
  readonly from: number;
  readonly count: number;
  /** Nodes that were expanded, and where their children end. */
  readonly done: Promise<readonly [number, number]>;
}

/** @param start image of the problem's start @param workers number of threads, from 2 */
export function createPool(
  problem: Problem,
  start: Uint8Array,
  branching: Branching,
  visited: Visited,
  workers: number,
): PoolExpander {
  const { arena, places } = visited;
  const local = localExpander(branching, visited);
  const blockWords = CHUNK_NODES + branching.mostWords + BLOCK_WORDS;
  const free: Int32Array[] = [];
  let pool: Promise<Tinypool> | undefined;

  /** Threads are started when the first large batch comes. */
  function open(): Promise<Tinypool> {
    pool ??= startThreads();
    return pool;
  }

  async function startThreads(): Promise<Tinypool> {
    // loaded when it is needed: no other verb has a use for it
    const { Tinypool: Pool } = await import('tinypool');
    const { file } = problem.plan;
    const setup: WorkerSetup = {
      plan: readFileSync(file),
      file,
      system: problem.system.id,
      start,
      arena: arena.words,
      numbers: places.numbers,
    };
    return new Pool({
      filename: workerFile(),
      name: 'expandNodes',
      runtime: 'worker_threads',
      minThreads: workers,
      maxThreads: workers,
      workerData: setup,
      isolateWorkers: false,
      concurrentTasksPerWorker: 2,
    });
  }

  function post(nodes: Int32Array, from: number, count: number): Chunk {
    const block = free.pop() ?? new Int32Array(new SharedArrayBuffer(4 * blockWords));
    block.set(nodes.subarray(from, from + count));
    const { stride } = arena;
    const task: WorkerTask = { block, nodes: count, childrenAt: CHUNK_NODES, stride, places: places.count };
    return { block, from, count, done: open().then((threads) => threads.run(task)) };
  }

  /** Takes a chunk over. Nodes are made wider when no thread reads them. */
  async function takeChunk(block: Int32Array, end: number, waiting: readonly Chunk[], take: Take): Promise<boolean> {
    for (let at = CHUNK_NODES; ; ) {
      at = take(block, at, end);
      if (at === end) return true;
      if (at === STOPPED) return false;
      await Promise.all(waiting.map(({ done }) => done));
      if (!visited.widen()) return false;
    }
  }

  async function runChunks(nodes: Int32Array, count: number, take: Take): Promise<boolean> {
    const chunk = Math.ceil(count / (CHUNKS_EACH * workers));
    const size = Math.max(SMALLEST_CHUNK, Math.min(CHUNK_NODES, chunk));
    const waiting: Chunk[] = [];
    let next = 0;
    let go = true;
    while (next < count || waiting.length > 0) {
      while (go && next < count && waiting.length < 3 * workers) {
        const length = Math.min(size, count - next);
        waiting.push(post(nodes, next, length));
        next += length;
      }
      const first = waiting.shift();
      if (first === undefined) break;
      const [done, end] = await first.done;
      if (go) go = await takeChunk(first.block, end, waiting, take);
      free.push(first.block);
      if (go && done < first.count) waiting.unshift(post(nodes, first.from + done, first.count - done));
    }
    return go;
  }

  const here = { nodes: 1, nanoseconds: 0 };

  /** Whether threads would be done with a batch sooner. What they find is the same. */
  function isWorthIt(count: number): boolean {
    if (count >= LARGE_BATCH) return true;
    if (here.nanoseconds < LONG_SEARCH || count < 2 * workers) return false;
    return (count * here.nanoseconds) / here.nodes >= LONG_BATCH;
  }

  async function runHere(nodes: Int32Array, count: number, take: Take): Promise<boolean> {
    const began = process.hrtime.bigint();
    const done = await local.run(nodes, count, take);
    here.nanoseconds += Number(process.hrtime.bigint() - began);
    here.nodes += count;
    return done;
  }

  return {
    run: (nodes, count, take) => (isWorthIt(count) ? runChunks(nodes, count, take) : runHere(nodes, count, take)),
    async close() {
      await (await pool)?.destroy();
    },
  };
}
