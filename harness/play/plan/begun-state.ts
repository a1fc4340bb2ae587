/** The state that `[start]` names, for a place where its file cannot be read. */
import type { Battle, System } from '../../../core/system/system.js';
import { planError } from './plan-error.js';
import { startPlan } from './run.js';
import type { Plan } from './types.js';

export interface BegunState {
  /** System, switches and `[start]` of the plan that it belongs to. */
  readonly key: string;
  readonly image: Uint8Array;
}

function keyOf({ system, ruleset, start }: Plan): string {
  return JSON.stringify([system, ruleset.switches, start]);
}

/** @returns undefined for a plan without `[start]` */
export function begunState(plan: Plan, { image }: Battle): BegunState | undefined {
  return plan.start === undefined ? undefined : { key: keyOf(plan), image: image.slice() };
}

/**
 * Starts the battle of a plan without reading a file.
 * @throws LockstepError as `startPlan`, `E_PLAN_SETUP` for a `[start]` of another state
 */
export function startBegun(system: System, plan: Plan, begun: BegunState | undefined): Battle {
  if (plan.start === undefined) return startPlan(system, plan);
  if (begun?.key === keyOf(plan)) {
    const battle = system.create(null, plan.ruleset.switches);
    if (battle.image.length === begun.image.length) {
      battle.image.set(begun.image);
      return battle;
    }
  }
  throw planError('E_PLAN_SETUP', plan.file, plan.locate('start'), 'the state that [start] names is not in this page', {
    remedy: 'Write a page of this plan with `lockstep plan PLAN -o PAGE`',
  });
}
