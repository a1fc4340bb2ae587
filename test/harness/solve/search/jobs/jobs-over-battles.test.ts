/** A search over three battles in jobs and by a checkpoint: the answer that the plan states, which the checker has accepted. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../../harness/base/systems.js';
import { cli } from '../../../cli/run-cli.js';
import { testFolder } from '../../../fixtures/files.js';

const folder = testFolder();
const plan = join(packageRoot(), 'traces/live-a-live/third-battle-drop.toml');
/** Frames of the bundled plan: `check/bundled.test.ts` proves them by the checker's own reading. */
const COST = 351;

interface Answer {
  readonly proven: boolean;
  readonly routes: readonly { readonly cost: number }[];
}

async function search(...words: string[]): Promise<{ code: number; answer: Answer }> {
  const { code, out } = await cli(['route', 'search', plan, '--json', ...words], { systems: SYSTEMS });
  return { code, answer: JSON.parse(out) as Answer };
}

test('jobs over several battles join to the proven cost', async () => {
  const jobs = join(folder.path, 'jobs');
  expect((await search('--split', '3', '--jobs', jobs)).code).toBe(0);
  const names = readdirSync(jobs).filter((name) => name.endsWith('.job.json'));
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) expect((await search('--job', join(jobs, name))).code).toBe(0);
  const { code, answer } = await search('--join', jobs);
  expect([code, answer.proven, answer.routes[0]?.cost]).toEqual([0, true, COST]);
});

test('a search that stopped between battles goes on from its checkpoint', async () => {
  const file = join(folder.path, 'search.checkpoint');
  const stopped = await search('--workers', '1', '--nodes', '20', '--checkpoint', file);
  expect([stopped.code, stopped.answer.proven]).toEqual([1, false]);
  const { code, answer } = await search('--workers', '1', '--checkpoint', file, '--resume');
  expect([code, answer.proven, answer.routes[0]?.cost]).toEqual([0, true, COST]);
});
