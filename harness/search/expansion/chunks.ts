/** Parts of a batch: expanded by another thread, or here and now, into shared blocks. */
import type { Tinypool } from 'tinypool';
import type { Branching } from './branching.js';
import { branchNodes, type Visited } from './visited.js';
import type { WorkerTask } from './worker.js';

/** Nodes of a chunk at most; its children stand behind so many words. */
export const MAX_NODES = 256;
/**
 * What a chunk should take: long beside a message, short beside what others have before them, and
 * beside a batch.
 */
const CHUNK_NANOSECONDS = 1e6;
/**
 * Words for the children of a chunk: when they are full, the rest of its nodes is another chunk.
 */
const BLOCK_WORDS = 1 << 18;

/** Nodes that were expanded, and where their children end. */
type Expanded = readonly [nodes: number, end: number];

export interface Chunk {
  readonly block: Int32Array;
  /** Its nodes in the batch. */
  readonly from: number;
  readonly count: number;
  readonly done: Promise<Expanded>;
  /** Present: it is done. */
  result?: Expanded;
}

export interface Chunks {
  /** Chunks that other threads have. */
  inWork: number;
  /** Nodes that other threads expanded. */
  handed: number;
  /** Nodes that a chunk may have: by what a node takes lately. */
  maxNodes(): number;
  post(pool: Tinypool, nodes: Int32Array, from: number, count: number): Chunk;
  /** Expands here and now, as many nodes as there is room for. */
  make(nodes: Int32Array, from: number, count: number): Chunk;
  /** Gives a block back. */
  free(block: Int32Array): void;
}

export function createChunks(branching: Branching, { arena, varying }: Visited): Chunks {
  const blockWords = MAX_NODES + branching.maxWords + BLOCK_WORDS;
  const free: Int32Array[] = [];
  /** Nanoseconds of a node, lately. */
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
    post(pool, nodes, from, count) {
      const block = blockFor(nodes, from, count);
      const { stride } = arena;
      const task: WorkerTask = { block, nodes: count, childrenAt: MAX_NODES, stride, varying: varying.count };
      chunks.inWork++;
      const done = (pool.run(task) as Promise<Expanded>).then((result) => {
        chunks.inWork--;
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
      return { block, from, count: result[0], done: Promise.resolve(result), result };
    },
    free: (block) => free.push(block),
  };
  return chunks;
}
