/** Reads the file of a plan. */
import { readBounded } from '../../base/read-text.js';
import { MAX_PLAN_BYTES, readPlan } from './read-plan.js';
import type { Plan } from './types.js';

/**
 * Reads and checks a plan.
 * @throws LockstepError with file, line and column
 */
export function loadPlan(file: string): Plan {
  return readPlan(readBounded(file, MAX_PLAN_BYTES), file);
}
