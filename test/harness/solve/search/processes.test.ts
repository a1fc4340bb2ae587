/**
 * The command as a process of its own: any number of threads gives one answer, and Ctrl-C keeps the
 * best so far.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { cli } from '../../cli/run-cli.js';
import { compileCommand } from '../../fixtures/compile-sources.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const opening = readFileSync(new URL('../../../../traces/live-a-live/namcat-opening.toml', import.meta.url), 'utf8');
const TULA_HAN = new URL('../../../../traces/live-a-live/present-day-tula-han.toml', import.meta.url);
const moreMoves = (more: string): string => opening.replace('{ command = "skill" },', `{ command = "skill" }, ${more}`);
let main = '';

// threads need compiled code
beforeAll(() => {
  main = compileCommand(folder.path);
}, 120_000);

test('searches with one and with four threads have the same answer', () => {
  // a goal far enough away that batches are large enough for threads
  const text = moreMoves('{ command = "turn" },')
    .replace('"ally[0].cellX" = { max = 1 }', '"ally[0].cellX" = 1')
    .replace('"ally[0].cellY" = { max = 3 }', '"ally[0].cellY" = 3');
  const plan = folder.write('wide.toml', text);
  const answers = [1, 4].map((workers) => {
    const words = [main, 'route', 'search', plan, '--workers', String(workers), '--nodes', '40000', '--json'];
    const run = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([run.status, run.stderr]).toEqual([0, '']);
    return run.stdout;
  });
  expect(JSON.parse(answers[0] ?? '')).toMatchObject({ reason: 'nodes', bound: 1013 });
  expect(answers[1]).toBe(answers[0]);
}, 240_000);

/**
 * A search by a pool whose threads are ready before its first batch: checksum of what was visited,
 * and who expanded it. Arguments: plan, command, words for a chunk's children, and how the first
 * thread ends after a while.
 */
const POOL = `
import workers from 'node:worker_threads';
import { syncBuiltinESMExports } from 'node:module';
const [, , planFile, main, room, fate] = process.argv;
const threads = [];
workers.Worker = class extends workers.Worker {
  constructor(...given) {
    super(...given);
    threads.push(this);
  }
};
syncBuiltinESMExports();
const at = (name) => import(new URL('../' + name, main));
const [{ loadPlan }, { startPlan }, { LIVE_A_LIVE }] = await Promise.all([
  at('play/plan/read-plan.js'), at('play/plan/run.js'), at('../core/live-a-live/index.js')]);
const [{ createProblem }, { createBranching }, { runSearch }, { startSearch }, { visitedChecksum }, { localExpander }, { createPool }] = await Promise.all([
  at('solve/search/problem/problem.js'), at('solve/search/expansion/branching.js'), at('solve/search/shortest/shortest.js'),
  at('solve/search/shortest/search-state.js'), at('solve/search/shortest/search-state.js'),
  at('solve/search/expansion/visited.js'), at('solve/search/expansion/thread-pool.js')]);
const plan = loadPlan(planFile);
const seen = [];
for (const workers of [1, 2, 3]) {
  const problem = createProblem(LIVE_A_LIVE, startPlan(LIVE_A_LIVE, plan), plan);
  const start = problem.battle.image.slice();
  const branching = createBranching(problem);
  const state = startSearch(branching, 100_000_000, workers > 1);
  let lost = 0;
  const options = { workers, onLost: () => lost++, ...(room === 'usual' ? {} : { room: Number(room) }) };
  const pool = workers > 1 ? createPool(problem, start, branching, state.visited, options) : undefined;
  threads.length = 0;
  await pool?.start();
  const batches = pool ?? localExpander(branching, state.visited);
  const limits = { memoryBytes: 100_000_000, nodes: 60_000, milliseconds: -1 };
  const end = () => {
    if (pool === undefined || fate === 'none' || pool.handed() < 200) return;
    clearInterval(watch);
    if (fate === 'exit') void threads[0]?.terminate();
    else threads[0]?.emit('error', new Error('out of memory'));
  };
  const watch = setInterval(end, 1);
  const { reason } = await runSearch({ problem, state, batches, limits });
  clearInterval(watch);
  await pool?.close();
  const { arena, expanded } = state;
  seen.push({ reason, expanded, length: arena.length, stride: arena.stride, sum: visitedChecksum(arena), handed: pool?.handed() ?? 0, lost });
}
console.log(JSON.stringify(seen));
`;

interface PoolRun {
  readonly handed: number;
  readonly expanded: number;
  readonly stride: number;
  readonly lost: number;
}

function runPools(room: string, fate: string): readonly PoolRun[] {
  const plan = folder.write(
    'pool.toml',
    moreMoves('{ command = "turn" },').replace('"ally[0].cellX" = { max = 1 }', '"ally[0].cellX" = 1'),
  );
  const words = [folder.write('pool.mjs', POOL), plan, pathToFileURL(main).href, room, fate];
  const run = spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 100_000 });
  expect([run.status, run.stderr]).toEqual([0, '']);
  return JSON.parse(run.stdout) as PoolRun[];
}

test.each([
  ['with the usual room for children', 'usual'],
  ['with room for few children, so that the rest of a chunk is made again and again', '40'],
])(
  'threads expand a part of the nodes, and nodes are visited in the same order: %s',
  (_name, room) => {
    const [alone, ...others] = runPools(room, 'none');
    expect(alone).toMatchObject({ reason: 'nodes', length: 60_000, handed: 0 });
    // header, time and goal are 9 words, and nodes are made wider on the way
    expect(alone?.stride).toBeGreaterThan(9 + 4);
    for (const other of others) {
      expect(other).toEqual({ ...alone, handed: other.handed });
      // how many depends on how the threads are scheduled
      expect(other.handed).toBeGreaterThan(100);
    }
  },
  120_000,
);

test.each(['exit', 'error'])(
  'a thread that ends before its time (%s) changes nothing of what is visited',
  (fate) => {
    const [alone, ...others] = runPools('usual', fate);
    for (const other of others) expect(other).toEqual({ ...alone, handed: other.handed, lost: 1 });
  },
  120_000,
);

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function ended(child: ChildProcess): Promise<Ended> {
  let [out, err] = ['', ''];
  child.stdout?.on('data', (piece) => {
    out += piece;
  });
  child.stderr?.on('data', (piece) => {
    err += piece;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

// 2,200 presses at 28 action points reach the goal at once and dearly; whether steps and turns do
// it for less takes minutes to see
const DEAR = moreMoves('{ command = "turn" }, { command = "openArea" }, { command = "areaTurn", presses = 2200 },')
  .replace('actions = 1', 'actions = 1, presses = 5')
  .replace(/last = "skill"\nroutes = 3/, 'limits = { cost = 20000 }')
  .replace(/"ally\[0\]\.sideOf\[0\]" = 2\n.*\n.*/, 'actionPoints = { min = 60000 }');
const DEAR_COST = 5 * (2200 + 1);

/** States expanded, by the first line of a checkpoint; 0 when there is none yet. */
function expandedIn(file: string): number {
  if (!existsSync(file)) return 0;
  return Number(/"expanded":(\d+)/.exec(readFileSync(file).toString('latin1'))?.[1] ?? 0);
}

test.each([
  ['any', '2'],
  ['worst', '1'],
])(
  'a search with enemies = %s that is interrupted keeps its best route, and goes on from its checkpoint',
  async (enemies, workers) => {
    const plan = folder.write(`${enemies}.toml`, DEAR.replace('enemies = "any"', `enemies = "${enemies}"`));
    const checkpoint = `${folder.path}/${enemies}.search`;
    const words = [main, 'route', 'search', plan, '--workers', workers, '--json', '--checkpoint', checkpoint];
    const child = spawn(process.execPath, [...words, '--checkpoint-every', '1']);
    const end = ended(child);
    // the search is well under way when a checkpoint says so
    const poll = setInterval(() => {
      if (expandedIn(checkpoint) < 2000) return;
      clearInterval(poll);
      child.kill('SIGINT');
    }, 50);
    const { code, out, err } = await end;
    clearInterval(poll);
    expect([code, err]).toEqual([130, '']);
    const answer = JSON.parse(out) as { nodes: number; bound: number };
    expect(answer).toMatchObject({
      reason: 'interrupted',
      proven: false,
      optimal: false,
      routes: [{ cost: DEAR_COST }],
    });
    expect(answer.bound).toBeGreaterThan(0);
    const resumed = await ended(spawn(process.execPath, [...words, '--resume', '--nodes', '1']));
    expect([resumed.code, resumed.err]).toEqual([0, '']);
    const next = JSON.parse(resumed.out) as { nodes: number; bound: number };
    expect(next.nodes).toBeGreaterThanOrEqual(answer.nodes);
    expect(next.bound).toBeGreaterThanOrEqual(answer.bound);
  },
  120_000,
);

/** Kills of a search at random; one of an hour: LOCKSTEP_KILLS=10 LOCKSTEP_KILL_NODES=60000000. */
const KILLS = Number(process.env['LOCKSTEP_KILLS'] ?? 10);
const KILL_NODES = Number(process.env['LOCKSTEP_KILL_NODES'] ?? 60_000);
const KILL_MEMORY = process.env['LOCKSTEP_KILL_MEMORY'] ?? '100';

test('a search under a memory limit, killed and resumed again and again at random, gives the undisturbed answer', async () => {
  const plan = folder.write('killed.toml', readFileSync(TULA_HAN));
  const words = [main, 'route', 'search', plan, '--memory', KILL_MEMORY, '--nodes', String(KILL_NODES), '--json'];
  const undisturbed = performance.now();
  const checkpoints = ['whole', 'killed'].map((name) => `${folder.path}/${name}.search`);
  const [ofWhole = [], kept = []] = checkpoints.map((file) => [
    ...words,
    '--checkpoint',
    file,
    '--checkpoint-every',
    '1',
  ]);
  const whole = await ended(spawn(process.execPath, ofWhole));
  const milliseconds = performance.now() - undisturbed;
  const answer = JSON.parse(whole.out) as { reason: string };
  expect(['nodes', 'memory']).toContain(answer.reason);
  const [, checkpoint = ''] = checkpoints;
  // from a seed, so that a failure can be seen again
  let seed = 20261123;
  let killed = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    const child = spawn(process.execPath, [...kept, ...(existsSync(checkpoint) ? ['--resume'] : [])]);
    const end = ended(child);
    // also before the first checkpoint, and while one is written
    const timer = setTimeout(() => child.kill('SIGKILL'), 500 + (seed / 2 ** 32) * (milliseconds / 2));
    const { code } = await end;
    clearTimeout(timer);
    expect([null, whole.code]).toContain(code);
    killed += code === null ? 1 : 0;
    if (code !== null) break;
  }
  const last = await ended(spawn(process.execPath, [...kept, ...(existsSync(checkpoint) ? ['--resume'] : [])]));
  expect(killed).toBeGreaterThan(2);
  expect([last.code, JSON.parse(last.out)]).toEqual([whole.code, answer]);
}, 7_200_000);

test('jobs whose workers are killed, and jobs done twice, join to the answer of one process', async () => {
  const plan = folder.write('opening.toml', opening);
  const jobs = `${folder.path}/jobs`;
  const search = (...words: string[]) => cli(['route', 'search', plan, ...words, '--json'], { systems: SYSTEMS });
  const split = JSON.parse((await search('--split', '2', '--jobs', jobs)).out) as { jobs: string[] };
  const [first = '', second = ''] = split.jobs;
  const victim = spawn(process.execPath, [main, 'route', 'search', plan, '--job', first]);
  const killed = ended(victim);
  setTimeout(() => victim.kill('SIGKILL'), 300);
  expect((await killed).code).toBeNull();
  const none = await search('--join', jobs);
  expect([none.code, JSON.parse(none.out)]).toMatchObject([
    2,
    { exit: 2, error: { code: 'E_JOB', found: '0 of 2 results' } },
  ]);
  expect((await search('--job', second)).code).toBe(0);
  const lost = JSON.parse((await search('--join', jobs)).out) as object;
  expect(lost).toMatchObject({ proven: false, optimal: false });
  for (const job of [second, first, second]) expect((await search('--job', job)).code).toBe(0);
  const whole = JSON.parse((await search('--workers', '1')).out) as object;
  const joined = JSON.parse((await search('--join', jobs)).out) as object;
  expect({ ...joined, nodes: 0, expanded: 0 }).toEqual({ ...whole, nodes: 0, expanded: 0 });
}, 120_000);
