/** A certificate of a joined answer: the hash of a result is no signature, and the search for the certificate believes none. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { withHash } from '../../../../harness/solve/search/jobs/job-form.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';
import { counter, sumPlan } from './certificates.js';

const folder = testFolder();
const [jobs, proof] = [join(folder.path, 'jobs'), join(folder.path, 'proof.jsonl')];
// 40 is eight times 5
const plan = folder.write('plan.toml', sumPlan([1, 4, 5], 40));
const route = (...words: string[]) => cli(['route', ...words], { systems: [counter()] });

interface Result {
  readonly hash: string;
  readonly found: readonly { readonly cost: number }[];
}

beforeAll(async () => {
  expect((await route('search', plan, '--split', '2', '--jobs', jobs)).code).toBe(0);
  for (const name of readdirSync(jobs).filter((one) => one.endsWith('.job.json'))) {
    expect((await route('search', plan, '--job', join(jobs, name))).code).toBe(0);
  }
});

test('it is accepted', async () => {
  const run = await route('search', plan, '--join', jobs, '--certificate', proof);
  expect([run.code, run.out]).toEqual([0, expect.stringContaining('optimal: cost 8')]);
  expect(await route('check', proof, '--plan', plan)).toMatchObject({ code: 0 });
});

test('it is not written where a result was made that leaves out the best route', async () => {
  let changed = 0;
  for (const name of readdirSync(jobs).filter((one) => one.endsWith('.result.json'))) {
    const { hash: _hash, ...result } = JSON.parse(readFileSync(join(jobs, name), 'utf8')) as Result;
    const found = result.found.filter(({ cost }) => cost !== 8);
    changed += result.found.length - found.length;
    writeFileSync(join(jobs, name), JSON.stringify(withHash({ ...result, found })));
  }
  expect(changed).toBeGreaterThan(0);
  const believed = JSON.parse((await route('search', plan, '--join', jobs, '--json')).out) as { routes: unknown[] };
  expect(believed.routes).not.toMatchObject([{ cost: 8 }]);
  const other = join(folder.path, 'other.jsonl');
  const run = await route('search', plan, '--join', jobs, '--certificate', other);
  expect([run.code, run.err]).toEqual([2, expect.stringMatching(/^E_JOB .*not the cheapest: one costs 8/u)]);
  expect(existsSync(other)).toBe(false);
});
