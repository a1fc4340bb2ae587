/** A Redis server of the tests' own, on a free port of the loopback interface, with nothing on disk. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';

export interface RedisServer {
  readonly url: string;
  /** Resolves when a worker has a job in hand that nobody had when it was called. */
  whenActive(): Promise<void>;
  stop(): Promise<void>;
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
  const port = await freePort();
  const words = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const child: ChildProcess = spawn(program, words, { stdio: 'ignore' });
  const redis = new Redis({ host: '127.0.0.1', port, retryStrategy: () => 50, maxRetriesPerRequest: null });
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
