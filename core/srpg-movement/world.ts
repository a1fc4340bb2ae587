/**
 * A running battle: constants, image, and working memory that carries nothing from step to step.
 * Source: seed 002, S9 to S11 (map and units); working memory is ours.
 */
import { type Layout, UNIT, unitAt } from './cells.js';
import { createReachBuffers, FORBIDDEN, type ReachBuffers, squareNumber } from './reach.js';
import type { Definition, Rules } from './setup.js';
import type { TextWriter } from './text.js';

export interface World extends Definition {
  readonly rules: Rules;
  readonly buffers: ReachBuffers;
  /** MARK_ bits of the units, set for a query and cleared after it. */
  readonly marks: Uint8Array;
  /** A queue, a frontier or a path: one entry for each square. */
  readonly squares: Int32Array;
  readonly turns: Uint16Array;
  readonly writer: TextWriter;
  /** The field of each movement type: its costs and the shared marks. */
  readonly fields: readonly { readonly stride: number; readonly costs: Uint8Array; readonly marks: Uint8Array }[];
}

export function createWorld(definition: Definition, rules: Rules): World {
  const { width, height }: Layout = definition.layout;
  const buffers = createReachBuffers(width, height);
  const marks = new Uint8Array(buffers.size);
  return {
    ...definition,
    rules,
    buffers,
    marks,
    squares: new Int32Array(buffers.size),
    turns: new Uint16Array(buffers.size),
    writer: { bytes: definition.image, at: 0, counting: false },
    fields: definition.costs.map((costs) => ({ stride: buffers.stride, costs, marks })),
  };
}

/** S9: whether the square lies on the map. */
export function isInRange(world: World, x: number, y: number): boolean {
  return x < world.layout.width && y < world.layout.height;
}

/** Ground type of a map square. */
export function groundType(world: World, x: number, y: number): number {
  return world.grounds[y * world.layout.width + x] as number;
}

/** Cost to enter a map square by the seed's plain table, 255 = forbidden. */
export function groundCost(world: World, x: number, y: number): number {
  return (world.costs[0] as Uint8Array)[squareNumber(world.stride, x, y)] as number;
}

/** True for a unit that was added and is not defeated. */
export function isPresent(world: World, unit: number): boolean {
  const at = unitAt(unit);
  return world.image[at + UNIT.added] !== 0 && world.image[at + UNIT.defeated] === 0;
}

/** The first unit on a square except `besides`, or -1. With SA9 there may be several. */
export function findUnit(world: World, x: number, y: number, besides = -1): number {
  for (let unit = 0; unit < world.layout.unitCount; unit++) {
    const at = unitAt(unit);
    if (world.image[at + UNIT.x] !== x || world.image[at + UNIT.y] !== y) continue;
    if (unit !== besides && isPresent(world, unit)) return unit;
  }
  return -1;
}

/** False when the seed's unchecked setter put the unit outside the map. */
export function isOnMap(world: World, unit: number): boolean {
  return isInRange(world, unitX(world, unit), unitY(world, unit));
}

/** S10: in range, not forbidden, affordable, and free. It uses the seed's plain table. */
export function mapCanMove(world: World, x: number, y: number, move: number): boolean {
  if (!isInRange(world, x, y)) return false;
  const cost = groundCost(world, x, y);
  return cost !== FORBIDDEN && move >= cost && findUnit(world, x, y) < 0;
}

export function unitX(world: World, unit: number): number {
  return world.image[unitAt(unit) + UNIT.x] as number;
}

export function unitY(world: World, unit: number): number {
  return world.image[unitAt(unit) + UNIT.y] as number;
}

export function unitSide(world: World, unit: number): number {
  return world.image[unitAt(unit) + UNIT.side] as number;
}

/** The field of the unit's movement type. */
export function unitField(world: World, unit: number): World['fields'][number] {
  return world.fields[world.image[unitAt(unit) + UNIT.movementType] as number] as World['fields'][number];
}
