/** What a plan expected and did not get, at one of its places. */
import { ruleErrorOf } from '../../core/system/battle.js';
import type { System } from '../../core/system/system.js';
import { stepName } from '../plan/rejected.js';
import type { Plan } from '../plan/types.js';

export interface CheckFailure {
  readonly step: number;
  readonly line: number;
  readonly where: string;
  /** A cell, or `result` for a move with another result than planned. */
  readonly what: string;
  readonly expected: string;
  readonly got: string;
  /** The rule that last wrote the cell, if known. */
  readonly rule: string;
  /** Code of an unexpected refusal, or empty. */
  readonly refused: string;
  /** Number of that refusal's rule error, where it has one. */
  readonly refusal?: number;
}

/** The failure of a move that was accepted or refused against the plan. */
export function resultFailure(
  { system, plan }: { readonly system: System; readonly plan: Plan },
  index: number,
  { error: got, number }: { readonly error: string; readonly number: number },
): CheckFailure {
  const expected = plan.steps[index]?.error;
  const say = (code: string): string => (code === '' ? 'accepted' : `refused with ${code}`);
  return {
    step: index,
    line: plan.locate(`do[${index}]`).line,
    where: stepName(plan, index),
    what: 'result',
    expected: say(expected ?? ''),
    got: say(got),
    rule: ruleErrorOf(system, number === 0 ? got : number)?.meaning ?? '',
    refused: expected === undefined ? got : '',
    ...(number === 0 ? {} : { refusal: number }),
  };
}
