/**
 * The cells that a line of a skill's range marks, worked out once for every cell, direction and range: C1:3C3D without a watched
 * cell. Evidence: the same routine as `ranges.ts`, whose tests these cells are taken from.
 */
import { FIELD_SIDE, GRID_WIDTH } from '../occupancy.js';
import { leftField, rangeIncludes } from '../ranges.js';

/** Columns and rows by which a direction bit's line goes on, for a user who faces down and right; bit 0 first. */
export const LINE_X = Int8Array.of(1, 0, -1, -1, -1, 0, 1, 1);
export const LINE_Y = Int8Array.of(1, 1, 1, 0, -1, -1, -1, 0);
export const DIRECTIONS = 8;
/** Halves of a facing 0..3. */
const FACES_LEFT = 1;
const FACES_UP = 2;
const FACINGS = 4;

/** Number of the direction into which a facing turns a direction bit: `TURNED[DIRECTIONS * facing + bit]`. */
export const TURNED = Uint8Array.from({ length: FACINGS * DIRECTIONS }, (_, at) => {
  const bit = at % DIRECTIONS;
  const facing = Math.floor(at / DIRECTIONS);
  const x = (LINE_X[bit] as number) * ((facing & FACES_LEFT) !== 0 ? -1 : 1);
  const y = (LINE_Y[bit] as number) * ((facing & FACES_UP) !== 0 ? -1 : 1);
  return LINE_X.findIndex((other, direction) => other === x && LINE_Y[direction] === y);
});

const RANGES = 16;
const CELLS = GRID_WIDTH * FIELD_SIDE;
const SETS = new Int32Array(2 * DIRECTIONS * CELLS * RANGES);
let isFilled = false;

function fillLine(direction: number, cell: number, range: number): void {
  const at = lineSet(direction, cell, range);
  const step = GRID_WIDTH * (LINE_Y[direction] as number) + (LINE_X[direction] as number);
  for (let distance = 1, reached = (cell + step) & 0xffff; !leftField(reached); distance++) {
    if (rangeIncludes(range, distance))
      SETS[at + (reached >> 5)] = (SETS[at + (reached >> 5)] as number) | (1 << reached);
    reached = (reached + step) & 0xffff;
  }
}

/** The sets of all lines, two words each: look them up by `lineSet`. */
export function lineSets(): Int32Array {
  if (isFilled) return SETS;
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    for (let cell = 0; cell < CELLS; cell++) {
      for (let range = 0; range < RANGES && !leftField(cell); range++) fillLine(direction, cell, range);
    }
  }
  isFilled = true;
  return SETS;
}

/** Index of a line's first word. @param cell 8 x row + column it starts from, 0..54 @param range record byte 7, low nibble */
export function lineSet(direction: number, cell: number, range: number): number {
  return 2 * (RANGES * (CELLS * direction + cell) + range);
}
