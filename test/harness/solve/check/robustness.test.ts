/** What a certificate says of its route under other settings is played again, and each lie is found. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { searchRoute } from '../../../../harness/library/index.js';
import { otherSettingText } from '../../../../harness/play/route/other-settings.js';
import { checkCertificate } from '../../../../harness/solve/check/check.js';
import { testFolder } from '../../fixtures/files.js';
import { type Line, linesOf, writeLinked } from './certificates.js';

interface Setting {
  readonly switch: string;
  readonly value: string | number;
  readonly verdict: string;
  readonly step?: number;
  readonly detail?: string;
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
  expect(broken.map(otherSettingText)).toEqual([
    'turnOrder = phases: breaks at step 2: the move is refused: moveUnit Hoge x=1 y=2: E_DEFEATED',
    'turnOrder = wait: the setup is refused: E_RANGE setup.units[0].weight is 0, the unit would always be next',
    'turnOrder = order-points: breaks at step 2: the move is refused: moveUnit Hoge x=1 y=2: E_DEFEATED',
  ]);
  // and they are those of the file itself
  expect(settings(linesOf(certificate)).map((row) => ({ detail: '', ...row }))).toEqual(proven?.robustness);
});

const sound = ({ step: _, detail: __, ...row }: Setting): Setting => row;
const settings = (lines: readonly Line[]): Setting[] => [...((lines[0]?.['robustness'] ?? []) as Setting[])];

test.each<[string, RegExp, (rows: Setting[]) => Setting[]]>([
  [
    'a break that is called sound',
    /comes to "turnOrder = phases: breaks at step 2: .*", and the certificate says turnOrder = phases: holds/u,
    (rows) => rows.map((row) => (row.value === 'phases' ? { ...sound(row), verdict: 'holds' } : row)),
  ],
  [
    'a setting that is called broken',
    /the route comes to "\w+ = \S+: holds", and the certificate says .*: breaks/u,
    (rows) => rows.map((row, index) => (index === 0 ? { ...row, verdict: 'breaks' } : row)),
  ],
  [
    'a setting that is left out',
    /the route comes to "\w+ = \S+: breaks at step 2: /u,
    (rows) => rows.filter(({ value }) => value !== 'phases'),
  ],
  [
    'a break at another step',
    /breaks at step 2: .*", and the certificate says turnOrder = phases: breaks at step 3: /u,
    (rows) => rows.map((row) => (row.value === 'phases' ? { ...row, step: 3 } : row)),
  ],
  [
    'a break for another reason',
    /moveUnit Hoge x=1 y=2: E_DEFEATED", and the certificate says turnOrder = phases: breaks at step 2: it rains/u,
    (rows) => rows.map((row) => (row.value === 'phases' ? { ...row, detail: 'it rains' } : row)),
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

test('a certificate of before, without steps and reasons, is accepted still, and what it comes to is told', async () => {
  const lines = linesOf(certificate);
  lines[0] = { ...lines[0], robustness: settings(lines).map(sound) };
  const { accepted, proven } = await check(writeLinked(changed, lines));
  expect([accepted, proven?.robustness?.filter(({ step }) => step === 2).length]).toEqual([true, 2]);
});

test('a word that is no verdict is no certificate', async () => {
  const lines = linesOf(certificate);
  lines[0] = { ...lines[0], robustness: settings(lines).map((row) => ({ ...row, verdict: 'fine' })) };
  await expect(check(writeLinked(changed, lines))).rejects.toThrow(/robustness is missing or wrong/u);
});
