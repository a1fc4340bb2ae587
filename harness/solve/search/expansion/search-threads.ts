/**
 * The threads of a shortest-route search. When one of them ends before its time, all are ended, and
 * what they had in hand is done by the search itself.
 */
import { Worker } from 'node:worker_threads';
import { threadFile } from '../../../base/thread-file.js';
import type { SearchWork } from './worker.js';

export interface SearchThreads {
  /** Resolves when all threads are ready, or lost. */
  readonly ready: Promise<void>;
  /** Whether they were lost and the last of them has ended: no task is in work then. */
  areGone(): boolean;
  close(): Promise<void>;
}

export interface ThreadOptions {
  readonly count: number;
  /** Called once when the threads are lost. @param reason why the first of them ended */
  readonly onLost?: (reason: string) => void;
}

export function startThreads(workerData: SearchWork, { count, onLost }: ThreadOptions): SearchThreads {
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
