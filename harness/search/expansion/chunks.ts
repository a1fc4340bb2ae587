/** Parts of a batch, expanded by another thread or by this one, into shared blocks. */
import type { Branching } from './branching.js';
import type { Expanded, SearchThreads } from './search-threads.js';
import { branchNodes, type Visited } from './visited.js';
import type { WorkerTask } from './worker.js';

/** Maximum number of nodes in a chunk; its children begin after this many words. */
export const MAX_NODES = 256;
/**
 * Target time of a chunk: long compared with a message, short compared with a thread's queue and
 * with a batch.
 */
const CHUNK_NANOSECONDS = 1e6;
/**
 * Words for the children of a chunk: when they are full, the remaining nodes become another chunk.
 */
const BLOCK_WORDS = 1 << 18;

export interface Chunk {
  readonly block: Int32Array;
  /** Its nodes in the batch. */
  readonly from: number;
  readonly count: number;
  readonly done: Promise<Expanded>;
  /** The result of a finished chunk; fewer nodes than `count` where the rest is to be made. */
  result?: Expanded;
}

export interface Chunks {
  /** Number of chunks at other threads. */
  inWork: number;
  /** Number of nodes that other threads expanded. */
  handed: number;
  /** Maximum number of nodes in a chunk, by the recent time of a node. */
  maxNodes(): number;
  post(threads: SearchThreads, nodes: Int32Array, from: number, count: number): Chunk;
  /** Expands in this thread, as many of the nodes as there is room for. */
  make(nodes: Int32Array, from: number, count: number): Chunk;
  /** Returns a block for reuse. */
  free(block: Int32Array): void;
}

/** @param room words for the children of a chunk, besides those of one node */
export function createChunks(branching: Branching, { arena, varying }: Visited, room = BLOCK_WORDS): Chunks {
  const blockWords = MAX_NODES + branching.maxWords + room;
  const free: Int32Array[] = [];
  /** Recent time of a node, in nanoseconds. */
  let nanoseconds = CHUNK_NANOSECONDS / MAX_NODES;

  function blockFor(nodes: Int32Array, from: number, count: number): Int32Array {
    const block = free.pop() ?? new Int32Array(new SharedArrayBuffer(4 * blockWords));
    block.set(nodes.subarray(from, from + count));
    return block;
  }

  const chunks: Chunks = {
    inWork: 0,
    handed: 0,
    maxNodes: () => Math.min(CHUNK_NANOSECONDS / nanoseconds, MAX_NODES),
    post(threads, nodes, from, count) {
      const block = blockFor(nodes, from, count);
      const { stride } = arena;
      const task: WorkerTask = { block, nodes: count, childrenAt: MAX_NODES, stride, varying: varying.count };
      chunks.inWork++;
      const done = threads.run(task).then((expanded) => {
        chunks.inWork--;
        // of what was lost no node is expanded
        const result = expanded ?? ([0, MAX_NODES] as const);
        chunks.handed += result[0];
        chunk.result = result;
        return result;
      });
      // an error is met where the chunk is waited for
      done.catch(() => undefined);
      const chunk: Chunk = { block, from, count, done };
      return chunk;
    },
    make(nodes, from, count) {
      const block = blockFor(nodes, from, count);
      const began = process.hrtime.bigint();
      const result = branchNodes(branching, arena, varying, block, count, MAX_NODES);
      nanoseconds = (3 * nanoseconds + Number(process.hrtime.bigint() - began) / result[0]) / 4;
      return { block, from, count, done: Promise.resolve(result), result };
    },
    free: (block) => free.push(block),
  };
  return chunks;
}
