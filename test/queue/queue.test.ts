/** Searches shared out over a real queue: the answer of one process, also when workers are killed in the middle of their jobs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RedisServer, startRedis } from './redis-server.js';

const main = fileURLToPath(new URL('../../dist/harness/cli/lockstep.js', import.meta.url));
const opening = fileURLToPath(new URL('../../traces/live-a-live/namcat-opening.toml', import.meta.url));
const worst = fileURLToPath(new URL('../../traces/live-a-live/present-day-odie-o.toml', import.meta.url));
/** Its search takes minutes once its limit of nodes is wide. */
const endless = fileURLToPath(new URL('../../traces/live-a-live/present-day-tula-han.toml', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'lockstep-queue-'));
const server: RedisServer | string = await startRedis(folder);
const testWithServer = test.skipIf(typeof server === 'string');
if (typeof server === 'string') console.log(`skipped: ${server}`);
const url = typeof server === 'string' ? '' : server.url;
const children = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  if (typeof server !== 'string') await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Search {
  readonly child: ChildProcess;
  readonly end: Promise<Ended>;
}

function search(...words: readonly string[]): Search {
  const child = spawn(process.execPath, [main, 'route', 'search', ...words, '--json']);
  children.add(child);
  let [out, err] = ['', ''];
  child.stdout.on('data', (piece) => {
    out += piece;
  });
  child.stderr.on('data', (piece) => {
    err += piece;
  });
  const end = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, out, err })));
  return { child, end };
}

/** What an answer says, without how many states it took. */
function answerOf({ code, out, err }: Ended): Record<string, unknown> {
  // a search that takes long on a busy machine tells how far it is
  const progress = /^\d+ states, .* nodes\/s.*\n/gmu;
  expect([code, err.replace(progress, '')]).toEqual([0, '']);
  const { nodes: _nodes, expanded: _expanded, ...answer } = JSON.parse(out) as Record<string, unknown>;
  return answer;
}

/** Large enough that a job takes a while. */
let wide = '';
beforeAll(() => {
  wide = join(folder, 'wide.toml');
  const text = readFileSync(opening, 'utf8').replace(
    '{ command = "skill" },',
    '{ command = "skill" }, { command = "turn" },',
  );
  writeFileSync(wide, text.replace('{ max = 1 }', '1').replace('{ max = 3 }', '3'));
});

testWithServer('two workers give the answer of one process', async () => {
  const whole = answerOf(await search(opening, '--workers', '1').end);
  expect(whole).toMatchObject({ proven: true, bound: 2009 });
  const workers = [1, 2].map(() => search(opening, '--work', url, '--idle', '10'));
  const joined = answerOf(await search(opening, '--queue', url, '--split', '5').end);
  expect(joined).toEqual(whole);
  const done = await Promise.all(workers.map(async ({ end }) => answerOf(await end)['jobs'] as number));
  expect(done.reduce((sum, jobs) => sum + jobs, 0)).toBe(5);
  // asked again, the queue has every job already
  expect(answerOf(await search(opening, '--queue', url, '--split', '5').end)).toEqual(whole);
});

testWithServer('a worst case over all draws, in pieces, has the answer of one process', async () => {
  const whole = answerOf(await search(worst, '--workers', '1').end);
  expect(whole).toMatchObject({ proven: true, bound: 20 });
  const workers = [1, 2].map(() => search(worst, '--work', url, '--idle', '10'));
  const joined = answerOf(await search(worst, '--queue', url, '--split', '4').end);
  // which of equal lines is shown depends on the pieces, and with it what the answer rests on
  const { routes: _lines, under: _under, dependsOn: _rests, ...said } = whole;
  expect(joined).toMatchObject(said);
  expect(joined['routes']).toMatchObject([{ cost: 20 }]);
  await Promise.all(workers.map(({ end }) => end));
});

testWithServer('workers that are killed change nothing', async () => {
  const whole = answerOf(await search(wide, '--workers', '1').end);
  const coordinator = search(wide, '--queue', url, '--split', '3');
  const redis = typeof server === 'string' ? undefined : server;
  for (let kills = 0; kills < 2; kills++) {
    const worker = search(wide, '--work', url);
    await redis?.whenActive();
    worker.child.kill('SIGKILL');
    expect((await worker.end).code).toBeNull();
  }
  const last = search(wide, '--work', url, '--idle', '30');
  expect(answerOf(await coordinator.end)).toEqual(whole);
  last.child.kill('SIGINT');
  expect((await last.end).code).toBe(130);
});

testWithServer('a queue that is not there is one line of error', async () => {
  const run = await search(opening, '--queue', 'redis://127.0.0.1:1').end;
  expect(run.code).toBe(2);
  expect(run.err).toMatch(/^E_QUEUE: the queue does not answer: .*redis:\/\/127\.0\.0\.1:1/);
});

const redis = (): RedisServer => {
  if (typeof server === 'string') throw new Error(server);
  return server;
};

/** The end of the one that waits; without a worker it would wait for ever. */
function endBefore(waiting: Search, worker: Search): Promise<Ended> {
  const early = worker.end.then(({ code, err }) => {
    throw new Error(`the worker ended first, with ${code}: ${err}`);
  });
  early.catch(() => undefined);
  return Promise.race([waiting.end, early]);
}

/** A plan with a queue of its own, in which nothing is done yet. */
function freshPlan(name: string): string {
  const file = join(folder, `${name}.toml`);
  writeFileSync(file, `${readFileSync(wide, 'utf8')}\n# ${name}\n`);
  return file;
}

testWithServer.each<readonly [string, () => Promise<void>]>([
  ['restarted', () => redis().kill().then(redis().start)],
  ['emptied', () => redis().empty()],
])('a server that is %s while jobs are done loses nothing', async (name, fault) => {
  const plan = freshPlan(name);
  const whole = answerOf(await search(plan, '--workers', '1').end);
  const worker = search(plan, '--work', url, '--idle', '60');
  const coordinator = search(plan, '--queue', url, '--split', '3');
  await redis().whenActive();
  await fault();
  const { code, out, err } = await endBefore(coordinator, worker);
  expect(err).toMatch(/^(The queue has lost [1-3] jobs?: put into it again\.\n)+$/);
  expect(answerOf({ code, out, err: '' })).toEqual(whole);
  worker.child.kill('SIGINT');
  expect((await worker.end).code).toBe(130);
});

testWithServer(
  'a server that goes away for good ends both sides with one line, and Ctrl-C ends them at once',
  async () => {
    const plan = join(folder, 'gone.toml');
    const limit = 'limits = { nodes = 20000 }';
    expect(readFileSync(endless, 'utf8')).toContain(limit);
    writeFileSync(plan, readFileSync(endless, 'utf8').replace(limit, 'limits = { nodes = 20000000 }'));
    try {
      const work = (): Search => search(plan, '--work', url);
      const wait = (): Search => search(plan, '--queue', url, '--split', '3');
      const [waiting, interrupted] = [
        [work(), wait()],
        [work(), wait()],
      ] as const;
      await redis().whenActive();
      // a worker has a connection more, on which it waits for jobs
      await redis().whenConnected(6);
      await delay(2000);
      await redis().kill();
      const began = performance.now();
      for (const { child } of interrupted) child.kill('SIGINT');
      const ends = await Promise.all(interrupted.map(({ end }) => end));
      expect(ends.map(({ code, err }) => [code, err])).toEqual([
        [130, ''],
        [130, ''],
      ]);
      // the others wait for half a minute
      expect(performance.now() - began).toBeLessThan(15_000);
      for (const { code, err } of await Promise.all(waiting.map(({ end }) => end))) {
        expect([code, err]).toEqual([
          2,
          expect.stringMatching(/^E_QUEUE: the queue went away [^\n]*Start it again[^\n]*\n$/u),
        ]);
      }
    } finally {
      await redis().start();
    }
  },
);

testWithServer('jobs deleted behind its back and jobs delivered twice change nothing', async () => {
  const plan = freshPlan('deleted');
  const whole = answerOf(await search(plan, '--workers', '1').end);
  const workers = [1, 2].map(() => search(plan, '--work', url));
  const coordinators = [1, 2].map(() => search(plan, '--queue', url, '--split', '3'));
  await redis().whenActive();
  const [first, second] = coordinators as [Search, Search];
  const [worker, other] = workers as [Search, Search];
  // the locks are those of live workers: without them their jobs are given to another one as well
  for (const keys of [':lock', '']) await redis().remove(keys);
  for (const { code, out } of [await endBefore(first, worker), await endBefore(second, other)]) {
    expect(answerOf({ code, out, err: '' })).toEqual(whole);
  }
  for (const { child } of workers) child.kill('SIGINT');
  expect(await Promise.all(workers.map(async ({ end }) => (await end).code))).toEqual([130, 130]);
});
