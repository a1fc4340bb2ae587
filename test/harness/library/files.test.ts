/** A call writes no file that it reads, no two into one, and says which parameter is wrong. */
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LockstepError } from '../../../harness/base/index.js';
import { calculate, explain, odds, openLog, runPlan, searchRoute, verify } from '../../../harness/library/index.js';

const folder = mkdtempSync(join(tmpdir(), 'lockstep-test-'));

function copyOf(file: string, name: string): string {
  const copy = join(folder, name);
  copyFileSync(file, copy);
  return copy;
}

const plan = copyOf('traces/live-a-live/worked-example.toml', 'plan.toml');
const log = copyOf('examples/regression/logs/worked-example.jsonl.gz', 'log.jsonl.gz');
const search = copyOf('traces/srpg-movement/search-captain.toml', 'search.toml');
const other = join(folder, 'other');

test.each([
  ['runPlan', plan, () => runPlan({ plan, output: plan }), 'E_OUTPUT_IS_INPUT'],
  ['explain', log, () => explain({ log, output: log }), 'E_OUTPUT_IS_INPUT'],
  ['explain, notes', log, () => explain({ log, notes: log }), 'E_OUTPUT_IS_INPUT'],
  ['explain, one name', log, () => explain({ log, output: other, notes: other }), 'E_USAGE'],
  ['searchRoute', search, () => searchRoute({ plan: search, checkpoint: search }), 'E_OUTPUT_IS_INPUT'],
  ['searchRoute, one name', search, () => searchRoute({ plan: search, output: other, certificate: other }), 'E_USAGE'],
] as const)('%s loses no file', async (_, file, call, code) => {
  const before = readFileSync(file);
  await expect(call()).rejects.toMatchObject({ code });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test.each([
  ['a figure', () => calculate({ attacker: 'oboromaru', defender: 'namcat', attackerFigures: { lvl: 3 } as object })],
  [
    'no stats',
    () => calculate({ attacker: 'oboromaru', defender: 'namcat', attackerFigures: { stats: null } as never }),
  ],
  ['a trust', () => searchRoute({ plan: search, certificate: other, trust: ['nonsense'] as never })],
  ['nothing', () => odds(undefined as never)],
  ['a system', () => runPlan({ plan, systems: [{}] as never })],
  ['a name with a zero', () => openLog({ log: 'a\0b' })],
  ['no log', () => verify({ files: [] })],
  ['a parameter', () => searchRoute({ plan: search, foo: 1 } as never)],
] as const)('%s that is wrong is named in one line', async (_, call) => {
  const error = await (call as () => Promise<unknown>)().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'E_USAGE' });
  expect((error as Error).message.length).toBeLessThanOrEqual(300);
});

test.each([
  ['a defender', () => calculate({ attacker: 'takahara', defender: 'zzzzzz' })],
  ['an attacker', () => calculate({ attacker: 'zzzzzz', defender: 'namcat' })],
  ['a skill', () => calculate({ attacker: 'takahara', defender: 'namcat', skill: 'zzzzzz' })],
  ['a target', () => odds({ file: 'traces/live-a-live/takahara-namcat.toml', target: 'zzzzzz' })],
] as const)('%s that nobody knows is named in one line, with a few that are known', async (_, call) => {
  const { code, message } = (await call().catch((thrown: unknown) => thrown)) as LockstepError;
  expect(code).toBe('E_UNKNOWN_ID');
  expect(message.length).toBeLessThanOrEqual(300);
});
