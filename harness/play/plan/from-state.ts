/** A plan that begins with a savestate, a dump or a frame of a log, and what its battle shows. */
import { basename, resolve } from 'node:path';
import type { System } from '../../../core/system/system.js';
import { sha256OfFile, systemNamed } from '../../base/index.js';

import type { Origin } from './plan-of-log.js';
import { readPlan } from './read-plan.js';
import { beginBattle, startBeside, startText, startToml, unitLines } from './start.js';

import type { Plan, PlanStart } from './types.js';

/**
 * The start that `--from` and `--at` name.
 * @param at the last frame before the plan, of a log; undefined for a state
 * @throws LockstepError `E_FILE`
 */
export async function startOf(from: string, at: number | undefined): Promise<PlanStart> {
  const file = resolve(from);
  return at === undefined ? { state: file, sha256: await sha256OfFile(file) } : { trace: file, frame: at };
}

/** The same plan from another start; a state is read by the system that the setup is of. */
export function withStart(systems: readonly System[], plan: Plan, start: PlanStart): Plan {
  const own = 'state' in start ? systemNamed(systems, plan.system, plan.setup) : undefined;
  return { ...plan, system: own?.id ?? plan.system, setup: null, start };
}

/** A plan without commands from a start. */
export function emptyPlan(system: System, start: PlanStart, file: string): Plan {
  return readPlan(Buffer.from(startToml(system, start, `From ${basename(file)}`)), file);
}

/** A plan and the battle that it begins with. */
interface PlanFromState {
  readonly text: string;
  readonly origin: Origin | undefined;
  readonly units: readonly string[];
}

/**
 * Writes a plan that begins with a start.
 * @param start with whole paths
 * @param file where the plan will stand: it names its start from there
 * @throws LockstepError as `beginBattle`
 */
export async function planFromState(system: System, start: PlanStart, file: string): Promise<PlanFromState> {
  const target = 'state' in start ? start.state : start.trace;
  const begun = await beginBattle(system, emptyPlan(system, start, file));
  return {
    text: startText(system, startBeside(start, file, file), `From ${basename(target)}`, begun),
    origin: begun.origin,
    units: unitLines(system, begun.battle),
  };
}
