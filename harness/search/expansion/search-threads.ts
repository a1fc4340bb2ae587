/**
 * The threads of a shortest-route search: started once, beside the search. When one of them ends
 * before its time, all are ended, and what they had in hand is done by the search itself.
 */
import type { Tinypool } from 'tinypool';
import { threadFile } from '../../base/thread-file.js';
import type { WorkerSetup, WorkerTask } from './worker.js';

/** Number of expanded nodes, and the end of their children. */
export type Expanded = readonly [nodes: number, end: number];

export interface SearchThreads {
  /** The error of a task. */
  failure: unknown;
  /** Whether all threads are there and wait for tasks. */
  isReady(): boolean;
  isStarted(): boolean;
  /** Starts the threads, once, and waits until all of them are ready or lost. */
  start(): Promise<void>;
  /** Waits until every thread has started or failed. */
  opened(): Promise<void>;
  /** Hands a task to a thread. @returns undefined when it was lost; no thread works then */
  run(task: WorkerTask): Promise<Expanded | undefined>;
  close(): Promise<void>;
}

export interface ThreadOptions {
  readonly count: number;
  /** Maximum number of waiting tasks of a thread. */
  readonly tasks: number;
  /** Called once when the threads are lost. @param reason why the first of them ended */
  readonly onLost?: (reason: string) => void;
}

/** The part of tinypool's wrapper of a thread that is used here. */
interface Thread {
  on(event: 'error' | 'exit', listener: (reason: unknown) => void): unknown;
  terminate(): Promise<unknown>;
}

/** A task that only starts a thread. */
const NOTHING: WorkerTask = { nodes: 0, childrenAt: 0, stride: 0, varying: 0, block: new Int32Array(1) };

function threadsOf(pool: Tinypool): readonly Thread[] {
  return pool.threads as unknown as readonly Thread[];
}

async function openPool(setup: WorkerSetup, { count, tasks }: ThreadOptions): Promise<Tinypool> {
  // loaded when it is needed: no other verb has a use for it
  const { Tinypool: Pool } = await import('tinypool');
  return new Pool({
    filename: threadFile(),
    name: 'expandNodes',
    runtime: 'worker_threads',
    minThreads: count,
    maxThreads: count,
    workerData: setup,
    isolateWorkers: false,
    concurrentTasksPerWorker: tasks,
  });
}

/** The tasks that threads have in hand. */
interface TasksInHand {
  run(pool: Tinypool, task: WorkerTask): Promise<Expanded | undefined>;
  /** Answers all of them with nothing. */
  giveUp(): void;
}

/** @param lost once a thread was lost, a promise that resolves when the last one has ended */
function createTasksInHand(lost: () => Promise<void> | undefined): TasksInHand {
  const open = new Set<() => void>();
  return {
    run: (pool, task) =>
      new Promise((resolve, reject) => {
        const giveUp = (): void => resolve(undefined);
        open.add(giveUp);
        const take = (result: unknown): void => {
          open.delete(giveUp);
          resolve(result as Expanded);
        };
        const refuse = (error: unknown): void => {
          open.delete(giveUp);
          const end = lost();
          if (end === undefined) reject(error);
          else void end.then(giveUp);
        };
        pool.run(task).then(take, refuse);
      }),
    giveUp() {
      for (const giveUp of open) giveUp();
    },
  };
}

export function createSearchThreads(setup: () => WorkerSetup, options: ThreadOptions): SearchThreads {
  let opening: Promise<Tinypool> | undefined;
  let starting: Promise<void> | undefined;
  let ready: Tinypool | undefined;
  /** Resolves when the last thread has ended. */
  let lost: Promise<void> | undefined;
  let isClosing = false;
  const tasks = createTasksInHand(() => lost);

  function lose(pool: Tinypool, reason: unknown): void {
    if (lost !== undefined || isClosing) return;
    ready = undefined;
    lost = Promise.all(threadsOf(pool).map((thread) => thread.terminate())).then(tasks.giveUp);
    options.onLost?.(reason instanceof Error ? reason.message : `exit ${String(reason)}`);
  }

  async function createThreads(): Promise<Tinypool> {
    const pool = await openPool(setup(), options);
    // a thread without a task tells the pool of its error
    pool.on('error', () => undefined);
    for (const thread of threadsOf(pool)) {
      for (const event of ['error', 'exit'] as const) thread.on(event, (reason) => lose(pool, reason));
    }
    return pool;
  }

  async function startAll(): Promise<void> {
    opening = createThreads();
    const pool = await opening;
    await Promise.all(Array.from({ length: options.count }, () => tasks.run(pool, NOTHING)));
    if (lost === undefined) ready = pool;
  }

  const threads: SearchThreads = {
    failure: undefined,
    isReady: () => ready !== undefined,
    isStarted: () => starting !== undefined,
    start() {
      starting ??= startAll();
      starting.catch((error: unknown) => {
        threads.failure = error;
      });
      return starting;
    },
    async opened() {
      await opening?.catch(() => undefined);
    },
    run: (task) => (ready === undefined ? Promise.resolve(undefined) : tasks.run(ready, task)),
    async close() {
      const pool = await opening;
      isClosing = true;
      await (lost ?? pool?.destroy());
    },
  };
  return threads;
}
