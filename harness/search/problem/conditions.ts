/** The conditions of a problem on a state. */
import type { Reading } from '../../plan/readings.js';
import type { Condition, Problem } from './problem.js';

export function conditionsHold(conditions: readonly Condition[]): boolean {
  for (let index = 0; index < conditions.length; index++) {
    const { reading, min, max } = conditions[index] as Condition;
    const value = reading.read();
    if (value < min || value > max) return false;
  }
  return true;
}

export function askedReadings({ goal, keep }: Problem): Reading[] {
  return [...goal, ...keep].map(({ reading }) => reading);
}
