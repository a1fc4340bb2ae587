/** What a thread of the command does: the data given to it tell its work. */
import { workerData } from 'node:worker_threads';
import { type ProveWork, proveTaken, type VerifyWork, verifyItems } from '../original/index.js';

import { expandTasks, playStarts, type SearchWork, type SeedsWork } from '../solve/index.js';

import { runJob } from '../tools/bench/thread.js';
import type { Job } from '../tools/bench/thread-jobs.js';

/** Does the work that the thread was started with. */
export async function runThread(): Promise<void> {
  const data = workerData as SeedsWork | ProveWork | VerifyWork | SearchWork | Job | null;
  if (data === null) return;
  if (data.kind === 'seeds') playStarts(data);
  else if (data.kind === 'expand') expandTasks(data);
  else if (data.kind === 'prove') proveTaken(data);
  else if (data.kind === 'verify') await verifyItems(data);
  else await runJob(data);
}
