/**
 * The reach of a unit among the others: marks their squares and zones, searches, and clears the
 * marks. Source: seed 002, S10 and S14; SA11 pass-through is a switch; zones of control are an
 * extension.
 */
import { HEAD, NO_UNIT, UNIT, unitAt } from './cells.js';
import { ERROR } from './errors.js';
import {
  findPaths,
  MARK_BLOCKED,
  MARK_NO_STOP,
  MARK_ZONE,
  pathSteps,
  reach,
  squareNumber,
  UNREACHED,
} from './reach.js';
import { isInRange, isOnMap, isPresent, unitField, unitSide, unitX, unitY, type World } from './world.js';

function markZone(world: World, square: number, bits: number): void {
  const { marks, buffers } = world;
  for (let direction = 0; direction < 4; direction++) {
    const neighbour = square + (buffers.offsets[direction] as number);
    marks[neighbour] = (marks[neighbour] as number) | bits;
  }
}

/** Sets the marks for this unit. */
export function markOthers(world: World, unit: number): void {
  const { rules, marks, layout, image } = world;
  const side = unitSide(world, unit);
  const heedsZones = rules.zones && image[unitAt(unit) + UNIT.skirmisher] === 0;
  for (let other = 0; other < layout.unitCount; other++) {
    if (other === unit || !isPresent(world, other) || !isOnMap(world, other)) continue;
    const square = squareNumber(world.stride, unitX(world, other), unitY(world, other));
    const ally = unitSide(world, other) === side;
    const passes = rules.passThrough === 'all' || (ally && rules.passThrough === 'allies');
    marks[square] = (marks[square] as number) | (passes ? MARK_NO_STOP : MARK_BLOCKED);
    if (!ally && heedsZones) markZone(world, square, MARK_ZONE);
  }
}

/** Clears all marks. */
export function clearMarks(world: World): void {
  const { marks, layout, buffers } = world;
  for (let other = 0; other < layout.unitCount; other++) {
    if (!isOnMap(world, other)) continue;
    const square = squareNumber(world.stride, unitX(world, other), unitY(world, other));
    marks[square] = 0;
    for (let direction = 0; direction < 4; direction++) marks[square + (buffers.offsets[direction] as number)] = 0;
  }
}

/** Number of a map square on the bordered grid. */
export function squareOf(world: World, x: number, y: number): number {
  return squareNumber(world.stride, x, y);
}

export function startSquare(world: World, unit: number): number {
  return squareNumber(world.stride, unitX(world, unit), unitY(world, unit));
}

/** Fills the buffers for a unit on the map and leaves the marks set; `clearMarks` must follow. */
export function reachMarked(world: World, unit: number): void {
  markOthers(world, unit);
  reach(
    unitField(world, unit),
    startSquare(world, unit),
    world.image[unitAt(unit) + UNIT.move] as number,
    world.buffers,
  );
}

/**
 * S17 with SA11: a reached square on which no other unit stands; the start is always a destination.
 * Needs the marks.
 */
export function mayStop(world: World, square: number, start: number): boolean {
  if (world.buffers.remaining[square] === UNREACHED) return false;
  return square === start || ((world.marks[square] as number) & MARK_NO_STOP) === 0;
}

/** Computes the reach and paths of a unit and leaves the marks set. */
export function fillPaths(world: World, unit: number): void {
  reachMarked(world, unit);
  findPaths(unitField(world, unit), startSquare(world, unit), world.buffers, world.squares);
}

/** Returns 0 or an error about the square, after `fillPaths`. */
export function pathErrorAt(world: World, unit: number, x: number, y: number): number {
  const square = squareOf(world, x, y);
  if (!mayStop(world, square, startSquare(world, unit))) return ERROR.UNREACHABLE;
  return pathSteps(square, world.buffers) < world.layout.pathCapacity ? 0 : ERROR.PATH_FULL;
}

// The MoveMap in the image: `calc` fills it, and it stays until the next `calc`, as the seed's
// object does (S13, S17). A square that may be passed but not stopped on counts as unreached
// (SA11).

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
  image[HEAD.calculatedUnit] = unit;
  return count;
}

/** Clears the MoveMap when units moved: with turns it does not outlive that. */
export function forgetMoveMap(world: World): void {
  if (world.image[HEAD.calculatedUnit] === NO_UNIT) return;
  world.image.fill(UNREACHED, world.layout.moveMapAt, world.layout.pathAt);
  world.image[HEAD.calculatedUnit] = NO_UNIT;
}

/** Value of a square in the MoveMap: the remaining movement, or 255 for no destination. */
export function moveMapValue(world: World, x: number, y: number): number {
  return world.image[world.layout.moveMapAt + y * world.layout.width + x] as number;
}

/** S17: whether a square is a destination. */
export function isDestination(world: World, x: number, y: number): boolean {
  return isInRange(world, x, y) && moveMapValue(world, x, y) !== UNREACHED;
}
