/**
 * What a thread of the command does. The data given to a thread tell its work; threads of a search
 * are asked for `expandNodes` again and again.
 */
import { workerData } from 'node:worker_threads';
import { playStarts, type SeedsWork } from '../odds/seeds/worker.js';
import { runJob } from '../tools/bench/thread.js';
import type { Job } from '../tools/bench/thread-jobs.js';
import type { VerifyWork } from '../verify/together/shared-work.js';
import { verifyItems } from '../verify/together/thread.js';

/** Does the work that the thread was started with. */
export async function runThread(): Promise<void> {
  const data = workerData as SeedsWork | VerifyWork | Job | readonly unknown[] | null;
  if (data === null || !('kind' in data)) return;
  if (data.kind === 'seeds') playStarts(data);
  else if (data.kind === 'verify') await verifyItems(data);
  else await runJob(data);
}
