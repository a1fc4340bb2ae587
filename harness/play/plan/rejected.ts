/**
 * Turns an unexpected rejection of a command into an error of the plan, with its place and a
 * remedy.
 */
import { ruleErrorOf } from '../../../core/system/battle.js';
import type { System } from '../../../core/system/system.js';
import type { LockstepError, TomlPlace } from '../../base/index.js';
import { type Plan, planError } from './types.js';

interface Rejection {
  /** Place of the faulty parameter, or of the command. */
  readonly place: TomlPlace;
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
 * @param refusal number of the rule error; its code, or empty, where there is no number
 */
export function rejectionOf(system: System, plan: Plan, index: number, refusal: number | string): Rejection {
  const shape = ruleErrorOf(system, refusal);
  const given = plan.steps[index]?.command ?? {};
  const key = shape?.parameter !== undefined && shape.parameter in given ? `.${shape.parameter}` : '';
  const remedy = [shape?.meaning, shape?.remedy].filter((part) => part !== undefined).join('. ');
  return { place: plan.locate(`do[${index}]${key}`), remedy };
}

/**
 * The error of a command that the plan expects to be accepted.
 * @param refusal number of the rule error, or its code where there is no number
 * @param instead what the command could have named instead, or empty
 */
export function rejectedStep(
  system: System,
  plan: Plan,
  index: number,
  refusal: number | string,
  instead = '',
): LockstepError {
  const shape = ruleErrorOf(system, refusal);
  const code = shape?.code ?? `${refusal}`;
  const meaning = shape?.meaning ?? 'it cannot be done now';
  const why = instead === '' ? meaning : `${meaning}: ${instead}`;
  const message = `${stepName(plan, index)} is rejected with ${code}: ${why}`;
  return planError('E_PLAN_REJECTED', plan.file, rejectionOf(system, plan, index, refusal).place, message, {
    remedy: shape?.remedy ?? `Correct it, or expect it with error = "${code}"`,
  });
}
