/**
 * How an enemy moves and turns: one-cell steps (C1:E327, E348, E372, E393), the action codes of the
 * patterns (C1:8F8D), the whole move (C1:8F5A), what takes over the new cell (C1:437F, 438B).
 * Evidence: executed; what follows a successful step (C1:E3C6, E3DD) is unpublished and is an exit.
 *
 * Kept as it is: the facing changes also when the step is blocked; code 03 compares with the wanted
 * row of the next enemy block; a random step that succeeds as the second try leaves the decision at
 * step 1.
 */

import { read16 } from '../../int/uint.js';
import { findNearestAlly, IN_LINE, movePatternCode } from '../field/nearest-ally.js';
import { DRIVEN_MOVE, FIELD_SIDE, moveOccupancy, BLOCKED as OCCUPIED } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { drawBattle } from '../memory/generators.js';
import { byteOf, exitOf, type Machine } from '../memory/machine.js';
import { OBJECT } from '../memory/skill-record.js';
import { DOWN, ENEMY_STEP_RUNNING, LEFT, LEG_LOCK, RIGHT, UP } from '../memory/state-bits.js';

import { DRIVEN, faceEnemy, turnEnemyLeft, turnEnemyRight } from '../turn/enemy-actions.js';
import { orderPointsMove } from '../turn/order-points.js';

/** Results of a step and of an action. */
export const STAYED = 0;
export const STEPPED = 1;
export const STEPPED_AS_ALLY = 2;
export const STEP_OF_DRIVEN = 3;

/** Skill state of an enemy during a step. */
export const ENEMY_STEPPING = 0x80;
/** Halves of a facing. */
const FACING_LEFT = 0x40;
const FACING_UP = 0x80;

/** Action codes from here on are unknown and count as nothing. */
const FIRST_UNKNOWN_CODE = 0x14;
const CODE_NOTHING = 0x0f;
/** Exit of `moveEnemy`. */
export const NOBODY_NEAR = 1;

/** Asks for the wanted cell and starts the step. */
function tryCell(machine: Machine, enemy: number, x: number, y: number): number {
  const ram = machine.ram;
  ram[enemy + Enemy.WANTED_X] = x;
  ram[enemy + Enemy.WANTED_Y] = y;
  const moved = moveOccupancy(machine, enemy);
  if (moved === OCCUPIED) return STAYED;
  if (moved === DRIVEN_MOVE) return STEP_OF_DRIVEN;
  ram[Cell.ENEMY_ACTION_FLAGS] = ENEMY_STEP_RUNNING;
  ram[enemy + Enemy.SKILL_STATE] = ENEMY_STEPPING;
  return ((ram[enemy + Enemy.STATE] as number) & DRIVEN) !== 0 ? STEPPED : STEPPED_AS_ALLY;
}

/** C1:E327. The edge is tested on the upper left cell alone. */
export function stepUp(machine: Machine): number {
  const ram = machine.ram;
  const enemy = read16(ram, Cell.ACTING_ENEMY);
  ram[enemy + Enemy.FACING] = (ram[enemy + Enemy.FACING] as number) | FACING_UP;
  const y = ram[enemy + Enemy.CELL_Y] as number;
  return y === 0 ? STAYED : tryCell(machine, enemy, ram[enemy + Enemy.CELL_X] as number, y - 1);
}

/** C1:E348. */
export function stepDown(machine: Machine): number {
  const ram = machine.ram;
  const enemy = read16(ram, Cell.ACTING_ENEMY);
  ram[enemy + Enemy.FACING] = (ram[enemy + Enemy.FACING] as number) & ~FACING_UP;
  const y = ram[enemy + Enemy.CELL_Y] as number;
  return y === FIELD_SIDE - 1 ? STAYED : tryCell(machine, enemy, ram[enemy + Enemy.CELL_X] as number, y + 1);
}

/** C1:E372. */
export function stepLeft(machine: Machine): number {
  const ram = machine.ram;
  const enemy = read16(ram, Cell.ACTING_ENEMY);
  ram[enemy + Enemy.FACING] = (ram[enemy + Enemy.FACING] as number) | FACING_LEFT;
  const x = ram[enemy + Enemy.CELL_X] as number;
  return x === 0 ? STAYED : tryCell(machine, enemy, x - 1, ram[enemy + Enemy.CELL_Y] as number);
}

/** C1:E393. */
export function stepRight(machine: Machine): number {
  const ram = machine.ram;
  const enemy = read16(ram, Cell.ACTING_ENEMY);
  ram[enemy + Enemy.FACING] = (ram[enemy + Enemy.FACING] as number) & ~FACING_LEFT;
  const x = ram[enemy + Enemy.CELL_X] as number;
  return x === FIELD_SIDE - 1 ? STAYED : tryCell(machine, enemy, x + 1, ram[enemy + Enemy.CELL_Y] as number);
}

function stepTowards(machine: Machine, direction: number): number {
  if (direction === UP) return stepUp(machine);
  if (direction === DOWN) return stepDown(machine);
  return direction === LEFT ? stepLeft(machine) : stepRight(machine);
}

/** C1:908E, a random turn. */
function turnAtRandom(machine: Machine): void {
  if ((drawBattle(machine, 0xc1908e) & 1) === 0) turnEnemyRight(machine);
  else turnEnemyLeft(machine);
}

/** Direction of a random step, one of the four. */
export function randomDirection(value: number): number {
  return value >> 6;
}

/**
 * A step, and when it is blocked (C1:9014, 9059, 9042) a random one as long as the decision's step
 * is 0, then a random turn. An enemy whose skill state has bit 7 already stays as it is.
 */
function stepOrTryAgain(machine: Machine, first: number): number {
  const ram = machine.ram;
  const enemy = read16(ram, Cell.ACTING_ENEMY);
  if (((ram[read16(ram, enemy + Enemy.SPECIES) + Species.TYPE] as number) & OBJECT) !== 0) return STAYED;
  for (let direction = first; ; ) {
    const result = stepTowards(machine, direction);
    if (result !== STAYED) return result;
    if (((ram[enemy + Enemy.SKILL_STATE] as number) & ENEMY_STEPPING) !== 0) return STAYED;
    if (ram[enemy + Enemy.AI_STEP] !== 0) {
      ram[enemy + Enemy.AI_STEP] = 0;
      turnAtRandom(machine);
      return STAYED;
    }
    ram[enemy + Enemy.AI_STEP] = 1;
    direction = randomDirection(drawBattle(machine, 0xc19047));
  }
}

/** C1:906D, turns to the side of the pattern on which the ally stands. */
function turnToAlly(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const behindX = (ram[Cell.PATTERN_X] as number) < IN_LINE ? FACING_LEFT : 0;
  const behindY = (ram[Cell.PATTERN_Y] as number) < IN_LINE ? FACING_UP : 0;
  faceEnemy(machine, enemy, (ram[enemy + Enemy.FACING] as number) ^ (behindX | behindY));
}

/** Direction of the codes 00-0B. */
function directionOf(ram: Uint8Array, code: number, enemy: number): number {
  const ally = read16(ram, Cell.NEAREST_ALLY_POINTER);
  const x = ram[enemy + Enemy.CELL_X] as number;
  const y = ram[enemy + Enemy.CELL_Y] as number;
  const facing = ram[enemy + Enemy.FACING] as number;
  switch (code) {
    case 0x00:
      return x >= (ram[ally + Ally.CELL_X] as number) ? LEFT : RIGHT;
    case 0x01:
      return y >= (ram[ally + Ally.CELL_Y] as number) ? UP : DOWN;
    case 0x02:
      return x < (ram[ally + Ally.CELL_X] as number) ? LEFT : RIGHT;
    case 0x03:
      return y < (ram[enemy + Enemy.STRIDE + Enemy.WANTED_Y] as number) ? UP : DOWN;
    case 0x04:
      return RIGHT;
    case 0x05:
      return DOWN;
    case 0x06:
      return LEFT;
    case 0x07:
      return UP;
    case 0x08:
      return (facing & FACING_LEFT) === 0 ? RIGHT : LEFT;
    case 0x09:
      return (facing & FACING_UP) === 0 ? DOWN : UP;
    case 0x0a:
      return (facing & FACING_LEFT) === 0 ? LEFT : RIGHT;
    default:
      return (facing & FACING_UP) === 0 ? UP : DOWN;
  }
}

/**
 * C1:8F8D, performs an action code. @returns `STAYED`, `STEPPED`, `STEPPED_AS_ALLY` or
 * `STEP_OF_DRIVEN`
 */
export function performActionCode(machine: Machine, actionCode: number): number {
  const ram = machine.ram;
  const enemy = read16(ram, Cell.ACTING_ENEMY);
  const code = actionCode & 0x1f;
  if (code <= 0x0b) return stepOrTryAgain(machine, directionOf(ram, code, enemy));
  if (code === 0x0c) return stepOrTryAgain(machine, randomDirection(drawBattle(machine, 0xc19047)));
  if (code === 0x10) turnEnemyLeft(machine);
  else if (code === 0x11) turnEnemyRight(machine);
  else if (code === 0x12) turnToAlly(machine, enemy);
  else if (code === 0x13) turnAtRandom(machine);
  return STAYED;
}

/**
 * C1:8F5A, the whole move. A leg lock leaves out everything but the order points.
 * @returns exit 0 or `NOBODY_NEAR`
 */
export function moveEnemy(machine: Machine, enemy: number): number {
  const ram = machine.ram;
  ram[enemy + Enemy.AI_STEP] = 0;
  if (((ram[enemy + Enemy.STATUSES] as number) & LEG_LOCK) === 0) {
    findNearestAlly(machine, enemy);
    const pattern = movePatternCode(machine, enemy);
    if (exitOf(pattern) !== 0) return NOBODY_NEAR;
    const code = byteOf(pattern);
    performActionCode(machine, code < FIRST_UNKNOWN_CODE ? code : CODE_NOTHING);
  }
  orderPointsMove(machine);
  return 0;
}

/** C1:437F, the wanted column becomes the column. */
export function takeWantedColumn(machine: Machine, enemy: number): void {
  machine.ram[enemy + Enemy.CELL_X] = machine.ram[enemy + Enemy.WANTED_X] as number;
}

/** C1:438B, the wanted row becomes the row. */
export function takeWantedRow(machine: Machine, enemy: number): void {
  machine.ram[enemy + Enemy.CELL_Y] = machine.ram[enemy + Enemy.WANTED_Y] as number;
}
