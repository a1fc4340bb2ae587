/**
 * Validates every command before anything is written: returns 0, or the number of the error.
 * Source: seed 002's quirks SA4, SA9, SA10 and the turn rules of the extensions.
 */
import { read16 } from '../int/uint.js';
import {
  ACTIVE_UNIT,
  CALCULATED_UNIT,
  ENDED,
  NO_UNIT,
  UNIT_ADDED,
  UNIT_DEFEATED,
  UNIT_IDLE_INCREASE,
  UNIT_MAX_RANGE,
  UNIT_MIN_RANGE,
  UNIT_MOVED,
  UNIT_ORDER_POINTS,
  unitAt,
} from './cells.js';
import * as code from './commands.js';
import { ERROR } from './errors.js';
import { isDestination, squareOf } from './move-map.js';
import { orderPointsAfterIdle } from './order-points.js';
import { distanceBetween } from './position.js';
import { hasRoom } from './print.js';
import { findPaths, pathSteps } from './reach.js';
import { turnError } from './turns.js';
import { clearMarks, mayStop, reachMarked, startSquare } from './unit-reach.js';
import { findUnit, isInRange, isOnMap, isPresent, unitField, unitSide, unitX, unitY, type World } from './world.js';

function word(command: Int32Array, index: number): number {
  return command[index] ?? 0;
}

function isUnit(world: World, unit: number): boolean {
  return unit >= 0 && unit < world.layout.unitCount;
}

function fitsByte(value: number): boolean {
  return value >= 0 && value <= 255;
}

function coordinatesError(world: World, x: number, y: number): number {
  if (!fitsByte(x) || !fitsByte(y)) return ERROR.WIDTH;
  return isInRange(world, x, y) ? 0 : ERROR.OUT_OF_MAP;
}

/** SA9: another unit stands on the square, and stacking is not allowed. */
function occupiedError(world: World, unit: number, x: number, y: number): number {
  return !world.rules.allowStack && findUnit(world, x, y, unit) >= 0 ? ERROR.OCCUPIED : 0;
}

/**
 * A unit that was never added moves as in the seed, whose setter asks nothing; a defeated one is
 * out of the battle.
 */
function moverError(world: World, unit: number): number {
  const turn = turnError(world, unit);
  if (turn !== 0) return turn;
  if (world.image[unitAt(unit) + UNIT_DEFEATED] !== 0) return ERROR.DEFEATED;
  // without turns nobody is marked as moved
  return world.image[unitAt(unit) + UNIT_MOVED] !== 0 ? ERROR.PHASE : 0;
}

/** SA9 before SA10: a move to an occupied square is refused for that reason at any distance. */
function moveUnitError(world: World, unit: number, x: number, y: number): number {
  if (!fitsByte(x) || !fitsByte(y)) return ERROR.WIDTH;
  const mover = moverError(world, unit);
  if (mover !== 0) return mover;
  if (world.image[CALCULATED_UNIT] !== unit) return ERROR.PHASE;
  if (!isInRange(world, x, y)) return ERROR.OUT_OF_MAP;
  const occupied = occupiedError(world, unit, x, y);
  if (occupied !== 0) return occupied;
  return isDestination(world, x, y) ? 0 : ERROR.UNREACHABLE;
}

/**
 * Returns 0 when the unit may try to move now. The seed's own form uses the present MoveMap,
 * whichever unit's it is. With turns it must be this unit's.
 */
export function trierError(world: World, unit: number): number {
  const mover = moverError(world, unit);
  if (mover !== 0) return mover;
  const isFree = world.rules.turnOrder === 'free';
  return isFree || world.image[CALCULATED_UNIT] === unit ? 0 : ERROR.PHASE;
}

function tryMoveError(world: World, unit: number, x: number, y: number): number {
  if (!fitsByte(x) || !fitsByte(y)) return ERROR.WIDTH;
  const trier = trierError(world, unit);
  if (trier !== 0) return trier;
  const moves = isDestination(world, x, y);
  const occupied = moves ? occupiedError(world, unit, x, y) : 0;
  if (occupied !== 0) return occupied;
  if (world.layout.transcriptCapacity === 0) return 0;
  return hasRoom(world, moves ? 'moves' : 'cannotMove', unit, x, y) ? 0 : ERROR.TRANSCRIPT_FULL;
}

function addUnitError(world: World, unit: number): number {
  if (world.image[ENDED] !== 0) return ERROR.ENDED;
  if (world.image[unitAt(unit) + UNIT_DEFEATED] !== 0) return ERROR.DEFEATED;
  if (world.image[unitAt(unit) + UNIT_ADDED] !== 0) return 0;
  return occupiedError(world, unit, unitX(world, unit), unitY(world, unit));
}

/** Fills the path buffers when it returns 0. */
function pathError(world: World, unit: number, x: number, y: number): number {
  const square = coordinatesError(world, x, y);
  if (square !== 0) return square;
  if (!isOnMap(world, unit)) return ERROR.OUT_OF_MAP;
  fillPaths(world, unit);
  const result = pathErrorAt(world, unit, x, y);
  clearMarks(world);
  return result;
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

export function attackError(world: World, unit: number, target: number, damage: number): number {
  if (damage < 0 || damage > 0xffff) return ERROR.WIDTH;
  if (damage !== 0 && world.rules.damageByDifference) return ERROR.RANGE;
  const turn = turnError(world, unit);
  if (turn !== 0) return turn;
  if (!isPresent(world, unit) || !isPresent(world, target)) return ERROR.DEFEATED;
  if (unitSide(world, unit) === unitSide(world, target)) return ERROR.NOT_ENEMY;
  const at = unitAt(unit);
  const farthest = world.image[at + UNIT_MAX_RANGE] as number;
  const nearest = world.image[at + UNIT_MIN_RANGE] as number;
  const away = distanceBetween(unitX(world, unit), unitY(world, unit), unitX(world, target), unitY(world, target));
  return farthest > 0 && away >= nearest && away <= farthest ? 0 : ERROR.ATTACK_RANGE;
}

/** Number of draws that `idle` needs now. */
export function idleDraws(world: World): number {
  let count = 0;
  for (let unit = 0; unit < world.layout.unitCount; unit++) {
    if (!isPresent(world, unit)) continue;
    const at = unitAt(unit);
    const after = orderPointsAfterIdle(
      read16(world.image, at + UNIT_ORDER_POINTS),
      world.image[at + UNIT_IDLE_INCREASE] as number,
    );
    if ((after & 0xff) === 0) count++;
  }
  return count;
}

/**
 * Returns 0 when time may pass: under order points, while the battle runs and the acting unit has
 * not moved.
 */
export function idlePhaseError(world: World): number {
  const active = world.image[ACTIVE_UNIT] as number;
  if (world.rules.turnOrder !== 'order-points' || active === NO_UNIT) return ERROR.PHASE;
  return moverError(world, active);
}

function idleError(world: World, command: Int32Array): number {
  const phase = idlePhaseError(world);
  if (phase !== 0) return phase;
  const count = word(command, 1);
  if (count !== idleDraws(world)) return ERROR.DRAW_COUNT;
  for (let index = 0; index < count; index++) {
    const draw = word(command, 2 + index);
    if (draw < 0 || draw > 15) return ERROR.RANGE;
  }
  return 0;
}

function unitCommandError(world: World, command: Int32Array): number {
  const unit = word(command, 1);
  const x = word(command, 2);
  const y = word(command, 3);
  switch (command[0]) {
    case code.COMMAND_CALC:
      return isOnMap(world, unit) ? 0 : ERROR.OUT_OF_MAP;
    case code.COMMAND_MOVE_UNIT:
      return moveUnitError(world, unit, x, y);
    case code.COMMAND_TRY_MOVE:
      return tryMoveError(world, unit, x, y);
    case code.COMMAND_SET_POSITION:
      if (!fitsByte(x) || !fitsByte(y)) return ERROR.WIDTH;
      return world.rules.turnOrder === 'free' ? 0 : ERROR.PHASE;
    case code.COMMAND_ADD_UNIT:
      return addUnitError(world, unit);
    case code.COMMAND_DUMP_UNIT:
      return hasRoom(world, 'unit', unit) ? 0 : ERROR.TRANSCRIPT_FULL;
    case code.COMMAND_PATH:
      return pathError(world, unit, x, y);
    case code.COMMAND_TURNS_TO: {
      const square = coordinatesError(world, x, y);
      return square === 0 && !isOnMap(world, unit) ? ERROR.OUT_OF_MAP : square;
    }
    case code.COMMAND_ATTACK:
      return isUnit(world, x) ? attackError(world, unit, x, y) : ERROR.UNKNOWN_ID;
    default:
      return world.rules.turnOrder === 'free' ? ERROR.PHASE : turnError(world, unit);
  }
}

/** Returns 0, or the number of the error that refuses the command. */
export function checkCommand(world: World, command: Int32Array): number {
  const first = word(command, 1);
  const second = word(command, 2);
  switch (command[0]) {
    case code.COMMAND_CAN_MOVE:
      return fitsByte(first) && fitsByte(second) ? 0 : ERROR.WIDTH;
    case code.COMMAND_STEP:
      return coordinatesError(world, first, second);
    case code.COMMAND_MAP_CAN_MOVE: {
      const move = word(command, 3);
      return fitsByte(first) && fitsByte(second) && move >= 0 && move <= 254 ? 0 : ERROR.WIDTH;
    }
    case code.COMMAND_DUMP_MAP:
      return hasRoom(world, 'map') ? 0 : ERROR.TRANSCRIPT_FULL;
    case code.COMMAND_DUMP_MOVE_MAP: {
      const calculated = world.image[CALCULATED_UNIT] as number;
      if (!isUnit(world, calculated)) return ERROR.PHASE;
      return hasRoom(world, 'moveMap', calculated) ? 0 : ERROR.TRANSCRIPT_FULL;
    }
    case code.COMMAND_THREAT:
      if (!fitsByte(first)) return ERROR.WIDTH;
      return coordinatesError(world, second, word(command, 3));
    case code.COMMAND_END_PHASE:
      if (world.rules.turnOrder !== 'phases') return ERROR.PHASE;
      return world.image[ENDED] !== 0 ? ERROR.ENDED : 0;
    case code.COMMAND_IDLE:
      return idleError(world, command);
    case code.COMMAND_CALC:
    case code.COMMAND_MOVE_UNIT:
    case code.COMMAND_TRY_MOVE:
    case code.COMMAND_SET_POSITION:
    case code.COMMAND_ADD_UNIT:
    case code.COMMAND_DUMP_UNIT:
    case code.COMMAND_PATH:
    case code.COMMAND_TURNS_TO:
    case code.COMMAND_ATTACK:
    case code.COMMAND_FINISH:
      return isUnit(world, first) ? unitCommandError(world, command) : ERROR.UNKNOWN_ID;
    default:
      return ERROR.UNKNOWN_ID;
  }
}
