/**
 * The path of a unit. Source: extension (the seed asks for no path); the tie-break is a decision.
 *
 * A step belongs to a path when it gives the next square its maximal remaining movement. Among such
 * paths the one with the fewest steps is taken; among those, the one whose first differing step
 * comes first in the seed's order down, up, left, right (S16). A breadth-first walk in that order
 * finds exactly this path: the first predecessor of a square stays.
 */
import { MARK_ZONE, type ReachBuffers, type ReachField } from './reach.js';

/** No predecessor: the start, or a square not yet entered. */
export const NO_DIRECTION = 255;

/**
 * Fills `buffers.entered` for every square reached from `start`, after `reach`. The queue's memory
 * is lent.
 */
export function findPaths(field: ReachField, start: number, buffers: ReachBuffers, queue: Int32Array): void {
  const { remaining, touched, touchedCount, entered, offsets } = buffers;
  for (let index = 0; index < touchedCount; index++) entered[touched[index] as number] = NO_DIRECTION;
  let head = 0;
  let tail = 0;
  queue[tail++] = start;
  while (head < tail) {
    const square = queue[head++] as number;
    const level = remaining[square] as number;
    if (level === 0) continue;
    for (let direction = 0; direction < 4; direction++) {
      const neighbour = square + (offsets[direction] as number);
      const best = remaining[neighbour] as number;
      if (neighbour === start || entered[neighbour] !== NO_DIRECTION) continue;
      const cost = field.costs[neighbour] as number;
      const isZone = ((field.marks[neighbour] as number) & MARK_ZONE) !== 0;
      // a square that nobody enters is unreached: 255, which no step leaves
      if (cost > level || (isZone ? 0 : level - cost) !== best) continue;
      entered[neighbour] = direction;
      queue[tail++] = neighbour;
    }
  }
}

/** Number of steps of the path to a reached square. */
export function pathSteps(square: number, buffers: ReachBuffers): number {
  let at = square;
  let steps = 0;
  for (let direction = buffers.entered[at] as number; direction !== NO_DIRECTION; steps++) {
    at -= buffers.offsets[direction] as number;
    direction = buffers.entered[at] as number;
  }
  return steps;
}

/**
 * Writes the squares of the path, the start first, and returns their number. `out` must have room
 * for `pathSteps + 1`.
 */
export function writePath(square: number, buffers: ReachBuffers, out: Int32Array): number {
  const steps = pathSteps(square, buffers);
  let at = square;
  out[steps] = at;
  for (let index = steps - 1; index >= 0; index--) {
    at -= buffers.offsets[buffers.entered[at] as number] as number;
    out[index] = at;
  }
  return steps + 1;
}
