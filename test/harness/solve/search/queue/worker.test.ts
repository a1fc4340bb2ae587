/**
 * A worker of the queue against stand-ins of the two optional packages, on a clock that the test moves: when it takes a new connection, and what
 * it leaves open. The answers of a real server are those of `test/queue`.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { builtCommand } from '../../../fixtures/compile-sources.js';

/** A process of its own, whose `bullmq`, `ioredis` and timers are these. */
const STAND_INS = `
import { register } from 'node:module';
const moduleOf = (text) => 'data:text/javascript,' + encodeURIComponent(text);
const stubs = {
  'node:timers/promises': moduleOf('export const setTimeout = globalThis.world.sleep;'),
  ioredis: moduleOf('export const { Redis } = globalThis.world;'),
  bullmq: moduleOf('export const { Queue, Worker } = globalThis.world;'),
};
register(moduleOf(
  'const stubs = ' + JSON.stringify(stubs) + ';' +
  'export const resolve = (name, context, next) =>' +
  '  name in stubs ? { url: stubs[name], shortCircuit: true } : next(name, context);'));

let now = 0;
const due = [];
Date.now = () => now;
const sleep = (milliseconds, value, { signal } = {}) => new Promise((resolve, reject) => {
  const entry = { at: now + milliseconds, end: () => resolve(value) };
  due.push(entry);
  signal?.addEventListener('abort', () => {
    if (due.includes(entry)) due.splice(due.indexOf(entry), 1);
    reject(new Error('aborted'));
  });
});
/** Moves the clock from one end of a wait to the next until a promise is settled. */
async function passTime(promise) {
  let over = false;
  promise.then(() => { over = true; }, () => { over = true; });
  for (let step = 0; !over && step < 20_000; step++) {
    for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate);
    if (due.length === 0) continue;
    const next = due.reduce((first, one) => (one.at < first.at ? one : first));
    due.splice(due.indexOf(next), 1);
    now = next.at;
    next.end();
  }
  return over ? promise : Promise.reject(new Error('it never ends'));
}

const told = { connections: 0, workersOpen: 0, queuesOpen: 0, redisOpen: 0, done: 0, milliseconds: 0 };
const jobs = Array.from({ length: JOBS }, (_, id) => ({ id: String(id) }));
class Redis {
  status = 'ready';
  async connect() { told.connections++; told.redisOpen++; }
  disconnect() { told.redisOpen--; }
  duplicate() { return new Redis(); }
  on() {}
  once() {}
}
class Queue {
  constructor() { told.queuesOpen++; }
  on() {}
  async getWaitingCount() { return jobs.length; }
  async close() { told.queuesOpen--; }
}
class Worker {
  constructor(_, process) { told.workersOpen++; void this.work(process); }
  on() {}
  async close() { told.workersOpen -= this.closed ? 0 : 1; this.closed = true; }
  // every 100 ms a job of 40 ms, so that none is in hand when a worker looks, every 100 ms as well
  async work(process) {
    if (told.connections <= STUCK) return;
    await sleep(20);
    while (jobs.length > 0 && !this.closed) {
      await process({ data: jobs.shift() });
      await sleep(60);
    }
  }
}
globalThis.world = { sleep, Redis, Queue, Worker };
const { workQueue } = await import(MODULE);
const options = { url: 'redis://stand-in', signal: new AbortController().signal };
told.done = await passTime(workQueue({ plan: 'p', ruleset: 'r' }, 5_000, options, () => sleep(40)));
told.milliseconds = now;
process.stdout.write(JSON.stringify(told));
process.exit(0);
`;

/** @param stuck connections on which no job comes */
function toldOf(jobs: number, stuck: number): unknown {
  const module = join(dirname(builtCommand()), '../solve/search/queue/bullmq.js');
  const values = `const [JOBS, STUCK, MODULE] = ${JSON.stringify([jobs, stuck, pathToFileURL(module).href])};`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `${values}\n${STAND_INS}`],
    { encoding: 'utf8', timeout: 60_000 },
  );
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

const CLOSED = { workersOpen: 0, queuesOpen: 0, redisOpen: 0 };

test('while jobs are done one after the other it keeps its connection, and closes everything at its end', () => {
  // 60 jobs in 6 s, then 5 s without one: jobs wait all the time, and each look finds none in hand
  expect(toldOf(60, 0)).toMatchObject({ done: 60, connections: 1, ...CLOSED });
});

test('where jobs wait and none comes, it takes a new connection after 3 s, and leaves none of the old one open', () => {
  expect(toldOf(5, 1)).toMatchObject({ done: 5, connections: 2, ...CLOSED });
});
