/** The state that a plan leads to: a battle's memory after one of its steps. */

import { createEventBuffer } from '../../../core/system/battle.js';
import type { System } from '../../../core/system/system.js';
import { WINDOWS } from '../../../rom-map/index.js';
import { nearest } from '../../base/nearest.js';
import { countText } from '../../base/number-text.js';
import { loadPlan } from '../../plan/load.js';
import { planError } from '../../plan/plan-error.js';
import { runPlan } from '../../plan/run.js';
import { findPlanSystem, startBattle } from '../../plan/start.js';
import { commandsUntil, type Plan, type PlanStep } from '../../plan/types.js';
import { type CallState, emptyState } from './call-state.js';

/** The systems whose memory is the console's: by frames, and by commands. */
const GAMES: readonly string[] = ['live-a-live', 'live-a-live-battle'];

/** The plan up to a step, whole repeats of it counted. */
interface PlanPart {
  readonly steps: readonly PlanStep[];
  /** In words. */
  readonly place: string;
}

/** @param at label, or number of commands done @throws LockstepError `E_PLAN_LABEL` */
function partUntil(plan: Plan, at: string): PlanPart {
  const labels = plan.steps.flatMap(({ label }) => label ?? []);
  const all = commandsUntil(plan.steps, undefined);
  const isLabel = labels.includes(at);
  if (!isLabel && !(/^\d+$/.test(at) && Number(at) <= all)) {
    throw planError('E_PLAN_LABEL', plan.file, plan.locate('do'), 'the plan has no such step', {
      found: `--at ${at}`,
      expected: `a label, or a number of commands from 0 to ${all}`,
      remedy: labels.length === 0 ? 'Count every command with its repeats' : nearest(at, labels),
    });
  }
  const steps: PlanStep[] = [];
  let left = commandsUntil(plan.steps, isLabel ? at : Number(at));
  for (const step of plan.steps) {
    if (left === 0) break;
    const repeat = Math.min(step.repeat, left);
    steps.push({ ...step, repeat });
    left -= repeat;
  }
  return { steps, place: isLabel ? `step "${at}"` : countText(at, 'command') };
}

/** The declared windows of a battle by address, cells of our own among them. */
export function declaredBytes(image: Uint8Array): Map<number, number> {
  const bytes = new Map<number, number>();
  for (const { address, length, offset } of WINDOWS) {
    for (let byte = 0; byte < length; byte++) bytes.set(address + byte, image[offset + byte] ?? 0);
  }
  return bytes;
}

/**
 * Plays a plan up to a step.
 *
 * @param at label of a step, or number of commands done (repeats count); undefined: the end
 * @throws LockstepError `E_PLAN_LABEL` for a step that does not exist; as `loadPlan`, `startBattle`
 * and `runPlan`
 */
export async function stateOfPlan(
  systems: readonly System[],
  file: string,
  at: string | undefined,
): Promise<CallState> {
  const whole = loadPlan(file);
  const system = await findPlanSystem(systems, whole);
  if (!GAMES.includes(system.id)) {
    throw planError('E_PLAN_SYSTEM', file, whole.locate('system'), 'the plan has no memory of a console', {
      found: system.id,
      expected: GAMES.join(' or '),
      remedy: 'Give a plan of the game',
    });
  }
  const part = at === undefined ? { steps: whole.steps, place: 'its end' } : partUntil(whole, at);
  const battle = await startBattle(system, whole);
  // the way there alone: checkpoints may name later steps
  const plan: Plan = { ...whole, steps: part.steps.map((step) => ({ ...step, expect: {} })), checks: [] };
  const result = await runPlan(system, battle, plan, undefined, undefined, createEventBuffer(64));
  const [failure] = result.failures;
  if (failure !== undefined) {
    throw planError('E_PLAN_REJECTED', file, failure, `${failure.where}: ${failure.got}`, {
      expected: failure.expected,
      remedy: `lockstep run ${system.id} ${file} shows the whole plan`,
    });
  }
  return { ...emptyState(), from: `${file}, after ${part.place}`, bytes: declaredBytes(battle.image) };
}
