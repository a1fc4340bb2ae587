/**
 * Jobs over a BullMQ queue: one process splits the search and joins the results, any number of
 * others run the jobs. A job's id is the hash of its content, so that it is added once. The job of
 * a dead worker goes to another one.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Job, JobResult, Split } from '../jobs/jobs.js';
import { connectQueue } from './connect.js';
import type { BullQueue } from './packages.js';

export interface QueueOptions {
  /** `redis://HOST:PORT`. */
  readonly url: string;
  readonly signal: AbortSignal;
}

/**
 * Milliseconds after which the job of a silent worker goes to another one, and between two checks
 * for that.
 */
const LOCK_MILLISECONDS = 10_000;
const STALLED_MILLISECONDS = 3_000;
const POLL_MILLISECONDS = 100;
/** Maximum number of dead workers for one job: practically unlimited. */
const MAX_STALLS = 1_000_000;
const ATTEMPTS = 3;

/** Of the form of results: a queue keeps them, also those of an older version. */
const QUEUE_VERSION = 2;

/** Searches of one plan under one ruleset share a queue. */
function queueName(plan: string, ruleset: string): string {
  return `lockstep-${QUEUE_VERSION}-${plan.slice(0, 24)}-${ruleset}`;
}

/** The result of a finished job, or undefined. */
async function resultOf(queue: BullQueue<Job, JobResult>, id: string): Promise<JobResult | 'failed' | undefined> {
  const state = await queue.getJobState(id);
  if (state === 'failed') return 'failed';
  // read behind the state: a job that was read while it ran has no result yet
  return state === 'completed' ? ((await queue.getJob(id))?.returnvalue ?? undefined) : undefined;
}

/**
 * Puts the jobs of a split search into the queue and waits for them.
 * @param told called with the number of results after each one
 * @returns the results; incomplete after an interruption or a failed job
 * @throws LockstepError `E_QUEUE`, `E_QUEUE_PACKAGE`
 */
export async function queueJobs(
  split: Split,
  { url, signal }: QueueOptions,
  told: (done: number) => void,
): Promise<JobResult[]> {
  const { packages, redis } = await connectQueue(url);
  const queue = new packages.Queue<Job, JobResult>(queueName(split.plan, split.ruleset), { connection: redis });
  try {
    const kept = { removeOnComplete: false, removeOnFail: false, attempts: ATTEMPTS };
    await queue.addBulk(split.jobs.map((job) => ({ name: 'job', data: job, opts: { ...kept, jobId: job.id } })));
    const results: JobResult[] = [];
    const open = new Set(split.jobs.map(({ id }) => id));
    while (open.size > 0 && !signal.aborted) {
      for (const id of open) {
        const result = await resultOf(queue, id);
        if (result === undefined) continue;
        open.delete(id);
        if (result !== 'failed') results.push(result);
        told(results.length);
      }
      if (open.size > 0) await delay(POLL_MILLISECONDS);
    }
    return results;
  } finally {
    await queue.close();
    redis.disconnect();
  }
}

/**
 * Runs jobs of a plan until the user interrupts, or until none arrives for a while.
 * @param idle milliseconds without a job before the end; undefined: no limit
 * @returns the number of finished jobs
 * @throws LockstepError `E_QUEUE`, `E_QUEUE_PACKAGE`
 */
export async function workQueue(
  { plan, ruleset }: Pick<Job, 'plan' | 'ruleset'>,
  idle: number | undefined,
  { url, signal }: QueueOptions,
  doJob: (job: Job) => Promise<JobResult>,
): Promise<number> {
  const { packages, redis } = await connectQueue(url);
  const count = { done: 0, busy: 0, last: Date.now() };
  const worker = new packages.Worker<Job, JobResult>(
    queueName(plan, ruleset),
    async ({ data }) => {
      count.busy++;
      try {
        const result = await doJob(data);
        count.done++;
        return result;
      } finally {
        count.busy--;
        count.last = Date.now();
      }
    },
    {
      connection: redis,
      concurrency: 1,
      lockDuration: LOCK_MILLISECONDS,
      stalledInterval: STALLED_MILLISECONDS,
      maxStalledCount: MAX_STALLS,
    },
  );
  // a job that fails is tried again, and told to the one who waits for it
  worker.on('error', () => undefined);
  const mayEnd = (): boolean => idle !== undefined && count.busy === 0 && Date.now() - count.last >= idle;
  while (!signal.aborted && !mayEnd()) await delay(POLL_MILLISECONDS);
  await worker.close(signal.aborted);
  redis.disconnect();
  return count.done;
}
