/**
 * Worst cases in pieces: done in any order and twice they join to the answer of one search; a
 * missing or unfinished one leaves it open.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { snapshot } from '../../../../../core/system/battle.js';
import { SYSTEMS } from '../../../../../harness/base/systems.js';
import { readPlan } from '../../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../../harness/play/plan/run.js';
import { findPlanSystem } from '../../../../../harness/play/plan/start.js';
import type { JobResult } from '../../../../../harness/solve/search/jobs/job-form.js';
import { joinResults, runJob, splitSearch } from '../../../../../harness/solve/search/jobs/jobs.js';
import { NO_LIMIT } from '../../../../../harness/solve/search/problem/outcome.js';

import { createProblem } from '../../../../../harness/solve/search/problem/problem.js';
import { searchPlan } from '../../../../../harness/solve/search/run.js';
import { cli } from '../../../cli/run-cli.js';
import { testFolder } from '../../../fixtures/files.js';

const LIMITS = { memoryBytes: 30_000_000, nodes: NO_LIMIT, workers: 1, milliseconds: NO_LIMIT };
const bundled = (name: string): string =>
  fileURLToPath(new URL(`../../../../../traces/live-a-live/${name}.toml`, import.meta.url));

// a cell to be left and come back to, whatever the enemy does: it has to act twice before the
// action points are that many
const LISTED = readFileSync(bundled('namcat-opening'), 'utf8')
  .replace('enemies = "any"', 'enemies = "worst"\nlimits = { cost = 3100 }')
  .replace('routes = 3', '')
  .replace(
    /"ally\[0\]\.sideOf\[0\]" = 2\n.*\n.*/,
    '"ally[0].cellX" = 2\n"ally[0].cellY" = 1\nactionPoints = { min = 600 }',
  );
const DRAWN = readFileSync(bundled('present-day-odie-o'), 'utf8')
  .replace('x = [0, 1, 2, 3], y = [0, 1, 2, 3]', 'x = 0, y = [0, 1]')
  .replace(/skill = \[.*\], x = \[0, 1\], y = \[1, 2, 3\]/, 'skill = "烈風正拳づき", x = 1, y = [2, 3]')
  .replace('max = 815', 'max = 740');

test.each([
  ['listed moves', LISTED, 2011],
  ['draws', DRAWN, 30],
  // the one blow that the cost allows may do as much, the weakest does not: 62 and more of 77
  ['draws that force nothing', DRAWN.replace('max = 740', 'max = 755').replace('cost = 30', 'cost = 20'), undefined],
])('a worst case split into jobs has the answer of one search: %s', async (_name, text, cost) => {
  const plan = readPlan(Buffer.from(text), 'worst.toml');
  const system = await findPlanSystem(SYSTEMS, plan);
  const fresh = () => createProblem(system, startPlan(system, plan), plan);
  const whole = await searchPlan(fresh(), LIMITS);
  expect(whole.routes[0]?.cost).toBe(cost);
  const split = await splitSearch(fresh(), 'plan', 3, NO_LIMIT);
  expect(split.jobs).toHaveLength(3);
  const results: JobResult[] = [];
  for (const job of split.jobs) results.push(await runJob(fresh(), 'plan', job, LIMITS));
  const join = (some: readonly JobResult[]) => {
    const problem = fresh();
    return joinResults(problem, snapshot(problem.battle), split, some);
  };
  const joined = join([...results, ...results].reverse());
  const settled = {
    proven: true,
    reason: cost === undefined ? 'exhausted' : 'proven',
  };
  expect(joined).toMatchObject(settled);
  if (cost !== undefined) expect(joined.bound).toBe(whole.bound);
  expect(joined.under.length > 0).toBe(whole.under.length > 0);
  expect(joined.under).toEqual(expect.arrayContaining([...whole.under]));
  expect(joined.routes.map((route) => route.cost)).toEqual(cost === undefined ? [] : [cost]);
  for (const some of [results.slice(1), []]) {
    const partial = join(some);
    expect(partial.optimal).toBe(false);
    if (partial.proven) expect(partial.routes[0]?.cost).toBe(cost);
    else expect(partial.bound).toBeLessThanOrEqual(cost ?? Number.POSITIVE_INFINITY);
  }
  expect(join([])).toMatchObject({ proven: false, reason: 'jobs' });
});

test('the command splits, does and joins jobs', async () => {
  const folder = testFolder();
  const plan = folder.write('worst.toml', DRAWN);
  const search = (...words: string[]) => cli(['route', 'search', plan, '--json', ...words], { systems: SYSTEMS });
  const split = await search('--split', '2', '--jobs', `${folder.path}/jobs`);
  expect([split.code, split.err]).toEqual([0, '']);
  const { jobs } = JSON.parse(split.out) as { readonly jobs: readonly string[] };
  const early = await search('--join', `${folder.path}/jobs`);
  expect([early.code, JSON.parse(early.out)]).toMatchObject([2, { error: { code: 'E_JOB' } }]);
  expect(early.out).toContain('nothing was compared');
  for (const job of jobs) expect((await search('--job', job)).code).toBe(0);
  const joined = await search('--join', `${folder.path}/jobs`);
  expect(JSON.parse(joined.out)).toMatchObject({ exit: 0, proven: true, bound: 30, enemies: 'worst' });
});
