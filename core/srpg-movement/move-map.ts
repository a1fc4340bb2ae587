/**
 * The MoveMap in the image: `calc` fills it, and it stays until the next `calc`, as the seed's
 * object does. Source: seed 002, S13 and S17. A square that may be passed but not stopped on counts
 * as unreached here (SA11).
 */
import { CALCULATED_UNIT, NO_UNIT } from './cells.js';
import { squareNumber, UNREACHED } from './reach.js';
import { clearMarks, mayStop, reachMarked, startSquare } from './unit-reach.js';
import { isInRange, type World } from './world.js';

/** Fills the MoveMap. Returns the number of destinations. */
export function calculate(world: World, unit: number): number {
  const { image, layout, buffers } = world;
  image.fill(UNREACHED, layout.moveMapAt, layout.pathAt);
  reachMarked(world, unit);
  const start = startSquare(world, unit);
  let count = 0;
  for (let index = 0; index < buffers.touchedCount; index++) {
    const square = buffers.touched[index] as number;
    if (!mayStop(world, square, start)) continue;
    const y = ((square / world.stride) | 0) - 1;
    const x = (square % world.stride) - 1;
    image[layout.moveMapAt + y * layout.width + x] = buffers.remaining[square] as number;
    count++;
  }
  clearMarks(world);
  image[CALCULATED_UNIT] = unit;
  return count;
}

/** Clears the MoveMap when units moved: with turns it does not outlive that. */
export function forgetMoveMap(world: World): void {
  if (world.image[CALCULATED_UNIT] === NO_UNIT) return;
  world.image.fill(UNREACHED, world.layout.moveMapAt, world.layout.pathAt);
  world.image[CALCULATED_UNIT] = NO_UNIT;
}

/** Value of a square in the MoveMap: the remaining movement, or 255 for no destination. */
export function moveMapValue(world: World, x: number, y: number): number {
  return world.image[world.layout.moveMapAt + y * world.layout.width + x] as number;
}

/** S17: whether a square is a destination. */
export function isDestination(world: World, x: number, y: number): boolean {
  return isInRange(world, x, y) && moveMapValue(world, x, y) !== UNREACHED;
}

/** Number of a map square on the bordered grid. */
export function squareOf(world: World, x: number, y: number): number {
  return squareNumber(world.stride, x, y);
}
