/**
 * A worst case over draws runs on one thread: any number of workers gives the same answer, and the
 * command says so.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../../core/live-a-live/index.js';
import { SYSTEMS } from '../../../../../harness/base/systems.js';
import { readPlan } from '../../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../../harness/play/plan/run.js';
import { NO_LIMIT } from '../../../../../harness/solve/search/problem/outcome.js';
import { createProblem } from '../../../../../harness/solve/search/problem/problem.js';
import { searchPlan } from '../../../../../harness/solve/search/run.js';
import { cli } from '../../../cli/run-cli.js';
import { testFolder } from '../../../fixtures/files.js';

const present = readFileSync(
  new URL('../../../../../traces/live-a-live/present-day-odie-o.toml', import.meta.url),
  'utf8',
);
// three blows, whatever is drawn, with fewer cells to stand on and to aim at
const BLOWS = present
  .replace('max = 815', 'max = 690')
  .replace('cost = 30', 'cost = 40')
  .replace('x = [0, 1, 2, 3], y = [0, 1, 2, 3]', 'x = 0, y = [0, 1]')
  .replace(/skill = \[.*\], x = \[0, 1\], y = \[1, 2, 3\]/, 'skill = "烈風正拳づき", x = [0, 1], y = [2, 3]');
const TWO_BLOWS = BLOWS.replace('max = 690', 'max = 740').replace('cost = 40', 'cost = 30');

async function searched(workers: number, nodes: number) {
  const plan = readPlan(Buffer.from(BLOWS), 'blows.toml');
  const problem = createProblem(LIVE_A_LIVE_BATTLE, startPlan(LIVE_A_LIVE_BATTLE, plan), plan);
  return searchPlan(problem, { memoryBytes: 100_000_000, nodes, workers, milliseconds: NO_LIMIT });
}

test('two workers and four have the answer of one, to the end and to a limit of states', async () => {
  const whole = await searched(1, NO_LIMIT);
  expect(whole).toMatchObject({ reason: 'proven', routes: [{ cost: 40 }] });
  const limited = await searched(1, 700);
  expect(limited).toMatchObject({ reason: 'nodes' });
  expect(limited.nodes).toBeGreaterThanOrEqual(700);
  expect(limited.expanded).toBeLessThan(whole.expanded);
  for (const workers of [2, 4]) {
    expect(await searched(workers, NO_LIMIT)).toEqual(whole);
    expect(await searched(workers, 700)).toEqual(limited);
  }
  expect(await searched(1, NO_LIMIT)).toEqual(whole);
}, 60_000);

test('a search that reaches its limit of states without a route exits with 1', async () => {
  const folder = testFolder();
  const plan = folder.write('blows.toml', BLOWS);
  const search = (...words: string[]) => cli(['route', 'search', plan, '--json', ...words], { systems: SYSTEMS });
  const limited = await search('--nodes', '1');
  expect([limited.code, JSON.parse(limited.out)]).toMatchObject([1, { exit: 1, reason: 'nodes', routes: [] }]);
});

test('the command says that workers do not help a worst case, but only when they were asked for', async () => {
  const folder = testFolder();
  const plan = folder.write('blows.toml', TWO_BLOWS);
  const search = (...words: string[]) => cli(['route', 'search', plan, '--json', ...words], { systems: SYSTEMS });
  const one = await search('--workers', '1');
  expect([one.code, one.err]).toEqual([0, '']);
  expect(await search()).toEqual(one);
  const four = await search('--workers', '4');
  expect(four).toEqual({ ...one, err: 'A worst case runs on one thread: --workers 4 makes it no faster.\n' });
}, 60_000);
