/** The distance of a state from the goal, by which a beam selects states. */
import type { Condition, Problem } from '../problem/problem.js';

/** Distance of a reading at the start, in these units. */
const START_DISTANCE = 1024;

function distanceOf({ reading, min, max }: Condition): number {
  const value = reading.read();
  return value < min ? min - value : value > max ? value - max : 0;
}

/** Sum of the distances of all goals; each is 1024 at the start and 0 at its goal. */
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
