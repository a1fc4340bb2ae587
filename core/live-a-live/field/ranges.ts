/**
 * The range of a skill, marked in the work grid: C1:3C3D (one direction), C1:3924 and C1:3B32
 * (set-up and the direction an enemy or ally faces). Evidence: executed; the seven further
 * directions, wide enemies and surroundings are unpublished and are exits here.
 *
 * Kept as it is: a line ends because its cell number runs into the unused eighth column or row,
 * also to the left and up; range bit 8 means four cells and more; the origin is never marked by a
 * line.
 */
import { read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import type { Machine } from '../memory/machine.js';
import {
  SKILL_DIRECTIONS,
  SKILL_RANGE,
  SKILL_TYPE,
  skillByte,
  TYPE_HEAL,
  TYPE_SURROUNDINGS,
} from '../memory/skill-record.js';
import { cellNumber, GRID_WIDTH } from './occupancy.js';

/** Mark of a cell in range. */
export const IN_RANGE = 0xf0;

/** Steps of the four facings: lower right, lower left, upper right, upper left. */
const FACING_STEPS = Uint16Array.of(0x0009, 0x0007, 0xfff9, 0xfff7);

const ORIGIN = Cell.WORK_0310;
const DIRECTIONS = Cell.WORK_0312;
const RANGE_BITS = Cell.WORK_0312 + 1;

/** Exits of `markLine`. */
export const LINE_DONE = 0;
export const LINE_MODE = 1;
export const ENEMY_WATCH = 2;
export const ALLY_WATCH = 3;

/** Exits of `markEnemyRange` and `markAllyRange`; the four facings follow. */
export const RANGE_MARKED = 0;
export const SURROUNDINGS = 1;
export const FIRST_FACING = 2;
/** Exits when the line itself or the mark of a recovery ends in an unpublished part. */
export const FIRST_LINE_EXIT = 5;
export const HEAL_MODE = 9;

/** Whether a range byte includes a distance of 1 or more. */
export function rangeIncludes(range: number, distance: number): boolean {
  return (range & (distance >= 4 ? 8 : 1 << (distance - 1))) !== 0;
}

/** Whether a cell number has left the field. */
export function leftField(cell: number): boolean {
  return (cell & 0x07) === 0x07 || (cell & 0x38) === 0x38;
}

/** Looks for the cell that is watched during a line. @returns `LINE_DONE` or the exit */
function watch(ram: Uint8Array, user: number, cell: number): number {
  if (user < Ally.FIRST) return (cell & 0xff) === ram[Cell.ENEMY_WATCHED_CELL] ? ENEMY_WATCH : LINE_DONE;
  if ((cell & 0xff) !== ram[Cell.LINE_WATCHED_CELL]) return LINE_DONE;
  if (((ram[Cell.LINE_WATCHED_DIRECTION] as number) & 0x80) !== 0) return ALLY_WATCH;
  ram[Cell.LINE_WATCHED_DIRECTION] = (ram[user + Ally.FACING] as number) | 0x80;
  return LINE_DONE;
}

/**
 * C1:3C3D, one direction, wanted when the lowest direction bit is set; that bit is shifted out.
 * @param step added to the cell number, 16 bits @param user its block
 */
export function markLine(machine: Machine, step: number, user: number): number {
  const ram = machine.ram;
  const directions = ram[DIRECTIONS] as number;
  ram[DIRECTIONS] = directions >> 1;
  if ((directions & 1) === 0) return LINE_DONE;
  let cell = read16(ram, ORIGIN);
  for (let distance = 1; ; distance++) {
    cell = (cell + step) & 0xffff;
    if (leftField(cell)) return LINE_DONE;
    if (!rangeIncludes(ram[RANGE_BITS] as number, distance)) continue;
    ram[Cell.RANGE_GRID + cell] = IN_RANGE;
    const watched = watch(ram, user, cell);
    if (watched !== LINE_DONE) return watched;
    if (ram[Cell.RANGE_LINE_MODE] !== 0) return LINE_MODE;
  }
}

/** The line that a facing begins with. @returns exit of the set-up */
function markFacing(machine: Machine, facing: number, user: number): number {
  const line = markLine(machine, FACING_STEPS[facing] as number, user);
  return line === LINE_DONE ? FIRST_FACING + facing : FIRST_LINE_EXIT + line;
}

/** Directions and range of the active skill go to 0312 and 0313, the origin to 0310. */
function takeSkill(machine: Machine, origin: number): void {
  const ram = machine.ram;
  const record = read16(ram, Cell.SKILL_RECORD_POINTER);
  ram[DIRECTIONS] = skillByte(machine, record, SKILL_DIRECTIONS);
  ram[RANGE_BITS] = skillByte(machine, record, SKILL_RANGE);
  write16(ram, ORIGIN, origin);
}

/** What the cell number of an enemy's facing corner adds to that of its upper left cell. */
export function facingCorner(facing: number, width: number, height: number): number {
  const right = (facing & 0x40) === 0 ? width - 1 : 0;
  const down = (facing & 0x80) === 0 ? GRID_WIDTH * (height - 1) : 0;
  return right + down;
}

/** C1:3924, the acting enemy. The direction it faces starts from that corner of its box. */
export function markEnemyRange(machine: Machine): number {
  const ram = machine.ram;
  const enemy = read16(ram, Cell.ACTING_ENEMY);
  const species = read16(ram, enemy + Enemy.SPECIES);
  const own = cellNumber(ram[enemy + Enemy.CELL_X] as number, ram[enemy + Enemy.CELL_Y] as number);
  takeSkill(machine, own);
  write16(ram, Cell.PATTERN_X, own);
  const type = skillByte(machine, read16(ram, Cell.SKILL_RECORD_POINTER), SKILL_TYPE);
  if ((type & TYPE_SURROUNDINGS) !== 0) return SURROUNDINGS;
  if (((ram[RANGE_BITS] as number) & 0x0f) === 0) {
    ram[Cell.RANGE_GRID + own] = IN_RANGE;
    return RANGE_MARKED;
  }
  if ((type & TYPE_HEAL) !== 0) return SURROUNDINGS;
  const facing = ram[enemy + Enemy.FACING] as number;
  const width = ram[species + Species.WIDTH] as number;
  const corner = facingCorner(facing, width, ram[species + Species.HEIGHT] as number);
  write16(ram, ORIGIN, (own + corner) & 0xff);
  return markFacing(machine, facing >> 6, enemy);
}

/** C1:3B32, the current ally. A recovery marks its own cell as well. */
export function markAllyRange(machine: Machine): number {
  const ram = machine.ram;
  const ally = read16(ram, Cell.CURRENT_ALLY);
  const own = cellNumber(ram[ally + Ally.CELL_X] as number, ram[ally + Ally.CELL_Y] as number);
  takeSkill(machine, own);
  const type = skillByte(machine, read16(ram, Cell.SKILL_RECORD_POINTER), SKILL_TYPE);
  if ((type & TYPE_SURROUNDINGS) !== 0) return SURROUNDINGS;
  if (((ram[RANGE_BITS] as number) & 0x0f) === 0) {
    ram[Cell.RANGE_GRID + own] = IN_RANGE;
    return RANGE_MARKED;
  }
  if ((type & TYPE_HEAL) !== 0) {
    ram[Cell.RANGE_GRID + own] = IN_RANGE;
    if (ram[Cell.RANGE_LINE_MODE] !== 0) return HEAL_MODE;
  }
  return markFacing(machine, (ram[ally + Ally.FACING] as number) & 3, ally);
}
