/**
 * Marks of a skill in the work grid: its range (C1:3924, 3B32 with their further lines), its area
 * (C1:38A0) and what lies on the way of a straight or piercing skill. Evidence: the routines called
 * are executed; the lines after the first, areas and trajectories are unpublished
 * (`unpublished.ts`), taken from the record layout and the pages on skills.
 */
import { read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { clearGrid, columnBits, firstOfRows, RANGE_MARKS, secondOfRows, setGrid } from '../memory/grid-words.js';
import type { Machine } from '../memory/machine.js';
import {
  SKILL_AREA,
  SKILL_DIRECTIONS,
  SKILL_DISPLACEMENT,
  SKILL_RANGE,
  SKILL_SPECIAL,
  SKILL_TYPE,
  skillByte,
  TYPE_HEAL,
  TYPE_SURROUNDINGS,
} from '../memory/skill-record.js';
import { AREA_SHAPES, assume, RANGE_LINES, SURROUNDINGS_RANGE, TRAJECTORIES } from '../memory/unpublished-used.js';
import { IN_AREA, markAreaWithImage, markRectangleOf } from './areas.js';
import {
  type Box,
  DIRECTIONS,
  isInside,
  LINE_X,
  LINE_Y,
  LINES,
  linesInto,
  linesOf,
  startOfLine,
  TURNED,
} from './lines.js';
import { cellNumber, ENEMY_SIDE, FIELD_SIDE, GRID_WIDTH, OCCUPANT_NUMBER } from './occupancy.js';
import { IN_RANGE, markLine } from './ranges.js';

/** A cell number that no line meets. */
const NO_CELL = 0xff;
/** Trajectories, in bits 6-7 of record byte 11. */
const STRAIGHT = 0x40;
export const PIERCES = 0x80;
export const PIERCES_ON = 0xc0;

/** Box of an ally (one cell) or enemy. */
export function boxOf(machine: Machine, user: number, box: Box): Box {
  const ram = machine.ram;
  const isAlly = user >= Ally.FIRST;
  const species = isAlly ? 0 : read16(ram, user + Enemy.SPECIES);
  box.x = ram[user + (isAlly ? Ally.CELL_X : Enemy.CELL_X)] as number;
  box.y = ram[user + (isAlly ? Ally.CELL_Y : Enemy.CELL_Y)] as number;
  box.width = isAlly ? 1 : (ram[species + Species.WIDTH] as number);
  box.height = isAlly ? 1 : (ram[species + Species.HEIGHT] as number);
  return box;
}

const userBox: Box = { x: 0, y: 0, width: 1, height: 1 };

/** Facing 0..3 of an ally or enemy. */
export function facingOf(ram: Uint8Array, user: number): number {
  return user >= Ally.FIRST ? (ram[user + Ally.FACING] as number) & 3 : (ram[user + Enemy.FACING] as number) >> 6;
}

/** C1:3D2D, the whole work grid. */
export function clearMarks(machine: Machine): void {
  clearGrid(machine.words);
}

/** Radius of an area code; 7 is everything. */
export function areaRadius(code: number): number {
  return code === 3 ? FIELD_SIDE : code;
}

/**
 * Radii along rows and columns of byte 21's shapes 1..7, packed as 16 x columns + rows: all columns
 * of 0, 1 or 2 rows, all rows of 0, 1 or, by 7, 2 columns; 0: byte 12 says. So does it by 6, which
 * nobody describes: the one skill that has it, Holy Image, is published as 3 x 3, as its byte 12
 * has it.
 */
const WIDE_SHAPES = Uint8Array.of(0, 0x70, 0x71, 0x72, 0x07, 0x17, 0, 0x27);

/** Radii of a skill's area, packed as 16 x columns + rows. */
export function radiiOf(machine: Machine, record: number): number {
  const wide = WIDE_SHAPES[skillByte(machine, record, SKILL_SPECIAL) & 7] as number;
  return wide === 0 ? 17 * areaRadius(skillByte(machine, record, SKILL_AREA) & 3) : wide;
}

/** Marks the area of the skill in 0368 round a box. */
export function markAreaRound(machine: Machine, box: Box): void {
  const radii = radiiOf(machine, read16(machine.ram, Cell.SKILL_RECORD_POINTER));
  const x = radii >> 4;
  const y = radii & 0x0f;
  assume(machine, AREA_SHAPES);
  markRectangleOf(machine, box.x, box.y, x, y, box.width + 2 * x, box.height + 2 * y);
}

/** Marks the lines of one direction. */
function markDirection(machine: Machine, user: number, direction: number, range: number): void {
  const ram = machine.ram;
  const step = (GRID_WIDTH * (LINE_Y[direction] as number) + (LINE_X[direction] as number)) & 0xffff;
  for (let line = 0; line < linesInto(userBox, direction); line++) {
    write16(ram, Cell.WORK_0310, startOfLine(userBox, direction, line));
    ram[Cell.WORK_0312] = 1;
    ram[Cell.WORK_0312 + 1] = range;
    markLine(machine, step, user);
  }
}

/** The set of the last `reachOf`: see `grid-words.ts`. */
export const REACHED = new Int32Array(2);

/** Whether a cell is in the set of the last `reachOf`. */
export function isReached(cell: number): boolean {
  return (((REACHED[cell >> 5] as number) >> (cell & 31)) & 1) !== 0;
}

/** Adds a cell to the set. */
export function reachCell(cell: number): void {
  const half = cell >> 5;
  REACHED[half] = (REACHED[half] as number) | (1 << cell);
}

/** Puts the surroundings of a box in the field into the set. */
function reachRound(machine: Machine, record: number, box: Box): void {
  const radii = radiiOf(machine, record);
  const left = Math.max(box.x - (radii >> 4), 0);
  const right = Math.min(box.x + box.width - 1 + (radii >> 4), FIELD_SIDE - 1);
  const top = Math.max(box.y - (radii & 0x0f), 0);
  const bottom = Math.min(box.y + box.height - 1 + (radii & 0x0f), FIELD_SIDE - 1);
  const columns = columnBits(left, right);
  REACHED[0] = firstOfRows(columns, top, bottom);
  REACHED[1] = secondOfRows(columns, top, bottom);
}

/**
 * Puts the cells of a skill's range for a user inside the field and a facing 0..3 into `REACHED`;
 * nothing else changes.
 * @param record its address @param box the user's
 * @returns cell where the last line starts, or -1 without a line
 */
function reachFrom(machine: Machine, record: number, box: Box, facing: number): number {
  REACHED[0] = 0;
  REACHED[1] = 0;
  const type = skillByte(machine, record, SKILL_TYPE);
  if ((type & TYPE_SURROUNDINGS) !== 0) {
    reachRound(machine, record, box);
    return -1;
  }
  const range = skillByte(machine, record, SKILL_RANGE) & 0x0f;
  if (range === 0 || (type & TYPE_HEAL) !== 0) reachCell(GRID_WIDTH * box.y + box.x);
  if (range === 0) return -1;
  const at = linesOf(box, facing, skillByte(machine, record, SKILL_DIRECTIONS), range);
  REACHED[0] = (REACHED[0] as number) | (LINES[at] as number);
  REACHED[1] = (REACHED[1] as number) | (LINES[at + 1] as number);
  return LINES[at + 2] as number;
}

/** Whether the range of a skill is lines from a box in the field: what `rangeFrom` knows. */
export function hasLines(machine: Machine, record: number, user: number): boolean {
  if ((skillByte(machine, record, SKILL_TYPE) & TYPE_SURROUNDINGS) !== 0) return false;
  return isInside(boxOf(machine, user, userBox));
}

/**
 * Puts the cells of such a range into `REACHED`. @returns cell where the last line starts, or -1
 * without a line
 */
export function rangeFrom(machine: Machine, record: number, user: number, facing: number): number {
  return reachFrom(machine, record, boxOf(machine, user, userBox), facing);
}

/** The same for an ally on a cell of the field. */
export function reachFromCell(machine: Machine, record: number, cell: number, facing: number): void {
  reachFrom(machine, record, { x: cell & 7, y: cell >> 3, width: 1, height: 1 }, facing);
}

/**
 * The same for any user of a battle. @returns false when it is not inside the field: then nothing
 * is put there
 */
export function reachOf(machine: Machine, record: number, user: number, facing: number): boolean {
  const box = boxOf(machine, user, userBox);
  if (!isInside(box)) return false;
  reachFrom(machine, record, box, facing);
  return true;
}

/** Marks the lines of a user who stands partly outside of the field, line by line. */
function markLines(machine: Machine, user: number, facing: number, directions: number, range: number): void {
  for (let bit = 0; bit < DIRECTIONS; bit++) {
    if (((directions >> bit) & 1) !== 0)
      markDirection(machine, user, TURNED[DIRECTIONS * facing + bit] as number, range);
  }
}

/**
 * Marks the range of the skill in 0368 for a user and a facing 0..3. The first line is that of
 * C1:3924 and 3B32; with range 0 only the user's upper left cell is marked, a recovery marks the
 * own cell as well.
 */
export function markRange(machine: Machine, user: number, facing: number): void {
  const { ram, words } = machine;
  const record = read16(ram, Cell.SKILL_RECORD_POINTER);
  const box = boxOf(machine, user, userBox);
  const type = skillByte(machine, record, SKILL_TYPE);
  if ((type & TYPE_SURROUNDINGS) !== 0) {
    clearGrid(words);
    assume(machine, SURROUNDINGS_RANGE);
    markAreaRound(machine, box);
    return;
  }
  if (isInside(box)) {
    const last = reachFrom(machine, record, box, facing);
    setGrid(words, REACHED[0] as number, REACHED[1] as number, RANGE_MARKS);
    leaveLines(machine, record, last);
    return;
  }
  clearGrid(words);
  const range = skillByte(machine, record, SKILL_RANGE);
  const own = Cell.RANGE_GRID + cellNumber(box.x, box.y);
  if ((range & 0x0f) === 0 || (type & TYPE_HEAL) !== 0) ram[own] = IN_RANGE;
  leaveLines(machine, record, -1);
  if ((range & 0x0f) !== 0) markLines(machine, user, facing, skillByte(machine, record, SKILL_DIRECTIONS), range);
}

/**
 * What marking a range leaves outside of the work grid. @param last cell where its last line
 * starts, or -1
 */
export function leaveLines(machine: Machine, record: number, last: number): void {
  const ram = machine.ram;
  const range = skillByte(machine, record, SKILL_RANGE);
  if ((range & 0x0f) === 0) return;
  ram[Cell.RANGE_LINE_MODE] = 0;
  ram[Cell.LINE_WATCHED_CELL] = NO_CELL;
  ram[Cell.ENEMY_WATCHED_CELL] = NO_CELL;
  if (skillByte(machine, record, SKILL_DIRECTIONS) > 1) assume(machine, RANGE_LINES);
  if (last < 0) return;
  // what the last line leaves in the work cells
  write16(ram, Cell.WORK_0310, last);
  ram[Cell.WORK_0312] = 0;
  ram[Cell.WORK_0312 + 1] = range;
}

/** Whether a field cell holds somebody the user can hurt. */
export function holdsOpponent(cell: number, ofEnemy: boolean): boolean {
  return (cell & OCCUPANT_NUMBER) !== 0 && ((cell & ENEMY_SIDE) === 0) === ofEnemy;
}

const centre: Box = { x: 0, y: 0, width: 1, height: 1 };

function away(at: number, corner: number, size: number): number {
  if (at < corner) return -1;
  return at >= corner + size ? 1 : 0;
}

/** Steps from the user's box to a cell that lies on one of its lines. */
function distanceTo(box: Box, x: number, y: number): number {
  const across = x < box.x ? box.x - x : x - (box.x + box.width - 1);
  const down = y < box.y ? box.y - y : y - (box.y + box.height - 1);
  return Math.max(across, down, 0);
}

/**
 * Replaces the marks by those of the area the skill hits. A straight skill stops at the first
 * opponent on its way, and the area lies there; a piercing one marks every cell of it, or on to the
 * edge, beside the area round the target.
 * @param x column of the target cell, 0..6 @param y its row
 */
export function markHitArea(machine: Machine, user: number, x: number, y: number): void {
  const ram = machine.ram;
  const record = read16(ram, Cell.SKILL_RECORD_POINTER);
  const box = boxOf(machine, user, userBox);
  clearMarks(machine);
  if ((skillByte(machine, record, SKILL_TYPE) & TYPE_SURROUNDINGS) !== 0) {
    if (x === box.x && y === box.y && markAreaWithImage(machine, user, x, y)) return;
    assume(machine, SURROUNDINGS_RANGE);
    markAreaRound(machine, box);
    return;
  }
  centre.x = x;
  centre.y = y;
  const trajectory = skillByte(machine, record, SKILL_DISPLACEMENT) & PIERCES_ON;
  if (trajectory !== 0) followWay(machine, user, x, y, trajectory);
  const isAtTarget = centre.x === x && centre.y === y;
  if (isAtTarget && markAreaWithImage(machine, user, x, y)) return;
  markAreaRound(machine, centre);
}

function followWay(machine: Machine, user: number, x: number, y: number, trajectory: number): void {
  const ram = machine.ram;
  const stepX = away(x, userBox.x, userBox.width);
  const stepY = away(y, userBox.y, userBox.height);
  const distance = distanceTo(userBox, x, y);
  assume(machine, TRAJECTORIES);
  for (let back = distance - 1; back > 0; back--) {
    const cell = GRID_WIDTH * (y - back * stepY) + x - back * stepX;
    if (trajectory !== STRAIGHT) ram[Cell.RANGE_GRID + cell] = IN_AREA;
    else if (holdsOpponent(ram[Cell.FIELD_GRID + cell] as number, user < Ally.FIRST)) {
      centre.x = x - back * stepX;
      centre.y = y - back * stepY;
      return;
    }
  }
  if (trajectory === STRAIGHT || trajectory === PIERCES) return;
  if (distance === 0) return;
  for (let atX = x + stepX, atY = y + stepY; atX >= 0 && atX < FIELD_SIDE && atY >= 0 && atY < FIELD_SIDE; ) {
    ram[Cell.RANGE_GRID + GRID_WIDTH * atY + atX] = IN_AREA;
    atX += stepX;
    atY += stepY;
  }
}
