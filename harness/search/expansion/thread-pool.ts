/**
 * Expands large batches in this thread and in others at once. Children are taken over in the order of the nodes, whoever made them first.
 * This thread expands what is next whenever nothing is there to be taken over, so that no thread waits for another, and alone until the
 * others have started.
 */
import type { Tinypool } from 'tinypool';
import type { Problem } from '../problem/problem.js';
import { type AcceptChildren, type BatchExpander, localExpander, STOPPED } from './batch-expander.js';
import type { Branching } from './branching.js';
import { branchNodes, type Visited } from './visited.js';
import type { WorkerSetup, WorkerTask } from './worker.js';
import { workerFile } from './worker-file.js';
import { problemSetup } from './worker-problem.js';

/** Batches from this size on are handed over, whatever a node takes. */
const LARGE_BATCH = 512;
/** Smaller ones are when they take so long, in nanoseconds, once the search itself has: threads take their time to start. */
const LONG_BATCH = 5e6;
const LONG_SEARCH = 300e6;
/** A search that takes longer, in nanoseconds, will have a use for threads: they are started beside it. */
const START_AFTER = 50e6;
/** What a chunk should take: long beside a message, short beside what others have before them, and beside a batch. */
const CHUNK_NANOSECONDS = 1e6;
const MAX_NODES = 256;
/** Words for the children of a chunk: when they are full, the rest of its nodes is another chunk. */
const BLOCK_WORDS = 1 << 18;
/** Chunks that each thread has before it, the one in work included: enough for as long as this thread takes children over. */
const CHUNKS_EACH = 16;
/** Chunks made or in work that are not taken over yet, for each thread. */
const AHEAD_EACH = 24;

export interface PoolExpander extends BatchExpander {
  /** Starts the threads, and waits until all of them are ready. */
  start(): Promise<void>;
  /** Nodes that other threads expanded. */
  readonly handed: number;
  close(): Promise<void>;
}

/** Nodes that were expanded, and where their children end. */
type Expanded = readonly [nodes: number, end: number];

interface Chunk {
  readonly block: Int32Array;
  /** Its nodes in the batch. */
  readonly from: number;
  readonly count: number;
  readonly done: Promise<Expanded>;
  /** Present: it is done. */
  result?: Expanded;
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** @param start image of the problem's start @param workers number of threads, this one included, from 2 */
export function createPool(
  problem: Problem,
  start: Uint8Array,
  branching: Branching,
  visited: Visited,
  workers: number,
): PoolExpander {
  const { arena, places } = visited;
  const local = localExpander(branching, visited);
  const others = workers - 1;
  const blockWords = MAX_NODES + branching.maxWords + BLOCK_WORDS;
  const free: Int32Array[] = [];
  /** Threads that are ready. */
  let threads: Tinypool | undefined;
  let opened: Promise<Tinypool> | undefined;
  let starting: Promise<void> | undefined;
  let failure: unknown;
  let handed = 0;
  /** Chunks that other threads have. */
  let inWork = 0;
  /** Nanoseconds of a node, lately. */
  let nanoseconds = CHUNK_NANOSECONDS / MAX_NODES;

  function startOthers(): Promise<void> {
    starting ??= (async () => {
      opened = openThreads();
      const pool = await opened;
      const nothing = { nodes: 0, childrenAt: 0, stride: 0, places: 0, block: new Int32Array(1) };
      await Promise.all(Array.from({ length: others }, () => pool.run(nothing)));
      threads = pool;
    })();
    starting.catch((error: unknown) => {
      failure = error;
    });
    return starting;
  }

  async function openThreads(): Promise<Tinypool> {
    // loaded when it is needed: no other verb has a use for it
    const { Tinypool: Pool } = await import('tinypool');
    const setup: WorkerSetup = { ...problemSetup(problem, start), arena: arena.words, lanes: places.lanes };
    return new Pool({
      filename: workerFile(),
      name: 'expandNodes',
      runtime: 'worker_threads',
      minThreads: others,
      maxThreads: others,
      workerData: setup,
      isolateWorkers: false,
      concurrentTasksPerWorker: CHUNKS_EACH,
    });
  }

  function blockFor(nodes: Int32Array, from: number, count: number): Int32Array {
    const block = free.pop() ?? new Int32Array(new SharedArrayBuffer(4 * blockWords));
    block.set(nodes.subarray(from, from + count));
    return block;
  }

  function post(pool: Tinypool, nodes: Int32Array, from: number, count: number): Chunk {
    const block = blockFor(nodes, from, count);
    const { stride } = arena;
    const task: WorkerTask = { block, nodes: count, childrenAt: MAX_NODES, stride, places: places.count };
    inWork++;
    const done = (pool.run(task) as Promise<Expanded>).then((result) => {
      inWork--;
      handed += result[0];
      chunk.result = result;
      return result;
    });
    // an error is met where the chunk is waited for
    done.catch(() => undefined);
    const chunk: Chunk = { block, from, count, done };
    return chunk;
  }

  /** A chunk that is made here and now. */
  function make(nodes: Int32Array, from: number, count: number): Chunk {
    const block = blockFor(nodes, from, count);
    const began = process.hrtime.bigint();
    const result = branchNodes(branching, arena, places, block, count, MAX_NODES);
    nanoseconds = (3 * nanoseconds + Number(process.hrtime.bigint() - began) / result[0]) / 4;
    return { block, from, count: result[0], done: Promise.resolve(result), result };
  }

  /** Takes a chunk over. Nodes are made wider when no thread reads them. */
  async function takeChunk(
    block: Int32Array,
    end: number,
    waiting: readonly Chunk[],
    take: AcceptChildren,
  ): Promise<boolean> {
    for (let at = MAX_NODES; ; ) {
      at = take(block, at, end);
      if (at === end) return true;
      if (at === STOPPED) return false;
      await Promise.all(waiting.map(({ done }) => done));
      if (!visited.widen()) return false;
    }
  }

  async function runChunks(nodes: Int32Array, count: number, take: AcceptChildren): Promise<boolean> {
    const waiting: Chunk[] = [];
    let next = 0;
    let go = true;
    const mayAdd = (): boolean => go && next < count && waiting.length < AHEAD_EACH * workers;
    const size = (): number => {
      const most = Math.min(CHUNK_NANOSECONDS / nanoseconds, (count - next) / (2 * workers), MAX_NODES);
      return Math.min(Math.max(1, Math.floor(most)), count - next);
    };
    for (;;) {
      while (threads !== undefined && mayAdd() && inWork < CHUNKS_EACH * others) {
        const chunk = post(threads, nodes, next, size());
        next += chunk.count;
        waiting.push(chunk);
      }
      const [first] = waiting;
      if (first?.result !== undefined) {
        waiting.shift();
        const [done, end] = first.result;
        if (go) go = await takeChunk(first.block, end, waiting, take);
        free.push(first.block);
        if (go && done < first.count) waiting.unshift(make(nodes, first.from + done, first.count - done));
      } else if (mayAdd()) {
        const chunk = make(nodes, next, size());
        next += chunk.count;
        waiting.push(chunk);
        await turn();
        if (failure !== undefined) throw failure;
      } else if (first !== undefined) await first.done;
      else return go;
    }
  }

  /** What was expanded by this thread alone, at first one node. */
  const here = { nodes: 1, nanoseconds: LONG_BATCH };

  /** Whether threads would be done with a batch sooner. What they find is the same. */
  function isWorthIt(count: number): boolean {
    if (count >= LARGE_BATCH) return true;
    if (here.nanoseconds < LONG_SEARCH || count < 2 * workers) return false;
    return (count * here.nanoseconds) / here.nodes >= LONG_BATCH;
  }

  async function runHere(nodes: Int32Array, count: number, take: AcceptChildren): Promise<boolean> {
    const began = process.hrtime.bigint();
    const done = await local.run(nodes, count, take);
    here.nanoseconds += Number(process.hrtime.bigint() - began);
    here.nodes += count;
    return done;
  }

  return {
    async run(nodes, count, take) {
      for (let from = 0; from < count; ) {
        const left = count - from;
        const isLarge = isWorthIt(left);
        if (starting === undefined && (isLarge || here.nanoseconds >= START_AFTER)) {
          void startOthers();
          // in between, the event loop would run too seldom for it
          await opened?.catch(() => undefined);
        }
        if (isLarge) return runChunks(nodes.subarray(from), left, take);
        const part = Math.min(left, Math.ceil((LONG_BATCH * here.nodes) / Math.max(here.nanoseconds, 1)));
        if (!(await runHere(nodes.subarray(from, from + part), part, take))) return false;
        from += part;
      }
      return true;
    },
    start: startOthers,
    get handed() {
      return handed;
    },
    async close() {
      await (await opened)?.destroy();
    },
  };
}
