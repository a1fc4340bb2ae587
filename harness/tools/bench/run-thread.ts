/**
 * Runs a benchmark in a thread of its own, whose code is compiled anew: the speed of a step depends
 * on the number of battles that the same compiled code has run before. A search thread and a
 * process that verifies one log have run one.
 */
import { Worker } from 'node:worker_threads';
import { LockstepError, threadFile } from '../../base/index.js';

import type { Answer, Job } from './thread-jobs.js';

/**
 * Runs a job in a new thread.
 * @throws LockstepError of the thread
 */
export function runThread<Result>(job: Job): Promise<Result> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(threadFile(), { workerData: job });
    thread.once('error', reject);
    thread.once('message', (said: Answer) => {
      if ('error' in said) reject(new LockstepError(said.error.code, said.error.message, said.error.details));
      else resolve(said.result as Result);
    });
  });
}
