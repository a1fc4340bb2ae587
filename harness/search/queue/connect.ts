/** A connection to Valkey or Redis. */
import { LockstepError } from '../../base/errors.js';
import { loadQueuePackages, type QueuePackages, type RedisClient } from './packages.js';

const CONNECT_MILLISECONDS = 5_000;
const RETRY_MILLISECONDS = 50;
const MAX_RETRIES = 20;
const DEFAULT_PORT = 6379;

export interface Connection {
  readonly packages: QueuePackages;
  readonly redis: RedisClient;
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
    retryStrategy: (times: number) => (answered && times <= MAX_RETRIES ? RETRY_MILLISECONDS * times : null),
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
  return { packages, redis };
}
