/**
 * Whose turn it is: team phases, waiting times or order points over one unit record, or no turns
 * (the seed). Source: the seed's extension 2 (SE2); the choice by order points follows C1:92C3.
 */

import { read16, read32, saturatingAdd16, write16, write32 } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import { HEAD, NO_UNIT, UNIT, unitAt } from './cells.js';
import { ERROR } from './errors.js';
import { EVENT } from './events.js';
import { forgetMoveMap } from './unit-reach.js';
import { isPresent, unitSide, type World } from './world.js';

/** Sides are 0 to 7. */
const SIDES = 8;

/** Returns 0 when the unit may act now, else the error. Without turns every unit may always act. */
export function turnError(world: World, unit: number): number {
  const { image, rules } = world;
  if (rules.turnOrder === 'free') return 0;
  if (image[HEAD.ended] !== 0) return ERROR.ENDED;
  if (!isPresent(world, unit)) return ERROR.DEFEATED;
  if (rules.turnOrder !== 'phases') return image[HEAD.activeUnit] === unit ? 0 : ERROR.PHASE;
  const mayAct = unitSide(world, unit) === image[HEAD.phaseSide] && image[unitAt(unit) + UNIT.finished] === 0;
  return mayAct ? 0 : ERROR.PHASE;
}

function hasUnits(world: World, side: number): boolean {
  for (let unit = 0; unit < world.layout.unitCount; unit++) {
    if (unitSide(world, unit) === side && isPresent(world, unit)) return true;
  }
  return false;
}

/** The next side with units, this side last; NO_UNIT for none. */
function nextSide(world: World, side: number): number {
  for (let step = 1; step <= SIDES; step++) {
    const candidate = (side + step) % SIDES;
    if (hasUnits(world, candidate)) return candidate;
  }
  return NO_UNIT;
}

/** Ends the phase. The return to a lower or equal side begins a new turn. */
export function beginNextPhase(world: World, events: EventBuffer | undefined): void {
  const { image } = world;
  const before = image[HEAD.phaseSide] as number;
  const side = nextSide(world, before);
  if (side <= before) write16(image, HEAD.turn, saturatingAdd16(read16(image, HEAD.turn), 1));
  image[HEAD.phaseSide] = side;
  for (let unit = 0; unit < world.layout.unitCount; unit++) {
    image[unitAt(unit) + UNIT.moved] = 0;
    image[unitAt(unit) + UNIT.finished] = 0;
  }
  forgetMoveMap(world);
  pushEvent(events, EVENT.phaseBegan, 2, side, read16(image, HEAD.turn));
}

function unitWithMinWait(world: World): number {
  let best = NO_UNIT;
  let min = 0;
  for (let unit = 0; unit < world.layout.unitCount; unit++) {
    if (!isPresent(world, unit)) continue;
    const wait = read16(world.image, unitAt(unit) + UNIT.wait);
    if (best === NO_UNIT || wait < min || (wait === min && world.rules.waitTieLast)) {
      best = unit;
      min = wait;
    }
  }
  return best;
}

function unitWithMaxOrderPoints(world: World): number {
  let best = NO_UNIT;
  let max = 0;
  for (let unit = 0; unit < world.layout.unitCount; unit++) {
    if (!isPresent(world, unit)) continue;
    const points = read16(world.image, unitAt(unit) + UNIT.orderPoints);
    if (best === NO_UNIT || points > max || (points === max && !world.rules.orderTieFirst)) {
      best = unit;
      max = points;
    }
  }
  return best;
}

/** Lets time pass until the next unit's waiting time is over. */
function passTime(world: World, next: number): void {
  const { image } = world;
  const passed = read16(image, unitAt(next) + UNIT.wait);
  write32(image, HEAD.clock, read32(image, HEAD.clock) + passed);
  for (let unit = 0; unit < world.layout.unitCount; unit++) {
    if (!isPresent(world, unit)) continue;
    const at = unitAt(unit) + UNIT.wait;
    write16(image, at, read16(image, at) - passed);
  }
}

/** Chooses the next actor under the orders `wait` and `order-points`. */
export function activateNext(world: World, events: EventBuffer | undefined): void {
  const byWait = world.rules.turnOrder === 'wait';
  const next = byWait ? unitWithMinWait(world) : unitWithMaxOrderPoints(world);
  world.image[HEAD.activeUnit] = next;
  if (next === NO_UNIT) return;
  if (byWait) passTime(world, next);
  world.image[unitAt(next) + UNIT.moved] = 0;
  pushEvent(events, EVENT.unitActive, 1, next);
}

/** Sets up the turn order at the start of the battle. */
export function beginTurns(world: World): void {
  if (world.rules.turnOrder === 'free') return;
  if (world.rules.turnOrder === 'phases') {
    const side = nextSide(world, SIDES - 1);
    world.image[HEAD.phaseSide] = side === NO_UNIT ? 0 : side;
  } else activateNext(world, undefined);
}

function everyoneFinished(world: World): boolean {
  for (let unit = 0; unit < world.layout.unitCount; unit++) {
    if (unitSide(world, unit) !== world.image[HEAD.phaseSide] || !isPresent(world, unit)) continue;
    if (world.image[unitAt(unit) + UNIT.finished] === 0) return false;
  }
  return true;
}

/** Ends the unit's turn. */
export function finishTurn(world: World, unit: number, events: EventBuffer | undefined): void {
  const { image, rules } = world;
  forgetMoveMap(world);
  pushEvent(events, EVENT.finished, 1, unit);
  if (rules.turnOrder === 'phases') {
    image[unitAt(unit) + UNIT.finished] = 1;
    if (rules.phaseEndsItself && everyoneFinished(world)) beginNextPhase(world, events);
    return;
  }
  if (rules.turnOrder === 'wait') write16(image, unitAt(unit) + UNIT.wait, read16(image, unitAt(unit) + UNIT.weight));
  write16(image, HEAD.turn, saturatingAdd16(read16(image, HEAD.turn), 1));
  activateNext(world, events);
}

/**
 * After a strike under turns, ends the battle when only one side is left. Returns true when it did.
 */
export function endIfDecided(world: World, side: number, events: EventBuffer | undefined): boolean {
  for (let other = 0; other < SIDES; other++) {
    if (other !== side && hasUnits(world, other)) return false;
  }
  world.image[HEAD.ended] = 1;
  pushEvent(events, EVENT.battleEnded, 1, side);
  return true;
}
