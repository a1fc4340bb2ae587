/** A connection to Valkey or Redis. The packages are optional: they are loaded when a queue is named. */
import type { Redis } from 'ioredis';
import { LockstepError } from '../../errors.js';

const CONNECT_MILLISECONDS = 5_000;
const RETRY_MILLISECONDS = 50;
const MOST_RETRIES = 20;
const DEFAULT_PORT = 6379;

export interface Connection {
  readonly bullmq: typeof import('bullmq');
  readonly redis: Redis;
}

/** `redis://HOST`, with `:PORT` and `/NUMBER` of the database. @throws LockstepError `E_QUEUE` */
export function parseQueueUrl(url: string): { readonly host: string; readonly port: number; readonly db: number } {
  const [, host = '', port = '', db = ''] = /^redis:\/\/([^\s:/@]+)(?::(\d{1,5}))?(?:\/(\d{1,2}))?$/.exec(url) ?? [];
  const number = port === '' ? DEFAULT_PORT : Number(port);
  if (host !== '' && number > 0 && number < 0x1_0000) return { host, port: number, db: Number(db) };
  throw new LockstepError('E_QUEUE', 'this is no address of a queue', {
    found: url,
    expected: 'redis://HOST:PORT or redis://HOST:PORT/NUMBER',
    remedy: 'Correct it',
  });
}

async function loadPackages(): Promise<{ bullmq: typeof import('bullmq'); Client: typeof Redis }> {
  try {
    const { Redis: Client } = await import('ioredis');
    return { bullmq: await import('bullmq'), Client };
  } catch {
    throw new LockstepError('E_QUEUE_PACKAGE', 'a queue needs the optional packages bullmq and ioredis', {
      remedy: 'npm install bullmq@6 ioredis@5; --split, --job and --join need neither',
    });
  }
}

/** @throws LockstepError `E_QUEUE`, `E_QUEUE_PACKAGE` */
export async function connectQueue(url: string): Promise<Connection> {
  const place = parseQueueUrl(url);
  const { bullmq, Client } = await loadPackages();
  let answered = false;
  const redis = new Client({
    ...place,
    lazyConnect: true,
    // BullMQ waits for jobs without an end
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_MILLISECONDS,
    // one that was never there is told at once, one that went away may come back
    retryStrategy: (times) => (answered && times <= MOST_RETRIES ? RETRY_MILLISECONDS * times : null),
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
  return { bullmq, redis };
}
