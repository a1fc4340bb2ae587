/**
 * The MoveMap in the image: filled by `calc` and kept until the next one, as the seed's object is.
 * Source: seed 002, S13 and S17. A square that is passed but not stopped on counts as unreached
 * here (SA11).
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

/** With turns a MoveMap does not outlive a change of who stands where. */
export function forgetMoveMap(world: World): void {
  if (world.image[CALCULATED_UNIT] === NO_UNIT) return;
  world.image.fill(UNREACHED, world.layout.moveMapAt, world.layout.pathAt);
  world.image[CALCULATED_UNIT] = NO_UNIT;
}

/** Value of a square of the map: 255 is unreached. */
export function moveMapValue(world: World, x: number, y: number): number {
  return world.image[world.layout.moveMapAt + y * world.layout.width + x] as number;
}

/** S17. */
export function isDestination(world: World, x: number, y: number): boolean {
  return isInRange(world, x, y) && moveMapValue(world, x, y) !== UNREACHED;
}

/** Padded number of a square of the map. */
export function squareOf(world: World, x: number, y: number): number {
  return squareNumber(world.stride, x, y);
}
