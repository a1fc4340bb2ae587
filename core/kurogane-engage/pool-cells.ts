/**
 * The pool of the attack in progress, read from the image and written back part by part. Source:
 * seed 003, K3 to K9, and the hooks of K10.
 */

import { asInt16, read16, write16 } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { unitCell } from './board.js';
import { HEAD } from './cells.js';
import * as event from './events.js';
import {
  CLOSE_COMBAT,
  clearShotBonus,
  distancePenalty,
  highGroundBonus,
  indirectPenalty,
  isInCloseCombat,
  type PoolInput,
  poolSize,
  poolSum,
} from './pool.js';
import type { Weapon, World } from './setup.js';

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

/** Writes the parts and the sum, and reports each part. */
export function writePool(world: World, events: EventBuffer | undefined): void {
  const { image } = world;
  const from = poolInput(world, 0);
  const outOfPlace = from.rng === CLOSE_COMBAT && !isInCloseCombat(from.distance, from.levelDifference);
  const sum = poolSum(from);
  const clamped = Math.max(0, -sum);
  const size = poolSize(from);
  // each part right before its report, so that who asks for the writer of a part finds its rule
  image[HEAD.poolBase] = from.hit;
  pushEvent(events, event.EVENT_POOL_BASE, 1, from.hit);
  const distance = 0 - distancePenalty(from.distance, from.rng);
  write16(image, HEAD.poolDistance, distance & 0xffff);
  pushEvent(events, event.EVENT_POOL_DISTANCE, 1, distance);
  const indirect = 0 - indirectPenalty(from);
  image[HEAD.poolIndirect] = indirect & 0xff;
  pushEvent(events, event.EVENT_POOL_INDIRECT, 1, indirect);
  image[HEAD.poolRisk] = from.risk;
  pushEvent(events, event.EVENT_POOL_RISK, 1, from.risk);
  const clearShot = clearShotBonus(from);
  image[HEAD.poolClearShot] = clearShot;
  pushEvent(events, event.EVENT_POOL_CLEAR_SHOT, 1, clearShot);
  const highGround = highGroundBonus(from);
  image[HEAD.poolHighGround] = highGround;
  pushEvent(events, event.EVENT_POOL_HIGH_GROUND, 1, highGround);
  if (from.specials !== 0) pushEvent(events, event.EVENT_POOL_SPECIALS, 1, from.specials);
  image[HEAD.poolCloseCombatZero] = outOfPlace ? 1 : 0;
  if (outOfPlace) pushEvent(events, event.EVENT_POOL_CLOSE_COMBAT, 2, from.distance, from.levelDifference);
  write16(image, HEAD.poolClamped, clamped);
  image[HEAD.pool] = size;
  pushEvent(events, event.EVENT_POOL_SIZED, 2, size, clamped);
}
