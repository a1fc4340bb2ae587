/**
 * The squares that a unit can strike after moving. Source: extension; the distance is the seed's
 * (S4), obstacles do not count.
 */
import { read16, saturatingSub16 } from '../int/uint.js';
import { UNIT, unitAt, writeUnitCell } from './cells.js';
import { distanceBetween } from './position.js';
import { writePath } from './reach.js';
import { clearMarks, fillPaths, mayStop, pathErrorAt, reachMarked, squareOf, startSquare } from './unit-reach.js';
import { groundType, isInRange, isOnMap, isPresent, unitSide, unitX, unitY, type World } from './world.js';

/** True when the unit can strike the square from a square within its reach. */
function canThreaten(world: World, unit: number, x: number, y: number): boolean {
  const at = unitAt(unit);
  const nearest = world.image[at + UNIT.minRange] as number;
  const farthest = world.image[at + UNIT.maxRange] as number;
  if (farthest === 0 || !isOnMap(world, unit)) return false;
  reachMarked(world, unit);
  const start = startSquare(world, unit);
  const { buffers, stride } = world;
  let found = false;
  for (let index = 0; index < buffers.touchedCount && !found; index++) {
    const square = buffers.touched[index] as number;
    const away = distanceBetween((square % stride) - 1, ((square / stride) | 0) - 1, x, y);
    found = away >= nearest && away <= farthest && mayStop(world, square, start);
  }
  clearMarks(world);
  return found;
}

/** Number of a side's units that can strike the square. */
export function countThreats(world: World, side: number, x: number, y: number): number {
  let count = 0;
  for (let unit = 0; unit < world.layout.unitCount; unit++) {
    if (unitSide(world, unit) === side && isPresent(world, unit) && canThreaten(world, unit, x, y)) count++;
  }
  return count;
}

/** Adds 1 to columns `from` to `to` of a row of differences, clipped to the map. */
function addInterval(differences: Int32Array, row: number, width: number, from: number, to: number): void {
  const first = Math.max(from, 0);
  const last = Math.min(to, width - 1);
  if (first > last) return;
  const at = row * (width + 1);
  differences[at + first] = (differences[at + first] as number) + 1;
  differences[at + last + 1] = (differences[at + last + 1] as number) - 1;
}

/**
 * Writes the threat map of a unit, row by row: 1 where it can strike. Rings are added as
 * differences along the rows, in time proportional to reached squares x range.
 * @param out one byte for each square of the map
 * @param differences lent, `(width + 1) * height`
 */
export function threatMap(world: World, unit: number, out: Uint8Array, differences: Int32Array): void {
  const { width, height } = world.layout;
  const at = unitAt(unit);
  const nearest = world.image[at + UNIT.minRange] as number;
  const farthest = world.image[at + UNIT.maxRange] as number;
  differences.fill(0);
  out.fill(0);
  if (farthest === 0 || !isOnMap(world, unit)) return;
  reachMarked(world, unit);
  const start = startSquare(world, unit);
  const { buffers, stride } = world;
  for (let index = 0; index < buffers.touchedCount; index++) {
    const square = buffers.touched[index] as number;
    if (!mayStop(world, square, start)) continue;
    const x = (square % stride) - 1;
    const y = ((square / stride) | 0) - 1;
    const lowest = Math.min(y + farthest, height - 1);
    for (let row = Math.max(y - farthest, 0); row <= lowest; row++) {
      const outer = farthest - Math.abs(row - y);
      const inner = nearest - Math.abs(row - y);
      if (inner <= 0) addInterval(differences, row, width, x - outer, x + outer);
      else {
        addInterval(differences, row, width, x - outer, x - inner);
        addInterval(differences, row, width, x + inner, x + outer);
      }
    }
  }
  clearMarks(world);
  for (let row = 0; row < height; row++) {
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += differences[row * (width + 1) + x] as number;
      out[row * width + x] = sum > 0 ? 1 : 0;
    }
  }
}

/** How many of some units could strike each square, row by row: each moves alone. */
export function threatCounts(world: World, isStriker: (unit: number) => boolean): number[] {
  const { width, height } = world.layout;
  const [one, differences] = [new Uint8Array(width * height), new Int32Array((width + 1) * height)];
  const counts = new Array<number>(width * height).fill(0);
  for (let unit = 0; unit < world.layout.unitCount; unit++) {
    if (!isStriker(unit) || !isPresent(world, unit)) continue;
    threatMap(world, unit, one, differences);
    for (let square = 0; square < counts.length; square++) {
      counts[square] = (counts[square] as number) + (one[square] as number);
    }
  }
  return counts;
}

// Ways and strikers as lists, for those who look at a battle. Source: extension (SE4).

/** A way: its squares, the start first, and the movement that it leaves. */
export interface Way {
  readonly squares: readonly (readonly [x: number, y: number])[];
  readonly left: number;
}

/** The way of a unit to a square as the map is now, or undefined: it cannot stop there. */
export function wayOf(world: World, unit: number, x: number, y: number): Way | undefined {
  if (!isOnMap(world, unit) || !isInRange(world, x, y)) return undefined;
  const { stride, squares: out, buffers } = world;
  fillPaths(world, unit);
  const isThere = pathErrorAt(world, unit, x, y) === 0;
  const square = squareOf(world, x, y);
  const left = buffers.remaining[square] as number;
  const count = isThere ? writePath(square, buffers, out) : 0;
  clearMarks(world);
  if (!isThere) return undefined;
  const squares = Array.from(out.subarray(0, count), (at) => [(at % stride) - 1, ((at / stride) | 0) - 1] as const);
  return { squares, left };
}

/** The units of a side that could move and then strike the square. */
export function strikersOf(world: World, side: number, x: number, y: number): readonly string[] {
  return world.called.unit.filter(
    (_, unit) => unitSide(world, unit) === side && isPresent(world, unit) && canThreaten(world, unit, x, y),
  );
}

/** Attack minus defence minus the bonus of the target's ground, at least 0. */
export function differenceDamage(world: World, unit: number, target: number): number {
  const ground = isOnMap(world, target) ? groundType(world, unitX(world, target), unitY(world, target)) : -1;
  const bonus = ground < 0 ? 0 : (world.groundDefence[ground] as number);
  const defence = read16(world.image, unitAt(target) + UNIT.defence) + bonus;
  return saturatingSub16(read16(world.image, unitAt(unit) + UNIT.attack), defence);
}

/** A square where a unit may end its move, and the enemies who could strike it there. */
export interface Standing {
  readonly x: number;
  readonly y: number;
  /** With what each would take of its HP; of a strike without a formula undefined. */
  readonly strikers: readonly { readonly unit: number; readonly damage: number | undefined }[];
}

/** Squares where the unit may end its move now; one that has moved in its turn stays. */
function placesOf(world: World, unit: number): readonly (readonly [x: number, y: number])[] {
  const { image, rules, stride, buffers } = world;
  const home = [unitX(world, unit), unitY(world, unit)] as const;
  if (image[unitAt(unit) + UNIT.moved] !== 0 && rules.turnOrder !== 'free') return [home];
  reachMarked(world, unit);
  const start = startSquare(world, unit);
  const squares = Array.from(buffers.touched.subarray(0, buffers.touchedCount))
    .filter((square) => mayStop(world, square, start))
    .sort((one, other) => one - other);
  clearMarks(world);
  return squares.map((square) => [(square % stride) - 1, ((square / stride) | 0) - 1]);
}

/**
 * Every square where a unit may end its move, row by row, with the enemies who could strike it
 * there next: each moves alone, by its full movement, while the unit stands on that square and all
 * others where they stand now. The battle is as before.
 */
export function standingsOf(world: World, unit: number): readonly Standing[] {
  if (!isOnMap(world, unit) || !isPresent(world, unit)) return [];
  const { image, layout, rules } = world;
  const at = unitAt(unit);
  const [homeX, homeY, side] = [unitX(world, unit), unitY(world, unit), unitSide(world, unit)];
  const enemies = Array.from({ length: layout.unitCount }, (_, other) => other).filter(
    (other) => unitSide(world, other) !== side && isPresent(world, other),
  );
  const places = placesOf(world, unit);
  // wherever the unit stands it only bars ways: an enemy strikes no square that it could not strike
  // without it
  const { width, height } = layout;
  const differences = new Int32Array((width + 1) * height);
  image[at + UNIT.added] = 0;
  const without = enemies.map((other) => {
    const map = new Uint8Array(width * height);
    threatMap(world, other, map, differences);
    return map;
  });
  image[at + UNIT.added] = 1;
  const standings = places.map(([x, y]): Standing => {
    writeUnitCell(image, at, 'x', x);
    writeUnitCell(image, at, 'y', y);
    const strikers = enemies
      .filter((other, index) => without[index]?.[y * width + x] === 1 && canThreaten(world, other, x, y))
      .map((other) => ({
        unit: other,
        damage: rules.damageByDifference ? differenceDamage(world, other, unit) : undefined,
      }));
    return { x, y, strikers };
  });
  writeUnitCell(image, at, 'x', homeX);
  writeUnitCell(image, at, 'y', homeY);
  return standings;
}
