/** Searches of the stepper: to the next or the last entry of which a condition is true. */
import { stepTo } from '../../play/timeline/index.js';
import { moveTo, type Stepper } from './stepper.js';

/** @throws LockstepError for a wrong condition */
export async function runTo(stepper: Stepper, condition: string, direction: 1 | -1): Promise<void> {
  if (condition.trim() === '') return;
  const { timeline, position } = stepper;
  const search = new AbortController();
  stepper.search = search;
  stepper.announce(`${condition}: looking for it; Esc ends that`);
  const found = await stepTo(timeline, position, condition, direction, search.signal);
  stepper.search = undefined;
  if (search.signal.aborted) stepper.message = `${condition}: interrupted`;
  else if (found !== undefined) moveTo(stepper, found, condition);
  else stepper.message = `${condition}: not ${direction > 0 ? 'after' : 'before'} here`;
}

/** Runs to a condition that the keys `r` and `R` repeat. */
export async function runToNew(stepper: Stepper, condition: string, direction: 1 | -1): Promise<void> {
  stepper.lastCondition = condition;
  await runTo(stepper, condition, direction);
}
