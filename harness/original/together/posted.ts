/** What a thread posts to the one that started it. */
import type { Worker } from 'node:worker_threads';

/**
 * Keeps what a thread posts. Resolves when it has ended, however that came about: what a lost
 * thread had in hand is done again by the first one, where the same fault shows.
 */
export function collectPosted<Posted>(worker: Worker, keep: (posted: Posted) => void): Promise<void> {
  worker.on('message', keep);
  return new Promise((resolve) => {
    worker.on('error', () => undefined);
    worker.once('exit', () => resolve());
  });
}
