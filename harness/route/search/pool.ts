/** Expands large batches in worker threads. The children are taken over in the order of the nodes, whoever made them first. */
import { readFileSync } from 'node:fs';
import type { Tinypool } from 'tinypool';
import { workerFile } from '../worker-file.js';
import type { Arena } from './arena.js';
import type { Expander } from './expander.js';
import type { Problem } from './problem.js';
import { type BatchExpander, localExpander } from './search.js';
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

export interface PoolExpander extends BatchExpander {
  close(): Promise<void>;
}

interface Chunk {
  readonly block: Int32Array;
  readonly children: Promise<number>;
}

/** @param start image of the problem's start @param workers number of threads, from 2 */
export function createPool(
  problem: Problem,
  start: Uint8Array,
  expander: Expander,
  arena: Arena,
  workers: number,
): PoolExpander {
  const local = localExpander(expander, arena);
  const blockWords = CHUNK_NODES * (1 + expander.mostChildren * expander.childWords);
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
      stride: arena.stride,
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
    const task: WorkerTask = { block, nodes: count, childrenAt: CHUNK_NODES };
    return { block, children: open().then((threads) => threads.run(task) as Promise<number>) };
  }

  async function runChunks(
    nodes: Int32Array,
    count: number,
    take: (block: Int32Array, children: number) => boolean,
  ): Promise<boolean> {
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
      const children = await first.children;
      if (go) go = take(first.block.subarray(CHUNK_NODES), children);
      free.push(first.block);
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

  async function runHere(
    nodes: Int32Array,
    count: number,
    take: Parameters<BatchExpander['run']>[2],
  ): Promise<boolean> {
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
