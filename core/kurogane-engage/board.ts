/**
 * Units on the board, their distances, and what the attack in progress reads of them. Source: seed
 * 003, KA11 (the metric is a switch); adjacency for overkill is page 23 (extension).
 */
import { asInt16, read16 } from '../int/uint.js';
import { HEAD, UNIT, type UnitName, unitAt } from './cells.js';
import type { PoolInput } from './dice.js';
import type { Weapon, World } from './setup.js';

/** Value of a unit's cell. */
export function unitCell(world: World, unit: number, name: UnitName): number {
  return world.image[unitAt(unit) + UNIT[name]] as number;
}

export function setUnitCell(world: World, unit: number, name: UnitName, value: number): void {
  world.image[unitAt(unit) + UNIT[name]] = value;
}

/** KA11: the sum of both axes, or the larger one with `chebyshev`. */
export function measure(chebyshev: boolean, x: number, y: number, otherX: number, otherY: number): number {
  const dx = Math.abs(x - otherX);
  const dy = Math.abs(y - otherY);
  return chebyshev ? Math.max(dx, dy) : dx + dy;
}

/** Distance between two units. */
export function unitDistance(world: World, unit: number, other: number): number {
  return measure(
    world.rules.chebyshev,
    unitCell(world, unit, 'x'),
    unitCell(world, unit, 'y'),
    unitCell(world, other, 'x'),
    unitCell(world, other, 'y'),
  );
}

export function isAlive(world: World, unit: number): boolean {
  return unitCell(world, unit, 'destroyed') === 0;
}

/** A miniature stands or lies on the square: a destroyed one stays until it is collected (K15). */
function isTaken(world: World, x: number, y: number, besides: number): boolean {
  for (let unit = 0; unit < world.unitCount; unit++) {
    if (unit === besides || unitCell(world, unit, 'collected') !== 0) continue;
    if (unitCell(world, unit, 'x') === x && unitCell(world, unit, 'y') === y) return true;
  }
  return false;
}

/**
 * p23: the square is free, beside the destroyed unit, and within walking distance. Walls are the
 * caller's concern.
 */
export function canOverkillOnto(world: World, unit: number, target: number, x: number, y: number): boolean {
  const { chebyshev } = world.rules;
  if (measure(chebyshev, x, y, unitCell(world, target, 'x'), unitCell(world, target, 'y')) !== 1) return false;
  const way = measure(chebyshev, x, y, unitCell(world, unit, 'x'), unitCell(world, unit, 'y'));
  return way <= unitCell(world, unit, 'mv') && !isTaken(world, x, y, unit);
}

/** p23: an own living unit with at least one such square. */
export function isCandidate(world: World, unit: number, attacker: number, target: number): boolean {
  if (!isAlive(world, unit) || unitCell(world, unit, 'side') !== unitCell(world, attacker, 'side')) return false;
  const x = unitCell(world, target, 'x');
  const y = unitCell(world, target, 'y');
  for (let row = Math.max(y - 1, 0); row <= Math.min(y + 1, 255); row++) {
    for (let column = Math.max(x - 1, 0); column <= Math.min(x + 1, 255); column++) {
      if (canOverkillOnto(world, unit, target, column, row)) return true;
    }
  }
  return false;
}

/** The one input object: a step allocates nothing. */
const input: { -readonly [Key in keyof PoolInput]: PoolInput[Key] } = {
  hit: 0,
  rng: 1,
  distance: 1,
  levelDifference: 0,
  visible: true,
  mutualClear: false,
  risk: 0,
  specials: 0,
  clearShotInMelee: true,
};

export function weaponInUse(world: World): Weapon {
  return world.weapons[world.image[HEAD.weapon] as number] as Weapon;
}

/**
 * The input of the pool from the image, valid until the next call. @param moreSpecials dice of an
 * action about to be declared
 */
export function poolInput(world: World, moreSpecials: number): PoolInput {
  const { image } = world;
  const weapon = weaponInUse(world);
  input.hit = weapon.hit;
  input.rng = weapon.rng;
  input.distance = image[HEAD.distance] as number;
  input.levelDifference = asInt16(read16(image, HEAD.levelDifference));
  input.visible = image[HEAD.visible] !== 0;
  input.mutualClear = image[HEAD.mutualClear] !== 0;
  input.risk = unitCell(world, image[HEAD.target] as number, 'risk');
  input.specials = asInt16(read16(image, HEAD.poolSpecials)) + moreSpecials;
  input.clearShotInMelee = world.rules.clearShotInMelee;
  return input;
}
