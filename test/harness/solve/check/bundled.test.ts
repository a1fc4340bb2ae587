/** Every bundled plan with a proof of a cost has a certificate, which is accepted. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { readPlan } from '../../../../harness/play/plan/read-plan.js';
import { runBuilt } from '../../fixtures/compile-sources.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const traces = join(packageRoot(), 'traces');
/** The compiled command, which is many times as fast as its sources under the runner. */
const run = (...words: string[]) => runBuilt(['route', ...words]);

/** Costs as the tests of the plans and their own texts have them, and what the certificate relies on. */
const PROVEN: Readonly<Record<string, readonly [cost: number, trust?: 'bound' | 'key']>> = {
  'fftcg/decks-combat': [10],
  'fftcg/decks-stack': [10],
  'fftcg/decks-triggers': [10],
  'fftcg/search-break': [6],
  'fftcg/search-sure-win': [27],
  'holy-grail-war/search-summon': [10],
  'holy-grail-war/seven-pairs-alliance': [8],
  'holy-grail-war/seven-pairs-day': [8],
  'holy-grail-war/seven-pairs-night': [7],
  'holy-grail-war/turn': [3],
  'kurogane-engage/search-order': [23],
  'kurogane-engage/search-overkill': [14],
  'kurogane-engage/squad-objective': [7],
  'kurogane-engage/squad-three-rounds': [11],
  'live-a-live/namcat-opening': [2009],
  'live-a-live/overflow-search': [3324, 'key'],
  'live-a-live/party-charge': [421],
  'live-a-live/present-day-great-asia': [5],
  'live-a-live/present-day-jackie-iaukea': [14_282],
  'live-a-live/present-day-max-morgan': [115],
  'live-a-live/present-day-moribe-seishi': [44],
  'live-a-live/present-day-namcat': [7, 'bound'],
  'live-a-live/present-day-odie-o': [20],
  'live-a-live/start-namcat': [210],
  'live-a-live/takahara-namcat-opening': [30],
  'live-a-live/third-battle-drop': [351],
  'live-a-live/three-battles': [126],
  'srpg-movement/fort-gate': [7],
  'srpg-movement/fort-river': [6],
  'srpg-movement/fort-wyvern': [12],
  'srpg-movement/guide': [4],
  'srpg-movement/search-captain': [13],
};
/** Chances, whose certificates stand in `policy.test.ts`. */
const CHANCES = ['kurogane-engage/chance-commander', 'kurogane-engage/squad-chance', 'live-a-live/chance-odie-o'];
/** A chance over starts, and a search that ends by a beam. */
const WITHOUT: Readonly<Record<string, RegExp>> = {
  'live-a-live/chance-seeds-namcat': /such a search has no certificate/u,
  'live-a-live/present-day-tula-han': /only a proof has one; found a beam of 100/u,
};

test('the lists have every bundled plan with a search but the atlas’s, which its own command searches', () => {
  const searching = readdirSync(traces, { recursive: true, encoding: 'utf8' }).filter((name) => {
    if (!name.endsWith('.toml') || name.startsWith(join('live-a-live', 'atlas'))) return false;
    return readPlan(readFileSync(join(traces, name)), name).search !== undefined;
  });
  const listed = [...Object.keys(PROVEN), ...CHANCES, ...Object.keys(WITHOUT)].map((name) => `${name}.toml`);
  expect(searching.sort()).toEqual(listed.sort());
});

test.each(Object.entries(PROVEN))(
  '%s',
  (name, [cost, trust]) => {
    const [plan, file] = [join(traces, `${name}.toml`), join(folder.path, `${basename(name)}.jsonl.gz`)];
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
    const [plan, file] = [join(traces, `${name}.toml`), join(folder.path, `${basename(name)}.jsonl`)];
    const searched = run('search', plan, '--workers', '1', '--certificate', file);
    expect([searched.code, searched.err]).toEqual([2, expect.stringMatching(reason)]);
    expect(run('check', file).err).toMatch(/^E_FILE/u);
  },
  300_000,
);

test('a proof from a log needs the plan, whose log must be the one that was read', () => {
  const file = join(folder.path, 'overflow-search.jsonl.gz');
  expect(run('check', file)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^E_CERTIFICATE .*begins with a log, which is not in the certificate/u) as string,
  });
  const text = readFileSync(join(traces, 'live-a-live/overflow-search.toml'), 'utf8');
  const plan = folder.write('plans/overflow.toml', text);
  folder.write('logs/overflow.jsonl.gz', 'another log');
  expect(run('check', file, '--plan', plan)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/the log is not the one that the plan was searched from/u) as string,
  });
});
