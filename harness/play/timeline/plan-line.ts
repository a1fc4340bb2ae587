/** Plays a plan into a line: it knows neither files nor Node, so that a page has it as well. */
import type { Battle, System } from '../../../core/system/system.js';
import { createPause } from '../../base/yield-to-event-loop.js';
import { battlesOf } from '../plan/run.js';
import type { Plan } from '../plan/types.js';
import type { Comparison } from '../route/against.js';
import type { LoadedLine, LoadOptions } from './loaded-line.js';
import { createPlanRun } from './plan-run.js';

export type PlayOptions = Pick<LoadOptions, 'signal' | 'progress' | 'greenzoneBytes'>;

/** Entries between two looks at the clock. */
const ENTRIES_AT_ONCE = 64;

/** @param battle in the plan's starting state */
export async function playLine(
  system: System,
  plan: Plan,
  battle: Battle,
  options: PlayOptions,
  comparison?: Comparison,
): Promise<LoadedLine> {
  const create = battlesOf(system, plan, battle);
  const run = createPlanRun(system, battle, plan, comparison, options.greenzoneBytes);
  const { play, line, greenzone, frameCode, moveEnds, labels } = run;
  const pause = createPause(options.signal, `${plan.file} was not run to its end`);
  while (play.advance()) {
    const { length } = line.script;
    const waiting = length % ENTRIES_AT_ONCE === 0 ? pause() : undefined;
    if (waiting === undefined) continue;
    options.progress?.(length);
    await waiting;
  }
  line.script.trim();
  const end = { whole: run.reason === '', reason: run.reason };
  const loaded = { file: plan.file, system, battle, create, frameCode, line, greenzone, end, moveEnds, labels };
  return { ...loaded, header: undefined, rulesetForced: false, settled: plan.settled };
}
