/**
 * Encodes the commands of a plan; an unknown command or id is an error with the nearest known one.
 */
import { type Battle, RuleError, type System } from '../../../core/system/system.js';
import { nearest, nearestWord } from '../../base/nearest.js';
import { encodeMove, type Move, moveNames, moveShape } from './moves.js';
import { planError } from './plan-error.js';
import type { Plan, PlanStep } from './types.js';

/** A remedy that names the nearest known command, parameter or id. */
export function remedyFor(system: System, step: Pick<PlanStep, 'command'>, error: RuleError): string {
  const shape = moveShape(system, step.command.command);
  if (shape === undefined) return nearest(step.command.command, moveNames(system));
  const [key = ''] = error.path.split('[');
  const parameter = shape.parameters.find((candidate) => candidate.name === key);
  if (parameter === undefined) {
    return nearest(
      key,
      shape.parameters.map((candidate) => candidate.name),
    );
  }
  if (error.unknown === undefined) return parameter.meaning;
  const { word, known } = error.unknown;
  const guess = nearestWord(word, known);
  if (guess !== undefined) return `Did you mean ${guess}?`;
  return known.length > 0 ? 'Name one of these' : `Give a number from ${parameter.min} to ${parameter.max}`;
}

/**
 * The move of a step, or the code of its rejection if the plan expects that code.
 * @throws LockstepError `E_PLAN_COMMAND`
 */
export function encodeStep(system: System, battle: Battle, plan: Plan, index: number): Move | string {
  const step = plan.steps[index] as PlanStep;
  try {
    return encodeMove(system, battle, step.command);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    if (step.error === error.code) return error.code;
    const [key = ''] = error.path.split('[');
    throw planError(
      'E_PLAN_COMMAND',
      plan.file,
      plan.locate(`do[${index}].${key}`),
      `${error.code}: ${error.message}`,
      {
        remedy: remedyFor(system, step, error),
      },
    );
  }
}
