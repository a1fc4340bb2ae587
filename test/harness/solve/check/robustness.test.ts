/** What a certificate says of its route under other settings is played again, and each lie is found. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { searchRoute } from '../../../../harness/library/index.js';
import { checkCertificate } from '../../../../harness/solve/check/check.js';
import { testFolder } from '../../fixtures/files.js';
import { type Line, linesOf, writeLinked } from './certificates.js';

interface Setting {
  readonly switch: string;
  readonly value: string | number;
  readonly verdict: string;
}

const folder = testFolder();
const certificate = join(folder.path, 'guide.jsonl');
const changed = join(folder.path, 'changed.jsonl');
const check = (file: string) => checkCertificate(file, { systems: SYSTEMS });

beforeAll(async () => {
  const plan = join(packageRoot(), 'traces/srpg-movement/guide.toml');
  expect((await searchRoute({ plan, certificate })).verdict).toBe('proven');
});

test('the settings of the search are those of its certificate', async () => {
  const { accepted, proven } = await check(certificate);
  const broken = proven?.robustness?.filter(({ verdict }) => verdict !== 'holds') ?? [];
  expect([accepted, proven?.robustness?.length]).toEqual([true, 12]);
  // two units that take turns are defeated before the second move, and no weight waits for a turn
  expect(broken.map(({ switch: name, value, verdict }) => `${name} = ${value}: ${verdict}`)).toEqual([
    'turnOrder = phases: breaks',
    'turnOrder = wait: refused',
    'turnOrder = order-points: breaks',
  ]);
});

const settings = (lines: readonly Line[]): Setting[] => [...((lines[0]?.['robustness'] ?? []) as Setting[])];

test.each<[string, RegExp, (rows: Setting[]) => Setting[]]>([
  [
    'a break that is called sound',
    /comes to "turnOrder = phases: breaks", and the certificate says turnOrder = phases: holds/u,
    (rows) => rows.map((row) => (row.value === 'phases' ? { ...row, verdict: 'holds' } : row)),
  ],
  [
    'a setting that is called broken',
    /the route comes to "\w+ = \S+: holds", and the certificate says .*: breaks/u,
    (rows) => rows.map((row, index) => (index === 0 ? { ...row, verdict: 'breaks' } : row)),
  ],
  [
    'a setting that is left out',
    /the route comes to "\w+ = \S+: breaks"/u,
    (rows) => rows.filter(({ value }) => value !== 'phases'),
  ],
  ['the last settings left out', /the certificate says nothing/u, (rows) => rows.slice(0, 5)],
  [
    'a setting that there is not',
    /names settings that there are not/u,
    (rows) => [...rows, { switch: 'turnOrder', value: 'nobody', verdict: 'holds' }],
  ],
])('%s is refused', async (_name, reason, change) => {
  const lines = linesOf(certificate);
  lines[0] = { ...lines[0], robustness: change(settings(lines)) };
  expect(await check(writeLinked(changed, lines))).toMatchObject({
    accepted: false,
    line: 1,
    reason: expect.stringMatching(reason),
  });
});

test('a word that is no verdict is no certificate', async () => {
  const lines = linesOf(certificate);
  lines[0] = { ...lines[0], robustness: settings(lines).map((row) => ({ ...row, verdict: 'fine' })) };
  await expect(check(writeLinked(changed, lines))).rejects.toThrow(/robustness is missing or wrong/u);
});
