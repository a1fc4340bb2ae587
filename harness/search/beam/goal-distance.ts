/** How far a state is from the goal: what a beam keeps states by. */
import type { Condition, Problem } from '../problem/problem.js';

/** A reading's distance at the start, in these units. */
const START_DISTANCE = 1024;

function distanceOf({ reading, min, max }: Condition): number {
  const value = reading.read();
  return value < min ? min - value : value > max ? value - max : 0;
}

/**
 * Sum of the distances of all goals, each from 0 to 1024 and beyond: 1024 is where it stood at the
 * start.
 */
export function createGoalDistance({ goal }: Problem): () => number {
  const starts = goal.map((condition) => Math.max(1, distanceOf(condition)));
  return () => {
    let sum = 0;
    for (let index = 0; index < starts.length; index++) {
      const distance = distanceOf(goal[index] as Condition);
      sum += Math.floor((START_DISTANCE * distance) / (starts[index] as number));
    }
    return sum;
  };
}
