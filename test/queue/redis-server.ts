/** A Redis server of the tests' own, on a free port of the loopback interface, with nothing on disk. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface RedisServer {
  readonly url: string;
  /** Resolves when a worker has a job in hand that nobody had when it was called. */
  whenActive(): Promise<void>;
  /** Resolves when it has so many clients besides the tests themselves. */
  whenConnected(clients: number): Promise<void>;
  /** Kills it: whatever it held is lost. */
  kill(): Promise<void>;
  /** Starts it again, empty, in the same place. */
  start(): Promise<void>;
  /** Takes the hashes of jobs out of it (`''`), or what else it holds about them (`:lock`). */
  remove(what: string): Promise<void>;
  /** Takes everything out of it. */
  empty(): Promise<void>;
  stop(): Promise<void>;
}

/** What the tests ask it themselves. */
interface Redis {
  ping(): Promise<string>;
  flushall(): Promise<string>;
  del(...keys: string[]): Promise<number>;
  client(word: 'LIST'): Promise<string>;
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

/** Where systems take the ports of outgoing connections from: a client that tries again may get the server's own. */
const FIRST_OUTGOING_PORT = 32_768;
const FIRST_PORT = 20_000;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

async function freePort(): Promise<number> {
  const ports = FIRST_OUTGOING_PORT - FIRST_PORT;
  for (let count = 0; count < ports; count++) {
    const port = FIRST_PORT + ((process.pid + count) % ports);
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
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
  const spawned = (): ChildProcess => spawn(program, words, { stdio: 'ignore' });
  let child = spawned();
  const kill = async (): Promise<void> => {
    const closed = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGKILL');
    await closed;
  };
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
    whenConnected: (clients) =>
      until(async () => (await redis.client('LIST')).trim().split('\n').length >= clients + 1),
    kill,
    async start() {
      child = spawned();
      const ended = new Promise<never>((_resolve, reject) => {
        child.once('close', (code) => reject(new Error(`the server ended with ${code}`)));
      });
      ended.catch(() => undefined);
      await Promise.race([redis.ping(), ended]);
    },
    async remove(what) {
      const keys = await redis.keys(`bull:lockstep-*${what}`);
      const jobs = keys.filter((key) => new RegExp(`:[0-9a-f]{32}${what}$`, 'u').test(key));
      if (jobs.length > 0) await redis.del(...jobs);
    },
    async empty() {
      await redis.flushall();
    },
    async stop() {
      redis.disconnect();
      if (child.exitCode === null && child.signalCode === null) await kill();
    },
  };
}
