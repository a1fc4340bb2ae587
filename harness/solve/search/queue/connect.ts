/** A connection to Valkey or Redis. */
import { setTimeout as delay } from 'node:timers/promises';
import { LockstepError } from '../../../base/errors.js';
import { loadQueuePackages, type QueuePackages, type RedisClient } from './packages.js';

const CONNECT_MILLISECONDS = 5_000;
/** A server that went away is waited for about half a minute, longer between the later attempts. */
const RETRY_MILLISECONDS = 50;
const LONGEST_RETRY_MILLISECONDS = 1_000;
const MAX_RETRIES = 40;
/** For a connection to end that nobody answers. */
const CLOSE_MILLISECONDS = 500;
const DEFAULT_PORT = 6379;

export interface Connection {
  readonly packages: QueuePackages;
  readonly redis: RedisClient;
  /** Rejects with `E_QUEUE` when the server went away for good; never resolves. */
  readonly gone: Promise<never>;
  /** Ends this connection, and those that BullMQ made of it: they would try for half a minute. */
  disconnect(): void;
}

/** The error for a command that the server refused; one of ours as it is. */
export function queueError(url: string, error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return error;
  return new LockstepError('E_QUEUE', `the queue refused a command: ${error.message}`, {
    found: url,
    remedy: 'Check its memory, its rights and its version (Valkey, or Redis 6.2 and newer)',
  });
}

/** Whether an error is of a connection that broke, or of a server that is only beginning. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof LockstepError) return false;
  if (error.name === 'ReplyError') return /^(EXECABORT|LOADING|NOSCRIPT)/u.test(error.message);
  return error.name === 'AbortError' || /connection|ECONN|EPIPE|closed/iu.test(`${error.name} ${error.message}`);
}

/** What a promise gives, or `late` after so many milliseconds. */
export async function orLate<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | 'late'> {
  const over = new AbortController();
  const late = delay(milliseconds, 'late' as const, { signal: over.signal }).catch(() => 'late' as const);
  const first = await Promise.race([promise, late]);
  over.abort();
  return first;
}

/** Waits for what closes a connection, but not for a server that is away. */
export async function closeSoon(closing: Promise<unknown>): Promise<void> {
  await orLate(
    closing.catch(() => undefined),
    CLOSE_MILLISECONDS,
  );
}

/** `redis://HOST`, with `:PORT` and `/NUMBER` of the database. @throws LockstepError `E_QUEUE` */
export function parseQueueUrl(url: string): { readonly host: string; readonly port: number; readonly db: number } {
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
export async function connectQueue(url: string): Promise<Connection> {
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
