/** What a program does with the harness alone. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../harness/base/package-root.js';
import { findPlanSystem, loadPlan, runPlan, SYSTEMS, startBattle } from '../../harness/index.js';

test('a plan is played by its file alone, under an id of the past as well', async () => {
  const plan = loadPlan(join(packageRoot(), 'traces/live-a-live/takahara-namcat.toml'));
  const system = await findPlanSystem(SYSTEMS, plan);
  // the plan says live-a-live, as both systems of the game were called in version 0.1
  expect([plan.system, system.id]).toEqual(['live-a-live', 'live-a-live-battle']);
  const { failures, compared } = await runPlan(system, await startBattle(system, plan), plan);
  expect([failures, compared > 10]).toEqual([[], true]);
});
