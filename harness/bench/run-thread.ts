/**
 * Runs a benchmark in a thread of its own, whose code is compiled anew: how fast a step is depends on how many battles the same compiled
 * code has run before. A thread that searches and a process that verifies one log have run one.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { LockstepError } from '../errors.js';
import type { Answer, Job } from './thread.js';

/** The bundle where there is one; this module and the command's bundle lie in folders of the same depth. */
function threadFile(): string {
  const bundled = fileURLToPath(new URL('../bench/bench-thread.js', import.meta.url));
  return existsSync(bundled) ? bundled : fileURLToPath(new URL('../bench/thread.js', import.meta.url));
}

/** @throws LockstepError that the thread met */
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
