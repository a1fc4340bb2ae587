/** What a program finds in an error: a code of the list, and the error that led to it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { RuleError } from '../../../core/system/system.js';
import { isErrorCode } from '../../../harness/base/error-codes.js';
import { asLockstepError, LockstepError } from '../../../harness/base/errors.js';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { loadPlan } from '../../../harness/play/plan/read-plan.js';
import { runPlan } from '../../../harness/play/plan/run.js';
import { findPlanSystem, startBattle } from '../../../harness/play/plan/start.js';
import { openTrace } from '../../../harness/play/trace/reader.js';

const folder = mkdtempSync(join(tmpdir(), 'lockstep-errors-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HEAD = 'plan = 1\nsystem = "live-a-live-battle"\ntitle = "t"\n[setup]\nformation = 0xf5\n';

async function play(name: string, text: string): Promise<unknown> {
  const file = join(folder, name);
  writeFileSync(file, text);
  const plan = loadPlan(file);
  const system = await findPlanSystem(SYSTEMS, plan);
  return runPlan(system, await startBattle(system, plan), plan);
}

async function errorOf(action: () => Promise<unknown>): Promise<LockstepError> {
  try {
    await action();
  } catch (error) {
    if (error instanceof LockstepError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

test('a code is one of the list, and the compiler knows which', () => {
  const { code } = new LockstepError('E_FILE', 'no');
  // @ts-expect-error no code is spelled so
  expect(code === 'E_FILES').toBe(false);
  expect(['E_FILE', 'E_FILES', 'toString'].map(isErrorCode)).toEqual([true, false, false]);
});

test('the error of a system is the cause of that of a plan', async () => {
  const setup = await errorOf(() => play('setup.toml', `${HEAD}[[setup.party]]\ncharacter = "nobody"\n`));
  expect([setup.code, setup.cause]).toEqual(['E_PLAN_SETUP', expect.any(RuleError)]);
  const fly = `${HEAD}[[setup.party]]\ncharacter = "takahara"\n[[do]]\ncommand = "fly"\n`;
  const command = await errorOf(() => play('fly.toml', fly));
  expect([command.code, command.cause]).toEqual(['E_PLAN_COMMAND', expect.any(RuleError)]);
});

test('that of Node is the cause where a file cannot be read, and a fault of ours keeps its own', async () => {
  const missing = await errorOf(() => openTrace(join(folder, 'none.jsonl')));
  expect(missing.code).toBe('E_FILE');
  expect(missing.cause).toMatchObject({ code: 'ENOENT' });
  const fault = new TypeError('x is undefined');
  expect(asLockstepError(fault).cause).toBe(fault);
});
