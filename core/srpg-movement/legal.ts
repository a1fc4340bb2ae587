/**
 * The legal commands, as ranges. Destinations are runs along the rows. `tryMove` is listed while
 * the longer of its two messages fits at its maximal length; the last bytes of the printed text may
 * still take a shorter one that is not listed.
 */
import { CALCULATED_UNIT } from './cells.js';
import { attackError, checkCommand, fillPaths, idleDraws, idlePhaseError, pathErrorAt, trierError } from './check.js';
import * as code from './commands.js';
import { isDestination } from './move-map.js';
import { hasRoom } from './print.js';
import { clearMarks } from './unit-reach.js';
import { findUnit, isOnMap, type World } from './world.js';

interface Entries {
  readonly words: Int32Array;
  length: number;
}

const probe = new Int32Array(2 + code.DRAW_CAPACITY);

function push2(out: Entries, command: number, min: number, max: number): void {
  if (out.length + 3 > out.words.length) return;
  out.words[out.length] = command;
  out.words[out.length + 1] = min;
  out.words[out.length + 2] = max;
  out.length += 3;
}

function extend(out: Entries, min: number, max: number): void {
  out.words[out.length] = min;
  out.words[out.length + 1] = max;
  out.length += 2;
}

/** Writes an entry `[command, a, a, b, b, c, c]`, or nothing when it does not fit. */
function push6(
  out: Entries,
  command: number,
  a: number,
  a2: number,
  b: number,
  b2: number,
  c: number,
  c2: number,
): void {
  if (out.length + 7 > out.words.length) return;
  push2(out, command, a, a2);
  extend(out, b, b2);
  extend(out, c, c2);
}

function isLegal(world: World, command: number, first = 0, second = 0, third = 0): boolean {
  probe[0] = command;
  probe[1] = first;
  probe[2] = second;
  probe[3] = third;
  return checkCommand(world, probe) === 0;
}

type SquareTest = (world: World, unit: number, x: number, y: number) => boolean;

/** Writes runs of squares along the rows that pass the test. */
function pushRuns(world: World, out: Entries, command: number, unit: number, test: SquareTest): void {
  const { width, height } = world.layout;
  for (let y = 0; y < height; y++) {
    let from = -1;
    // no test passes the column behind the map, which so ends the last run
    for (let x = 0; x <= width; x++) {
      const passes = test(world, unit, x, y);
      if (passes && from < 0) from = x;
      if (!passes && from >= 0) {
        push6(out, command, unit, unit, from, x - 1, y, y);
        from = -1;
      }
    }
  }
}

function canMoveUnit(world: World, unit: number, x: number, y: number): boolean {
  return isLegal(world, code.COMMAND_MOVE_UNIT, unit, x, y);
}

function hasPath(world: World, unit: number, x: number, y: number): boolean {
  return pathErrorAt(world, unit, x, y) === 0;
}

/**
 * A destination of the MoveMap on which a unit stands by now: the only square that `tryMove`
 * refuses.
 */
function isConflict(world: World, unit: number, x: number, y: number): boolean {
  return !world.rules.allowStack && isDestination(world, x, y) && findUnit(world, x, y, unit) >= 0;
}

/** Writes a box of squares, if there are any in it. */
function pushTries(out: Entries, unit: number, left: number, right: number, top: number, bottom: number): void {
  if (left <= right && top <= bottom) push6(out, code.COMMAND_TRY_MOVE, unit, unit, left, right, top, bottom);
}

/**
 * Writes all squares of a row but its conflicts, after the rows from `top`. Returns the next `top`.
 */
function pushTriesOfRow(world: World, out: Entries, unit: number, top: number, y: number): number {
  let from = 0;
  for (let x = 0; x < world.layout.width; x++) {
    if (!isConflict(world, unit, x, y)) continue;
    if (from === 0) pushTries(out, unit, 0, 255, top, y - 1);
    pushTries(out, unit, from, x - 1, y, y);
    from = x + 1;
  }
  if (from === 0) return top;
  pushTries(out, unit, from, 255, y, y);
  return y + 1;
}

function pushTryMoves(world: World, out: Entries, unit: number): void {
  let top = 0;
  for (let y = 0; y < world.layout.height; y++) top = pushTriesOfRow(world, out, unit, top, y);
  pushTries(out, unit, 0, 255, top, 255);
}

function mayTry(world: World, unit: number): boolean {
  if (trierError(world, unit) !== 0) return false;
  return world.layout.transcriptCapacity === 0 || hasRoom(world, 'cannotMove', unit, 255, 255);
}

function pushUnitCommands(world: World, out: Entries, unit: number): void {
  const { width, height } = world.layout;
  if (isLegal(world, code.COMMAND_CALC, unit)) push2(out, code.COMMAND_CALC, unit, unit);
  if (isLegal(world, code.COMMAND_ADD_UNIT, unit)) push2(out, code.COMMAND_ADD_UNIT, unit, unit);
  if (isLegal(world, code.COMMAND_DUMP_UNIT, unit)) push2(out, code.COMMAND_DUMP_UNIT, unit, unit);
  if (isLegal(world, code.COMMAND_FINISH, unit)) push2(out, code.COMMAND_FINISH, unit, unit);
  if (isLegal(world, code.COMMAND_SET_POSITION, unit)) {
    push6(out, code.COMMAND_SET_POSITION, unit, unit, 0, 255, 0, 255);
  }
  if (world.image[CALCULATED_UNIT] === unit) pushRuns(world, out, code.COMMAND_MOVE_UNIT, unit, canMoveUnit);
  if (mayTry(world, unit)) pushTryMoves(world, out, unit);
  if (isOnMap(world, unit)) {
    push6(out, code.COMMAND_TURNS_TO, unit, unit, 0, width - 1, 0, height - 1);
    fillPaths(world, unit);
    pushRuns(world, out, code.COMMAND_PATH, unit, hasPath);
    clearMarks(world);
  }
  const maxDamage = world.rules.damageByDifference ? 0 : 0xffff;
  for (let target = 0; target < world.layout.unitCount; target++) {
    if (attackError(world, unit, target, 0) === 0)
      push6(out, code.COMMAND_ATTACK, unit, unit, target, target, 0, maxDamage);
  }
}

function pushIdle(world: World, out: Entries): void {
  if (idlePhaseError(world) !== 0 || out.length + 5 > out.words.length) return;
  const draws = idleDraws(world);
  push2(out, code.COMMAND_IDLE, draws, draws);
  extend(out, 0, 15);
}

function pushSquares(out: Entries, command: number, lastX: number, lastY: number): void {
  if (out.length + 5 > out.words.length) return;
  push2(out, command, 0, lastX);
  extend(out, 0, lastY);
}

function pushPlain(out: Entries, command: number): void {
  if (out.length < out.words.length) out.words[out.length++] = command;
}

/** Creates the function that writes the legal commands of a battle. */
export function createLegalCommands(world: World): (words: Int32Array) => number {
  const out: { words: Int32Array; length: number } = { words: new Int32Array(0), length: 0 };
  return (words) => {
    out.words = words;
    out.length = 0;
    const { width, height, unitCount } = world.layout;
    pushSquares(out, code.COMMAND_CAN_MOVE, 255, 255);
    pushSquares(out, code.COMMAND_STEP, width - 1, height - 1);
    push6(out, code.COMMAND_MAP_CAN_MOVE, 0, 255, 0, 255, 0, 254);
    push6(out, code.COMMAND_THREAT, 0, 255, 0, width - 1, 0, height - 1);
    if (isLegal(world, code.COMMAND_DUMP_MAP)) pushPlain(out, code.COMMAND_DUMP_MAP);
    if (isLegal(world, code.COMMAND_DUMP_MOVE_MAP)) pushPlain(out, code.COMMAND_DUMP_MOVE_MAP);
    if (isLegal(world, code.COMMAND_END_PHASE)) pushPlain(out, code.COMMAND_END_PHASE);
    pushIdle(world, out);
    for (let unit = 0; unit < unitCount; unit++) pushUnitCommands(world, out, unit);
    return out.length;
  };
}
