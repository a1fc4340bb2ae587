/**
 * Turns an unexpected rejection of a command into an error of the plan, with its place and a
 * remedy.
 */
import type { System } from '../../core/system/system.js';
import type { LockstepError } from '../base/errors.js';
import { planError } from './plan-error.js';
import type { Plan, PlanPlace } from './types.js';

export interface Rejection {
  /** Place of the faulty parameter, or of the command. */
  readonly place: PlanPlace;
  /** What the code means and what to do, or empty. */
  readonly remedy: string;
}

/** Name of a step in messages, such as `step 3 (label)`. */
export function stepName(plan: Plan, index: number): string {
  const step = plan.steps[index];
  return `step ${index + 1} (${step?.label ?? step?.command.command ?? ''})`;
}

/**
 * Place and remedy of a rejection.
 * @param index index of the `[[do]]` table
 * @param code code of the rejection, or empty
 */
export function rejectionOf(system: System, plan: Plan, index: number, code: string): Rejection {
  const shape = system.errors.find((candidate) => candidate.code === code);
  const given = plan.steps[index]?.command ?? {};
  const key = shape?.parameter !== undefined && shape.parameter in given ? `.${shape.parameter}` : '';
  const remedy = [shape?.meaning, shape?.remedy].filter((part) => part !== undefined).join('. ');
  return { place: plan.locate(`do[${index}]${key}`), remedy };
}

/**
 * The error of a command that the plan expects to be accepted.
 * @param instead what the command could have named instead, or empty
 */
export function rejectedStep(system: System, plan: Plan, index: number, code: string, instead = ''): LockstepError {
  const shape = system.errors.find((candidate) => candidate.code === code);
  const meaning = shape?.meaning ?? 'it cannot be done now';
  const why = instead === '' ? meaning : `${meaning}: ${instead}`;
  const message = `${stepName(plan, index)} is rejected with ${code}: ${why}`;
  return planError('E_PLAN_REJECTED', plan.file, rejectionOf(system, plan, index, code).place, message, {
    remedy: shape?.remedy ?? `Correct it, or expect it with error = "${code}"`,
  });
}
