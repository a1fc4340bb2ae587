/** Every bundled plan with a proven cheapest route has a certificate, which is accepted. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../harness/base/package-root.js';
import { readPlan } from '../../../harness/plan/read-plan.js';
import { runBuilt } from '../fixtures/compile-sources.js';
import { testFolder } from '../fixtures/files.js';

const folder = testFolder();
const traces = join(packageRoot(), 'traces/live-a-live');
/** The compiled command, which is many times as fast as its sources under the runner. */
const run = (...words: string[]) => runBuilt(['route', ...words]);

/** Costs as `examples.test.ts` and the plans' own texts have them, and what the certificate relies on. */
const PROVEN: Readonly<Record<string, readonly [cost: number, trust?: 'bound']>> = {
  'namcat-opening': [2009],
  'party-charge': [421],
  'present-day-great-asia': [5],
  'present-day-jackie-iaukea': [14_282],
  'present-day-max-morgan': [115],
  'present-day-moribe-seishi': [44],
  'present-day-namcat': [7, 'bound'],
  'start-namcat': [210],
  'takahara-namcat-opening': [30],
  'third-battle-drop': [351],
  'three-battles': [126],
};
/** Worst cases, policies, and a search that ends by a beam. */
const WITHOUT: Readonly<Record<string, RegExp>> = {
  'chance-odie-o': /--certificate is not for a plan with maximise/u,
  'chance-seeds-namcat': /--certificate is not for a plan with maximise/u,
  'overflow-search': /a worst case has no certificate/u,
  'present-day-odie-o': /a worst case has no certificate/u,
  'present-day-tula-han': /only a proof has one; found a beam of 100/u,
};

test('the lists have every bundled plan with a search', () => {
  const searching = readdirSync(traces).filter((name) => {
    if (!name.endsWith('.toml')) return false;
    return readPlan(readFileSync(join(traces, name)), name).search !== undefined;
  });
  const listed = [...Object.keys(PROVEN), ...Object.keys(WITHOUT)].map((name) => `${name}.toml`);
  expect(searching.sort()).toEqual(listed.sort());
});

test.each(Object.entries(PROVEN))(
  '%s',
  (name, [cost, trust]) => {
    const [plan, file] = [join(traces, `${name}.toml`), join(folder.path, `${name}.jsonl.gz`)];
    const words = trust === undefined ? [] : ['--trust', trust];
    const searched = run('search', plan, '--workers', '1', '--certificate', file, ...words);
    expect([searched.code, searched.err]).toEqual([0, expect.stringMatching(/: the proof, \d+ states; check it/u)]);
    const result = JSON.parse(run('check', file, '--plan', plan, '--json').out) as unknown;
    const trusts = trust === undefined ? [] : [trust];
    expect(result).toMatchObject({ exit: 0, accepted: true, proven: { cost, trusts } });
  },
  300_000,
);

test.each(Object.entries(WITHOUT))(
  '%s has none, and says why',
  (name, reason) => {
    const [plan, file] = [join(traces, `${name}.toml`), join(folder.path, `${name}.jsonl`)];
    const searched = run('search', plan, '--workers', '1', '--certificate', file);
    expect([searched.code, searched.err]).toEqual([2, expect.stringMatching(reason)]);
    expect(run('check', file).err).toMatch(/^E_FILE/u);
  },
  300_000,
);
