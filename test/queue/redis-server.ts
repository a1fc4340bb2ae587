/** A Redis server of the tests' own, on a free port of the loopback interface, with nothing on disk. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface RedisServer {
  readonly url: string;
  /** Resolves when a worker has a job in hand that nobody had when it was called. */
  whenActive(): Promise<void>;
  stop(): Promise<void>;
}

/** What the tests ask it themselves. */
interface Redis {
  ping(): Promise<string>;
  keys(pattern: string): Promise<string[]>;
  lrange(key: string, from: number, to: number): Promise<string[]>;
  on(event: 'error', listener: () => void): void;
  disconnect(): void;
}

/** By name, so that the tests compile without the packages; undefined when one is missing. */
async function loadClient(): Promise<(new (options: object) => Redis) | undefined> {
  try {
    const [client] = await Promise.all(['ioredis', 'bullmq'].map((name) => import(/* @vite-ignore */ name)));
    return (client as { readonly Redis: new (options: object) => Redis }).Redis;
  } catch {
    return undefined;
  }
}

const program = process.env['REDIS_SERVER'] ?? 'redis-server';
const PATIENCE = 60_000;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function until(what: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await delay(20)) if (await what()) return;
  throw new Error('the queue did not get there');
}

/** Lists of jobs that workers have in hand. */
async function active(redis: Redis): Promise<string[]> {
  const lists = await redis.keys('bull:lockstep-*:active');
  return (await Promise.all(lists.map((list) => redis.lrange(list, 0, -1)))).flat();
}

/** Locks that a live worker holds. */
function locks(redis: Redis): Promise<string[]> {
  return redis.keys('bull:lockstep-*:lock');
}

/** @returns why there is none, when it cannot be started */
export async function startRedis(folder: string): Promise<RedisServer | string> {
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' });
  if (version.status !== 0) return `no Redis server: ${program} does not run here`;
  const Client = await loadClient();
  if (Client === undefined)
    return 'the optional packages are missing: npm install --prefix .. bullmq@6.7.0 ioredis@5.11.1';
  const port = await freePort();
  const words = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const child: ChildProcess = spawn(program, words, { stdio: 'ignore' });
  const redis = new Client({ host: '127.0.0.1', port, retryStrategy: () => 50, maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  await redis.ping();
  return {
    url: `redis://127.0.0.1:${port}`,
    async whenActive() {
      const before = new Set(await locks(redis));
      await until(
        async () => (await active(redis)).length > 0 && (await locks(redis)).some((lock) => !before.has(lock)),
      );
    },
    async stop() {
      redis.disconnect();
      child.kill();
      await new Promise((resolve) => child.on('close', resolve));
    },
  };
}
