/**
 * The battle that a plan begins with: its `[setup]`, a frame of a log, a savestate or dump of work
 * RAM.
 */
import { dirname, resolve } from 'node:path';
import type { Battle, ConsoleState, System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { findSystem } from '../../base/find-system.js';
import { readBounded } from '../../base/read-text.js';
import { pathBeside } from '../../base/write-file.js';
import { isNoBattle } from '../../files/states/state-error.js';
import { takeState } from '../../files/states/take-state.js';
import { MAX_STATE_BYTES } from '../../files/states/unwrap.js';
import { openTrace } from '../trace/reader.js';
import { type BegunBattle, beginFromLog } from './log-start.js';
import { planError } from './plan-error.js';
import { checkSwitches } from './plan-switches.js';
import { startPlan } from './run.js';
import { beginFromState } from './state-start.js';
import type { LogStart, Plan, PlanStart, StateStart } from './types.js';

export type { BegunBattle, Origin } from './log-start.js';

/**
 * The system of a plan. Where systems shared an id, the setup decides: the plan's own, or that of
 * the log from which it starts.
 * @throws LockstepError `E_SYSTEM`, `E_SWITCH`, and for an unreadable log
 */
export async function findPlanSystem(systems: readonly System[], plan: Plan): Promise<System> {
  const isShared = systems.some(({ formerly }) => formerly?.id === plan.system);
  const { start } = plan;
  const isLog = start !== undefined && 'trace' in start && isShared;
  const setup = isLog ? await setupOfLog(plan.file, start) : plan.setup;
  const system = findSystem(systems, plan.system, plan.file, plan.locate('system').line, setup);
  if (start !== undefined && 'state' in start && isShared) checkState(systems, system, plan, start);
  checkSwitches(system, plan);
  return system;
}

/** @throws LockstepError `E_SYSTEM` for a state of the other system that once had the id */
function checkState(systems: readonly System[], system: System, plan: Plan, start: StateStart): void {
  const other = systems.find(({ formerly }) => formerly?.id === plan.system);
  const [own, theirs] = [system.capabilities.consoleState, other?.capabilities.consoleState];
  if (other === undefined || other === system || own === undefined || theirs === undefined) return;
  const file = resolve(dirname(plan.file), start.state);
  const content = readBounded(file, MAX_STATE_BYTES);
  const faultOf = (state: ConsoleState, of: System): unknown => {
    try {
      takeState(state, of.create(null), content, file);
      return undefined;
    } catch (error) {
      if (error instanceof LockstepError) return error;
      throw error;
    }
  };
  if (!isNoBattle(faultOf(own, system)) || faultOf(theirs, other) !== undefined) return;
  throw planError('E_SYSTEM', plan.file, plan.locate('system'), `the state holds a battle of ${other.id}`, {
    found: plan.system,
    expected: other.id,
    remedy: `Write system = "${other.id}"`,
  });
}

async function setupOfLog(file: string, { trace }: LogStart): Promise<unknown> {
  const reader = await openTrace(resolve(dirname(file), trace));
  const { setup } = reader.header;
  reader.close();
  return setup;
}

/**
 * Starts the battle of a plan.
 * @throws LockstepError as `beginBattle`
 */
export async function startBattle(system: System, plan: Plan): Promise<Battle> {
  return (await beginBattle(system, plan)).battle;
}

/**
 * Starts the battle of a plan.
 * @throws LockstepError as `startPlan`, for a log that is damaged, too short or under other rules,
 * and for a state without a battle
 */
export async function beginBattle(system: System, plan: Plan): Promise<BegunBattle> {
  const { start } = plan;
  if (start === undefined) return { battle: startPlan(system, plan), origin: undefined };
  if ('state' in start) {
    const file = resolve(dirname(plan.file), start.state);
    return beginFromState(system, plan, start, readBounded(file, MAX_STATE_BYTES), file);
  }
  return startFromLog(system, plan, start);
}

async function startFromLog(system: System, plan: Plan, { trace, frame }: LogStart): Promise<BegunBattle> {
  const reader = await openTrace(resolve(dirname(plan.file), trace));
  try {
    return await beginFromLog(system, plan, reader, frame);
  } finally {
    reader.close();
  }
}

/**
 * The same `[start]` for a plan that stands elsewhere.
 * @param plan file that names the start now
 * @param file file that will name it
 */
export function startBeside(start: PlanStart, plan: string, file: string): PlanStart {
  const beside = (target: string): string => pathBeside(file, resolve(dirname(plan), target));
  return 'state' in start ? { ...start, state: beside(start.state) } : { ...start, trace: beside(start.trace) };
}
