/** Ways and strikers as lists, for those who look at a battle. Source: extension (SE4). */
import { fillPaths, pathErrorAt } from './check.js';
import { squareOf } from './move-map.js';
import { writePath } from './path.js';
import { canThreaten } from './threat.js';
import { clearMarks } from './unit-reach.js';
import { isInRange, isOnMap, isPresent, unitSide, type World } from './world.js';

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
  return world.unitIds.filter(
    (_, unit) => unitSide(world, unit) === side && isPresent(world, unit) && canThreaten(world, unit, x, y),
  );
}
