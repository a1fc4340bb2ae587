/**
 * One command: checked first, then carried out in place. Source: seed 002, S9 to S19, and its
 * extensions.
 */

import { read16, saturatingSub16, write16, write32 } from '../int/uint.js';
import { pushEvent, pushFour } from '../system/battle.js';
import type { EventBuffer } from '../system/system.js';
import {
  ACTIVE_UNIT,
  ANSWER,
  CALCULATED_UNIT,
  NO_UNIT,
  PATH_LENGTH,
  UNIT_ADDED,
  UNIT_ATTACK,
  UNIT_ATTACK_DECREASE,
  UNIT_DAMAGE_CONSTANT,
  UNIT_DEFEATED,
  UNIT_DEFENCE,
  UNIT_HP,
  UNIT_IDLE_INCREASE,
  UNIT_MAX_HP,
  UNIT_MOVE,
  UNIT_MOVED,
  UNIT_ORDER_POINTS,
  UNIT_X,
  UNIT_Y,
  unitAt,
} from './cells.js';
import { checkCommand, fillPaths } from './check.js';
import * as code from './commands.js';
import { EVENT } from './events.js';
import { calculate, forgetMoveMap, isDestination, moveMapValue, squareOf } from './move-map.js';
import { NEVER, reachByTurns } from './multi-turn.js';
import {
  orderPointsAfterAttack,
  orderPointsAfterDamage,
  orderPointsAfterIdle,
  orderPointsAfterStep,
  orderPointsHalved,
} from './order-points.js';
import { print } from './print.js';
import { pathSteps, UNREACHED, writePath } from './reach.js';
import { countThreats } from './threat.js';
import { activateNext, beginNextPhase, endIfDecided, finishTurn } from './turns.js';
import { clearMarks, markOthers, startSquare } from './unit-reach.js';
import { groundType, isOnMap, isPresent, mapCanMove, unitField, unitSide, unitX, unitY, type World } from './world.js';

// The effects of checked commands: moving, striking, letting time pass. Source: seed 002, S11 and
// S17 for moving; striking (SE1) and turns (SE2) are extensions that the seed names.

type ActionEvents = EventBuffer | undefined;

function setOrderPoints(world: World, unit: number, after: number, kind: number, events: ActionEvents): void {
  const at = unitAt(unit) + UNIT_ORDER_POINTS;
  const before = read16(world.image, at);
  write16(world.image, at, after);
  pushEvent(events, kind, 3, unit, before, after);
}

/** C1:8F77: charges order points for every square of the path. */
function payOrderPoints(world: World, unit: number, x: number, y: number, events: ActionEvents): void {
  fillPaths(world, unit);
  const steps = pathSteps(squareOf(world, x, y), world.buffers);
  clearMarks(world);
  let points = read16(world.image, unitAt(unit) + UNIT_ORDER_POINTS);
  for (let step = 0; step < steps; step++) points = orderPointsAfterStep(points);
  setOrderPoints(world, unit, points, EVENT.orderPointsMove, events);
}

export function place(world: World, unit: number, x: number, y: number): void {
  world.image[unitAt(unit) + UNIT_X] = x;
  world.image[unitAt(unit) + UNIT_Y] = y;
}

/**
 * Moves a unit to a destination of the MoveMap. Without turns the MoveMap stays, as in the seed.
 */
function moveUnit(world: World, unit: number, x: number, y: number, events: ActionEvents): void {
  if (world.rules.turnOrder === 'order-points') payOrderPoints(world, unit, x, y, events);
  place(world, unit, x, y);
  pushEvent(events, EVENT.moved, 3, unit, x, y);
  if (world.rules.turnOrder === 'free') return;
  world.image[unitAt(unit) + UNIT_MOVED] = 1;
  forgetMoveMap(world);
}

/** S11: adds a unit to the map. A unit already there stays unchanged. */
function addUnit(world: World, unit: number, events: ActionEvents): void {
  const at = unitAt(unit) + UNIT_ADDED;
  const isNew = world.image[at] === 0 ? 1 : 0;
  world.image[at] = 1;
  pushEvent(events, EVENT.added, 2, unit, isNew);
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

export function attack(world: World, unit: number, target: number, given: number, events: ActionEvents): void {
  const { image, rules } = world;
  const damage = rules.damageByDifference ? differenceDamage(world, unit, target) : given;
  const at = unitAt(target);
  const hp = saturatingSub16(read16(image, at + UNIT_HP), damage);
  write16(image, at + UNIT_HP, hp);
  pushEvent(events, EVENT.attacked, 4, unit, target, damage, hp);
  if (rules.turnOrder === 'order-points') {
    const mine = unitAt(unit);
    const points = orderPointsAfterAttack(
      read16(image, mine + UNIT_ORDER_POINTS),
      image[mine + UNIT_ATTACK_DECREASE] as number,
    );
    setOrderPoints(world, unit, points, EVENT.orderPointsAttack, events);
    const theirs = orderPointsAfterDamage(
      read16(image, at + UNIT_ORDER_POINTS),
      damage,
      read16(image, at + UNIT_MAX_HP),
      image[at + UNIT_DAMAGE_CONSTANT] as number,
    );
    setOrderPoints(world, target, theirs, EVENT.orderPointsDamage, events);
  }
  if (hp === 0) {
    image[at + UNIT_DEFEATED] = 1;
    pushEvent(events, EVENT.defeated, 1, target);
  }
  if (rules.turnOrder === 'free' || endIfDecided(world, unitSide(world, unit), events)) return;
  finishTurn(world, unit, events);
}

/**
 * Ends the turn without striking. Under order points, a unit that did nothing has its points
 * halved.
 */
function finish(world: World, unit: number, events: ActionEvents): void {
  const at = unitAt(unit);
  if (world.rules.turnOrder === 'order-points' && world.image[at + UNIT_MOVED] === 0) {
    const points = orderPointsHalved(read16(world.image, at + UNIT_ORDER_POINTS));
    setOrderPoints(world, unit, points, EVENT.orderPointsHalved, events);
  }
  finishTurn(world, unit, events);
}

/** C1:1C02 for every unit. The command's draws begin at its word 2. */
export function idle(world: World, command: Int32Array, events: ActionEvents): void {
  let drawn = 0;
  for (let unit = 0; unit < world.layout.unitCount; unit++) {
    if (!isPresent(world, unit)) continue;
    const at = unitAt(unit);
    const before = read16(world.image, at + UNIT_ORDER_POINTS);
    let after = orderPointsAfterIdle(before, world.image[at + UNIT_IDLE_INCREASE] as number);
    if ((after & 0xff) === 0) after |= command[2 + drawn++] as number;
    setOrderPoints(world, unit, after, EVENT.orderPointsIdle, events);
  }
  activateNext(world, events);
}

type Events = EventBuffer | undefined;

function answer(world: World, value: number): void {
  write32(world.image, ANSWER, value);
}

function answerPath(world: World, unit: number, x: number, y: number, events: Events): void {
  const { image, layout, stride, squares } = world;
  fillPaths(world, unit);
  clearMarks(world);
  const count = writePath(squareOf(world, x, y), world.buffers, squares);
  image.fill(0, layout.pathAt, layout.transcriptAt);
  for (let index = 0; index < count; index++) {
    const square = squares[index] as number;
    image[layout.pathAt + 2 * index] = (square % stride) - 1;
    image[layout.pathAt + 2 * index + 1] = ((square / stride) | 0) - 1;
  }
  write16(image, PATH_LENGTH, count);
  answer(world, count - 1);
  pushEvent(events, EVENT.pathFound, 2, unit, count);
}

function answerTurns(world: World, unit: number, x: number, y: number, events: Events): void {
  const move = world.image[unitAt(unit) + UNIT_MOVE] as number;
  markOthers(world, unit);
  reachByTurns(unitField(world, unit), startSquare(world, unit), move, world.buffers, world.turns, world.squares);
  clearMarks(world);
  const turns = world.turns[squareOf(world, x, y)] as number;
  const value = turns === NEVER ? -1 : turns;
  answer(world, value);
  pushFour(events, EVENT.turnsCounted, unit, value, x, y);
}

/** The seed's move with its printed message. */
function tryMove(world: World, unit: number, x: number, y: number, events: Events): void {
  const moves = isDestination(world, x, y);
  if (moves) moveUnit(world, unit, x, y, events);
  else pushEvent(events, EVENT.notMoved, 3, unit, x, y);
  answer(world, moves ? 1 : 0);
  if (world.layout.transcriptCapacity === 0) return;
  pushEvent(events, EVENT.printed, 1, print(world, moves ? 'moves' : 'cannotMove', unit, x, y));
}

function readStep(world: World, x: number, y: number, events: Events): void {
  const value = moveMapValue(world, x, y);
  const shown = value === UNREACHED ? -1 : value;
  answer(world, shown);
  pushEvent(events, EVENT.stepRead, 3, x, y, shown);
}

function perform(world: World, command: Int32Array, events: Events): void {
  const first = command[1] as number;
  const second = command[2] as number;
  const third = command[3] as number;
  switch (command[0]) {
    case code.COMMAND_CALC:
      pushEvent(events, EVENT.calculated, 2, first, calculate(world, first));
      return;
    case code.COMMAND_CAN_MOVE: {
      const result = isDestination(world, first, second) ? 1 : 0;
      answer(world, result);
      pushEvent(events, EVENT.destinationTested, 3, first, second, result);
      return;
    }
    case code.COMMAND_STEP:
      readStep(world, first, second, events);
      return;
    case code.COMMAND_MAP_CAN_MOVE: {
      const result = mapCanMove(world, first, second, third) ? 1 : 0;
      answer(world, result);
      pushFour(events, EVENT.squareTested, first, second, third, result);
      return;
    }
    case code.COMMAND_MOVE_UNIT:
      moveUnit(world, first, second, third, events);
      return;
    case code.COMMAND_TRY_MOVE:
      tryMove(world, first, second, third, events);
      return;
    case code.COMMAND_SET_POSITION:
      place(world, first, second, third);
      pushEvent(events, EVENT.placed, 3, first, second, third);
      return;
    case code.COMMAND_ADD_UNIT:
      addUnit(world, first, events);
      return;
    case code.COMMAND_DUMP_MAP:
      pushEvent(events, EVENT.printed, 1, print(world, 'map'));
      return;
    case code.COMMAND_DUMP_UNIT:
      pushEvent(events, EVENT.printed, 1, print(world, 'unit', first));
      return;
    case code.COMMAND_DUMP_MOVE_MAP:
      pushEvent(events, EVENT.printed, 1, print(world, 'moveMap', world.image[CALCULATED_UNIT] as number));
      return;
    case code.COMMAND_PATH:
      answerPath(world, first, second, third, events);
      return;
    case code.COMMAND_TURNS_TO:
      answerTurns(world, first, second, third, events);
      return;
    case code.COMMAND_THREAT: {
      const count = countThreats(world, first, second, third);
      answer(world, count);
      pushFour(events, EVENT.threatCounted, first, count, second, third);
      return;
    }
    case code.COMMAND_ATTACK:
      attack(world, first, second, third, events);
      return;
    case code.COMMAND_FINISH:
      finish(world, first, events);
      return;
    case code.COMMAND_END_PHASE:
      beginNextPhase(world, events);
      return;
    default:
      idle(world, command, events);
  }
}

/** Returns 0, or the number of the error with the image untouched. */
export function step(world: World, command: Int32Array, events: Events): number {
  const rejected = checkCommand(world, command);
  if (rejected === 0) perform(world, command, events);
  return rejected;
}
