/**
 * The reach of a unit among the others: marks their squares and zones, searches, and clears the
 * marks. Source: seed 002, S10 and S14; SA11 pass-through is a switch; zones of control are an
 * extension.
 */
import { UNIT_MOVE, UNIT_SKIRMISHER, unitAt } from './cells.js';
import { MARK_BLOCKED, MARK_NO_STOP, MARK_ZONE, reach, squareNumber, UNREACHED } from './reach.js';
import { isOnMap, isPresent, unitField, unitSide, unitX, unitY, type World } from './world.js';

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
  const heedsZones = rules.zones && image[unitAt(unit) + UNIT_SKIRMISHER] === 0;
  for (let other = 0; other < layout.unitCount; other++) {
    if (other === unit || !isPresent(world, other) || !isOnMap(world, other)) continue;
    const square = squareNumber(world.stride, unitX(world, other), unitY(world, other));
    const ally = unitSide(world, other) === side;
    const passes = ally ? rules.passAllies : rules.passEnemies;
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

export function startSquare(world: World, unit: number): number {
  return squareNumber(world.stride, unitX(world, unit), unitY(world, unit));
}

/** Fills the buffers for a unit on the map and leaves the marks set; `clearMarks` must follow. */
export function reachMarked(world: World, unit: number): void {
  markOthers(world, unit);
  reach(
    unitField(world, unit),
    startSquare(world, unit),
    world.image[unitAt(unit) + UNIT_MOVE] as number,
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
