/** Every plan in traces/ holds: its expectations are the rules' worked numbers. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { runPlan } from '../../../../harness/play/plan/run.js';
import { findPlanSystem, startBattle } from '../../../../harness/play/plan/start.js';

const traces = fileURLToPath(new URL('../../../../traces', import.meta.url));
const plans = readdirSync(traces, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.toml'));

test('there are plans of every worked example', () => {
  expect(plans.length).toBeGreaterThanOrEqual(21);
});

test.each(plans)('every expectation of %s holds', async (name) => {
  const plan = loadPlan(join(traces, name));
  const system = await findPlanSystem(SYSTEMS, plan);
  const result = await runPlan(system, await startBattle(system, plan), plan);
  expect(result.failures).toEqual([]);
  expect(result.compared).toBeGreaterThan(0);
});
