/**
 * Jobs over a BullMQ queue: one process splits the search and joins the results, any number of
 * others run the jobs. A job's id is the hash of its content, so that it is added once. The job of
 * a dead worker goes to another one.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Job, JobResult, Split } from '../jobs/jobs.js';
import { type Connection, closeSoon, connectQueue, isPassing, orLate, queueError } from './connect.js';
import type { BullQueue, RedisClient } from './packages.js';

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
/** Without a job, while jobs wait, before a worker takes a new connection. */
const STUCK_MILLISECONDS = 3_000;
/** For one look at all jobs: longer than a server that went away is waited for. */
const LOOK_MILLISECONDS = 60_000;
/** Without a worker at work, before that is told. */
const IDLE_MILLISECONDS = 30_000;
/** Maximum number of dead workers for one job: practically unlimited. */
const MAX_STALLS = 1_000_000;
const ATTEMPTS = 3;

/** Of the form of results: a queue keeps them, also those of an older version. */
const QUEUE_VERSION = 2;

/** Searches of one plan under one ruleset share a queue. */
function queueName(plan: string, ruleset: string): string {
  return `lockstep-${QUEUE_VERSION}-${plan.slice(0, 24)}-${ruleset}`;
}

/** What is told while jobs are done. */
export interface QueueListeners {
  /** Number of results after each one. */
  readonly done: (results: number) => void;
  /** Jobs that the queue has lost, which were put into it again. */
  readonly lost: (jobs: number) => void;
  /** A job that failed each time. */
  readonly failed: (id: string, reason: string) => void;
  /** No worker has had a job in hand for so long; told again after the same time. */
  readonly idle: (milliseconds: number) => void;
}

/** The end of a job. */
type Ended = { readonly result: JobResult } | { readonly failed: string };

/** The end of a job, or where it is; `lost` where the queue does not know it. */
async function endOf(queue: BullQueue<Job, JobResult>, id: string): Promise<Ended | 'lost' | 'active' | 'waiting'> {
  const state = await queue.getJobState(id);
  if (state === 'unknown') return 'lost';
  if (state !== 'completed' && state !== 'failed') return state === 'active' ? 'active' : 'waiting';
  // read behind the state: a job that was read while it ran has no result yet
  const job = await queue.getJob(id);
  // one whose content was deleted comes to a worker empty while its name is in a list, and fails
  if (job?.data?.id !== id) return 'lost';
  if (state === 'failed') return { failed: job.failedReason ?? '' };
  return job.returnvalue === null ? 'lost' : { result: job.returnvalue };
}

async function addJobs(queue: BullQueue<Job, JobResult>, jobs: readonly Job[]): Promise<void> {
  const kept = { removeOnComplete: false, removeOnFail: false, attempts: ATTEMPTS };
  await queue.addBulk(jobs.map((job) => ({ name: 'job', data: job, opts: { ...kept, jobId: job.id } })));
}

/** What one look at the queue has found. */
interface Look {
  readonly ended: ReadonlyMap<string, Ended>;
  /** Jobs that the queue did not know, and has now. */
  readonly added: readonly string[];
  /** Whether a worker has a job in hand. */
  readonly active: boolean;
}

/** Looks at the open jobs once, and puts those into the queue that it does not know. */
async function lookOnce(queue: BullQueue<Job, JobResult>, open: ReadonlyMap<string, Job>): Promise<Look> {
  const ended = new Map<string, Ended>();
  const missing: Job[] = [];
  let active = false;
  for (const [id, job] of open) {
    const end = await endOf(queue, id);
    if (typeof end === 'object') ended.set(id, end);
    else if (end === 'lost') missing.push(job);
    else if (end === 'active') active = true;
  }
  // what is left of one would keep it from being added
  for (const { id } of missing) await queue.remove(id);
  if (missing.length > 0) await addJobs(queue, missing);
  return { ended, added: missing.map(({ id }) => id), active };
}

/** Waits for the results of all jobs; what a restarted server has lost is put into it again. */
async function collect(
  queue: BullQueue<Job, JobResult>,
  connection: Connection,
  { jobs }: Split,
  { url, signal }: QueueOptions,
  results: JobResult[],
  listeners: QueueListeners,
): Promise<void> {
  const open = new Map(jobs.map((job) => [job.id, job]));
  const known = new Set<string>();
  let lastWork = performance.now();
  const ended = interrupted(signal).then(() => undefined);
  while (open.size > 0 && !signal.aborted) {
    const look = lookOnce(queue, new Map(open)).catch((error: unknown) => {
      // the connection broke in the middle: the next look asks for everything again
      if (!isPassing(error)) throw queueError(url, error);
      return undefined;
    });
    const found = await orLate(Promise.race([look, ended]), LOOK_MILLISECONDS);
    if (found === 'late') {
      // a command that the client lost at a restart is never answered: only a new connection helps
      look.catch(() => undefined);
      connection.redis.disconnect(true);
    }
    // nobody knows whether somebody works while the server is away
    if (found === undefined || found === 'late') lastWork = performance.now();
    else {
      for (const [id, end] of found.ended) {
        open.delete(id);
        if ('result' in end) results.push(end.result);
        else listeners.failed(id, end.failed);
        listeners.done(results.length);
      }
      const lost = found.added.filter((id) => known.has(id)).length;
      for (const id of found.added) known.add(id);
      if (lost > 0) listeners.lost(lost);
      if (found.active || found.ended.size > 0) lastWork = performance.now();
    }
    if (performance.now() - lastWork > IDLE_MILLISECONDS) {
      // a worker that came while the server was away has ended; only its user sees why
      listeners.idle(IDLE_MILLISECONDS);
      lastWork = performance.now();
    }
    if (open.size > 0) await delay(POLL_MILLISECONDS);
  }
}

/** Resolves when the user interrupts. */
function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/**
 * Puts the jobs of a split search into the queue and waits for them.
 * @returns the results; incomplete after an interruption or a failed job
 * @throws LockstepError `E_QUEUE` also for a server that went away for good, `E_QUEUE_PACKAGE`
 */
export async function queueJobs(
  split: Split,
  { url, signal }: QueueOptions,
  listeners: QueueListeners,
): Promise<JobResult[]> {
  const connection = await connectQueue(url);
  const { packages, redis, gone, disconnect } = connection;
  const queue = new packages.Queue<Job, JobResult>(queueName(split.plan, split.ruleset), { connection: redis });
  queue.on('error', () => undefined);
  const results: JobResult[] = [];
  const over = new AbortController();
  const collected = collect(queue, connection, split, { url, signal: over.signal }, results, listeners);
  try {
    await Promise.race([collected, gone, interrupted(signal)]);
    return results;
  } finally {
    // otherwise it would look again and again over a connection that is closed
    over.abort();
    collected.catch(() => undefined);
    await closeSoon(queue.close());
    disconnect();
  }
}

/** What all connections of a worker have in common. */
interface Work {
  readonly name: string;
  readonly options: QueueOptions;
  readonly doJob: (job: Job, signal: AbortSignal) => Promise<JobResult>;
  readonly count: { done: number; busy: number; last: number };
  /** Aborted by the user, and at the end. */
  readonly over: AbortSignal;
  readonly mayEnd: () => boolean;
}

/**
 * Resolves when jobs have waited for a while, or the queue gave no answer, and this worker has
 * none.
 * A client that lost its connection in the middle of a command may wait for the answer for ever.
 */
async function whenStuck(
  queue: BullQueue<Job, JobResult>,
  redis: RedisClient,
  { count, over, mayEnd }: Work,
): Promise<boolean> {
  let since = Date.now();
  let { done } = count;
  while (!over.aborted && !mayEnd()) {
    await delay(POLL_MILLISECONDS);
    const idle = count.busy === 0 && count.done === done;
    const waiting = idle
      ? await orLate(
          queue.getWaitingCount().catch(() => 0),
          STUCK_MILLISECONDS,
        )
      : 0;
    // a server that is away is waited for by the connection itself
    if (waiting === 'late' && redis.status === 'ready') return !over.aborted;
    if (waiting === 0 || waiting === 'late') [since, done] = [Date.now(), count.done];
    else if (Date.now() - since > STUCK_MILLISECONDS) return true;
  }
  return false;
}

/**
 * Works over one connection.
 * @returns whether another connection is needed
 */
async function workOnce(work: Work): Promise<boolean> {
  const { name, options, doJob, count, over } = work;
  const { packages, redis, gone, disconnect } = await connectQueue(options.url);
  const queue = new packages.Queue<Job, JobResult>(name, { connection: redis });
  queue.on('error', () => undefined);
  const worker = new packages.Worker<Job, JobResult>(
    name,
    async ({ data }) => {
      count.busy++;
      try {
        const result = await doJob(data, over);
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
  try {
    const again = await Promise.race([whenStuck(queue, redis, work), gone]);
    if (!again && !over.aborted) await Promise.race([worker.close(), gone]);
    return again;
  } finally {
    await closeSoon(Promise.all([worker.close(true), queue.close()]));
    disconnect();
  }
}

/**
 * Runs jobs of a plan until the user interrupts, or until none arrives for a while.
 * @param idle milliseconds without a job before the end; undefined: no limit
 * @returns the number of finished jobs
 * @throws LockstepError `E_QUEUE` also for a server that went away for good, `E_QUEUE_PACKAGE`
 */
export async function workQueue(
  { plan, ruleset }: Pick<Job, 'plan' | 'ruleset'>,
  idle: number | undefined,
  options: QueueOptions,
  doJob: (job: Job, signal: AbortSignal) => Promise<JobResult>,
): Promise<number> {
  const over = new AbortController();
  void interrupted(options.signal).then(() => over.abort());
  const count = { done: 0, busy: 0, last: Date.now() };
  const mayEnd = (): boolean => idle !== undefined && count.busy === 0 && Date.now() - count.last >= idle;
  const work: Work = { name: queueName(plan, ruleset), options, doJob, count, over: over.signal, mayEnd };
  try {
    let again = true;
    while (again) again = await workOnce(work);
    return count.done;
  } finally {
    over.abort();
  }
}
