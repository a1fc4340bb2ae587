/** The distance of a state from the goal, by which a beam selects states. */
import { readCell } from '../../../../core/system/battle.js';
import { planningOf } from '../problem/planning-access.js';
import type { Condition, Problem } from '../problem/problem.js';

/** Distance of a reading at the start, in these units. */
const START_DISTANCE = 1024;

function distanceOf({ reading, min, max }: Condition): number {
  const value = reading.read();
  return value < min ? min - value : value > max ? value - max : 0;
}

/** The goal, and what is on the way to it without being named. */
function conditionsOf({ system, battle, goal }: Problem): Condition[] {
  const ranges = goal.flatMap(({ reading: { cell }, min, max }) => (cell === undefined ? [] : [{ cell, min, max }]));
  const implied = planningOf(system).impliedRanges?.(battle, ranges) ?? [];
  const isNamed = (name: string): boolean => goal.some(({ reading }) => reading.name === name);
  return [
    ...goal,
    ...implied
      .filter(({ cell }) => !isNamed(cell.name))
      .map(({ cell, min, max }) => ({
        reading: { name: cell.name, cell, read: () => readCell(battle.image, cell) },
        min,
        max,
      })),
  ];
}

/** Sum of the distances of all goals; each is 1024 at the start and 0 at its goal. */
export function createGoalDistance(problem: Problem): () => number {
  const goal = conditionsOf(problem);
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
