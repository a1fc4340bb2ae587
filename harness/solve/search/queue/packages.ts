/**
 * Types and loading of the optional packages bullmq (6) and ioredis (5), so that the project builds
 * without them.
 */
import { LockstepError } from '../../../base/errors.js';

export interface RedisClient {
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

export interface QueuedJob<Data, Result> {
  /** Its content; undefined where that was deleted. */
  readonly data?: Data;
  /** Null as long as it is not done. */
  readonly returnvalue: Result | null;
  /** Why its last attempt failed. */
  readonly failedReason?: string;
}

export interface JobToAdd<Data> {
  readonly name: string;
  readonly data: Data;
  readonly opts: Readonly<Record<string, string | number | boolean>>;
}

export interface BullQueue<Data, Result> {
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

export interface BullWorker {
  on(event: 'error', listener: (error: Error) => void): void;
  close(force?: boolean): Promise<void>;
}

export interface WorkerSettings {
  readonly connection: RedisClient;
  readonly concurrency: number;
  readonly lockDuration: number;
  readonly stalledInterval: number;
  readonly maxStalledCount: number;
}

export interface QueuePackages {
  readonly Queue: new <Data, Result>(
    name: string,
    options: { readonly connection: RedisClient },
  ) => BullQueue<Data, Result>;
  readonly Worker: new <Data, Result>(
    name: string,
    process: (job: { readonly data: Data }) => Promise<Result>,
    options: WorkerSettings,
  ) => BullWorker;
  readonly Redis: new (options: object) => RedisClient;
}

/** Kept from the compiler, which would resolve them as modules. */
const NAMES: readonly string[] = ['bullmq', 'ioredis'];

/** @throws LockstepError `E_QUEUE_PACKAGE` */
export async function loadQueuePackages(): Promise<QueuePackages> {
  try {
    const [bullmq, ioredis] = (await Promise.all(NAMES.map((name) => import(name)))) as [
      Pick<QueuePackages, 'Queue' | 'Worker'>,
      Pick<QueuePackages, 'Redis'>,
    ];
    return { Queue: bullmq.Queue, Worker: bullmq.Worker, Redis: ioredis.Redis };
  } catch {
    throw new LockstepError('E_QUEUE_PACKAGE', 'a queue needs the optional packages bullmq and ioredis', {
      remedy: 'npm install bullmq@6.7.0 ioredis@5.11.1; --split, --job and --join need neither',
    });
  }
}
