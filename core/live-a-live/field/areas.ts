/**
 * The area a skill hits, marked in the work grid: C1:380E, 38A0. Evidence: executed; of the area
 * codes only the square of 5 x 5 round the target is printed, the others are exits.
 */
import { read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import { AREA_MARKS, addToGrid, columnBits, firstOfRows, secondOfRows } from '../memory/grid-words.js';
import type { Machine } from '../memory/machine.js';
import { SKILL_AREA, SKILL_SPECIAL, SKILL_TYPE, skillByte, TYPE_SURROUNDINGS } from '../memory/skill-record.js';
import { FILLED_AREA, fillHole, keepForHole } from '../memory/unpublished-used.js';
import { FIELD_SIDE, GRID_WIDTH } from './occupancy.js';

/** Mark of a cell in the area, added to that of the range. */
export const IN_AREA = 0x0f;
/** Battle state of an ally that is fought as an enemy. */
const FOUGHT = 0x40;

/** Arguments of the rectangle. */
const HEIGHT = Cell.WORK_0308 + 1;
const WIDTH = Cell.WORK_030A;
const LEFT = Cell.WORK_0310;
const UP = Cell.WORK_0310 + 1;
const CENTRE_X = Cell.ORDINARY_ENEMY_PRESENT;
/** Work cells of the loops. */
const COLUMNS_LEFT = Cell.WORK_0308;
const FIRST_COLUMN = Cell.WORK_0312;
const ROW_CELL = Cell.WORK_0312 + 1;
const LAST_CELL = Cell.WORK_0314;

/** Exits of `markArea`. */
export const AREA_MARKED = 0;
export const AREA_OF_FOUGHT_ALLY = 1;
export const AREA_OF_ENEMY = 2;
export const AREA_SPECIAL = 3;
export const AREA_WITHOUT_SURROUNDINGS = 4;
export const AREA_CODE_0 = 5;
export const AREA_CODE_1 = 6;
export const AREA_CODE_3 = 7;

/** One row of the rectangle; the cells count as the processor counts: 0 columns are 256. */
function markRow(ram: Uint8Array, y: number): void {
  ram[ROW_CELL] = GRID_WIDTH * y;
  ram[COLUMNS_LEFT] = ram[WIDTH] as number;
  ram[LEFT] = ram[FIRST_COLUMN] as number;
  do {
    const x = ram[LEFT] as number;
    if (x < FIELD_SIDE) {
      const cell = (ram[ROW_CELL] as number) + x;
      ram[LAST_CELL] = cell;
      ram[Cell.RANGE_GRID + cell] = (ram[Cell.RANGE_GRID + cell] as number) | IN_AREA;
    }
    ram[LEFT] = x + 1;
    ram[COLUMNS_LEFT] = (ram[COLUMNS_LEFT] as number) - 1;
  } while (ram[COLUMNS_LEFT] !== 0);
}

/**
 * One that does not come round at 256 and has a cell at least. @param first 0..255, from 128 on
 * left of the field or above it
 */
function isPlain(first: number, size: number): boolean {
  return size !== 0 && (first >= 0x80 || first + size <= 0x100);
}

/** Last coordinate of the field that a plain side reaches, or below 0. */
function lastInside(first: number, size: number): number {
  return Math.min(first < 0x80 ? first + size - 1 : first + size - 0x101, FIELD_SIDE - 1);
}

/** The same cells and the same work cells as row by row. */
function markPlain(machine: Machine, x: number, y: number, width: number, height: number): void {
  const { ram, words } = machine;
  const left = x < 0x80 ? x : 0;
  const top = y < 0x80 ? y : 0;
  const right = lastInside(x, width);
  const bottom = lastInside(y, height);
  ram[UP] = y + height;
  ram[HEIGHT] = 0;
  if (top > bottom) return;
  ram[ROW_CELL] = GRID_WIDTH * bottom;
  ram[COLUMNS_LEFT] = 0;
  ram[LEFT] = x + width;
  if (left > right) return;
  ram[LAST_CELL] = GRID_WIDTH * bottom + right;
  const columns = columnBits(left, right);
  addToGrid(words, firstOfRows(columns, top, bottom), secondOfRows(columns, top, bottom), AREA_MARKS);
}

/**
 * The rectangle whose arguments are in hand: the same as with all of them in the work cells.
 * @param column of the centre @param row of the centre @param left columns left of it @param up
 *   rows above it, bytes all
 */
export function markRectangleOf(
  machine: Machine,
  column: number,
  row: number,
  left: number,
  up: number,
  width: number,
  height: number,
): void {
  const ram = machine.ram;
  const x = (column - left) & 0xff;
  const y = (row - up) & 0xff;
  ram[CENTRE_X] = column;
  ram[Cell.AREA_CENTRE_Y] = row;
  ram[WIDTH] = width;
  ram[LEFT] = left;
  if (isPlain(x, width) && isPlain(y, height)) {
    ram[FIRST_COLUMN] = x;
    ram[LAST_CELL + 1] = 0;
    markPlain(machine, x, y, width, height);
    return;
  }
  ram[UP] = up;
  ram[HEIGHT] = height;
  markRows(machine);
}

/**
 * C1:38A0, a rectangle; cells outside the field are left out, coordinates wrap at 256. Its
 * arguments are used up.
 */
export function markRectangle(machine: Machine): void {
  const ram = machine.ram;
  const left = ram[LEFT] as number;
  const up = ram[UP] as number;
  const column = ram[CENTRE_X] as number;
  const row = ram[Cell.AREA_CENTRE_Y] as number;
  markRectangleOf(machine, column, row, left, up, ram[WIDTH] as number, ram[HEIGHT] as number);
}

/** The same row by row, with the arguments in the work cells. */
function markRows(machine: Machine): void {
  const ram = machine.ram;
  ram[FIRST_COLUMN] = (ram[CENTRE_X] as number) - (ram[LEFT] as number);
  ram[UP] = (ram[Cell.AREA_CENTRE_Y] as number) - (ram[UP] as number);
  ram[LAST_CELL + 1] = 0;
  do {
    const y = ram[UP] as number;
    if (y < FIELD_SIDE) markRow(ram, y);
    ram[UP] = y + 1;
    ram[HEIGHT] = (ram[HEIGHT] as number) - 1;
  } while (ram[HEIGHT] !== 0);
}

/** C1:380E, the area round the current ally's target. */
export function markArea(machine: Machine): number {
  const ram = machine.ram;
  const user = read16(ram, Cell.CURRENT_ALLY);
  if (ram[user + Ally.STATE] === FOUGHT) return AREA_OF_FOUGHT_ALLY;
  ram[CENTRE_X] = ram[user + Ally.TARGET_X] as number;
  ram[Cell.AREA_CENTRE_Y] = ram[user + Ally.TARGET_Y] as number;
  if (user < Ally.FIRST) return AREA_OF_ENEMY;
  ram[WIDTH] = 0;
  ram[HEIGHT] = 0;
  const record = read16(ram, Cell.SKILL_RECORD_POINTER);
  if ((skillByte(machine, record, SKILL_TYPE) & TYPE_SURROUNDINGS) === 0) return AREA_WITHOUT_SURROUNDINGS;
  if ((skillByte(machine, record, SKILL_SPECIAL) & 0x0f) !== 0) return AREA_SPECIAL;
  const area = skillByte(machine, record, SKILL_AREA) & 3;
  if (area === 0) return AREA_CODE_0;
  if (area === 1) return AREA_CODE_1;
  if (area === 3) return AREA_CODE_3;
  ram[WIDTH] = 5;
  ram[HEIGHT] = 5;
  ram[LEFT] = 2;
  ram[UP] = 2;
  markRectangle(machine);
  return AREA_MARKED;
}

/**
 * The area of an ally's skill round the cell that it aims at, by the image's C1:380E where ours has
 * a hole.
 * @returns false without an image, or for another cell: then nothing is marked
 */
export function markAreaWithImage(machine: Machine, user: number, x: number, y: number): boolean {
  const { ram, holes } = machine;
  if (holes.original === undefined || user < Ally.FIRST) return false;
  if (ram[user + Ally.TARGET_X] !== x || ram[user + Ally.TARGET_Y] !== y) return false;
  const current = read16(ram, Cell.CURRENT_ALLY);
  write16(ram, Cell.CURRENT_ALLY, user);
  try {
    keepForHole(machine);
    return markArea(machine) === AREA_MARKED || fillHole(machine, FILLED_AREA, 0xc1380e, 0);
  } finally {
    write16(ram, Cell.CURRENT_ALLY, current);
  }
}
