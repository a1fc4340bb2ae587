/**
 * Expands large batches in several threads at once. Children are taken over in the order of the
 * nodes, whichever thread made them. This thread expands nodes as well whenever no children are
 * ready, so that no thread waits for another, and works alone until the others have started.
 */
import { Worker } from 'node:worker_threads';
import { createYielder, threadFile } from '../../../base/index.js';

import type { Problem } from '../problem/problem.js';
import type { Branching } from './branching.js';
import {
  createTaskQueue,
  createTaskRing,
  finishTask,
  handedNodes,
  MAX_NODES,
  type Task,
  type TaskQueue,
  type TaskRing,
  takeTask,
} from './task-ring.js';
import {
  type AcceptChildren,
  type BatchExpander,
  branchTask,
  localExpander,
  STOPPED,
  type Visited,
} from './visited.js';
import { problemSetup, type SearchWork } from './worker.js';

// The threads of a shortest-route search. When one of them ends before its time, all are ended, and
// what they had in hand is done by the search itself.

interface SearchThreads {
  /** Resolves when all threads are ready, or lost. */
  readonly ready: Promise<void>;
  /** Whether they were lost and the last of them has ended: no task is in work then. */
  areGone(): boolean;
  close(): Promise<void>;
}

interface ThreadOptions {
  readonly count: number;
  /** Called once when the threads are lost. @param reason why the first of them ended */
  readonly onLost?: (reason: string) => void;
}

function startThreads(workerData: SearchWork, { count, onLost }: ThreadOptions): SearchThreads {
  const workers = Array.from({ length: count }, () => new Worker(threadFile(), { workerData }));
  let readyCount = 0;
  let isEnding = false;
  let areGone = false;

  async function endAll(): Promise<void> {
    isEnding = true;
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  const ready = new Promise<void>((resolve) => {
    async function lose(reason: unknown): Promise<void> {
      if (isEnding) return;
      onLost?.(reason instanceof Error ? reason.message : `exit ${String(reason)}`);
      await endAll();
      areGone = true;
      resolve();
    }
    for (const worker of workers) {
      worker.once('message', () => {
        readyCount++;
        if (readyCount === count) resolve();
      });
      worker.on('error', lose);
      worker.on('exit', lose);
    }
  });
  return { ready, areGone: () => areGone, close: endAll };
}

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
/** Target time of a task, in nanoseconds: short compared with a batch. */
const TASK_TIME = 1e6;
/** Milliseconds to wait for a task of another thread until the event loop runs. */
const WAIT = 5;

interface PoolExpander extends BatchExpander {
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

interface PoolOptions {
  /** Number of threads, this one included, from 2. */
  readonly workers: number;
  /** Words for the children of a task. */
  readonly room?: number;
  /** Called once when a thread ended before its time: the search goes on without threads. */
  readonly onLost?: (reason: string) => void;
}

/** The shared state of a pool's threads. */
interface Pool {
  readonly branching: Branching;
  readonly visited: Visited;
  readonly threads: SearchThreads;
  readonly ring: TaskRing;
  readonly queue: TaskQueue;
  /** Number of threads, this one included. */
  readonly workers: number;
  /** Recent time of a node, in nanoseconds. */
  nodeTime: number;
}

/** Expands a task in this thread. */
function expandHere(pool: Pool, task: Task): void {
  const { branching, visited } = pool;
  const began = process.hrtime.bigint();
  const [expanded, end] = branchTask(branching, visited.arena, visited.varying, task);
  pool.nodeTime = (3 * pool.nodeTime + Number(process.hrtime.bigint() - began) / expanded) / 4;
  finishTask(pool.ring, task, expanded, end);
}

/** Expands a task that no other thread has, or waits for one that another thread has. */
function expandOrWait(pool: Pool): Promise<void> | undefined {
  const { ring, queue, threads } = pool;
  // a thread that was lost had the first one that is not done
  const task = takeTask(ring) ?? (threads.areGone() ? queue.firstOpen() : undefined);
  if (task !== undefined) {
    expandHere(pool, task);
    return undefined;
  }
  const open = queue.firstOpen();
  if (open === undefined) return undefined;
  queue.awaitDone(open, WAIT);
  return nextTurn();
}

/** Works until all posted tasks are done: no thread reads nodes then. */
async function finishAll(pool: Pool): Promise<void> {
  while (pool.queue.firstOpen() !== undefined) await expandOrWait(pool);
}

/** Takes the children of a task over. @returns false when it was stopped */
async function takeChildren(pool: Pool, block: Int32Array, end: number, accept: AcceptChildren): Promise<boolean> {
  for (let at = MAX_NODES; ; ) {
    at = accept(block, at, end);
    if (at === end) return true;
    if (at === STOPPED) return false;
    await finishAll(pool);
    if (!pool.visited.widen()) return false;
  }
}

/**
 * Takes the first task over, which is done; where its block was full its remaining nodes as well.
 * @returns false when it was stopped
 */
async function takeFirst(pool: Pool, accept: AcceptChildren): Promise<boolean> {
  const { queue } = pool;
  for (let task = queue.first(); ; ) {
    const [expanded, end] = queue.firstResult();
    if (!(await takeChildren(pool, task.block, end, accept))) return false;
    if (expanded === task.nodes) break;
    task.block.copyWithin(0, expanded, task.nodes);
    task = { ...task, nodes: task.nodes - expanded };
    expandHere(pool, task);
  }
  queue.removeFirst();
  return true;
}

/** Removes all tasks; those that no thread has taken are left undone. */
async function dropAll(pool: Pool): Promise<void> {
  const { ring, queue } = pool;
  for (let task = takeTask(ring); task !== undefined; task = takeTask(ring)) finishTask(ring, task, 0, MAX_NODES);
  await finishAll(pool);
  while (!queue.isEmpty()) queue.removeFirst();
}

/** Expands a batch by all threads. @returns false when it was stopped */
async function runTasks(pool: Pool, nodes: Int32Array, accept: AcceptChildren): Promise<boolean> {
  const { queue, visited, workers } = pool;
  const { arena, varying } = visited;
  const yieldNow = createYielder();
  for (let next = 0; next < nodes.length || !queue.isEmpty(); ) {
    while (next < nodes.length && !queue.isFull()) {
      const size = Math.min(MAX_NODES, TASK_TIME / pool.nodeTime, (nodes.length - next) / (2 * workers));
      const end = next + Math.max(1, Math.floor(size));
      queue.post(nodes.subarray(next, end), arena.stride, varying.count);
      next = end;
    }
    if (!queue.isFirstDone()) await expandOrWait(pool);
    else if (!(await takeFirst(pool, accept))) {
      await dropAll(pool);
      return false;
    }
    await yieldNow();
  }
  return true;
}

/** @param start image of the problem's start */
export function createPool(
  problem: Problem,
  start: Uint8Array,
  branching: Branching,
  visited: Visited,
  { workers, room, onLost }: PoolOptions,
): PoolExpander {
  const local = localExpander(branching, visited);
  let opened: Pool | undefined;
  /** Nodes and time of this thread alone, initially one node. */
  const here = { nodes: 1, nanoseconds: LONG_BATCH };

  /** Starts the threads, once. */
  function open(): Pool {
    if (opened !== undefined) return opened;
    const ring = createTaskRing(workers, branching.maxWords, room);
    const { arena, varying } = visited;
    const work: SearchWork = {
      ...problemSetup(problem, start),
      kind: 'expand',
      arena: arena.words,
      lanes: varying.lanes,
      ring,
    };
    const threads = startThreads(work, { count: workers - 1, ...(onLost === undefined ? {} : { onLost }) });
    const queue = createTaskQueue(ring);
    opened = { branching, visited, threads, ring, queue, workers, nodeTime: TASK_TIME / MAX_NODES };
    return opened;
  }

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
        if (isWorthIt(left)) return runTasks(open(), nodes.subarray(from, count), accept);
        if (here.nanoseconds >= START_AFTER) open();
        const part = Math.min(left, Math.ceil((LONG_BATCH * here.nodes) / Math.max(here.nanoseconds, 1)));
        if (!(await runHere(nodes.subarray(from, from + part), part, accept))) return false;
        from += part;
      }
      return true;
    },
    start: () => open().threads.ready,
    handed: () => (opened === undefined ? 0 : handedNodes(opened.ring)),
    close: async () => opened?.threads.close(),
  };
}
