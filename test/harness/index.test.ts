/** What a program does with the harness alone. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../harness/base/package-root.js';
import * as harness from '../../harness/index.js';
import { loadPlan, runPlan, SYSTEMS, textOf } from '../../harness/index.js';

const PLAN = join(packageRoot(), 'traces/live-a-live/takahara-namcat.toml');
const FORMER = join(packageRoot(), 'test/fixtures/version-0.1/takahara-namcat.toml');

test('a plan is played by its file alone, under an id of the past as well', async () => {
  const plan = await loadPlan({ plan: PLAN });
  expect([plan.named, plan.system]).toEqual(['live-a-live-battle', 'live-a-live-battle']);
  // both systems of the game were called live-a-live in version 0.1
  const former = await loadPlan({ plan: FORMER });
  expect([former.named, former.system]).toEqual(['live-a-live', 'live-a-live-battle']);
  expect(SYSTEMS.map(({ id }) => id)).toContain(plan.system);
  const answer = await runPlan({ plan: PLAN });
  expect(answer).toMatchObject({ ok: true, verdict: 'holds', system: 'live-a-live-battle', failures: [] });
  expect(answer.compared).toBeGreaterThan(10);
  expect(textOf(answer)).toContain('holds');
});

test('the library has at most 40 functions', () => {
  const functions = Object.entries(harness).filter(
    ([name, value]) => typeof value === 'function' && !/^[A-Z]/u.test(name),
  );
  expect(functions.length).toBeLessThanOrEqual(40);
});
