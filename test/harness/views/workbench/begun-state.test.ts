/** A plan with `[start]` in the page: the state of the log's frame, and no other plan's state. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { begunState } from '../../../../harness/play/plan/plan-of-log.js';
import { readPlan } from '../../../../harness/play/plan/read-plan.js';
import { runPlan } from '../../../../harness/play/plan/run.js';
import { findPlanSystem, startBattle } from '../../../../harness/play/plan/start.js';
import { openSession } from '../../../../harness/views/workbench/session.js';

const FILE = join(packageRoot(), 'traces/live-a-live/overflow.toml');
const TEXT = readFileSync(FILE, 'utf8');
const plan = readPlan(Buffer.from(TEXT), FILE);
const system = await findPlanSystem(SYSTEMS, plan);
const begun = begunState(plan, await startBattle(system, plan));

test('it ends in the state in which `run` ends it, and holds', async () => {
  const session = openSession(SYSTEMS, TEXT, FILE, 'en', begun);
  const battle = await startBattle(system, plan);
  expect(Buffer.compare(session.start, battle.image)).toBe(0);
  const { failures } = await runPlan(system, battle, plan);
  expect(failures).toEqual([]);
  expect(Buffer.compare(session.battle.image, battle.image)).toBe(0);
  expect(session.verdict().holds).toBe(true);
});

test('a plan that names another frame, or is opened without its state, is refused at its [start]', () => {
  const other = TEXT.replace(/^frame = (\d+)/mu, (_, frame) => `frame = ${Number(frame) + 1}`);
  expect(other).not.toBe(TEXT);
  const line = TEXT.split('\n').findIndex((text) => text.startsWith('[start]')) + 1;
  const fault = expect.objectContaining({ code: 'E_PLAN_SETUP', details: expect.objectContaining({ line }) });
  expect(() => openSession(SYSTEMS, other, FILE, 'en', begun)).toThrow(fault);
  expect(() => openSession(SYSTEMS, TEXT, FILE, 'en')).toThrow(fault);
});
