/** A file whose version key is missing or wrong, or that is of another form: what the error says to write is what lets the file be read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { testFolder } from '../fixtures/files.js';
import { cli } from './run-cli.js';

const folder = testFolder();
const bundled = (name: string): string => join(packageRoot(), 'traces', name);
const plan = bundled('srpg-movement/guide.toml');
const played = bundled('live-a-live/takahara-namcat.toml');
const menus = bundled('live-a-live/menus.json');
const table = folder.write('rows.csv', 'frame,hp\n0,1\n');

async function refusal(words: readonly string[]): Promise<string> {
  const run = await cli(words, { systems: SYSTEMS });
  expect([run.code, run.out]).toEqual([2, '']);
  return run.err.trimEnd();
}

const out = join(folder.path, 'out');
const USES = {
  plan: (file: string) => ['run', file],
  branches: (file: string) => ['route', 'branch', 'list', file],
  columns: (file: string) => ['convert', table, '--columns', file, '-o', out],
  menus: (file: string) => ['route', 'export', played, '--menus', file, '-o', out],
  timing: (file: string) => ['route', 'export', played, '--menus', menus, '--timing', file, '-o', out],
  profile: (file: string) => ['verify', bundled('homebrew/drill-snes9x.log.gz'), '--profile', file],
};

describe('a key that is missing', () => {
  test.each([
    ['plan', 'E_PLAN_SCHEMA', 'system = "counter"\n', ':1: column 1'],
    ['branches', 'E_PLAN_SCHEMA', `file = "x.toml"\nsha256 = "${'0'.repeat(64)}"\ndone = 0\n`, ':1: column 1'],
    ['columns', 'E_COLUMNS', 'system = "counter"\n', ':1: column 1'],
  ] as const)('%s: the first line to write', async (key, code, text, place) => {
    const file = folder.write(`no-${key}.toml`, text);
    expect(await refusal(USES[key](file))).toBe(
      `${code} ${file}${place}: missing key ${key}; expected ${key} = 1. Write \`${key} = 1\` as the first line`,
    );
    // with that line the file is read on
    folder.write(`no-${key}.toml`, `${key} = 1\n${text}`);
    const next = await cli(USES[key](file), { systems: SYSTEMS });
    expect(next.err).not.toContain('= 1`');
  });

  test.each([
    ['menus', 'E_PROFILE_FILE'],
    ['timing', 'E_PROFILE_FILE'],
    ['profile', 'E_CPU_PROFILE'],
  ] as const)('%s: the first key to write', async (key, code) => {
    const file = folder.write(`no-${key}.json`, '{}');
    expect(await refusal(USES[key](file))).toBe(
      `${code} ${file}: missing key ${key}; expected "${key}": 1. Write \`"${key}": 1\` as its first key`,
    );
  });

  test('a plan with it plays', async () => {
    const text = readFileSync(plan, 'utf8');
    const file = folder.write('guide.toml', text.replace('plan = 1\n', ''));
    expect(await refusal(USES.plan(file))).toContain('Write `plan = 1` as the first line');
    folder.write('guide.toml', `plan = 1\n${text.replace('plan = 1\n', '')}`);
    expect((await cli(USES.plan(file), { systems: SYSTEMS })).code).toBe(0);
  });
});

test('a file that people never edit is to be restored, with the key that is missing', async () => {
  const file = folder.write('cases.jsonl', '{"routine":"C1:2828"}\n');
  const said = await refusal(['vectors', file]);
  expect(said).toContain(`${file}:1: missing key vectors; found nothing; expected "vectors": 1. Restore the file`);
});

test('a file of another form is called what it is', async () => {
  expect(await refusal(USES.columns(plan))).toContain('this is a plan and not a column map');
  expect(await refusal(USES.timing(menus))).toContain('this is a menu profile and not a timing profile');
});

test('a newer program is advised for a later version alone', async () => {
  for (const [value, advice] of [
    ['2', 'Use a newer battle-lockstep'],
    ['"1"', 'Write `plan = 1`'],
    ['0', 'Write `plan = 1`'],
  ]) {
    const file = folder.write('version.toml', `plan = ${value}\nsystem = "counter"\n`);
    expect(await refusal(USES.plan(file))).toBe(
      `E_PLAN_VERSION ${file}:1: column 1: unknown version of the plan form; found ${value}; expected 1. ${advice}`,
    );
  }
  const trace = (value: string): Promise<string> =>
    refusal(['verify', folder.write('trace.jsonl', `{"trace":${value}}\n`)]);
  expect(await trace('2')).toContain('Use a newer battle-lockstep');
  expect(await trace('"1"')).not.toContain('newer');
});
