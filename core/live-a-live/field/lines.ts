/**
 * The cells that the lines of a skill's range mark from a box inside the field: C1:3C3D without a
 * watched cell. Evidence: the same routine as `ranges.ts`, whose tests these cells are taken from.
 * What was worked out is kept: the few dozen skills of a battle are looked at again and again from
 * the same cells.
 */
import { FACES_LEFT, FACES_UP, FACINGS } from '../memory/state-bits.js';
import { cellNumber, FIELD_SIDE, GRID_WIDTH } from './occupancy.js';
import { leftField, rangeIncludes } from './ranges.js';

/**
 * Columns and rows by which a direction bit's line goes on, for a user who faces down and right;
 * bit 0 first.
 */
export const LINE_X = Int8Array.of(1, 0, -1, -1, -1, 0, 1, 1);
export const LINE_Y = Int8Array.of(1, 1, 1, 0, -1, -1, -1, 0);
export const DIRECTIONS = 8;

/**
 * Number of the direction into which a facing turns a direction bit:
 * `TURNED[DIRECTIONS * facing + bit]`.
 */
export const TURNED = Uint8Array.from({ length: FACINGS * DIRECTIONS }, (_, at) => {
  const bit = at % DIRECTIONS;
  const facing = Math.floor(at / DIRECTIONS);
  const x = (LINE_X[bit] as number) * ((facing & FACES_LEFT) !== 0 ? -1 : 1);
  const y = (LINE_Y[bit] as number) * ((facing & FACES_UP) !== 0 ? -1 : 1);
  return LINE_X.findIndex((other, direction) => other === x && LINE_Y[direction] === y);
});

/** A box: column, row, width, height. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * What is kept: the key, then the cells as two words of bits (`grid-words.ts`) and the cell that
 * the last line starts from.
 */
const KEPT_BITS = 12;
const KEPT_WORDS = 4;
export const LINES = new Int32Array(KEPT_WORDS << KEPT_BITS);
/** In every key, so that none is 0, which stands where nothing is kept. */
const KEPT = 1 << 26;

/** Everything the cells follow from, 26 bits, and `KEPT`. */
function keyOf(box: Box, facing: number, directions: number, range: number): number {
  const place = (GRID_WIDTH * box.y + box.x) | ((box.width - 1) << 6) | ((box.height - 1) << 9);
  return directions | (range << 8) | (facing << 12) | (place << 14) | KEPT;
}

/** Adds the cells of a line to what is kept at an index. */
function addLine(at: number, direction: number, cell: number, range: number): void {
  const step = GRID_WIDTH * (LINE_Y[direction] as number) + (LINE_X[direction] as number);
  for (let distance = 1, reached = (cell + step) & 0xffff; !leftField(reached); distance++) {
    const half = at + (reached >> 5);
    if (rangeIncludes(range, distance)) LINES[half] = (LINES[half] as number) | (1 << reached);
    reached = (reached + step) & 0xffff;
  }
}

/**
 * Lines of a direction: a diagonal from the box's corner, a straight one from every cell of its
 * side.
 */
export function linesInto(box: Box, direction: number): number {
  if (LINE_X[direction] === 0) return box.width;
  return LINE_Y[direction] === 0 ? box.height : 1;
}

/**
 * Cell number of the box's cell that a line of a direction starts from. @param line
 * 0..`linesInto`-1
 */
export function startOfLine(box: Box, direction: number, line: number): number {
  const stepX = LINE_X[direction] as number;
  const stepY = LINE_Y[direction] as number;
  const x = box.x + (stepX === 0 ? line : stepX > 0 ? box.width - 1 : 0);
  const y = box.y + (stepY === 0 ? line : stepY > 0 ? box.height - 1 : 0);
  return cellNumber(x, y);
}

/** Adds the lines of a direction. */
function addDirection(at: number, box: Box, direction: number, range: number): void {
  for (let line = 0; line < linesInto(box, direction); line++) {
    const cell = startOfLine(box, direction, line);
    LINES[at + 2] = cell;
    addLine(at, direction, cell, range);
  }
}

/**
 * Looks up the cells of a range, or works them out.
 * @param directions record byte 6 @param range record byte 7, low nibble @param facing 0..3
 * @returns index in `LINES` of the two words, behind which the last line's first cell stands, -1
 *   without a line
 */
export function linesOf(box: Box, facing: number, directions: number, range: number): number {
  const key = keyOf(box, facing, directions, range);
  const at = KEPT_WORDS * (Math.imul(key, 0x9e37_79b1) >>> (32 - KEPT_BITS));
  if (LINES[at] === key) return at + 1;
  LINES[at] = key;
  LINES[at + 1] = 0;
  LINES[at + 2] = 0;
  LINES[at + 3] = -1;
  for (let bit = 0; bit < DIRECTIONS; bit++) {
    if (((directions >> bit) & 1) !== 0) {
      addDirection(at + 1, box, TURNED[DIRECTIONS * facing + bit] as number, range);
    }
  }
  return at + 1;
}

/** Whether a box has cells, all of them in the field. */
export function isInside(box: Box): boolean {
  return box.width > 0 && box.height > 0 && box.x + box.width <= FIELD_SIDE && box.y + box.height <= FIELD_SIDE;
}
