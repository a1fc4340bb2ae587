/** The conditions of a problem on a state. */
import { decidingReadings, type Reading } from '../../plan/readings.js';
import type { Condition, Problem } from './problem.js';

export function conditionsHold(conditions: readonly Condition[]): boolean {
  for (let index = 0; index < conditions.length; index++) {
    const { reading, min, max } = conditions[index] as Condition;
    const value = reading.read();
    if (value < min || value > max) return false;
  }
  return true;
}

/**
 * What belongs to the key of every state: what goal and conditions ask, and what the moves choose
 * by.
 */
export function askedReadings({ system, battle, goal, keep, moves }: Problem): Reading[] {
  const asked = [...goal, ...keep].map(({ reading }) => reading);
  const shapes = moves.flatMap(({ move }) => (move.action === undefined ? [move.shape] : []));
  return [...asked, ...decidingReadings(system, battle, shapes)];
}
