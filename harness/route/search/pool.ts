/** Expands large batches in worker threads. The children are taken over in the order of the nodes, whoever made them first. */
import { readFileSync } from 'node:fs';
import type { Tinypool } from 'tinypool';
import { workerFile } from '../worker-file.js';
import type { Arena } from './arena.js';
import type { Expander } from './expander.js';
import type { Problem } from './problem.js';
import { type BatchExpander, localExpander } from './search.js';
import type { WorkerSetup, WorkerTask } from './worker.js';

/** Batches below this stay in the main thread: handing them over would take longer. */
const SMALLEST_BATCH = 512;
const CHUNK_NODES = 256;

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
    const waiting: Chunk[] = [];
    let next = 0;
    let go = true;
    while (next < count || waiting.length > 0) {
      while (go && next < count && waiting.length < 3 * workers) {
        const size = Math.min(CHUNK_NODES, count - next);
        waiting.push(post(nodes, next, size));
        next += size;
      }
      const chunk = waiting.shift();
      if (chunk === undefined) break;
      const children = await chunk.children;
      if (go) go = take(chunk.block.subarray(CHUNK_NODES), children);
      free.push(chunk.block);
    }
    return go;
  }

  return {
    run: (nodes, count, take) =>
      count < SMALLEST_BATCH ? local.run(nodes, count, take) : runChunks(nodes, count, take),
    async close() {
      await (await pool)?.destroy();
    },
  };
}
