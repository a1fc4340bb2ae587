/** A short plan may ask for any number of commands; what keeps something of each has a limit. */
import { planError } from './plan-error.js';
import type { Plan } from './types.js';

/** Commands with their repeats: four days of frames. */
const MAX_COMMANDS = 20_000_000;

/** @throws LockstepError `E_PLAN_VALUE` for more commands than a ledger or a viewer takes */
export function checkPlanLength(plan: Plan): void {
  const commands = plan.steps.reduce((sum, step) => sum + step.repeat, 0);
  if (commands <= MAX_COMMANDS) return;
  throw planError('E_PLAN_VALUE', plan.file, plan.locate('do'), 'the plan has too many commands for this', {
    found: `${commands}, repeats counted`,
    expected: `at most ${MAX_COMMANDS}`,
    remedy: 'Repeat less, or use `lockstep run`, which keeps nothing of each',
  });
}
