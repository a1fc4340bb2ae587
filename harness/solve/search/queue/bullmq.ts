/**
 * Jobs over a BullMQ queue: one process splits the search and joins the results, any number of
 * others run the jobs. A job's id is the hash of its content, so that it is added once. The job of
 * a dead worker goes to another one.
 */

import { setTimeout as delay } from 'node:timers/promises';
import { LockstepError } from '../../../base/index.js';
import type { Job, JobResult } from '../jobs/job-form.js';
import type { Split } from '../jobs/jobs.js';

// Types and loading of the optional packages bullmq (6) and ioredis (5), so that the project builds
// without them.

interface RedisClient {
  /** `ready` while it is connected. */
  readonly status: string;
  connect(): Promise<void>;
  /** @param reconnect whether it connects again */
  disconnect(reconnect?: boolean): void;
  /** Another connection to the same place. */
  duplicate(...options: unknown[]): RedisClient;
  on(event: 'error', listener: (error: Error) => void): void;
  /** It gave up connecting again. */
  once(event: 'end', listener: () => void): void;
}

interface QueuedJob<Data, Result> {
  /** Its content; undefined where that was deleted. */
  readonly data?: Data;
  /** Null as long as it is not done. */
  readonly returnvalue: Result | null;
  /** Why its last attempt failed. */
  readonly failedReason?: string;
}

interface JobToAdd<Data> {
  readonly name: string;
  readonly data: Data;
  readonly opts: Readonly<Record<string, string | number | boolean>>;
}

interface BullQueue<Data, Result> {
  addBulk(jobs: readonly JobToAdd<Data>[]): Promise<unknown>;
  /** State of a job: `completed`, `failed` and others; `unknown` for an absent job. */
  getJobState(id: string): Promise<string>;
  getJob(id: string): Promise<QueuedJob<Data, Result> | undefined>;
  /** Number of jobs that wait for a worker. */
  getWaitingCount(): Promise<number>;
  /** Removes what is left of a job. */
  remove(id: string): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): void;
  close(): Promise<void>;
}

interface BullWorker {
  on(event: 'error', listener: (error: Error) => void): void;
  close(force?: boolean): Promise<void>;
}

interface WorkerSettings {
  readonly connection: RedisClient;
  readonly concurrency: number;
  readonly lockDuration: number;
  readonly stalledInterval: number;
  readonly maxStalledCount: number;
}

interface QueuePackages {
  readonly Queue: new <Data, Result>(
    name: string,
    options: { readonly connection: RedisClient },
  ) => BullQueue<Data, Result>;
  readonly Worker: new <Data, Result>(
    name: string,
    process: (job: { readonly data?: Data }) => Promise<Result>,
    options: WorkerSettings,
  ) => BullWorker;
  readonly Redis: new (options: object) => RedisClient;
}

/** Kept from the compiler, which would resolve them as modules. */
const NAMES: readonly string[] = ['bullmq', 'ioredis'];

/** @throws LockstepError `E_QUEUE_PACKAGE` */
async function loadQueuePackages(): Promise<QueuePackages> {
  try {
    const [bullmq, ioredis] = (await Promise.all(NAMES.map((name) => import(name)))) as [
      Pick<QueuePackages, 'Queue' | 'Worker'>,
      Pick<QueuePackages, 'Redis'>,
    ];
    return { Queue: bullmq.Queue, Worker: bullmq.Worker, Redis: ioredis.Redis };
  } catch (error) {
    // a package that is there and fails says so itself
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new LockstepError('E_QUEUE_PACKAGE', 'a queue needs the optional packages bullmq and ioredis', {
      remedy: 'npm install bullmq@6.7.0 ioredis@5.11.1; --split, --job and --join need neither',
    });
  }
}

// A connection to Valkey or Redis.

const CONNECT_MILLISECONDS = 5_000;
/** A server that went away is waited for about half a minute, longer between the later attempts. */
const RETRY_MILLISECONDS = 50;
const LONGEST_RETRY_MILLISECONDS = 1_000;
const MAX_RETRIES = 40;
/** For a connection to end that nobody answers. */
const CLOSE_MILLISECONDS = 500;
const DEFAULT_PORT = 6379;

interface Connection {
  readonly packages: QueuePackages;
  readonly redis: RedisClient;
  /** Rejects with `E_QUEUE` when the server went away for good; never resolves. */
  readonly gone: Promise<never>;
  /** Ends this connection, and those that BullMQ made of it: they would try for half a minute. */
  disconnect(): void;
}

/** The error for a command that the server refused; one of ours as it is. */
function queueError(url: string, error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return error;
  return new LockstepError('E_QUEUE', `the queue refused a command: ${error.message}`, {
    found: url,
    remedy: 'Check its memory, its rights and its version (Valkey, or Redis 6.2 and newer)',
  });
}

/** Whether an error is of a connection that broke, or of a server that is only beginning. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof LockstepError) return false;
  if (error.name === 'ReplyError') return /^(EXECABORT|LOADING|NOSCRIPT)/u.test(error.message);
  return error.name === 'AbortError' || /connection|ECONN|EPIPE|closed/iu.test(`${error.name} ${error.message}`);
}

/** What a promise gives, or `late` after so many milliseconds. */
async function orLate<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | 'late'> {
  const over = new AbortController();
  const late = delay(milliseconds, 'late' as const, { signal: over.signal }).catch(() => 'late' as const);
  const first = await Promise.race([promise, late]);
  over.abort();
  return first;
}

/** Waits for what closes a connection, but not for a server that is away. */
async function closeSoon(closing: Promise<unknown>): Promise<void> {
  await orLate(
    closing.catch(() => undefined),
    CLOSE_MILLISECONDS,
  );
}

/** `redis://HOST`, with `:PORT` and `/NUMBER` of the database. @throws LockstepError `E_QUEUE` */
function parseQueueUrl(url: string): { readonly host: string; readonly port: number; readonly db: number } {
  const [, host = '', port = '', db = ''] = /^redis:\/\/([^\s:/@]+)(?::(\d{1,5}))?(?:\/(\d{1,2}))?$/.exec(url) ?? [];
  const number = port === '' ? DEFAULT_PORT : Number(port);
  if (host !== '' && number > 0 && number < 0x1_0000) return { host, port: number, db: Number(db) };
  throw new LockstepError('E_QUEUE', 'the address of the queue is not valid', {
    found: url,
    expected: 'redis://HOST:PORT or redis://HOST:PORT/NUMBER',
    remedy: 'Correct it',
  });
}

/** @throws LockstepError `E_QUEUE`, `E_QUEUE_PACKAGE` */
async function connectQueue(url: string): Promise<Connection> {
  const place = parseQueueUrl(url);
  const packages = await loadQueuePackages();
  let answered = false;
  const redis = new packages.Redis({
    ...place,
    lazyConnect: true,
    // BullMQ waits for jobs without an end
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_MILLISECONDS,
    // one that was never there is told at once, one that went away may come back
    retryStrategy: (times: number) =>
      answered && times <= MAX_RETRIES ? Math.min(RETRY_MILLISECONDS * times, LONGEST_RETRY_MILLISECONDS) : null,
  });
  let reason = '';
  redis.on('error', (error) => {
    reason = error.message;
  });
  try {
    await redis.connect();
    answered = true;
  } catch (error) {
    redis.disconnect();
    if (reason === '' && !isPassing(error) && (error as Error).name !== 'ReplyError') throw error;
    throw new LockstepError('E_QUEUE', `the queue does not answer: ${reason || (error as Error).message}`, {
      found: url,
      remedy: 'Start Valkey or Redis 6.2 or newer there, or name another address',
    });
  }
  const gone = new Promise<never>((_resolve, reject) => {
    redis.once('end', () =>
      reject(
        new LockstepError('E_QUEUE', `the queue went away and did not come back: ${reason || 'closed'}`, {
          found: url,
          remedy: 'Start it again, then give the same command again: results that the queue still has count',
        }),
      ),
    );
  });
  gone.catch(() => undefined);
  const clients = [redis];
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (...options) => {
    const client = duplicate(...options);
    // a closing worker takes its listeners away; ioredis prints each error that nobody listens to
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  };
  const disconnect = (): void => {
    for (const client of clients) client.disconnect();
  };
  return { packages, redis, gone, disconnect };
}

interface QueueOptions {
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
interface QueueListeners {
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

/** Why a worker fails a job that came to it without its content. */
const EMPTY = 'the job has no content';

/** The end of a job, or where it is; `lost` where the queue does not know it. */
async function endOf(queue: BullQueue<Job, JobResult>, id: string): Promise<Ended | 'lost' | 'active' | 'waiting'> {
  const state = await queue.getJobState(id);
  if (state === 'unknown') return 'lost';
  if (state !== 'completed' && state !== 'failed') return state === 'active' ? 'active' : 'waiting';
  // read behind the state: a job that was read while it ran has no result yet
  const job = await queue.getJob(id);
  // one whose content was deleted comes to a worker empty while its name is in a list, and fails
  if (job?.data?.id !== id) return 'lost';
  // it came empty to a worker, and its content was put back before that was told
  if (state === 'failed' && job.failedReason === EMPTY) return 'lost';
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
      if (data?.id === undefined) throw new Error(EMPTY);
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
