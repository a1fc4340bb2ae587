/** Searches shared out over a real queue: the answer of one process, also when workers are killed in the middle of their jobs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RedisServer, startRedis } from './redis-server.js';

const main = fileURLToPath(new URL('../../dist/harness/cli/lockstep.js', import.meta.url));
const opening = fileURLToPath(new URL('../../traces/live-a-live/namcat-opening.toml', import.meta.url));
const worst = fileURLToPath(new URL('../../traces/live-a-live/present-day-odie-o.toml', import.meta.url));
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

function search(...words: readonly string[]): { readonly child: ChildProcess; readonly end: Promise<Ended> } {
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
  expect([code, err]).toEqual([0, '']);
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
  // which of equal lines is shown depends on the pieces
  const { routes: _lines, under: _under, ...said } = whole;
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
