/**
 * The effects of checked commands: moving, striking, letting time pass. Source: seed 002, S11 and
 * S17 for moving; striking (SE1) and turns (SE2) are extensions that the seed names.
 */

import { read16, saturatingSub16, write16 } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import {
  ACTIVE_UNIT,
  NO_UNIT,
  UNIT_ADDED,
  UNIT_ATTACK,
  UNIT_ATTACK_DECREASE,
  UNIT_DAMAGE_CONSTANT,
  UNIT_DEFEATED,
  UNIT_DEFENCE,
  UNIT_HP,
  UNIT_IDLE_INCREASE,
  UNIT_MAX_HP,
  UNIT_MOVED,
  UNIT_ORDER_POINTS,
  UNIT_X,
  UNIT_Y,
  unitAt,
} from './cells.js';
import { fillPaths } from './check.js';
import * as event from './events.js';
import { forgetMoveMap, squareOf } from './move-map.js';
import {
  orderPointsAfterAttack,
  orderPointsAfterDamage,
  orderPointsAfterIdle,
  orderPointsAfterStep,
  orderPointsHalved,
} from './order-points.js';
import { pathSteps } from './path.js';
import { activateNext, endIfDecided, finishTurn } from './turns.js';
import { clearMarks } from './unit-reach.js';
import { groundType, isOnMap, isPresent, unitSide, unitX, unitY, type World } from './world.js';

type Events = EventBuffer | undefined;

function setOrderPoints(world: World, unit: number, after: number, kind: number, events: Events): void {
  const at = unitAt(unit) + UNIT_ORDER_POINTS;
  const before = read16(world.image, at);
  write16(world.image, at, after);
  pushEvent(events, kind, 3, unit, before, after);
}

/** C1:8F77: charges order points for every square of the path. */
function payOrderPoints(world: World, unit: number, x: number, y: number, events: Events): void {
  fillPaths(world, unit);
  const steps = pathSteps(squareOf(world, x, y), world.buffers);
  clearMarks(world);
  let points = read16(world.image, unitAt(unit) + UNIT_ORDER_POINTS);
  for (let step = 0; step < steps; step++) points = orderPointsAfterStep(points);
  setOrderPoints(world, unit, points, event.EVENT_ORDER_MOVE, events);
}

export function place(world: World, unit: number, x: number, y: number): void {
  world.image[unitAt(unit) + UNIT_X] = x;
  world.image[unitAt(unit) + UNIT_Y] = y;
}

/**
 * Moves a unit to a destination of the MoveMap. Without turns the MoveMap stays, as in the seed.
 */
export function moveUnit(world: World, unit: number, x: number, y: number, events: Events): void {
  if (world.rules.turnOrder === 'order-points') payOrderPoints(world, unit, x, y, events);
  place(world, unit, x, y);
  pushEvent(events, event.EVENT_MOVED, 3, unit, x, y);
  if (world.rules.turnOrder === 'free') return;
  world.image[unitAt(unit) + UNIT_MOVED] = 1;
  forgetMoveMap(world);
}

/** S11: adds a unit to the map. A unit already there stays unchanged. */
export function addUnit(world: World, unit: number, events: Events): void {
  const at = unitAt(unit) + UNIT_ADDED;
  const isNew = world.image[at] === 0 ? 1 : 0;
  world.image[at] = 1;
  pushEvent(events, event.EVENT_ADDED, 2, unit, isNew);
  if (isNew === 0 || world.rules.turnOrder === 'free') return;
  forgetMoveMap(world);
  if (world.rules.turnOrder !== 'phases' && world.image[ACTIVE_UNIT] === NO_UNIT) activateNext(world, events);
}

/** Attack minus defence minus the bonus of the target's ground, at least 0. */
function differenceDamage(world: World, unit: number, target: number): number {
  const ground = isOnMap(world, target) ? groundType(world, unitX(world, target), unitY(world, target)) : -1;
  const bonus = ground < 0 ? 0 : (world.groundDefence[ground] as number);
  const defence = read16(world.image, unitAt(target) + UNIT_DEFENCE) + bonus;
  return saturatingSub16(read16(world.image, unitAt(unit) + UNIT_ATTACK), defence);
}

export function attack(world: World, unit: number, target: number, given: number, events: Events): void {
  const { image, rules } = world;
  const damage = rules.damageByDifference ? differenceDamage(world, unit, target) : given;
  const at = unitAt(target);
  const hp = saturatingSub16(read16(image, at + UNIT_HP), damage);
  write16(image, at + UNIT_HP, hp);
  pushEvent(events, event.EVENT_ATTACKED, 4, unit, target, damage, hp);
  if (rules.turnOrder === 'order-points') {
    const mine = unitAt(unit);
    const points = orderPointsAfterAttack(
      read16(image, mine + UNIT_ORDER_POINTS),
      image[mine + UNIT_ATTACK_DECREASE] as number,
    );
    setOrderPoints(world, unit, points, event.EVENT_ORDER_ATTACK, events);
    const theirs = orderPointsAfterDamage(
      read16(image, at + UNIT_ORDER_POINTS),
      damage,
      read16(image, at + UNIT_MAX_HP),
      image[at + UNIT_DAMAGE_CONSTANT] as number,
    );
    setOrderPoints(world, target, theirs, event.EVENT_ORDER_DAMAGE, events);
  }
  if (hp === 0) {
    image[at + UNIT_DEFEATED] = 1;
    pushEvent(events, event.EVENT_DEFEATED, 1, target);
  }
  if (rules.turnOrder === 'free' || endIfDecided(world, unitSide(world, unit), events)) return;
  finishTurn(world, unit, events);
}

/**
 * Ends the turn without striking. Under order points, a unit that did nothing has its points
 * halved.
 */
export function finish(world: World, unit: number, events: Events): void {
  const at = unitAt(unit);
  if (world.rules.turnOrder === 'order-points' && world.image[at + UNIT_MOVED] === 0) {
    const points = orderPointsHalved(read16(world.image, at + UNIT_ORDER_POINTS));
    setOrderPoints(world, unit, points, event.EVENT_ORDER_HALVED, events);
  }
  finishTurn(world, unit, events);
}

/** C1:1C02 for every unit. The command's draws begin at its word 2. */
export function idle(world: World, command: Int32Array, events: Events): void {
  let drawn = 0;
  for (let unit = 0; unit < world.layout.unitCount; unit++) {
    if (!isPresent(world, unit)) continue;
    const at = unitAt(unit);
    const before = read16(world.image, at + UNIT_ORDER_POINTS);
    let after = orderPointsAfterIdle(before, world.image[at + UNIT_IDLE_INCREASE] as number);
    if ((after & 0xff) === 0) after |= command[2 + drawn++] as number;
    setOrderPoints(world, unit, after, event.EVENT_ORDER_IDLE, events);
  }
  activateNext(world, events);
}
