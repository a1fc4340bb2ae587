/**
 * A search in jobs that were damaged, forged, lost or of another search: never a proof, never "no
 * route", never a file outside of the folder.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../../harness/base/systems.js';
import { withHash, withId } from '../../../../../harness/solve/search/jobs/job-form.js';
import { cli } from '../../../cli/run-cli.js';
import { testFolder } from '../../../fixtures/files.js';

const folder = testFolder();
const plan = join(packageRoot(), 'traces/live-a-live/namcat-opening.toml');
const [kept, jobs] = [join(folder.path, 'kept'), join(folder.path, 'jobs')];

type Data = Record<string, unknown>;

const read = (name: string): Data => JSON.parse(readFileSync(join(jobs, name), 'utf8')) as Data;
const write = (name: string, data: unknown): void => writeFileSync(join(jobs, name), JSON.stringify(data));
const jobNames = (): string[] => readdirSync(jobs).filter((name) => name.endsWith('.job.json'));

async function search(...words: string[]) {
  const run = await cli(['route', 'search', plan, '--json', ...words], { systems: SYSTEMS });
  return { ...run, data: run.out === '' ? {} : (JSON.parse(run.out) as Data) };
}

const doJob = (name: string) => search('--job', join(jobs, name));
const joined = () => search('--join', jobs);

/** The content of a job under an id of its own, as somebody would make it who knows the form. */
function forged(job: Data, changes: Data): Data {
  const { id: _id, ...content } = { ...job, ...changes };
  return withId(content as unknown as Parameters<typeof withId>[0]) as unknown as Data;
}

function rehashed(data: Data, changes: Data): Data {
  const { hash: _hash, ...content } = { ...data, ...changes };
  return withHash(content);
}

beforeAll(async () => {
  expect((await search('--split', '4', '--jobs', jobs)).code).toBe(0);
  for (const name of jobNames()) expect((await doJob(name)).code).toBe(0);
  mkdirSync(kept);
  for (const name of readdirSync(jobs)) copyFileSync(join(jobs, name), join(kept, name));
});

beforeEach(() => {
  rmSync(jobs, { recursive: true });
  mkdirSync(jobs);
  for (const name of readdirSync(kept)) copyFileSync(join(kept, name), join(jobs, name));
});

test('a folder without jobs is refused with what to do', async () => {
  const { code, err } = await search('--join', folder.path);
  expect([code, err]).toEqual([
    2,
    expect.stringMatching(/the folder has no split search\. Make one with route search --split/u),
  ]);
});

test('undamaged, the jobs prove the best route', async () => {
  expect(await joined()).toMatchObject({ code: 0, data: { proven: true, bound: 2009, reason: 'proven' } });
});

describe('a job', () => {
  const changes: readonly (readonly [string, (job: Data) => Data])[] = [
    ['with its last prefix alone', (job) => ({ ...job, prefixes: (job['prefixes'] as Data[]).slice(-1) })],
    ['without prefixes', (job) => ({ ...job, prefixes: [] })],
    ['with another budget', (job) => ({ ...job, nodes: 1 })],
    ['with one more key', (job) => ({ ...job, more: 1 })],
    ['with an id that is a path', (job) => ({ ...job, id: '../../evil' })],
    ['without an id', ({ id: _id, ...job }) => job],
    ['with nothing but its mark', () => ({ job: 1 })],
    ['of a later version', (job) => ({ ...job, job: 2 })],
    ['whose prefix is no path', (job) => forged(job, { prefixes: [{ path: ['x'], cost: 0, bound: 0 }] })],
    ['whose prefix is nothing', (job) => forged(job, { prefixes: [null] })],
    ['whose prefix cannot be played', (job) => forged(job, { prefixes: [{ path: [9999], cost: 0, bound: 0 }] })],
    ['with a fraction', (job) => ({ ...job, nodes: 0.5 })],
    ['that is a list', () => [] as unknown as Data],
  ];
  test.each(changes)('%s is refused and leaves no file', async (_what, change) => {
    rmSync(join(jobs, '1.result.json'));
    write('1.job.json', change(read('1.job.json')));
    const run = await doJob('1.job.json');
    expect([run.code, run.err]).toEqual([2, expect.stringMatching(/^E_JOB\b/u)]);
    expect(existsSync(join(jobs, '1.result.json'))).toBe(false);
    expect(readdirSync(folder.path).sort()).toEqual(['jobs', 'kept']);
    const { code, data } = await joined();
    expect([code, data['proven'], data['optimal'], data['reason']]).toEqual([0, false, false, 'jobs']);
  });

  test('cut, and given an id that fits, counts for nothing', async () => {
    for (const name of jobNames()) {
      const job = read(name);
      write(name, forged(job, { prefixes: (job['prefixes'] as Data[]).slice(-1) }));
      expect((await doJob(name)).code).toBe(0);
    }
    expect(await joined()).toMatchObject({ code: 2, data: { error: { code: 'E_JOB' } } });
    // also where the record names the cut ones
    const ids = jobNames().map((name) => read(name)['id']);
    write('split.json', rehashed(read('split.json'), { jobs: ids }));
    const run = await joined();
    expect([run.code, run.err]).toEqual([2, expect.stringContaining('do not cover every route')]);
  });
});

describe('a join', () => {
  test('of some results is not proven, and says which are missing', async () => {
    rmSync(join(jobs, '2.result.json'));
    rmSync(join(jobs, '3.result.json'));
    const { code, data } = await joined();
    expect([code, data['proven'], data['optimal'], data['reason']]).toEqual([0, false, false, 'jobs']);
    expect(data['bound']).toBeLessThanOrEqual(2009);
    const text = await cli(['route', 'search', plan, '--join', jobs], { systems: SYSTEMS });
    expect(text.out).toMatch(/not proven: jobs of the split search have no result/u);
  });

  const records: readonly (readonly [string, Data, RegExp])[] = [
    ['changed', { nodes: 7 }, /was changed/u],
    ['of an older version', { split: 1 }, /is not a split/u],
  ];
  test.each(records)('whose record is %s is refused', async (_what, change, message) => {
    write('split.json', { ...read('split.json'), ...change });
    const run = await joined();
    expect([run.code, run.err]).toEqual([2, expect.stringMatching(message)]);
  });

  test('of fewer jobs than cover every route is refused', async () => {
    const record = read('split.json');
    for (const changes of [{ jobs: [] }, { jobs: (record['jobs'] as string[]).slice(1) }, { count: 3 }]) {
      write('split.json', rehashed(record, changes));
      const run = await joined();
      expect([run.code, run.err]).toEqual([2, expect.stringContaining('do not cover every route')]);
    }
    write('split.json', rehashed(record, { plan: '0'.repeat(64) }));
    expect((await joined()).err).toMatch(/of another plan, ruleset or image/u);
  });

  const results: readonly (readonly [string, (result: Data) => Data, RegExp])[] = [
    ['changed', (result) => ({ ...result, proven: true, found: [] }), /was changed/u],
    ['without a hash', ({ hash: _hash, ...result }) => result, /has no hash/u],
    ['of an older version', (result) => ({ ...result, result: 1 }), /is not a result/u],
    ['that is no data', () => 'x' as unknown as Data, /is not a result/u],
    ['with a part that none has', (result) => rehashed(result, { found: [{ path: 'x' }] }), /part that no result has/u],
    [
      'whose route costs something else',
      (result) => rehashed(result, { found: (result['found'] as Data[]).map((route) => ({ ...route, cost: 1 })) }),
      /a result does not hold: .* instead of 1/u,
    ],
    [
      'whose route cannot be played',
      (result) => rehashed(result, { found: [{ path: [9999], cost: 1, end: '' }] }),
      /a result does not hold/u,
    ],
  ];
  test.each(results)('with a result %s is refused', async (_what, change, message) => {
    const found = readdirSync(jobs).filter(
      (name) => name.endsWith('.result.json') && (read(name)['found'] as Data[]).length > 0,
    );
    const name = found[0] ?? '';
    write(name, change(read(name)));
    const run = await joined();
    expect([run.code, run.err]).toEqual([2, expect.stringMatching(message)]);
  });
});
