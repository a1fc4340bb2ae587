/** Plays a plan into a line: it knows neither files nor Node, so that a page has it as well. */
import { snapshot } from '../../core/system/battle.js';
import type { Battle, System } from '../../core/system/system.js';
import { createPause } from '../base/yield-to-event-loop.js';
import { encodeStep } from '../plan/encode.js';
import { startPlan } from '../plan/run.js';
import type { Plan, PlanStep } from '../plan/types.js';
import type { Comparison } from '../route/against.js';
import type { LoadedLine, LoadOptions } from './loaded-line.js';
import { checkCells, createPlanRun, type PlanRun, playStep } from './plan-run.js';

export type PlayOptions = Pick<LoadOptions, 'signal' | 'progress' | 'greenzoneBytes'>;

/** Entries between two looks at the clock. */
const ENTRIES_AT_ONCE = 64;

/** The result of a plan. */
interface PlanEnd {
  /** Why it ended early, or empty. */
  readonly reason: string;
  readonly moveEnds: readonly number[];
  readonly labels: ReadonlyMap<string, number>;
}

/** Returns a function that makes battles in the plan's starting state. */
function creator(system: System, plan: Plan, battle: Battle): () => Battle {
  const start = snapshot(battle);
  return () => {
    if (plan.start === undefined) return startPlan(system, plan);
    const fresh = system.create(null, plan.ruleset.switches);
    fresh.image.set(start);
    return fresh;
  };
}

async function playPlan(run: PlanRun, plan: Plan, options: PlayOptions): Promise<PlanEnd> {
  const { system, battle, line } = run;
  const { script } = line;
  const moveEnds: number[] = [];
  const labels = new Map<string, number>();
  const pause = createPause(options.signal, `${plan.file} was not run to its end`);
  let reason = '';
  let done = 0;
  checkCells(run, 0);
  for (let index = 0; index < plan.steps.length && reason === ''; index++) {
    const step = plan.steps[index] as PlanStep;
    const move = encodeStep(system, battle, plan, index);
    for (let turn = 0; turn < step.repeat && reason === ''; turn++) {
      const name = step.label ?? step.command.command;
      const isDone = playStep(run, step, move);
      moveEnds.push(script.length);
      if (step.label !== undefined) labels.set(step.label, script.length);
      if (isDone) checkCells(run, ++done);
      else reason = `step ${index + 1} (${name}) does not do what the plan says`;
      const waiting = script.length % ENTRIES_AT_ONCE === 0 ? pause() : undefined;
      if (waiting === undefined) continue;
      options.progress?.(script.length);
      await waiting;
    }
  }
  return { reason, moveEnds, labels };
}

/** @param battle in the plan's starting state */
export async function playLine(
  system: System,
  plan: Plan,
  battle: Battle,
  options: PlayOptions,
  comparison?: Comparison,
): Promise<LoadedLine> {
  const create = creator(system, plan, battle);
  const run = createPlanRun(system, battle, plan, comparison, options.greenzoneBytes);
  const { reason, moveEnds, labels } = await playPlan(run, plan, options);
  const { line, greenzone, frameCode } = run;
  line.script.trim();
  const end = { whole: reason === '', reason };
  const loaded = { file: plan.file, system, battle, create, frameCode, line, greenzone, end, moveEnds, labels };
  return { ...loaded, header: undefined, rulesetForced: false, settled: plan.settled };
}
