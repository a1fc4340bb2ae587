/** The threads of a shortest-route search: started once, beside the search. */
import type { Tinypool } from 'tinypool';
import { threadFile } from '../../base/thread-file.js';
import type { WorkerSetup, WorkerTask } from './worker.js';

export interface SearchThreads {
  /** The pool, once all threads are ready. */
  ready: Tinypool | undefined;
  /** The error of a thread. */
  failure: unknown;
  isStarted(): boolean;
  /** Starts the threads, once, and waits until all of them are ready. */
  start(): Promise<void>;
  /** Waits until every thread has started or failed. */
  opened(): Promise<void>;
  close(): Promise<void>;
}

/** A task that only starts a thread. */
const NOTHING: WorkerTask = { nodes: 0, childrenAt: 0, stride: 0, varying: 0, block: new Int32Array(1) };

/**
 * Creates the threads. @param count number of threads
 * @param tasks maximum number of waiting tasks of a thread
 */
export function createSearchThreads(setup: () => WorkerSetup, count: number, tasks: number): SearchThreads {
  let opening: Promise<Tinypool> | undefined;
  let starting: Promise<void> | undefined;

  async function open(): Promise<Tinypool> {
    // loaded when it is needed: no other verb has a use for it
    const { Tinypool: Pool } = await import('tinypool');
    return new Pool({
      filename: threadFile(),
      name: 'expandNodes',
      runtime: 'worker_threads',
      minThreads: count,
      maxThreads: count,
      workerData: setup(),
      isolateWorkers: false,
      concurrentTasksPerWorker: tasks,
    });
  }

  async function startAll(): Promise<void> {
    opening = open();
    const pool = await opening;
    await Promise.all(Array.from({ length: count }, () => pool.run(NOTHING)));
    threads.ready = pool;
  }

  const threads: SearchThreads = {
    ready: undefined,
    failure: undefined,
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
    async close() {
      await (await opening)?.destroy();
    },
  };
  return threads;
}
