/**
 * The work grid and the field grid four cells at a time, and sets of their cells as two numbers:
 * bit `8 * (row & 3) + column` of the first for rows 0-3, of the second for rows 4-6. Nothing here
 * is a rule: the same bytes as cell by cell, in fewer steps.
 */
import * as Cell from './cells/cell.js';

/** Where the grids begin in `Machine.words`, and words of a grid: seven rows of two. */
const RANGE_WORDS = Cell.RANGE_GRID >> 2;
export const FIELD_WORDS = Cell.FIELD_GRID >> 2;
export const GRID_WORDS = 14;
/** Who stands there and the field, in four cells of the field grid at once. */
export const OCCUPANT_NUMBERS = 0x0f0f_0f0f;
export const FIELDS = 0xe0e0_e0e0 | 0;

/**
 * Words whose byte is `mark` where a bit of the index is set. Put together as bytes: the order of a
 * word's bytes does not matter.
 */
function wordsOfMark(mark: number): Int32Array {
  const bytes = new Uint8Array(4 * 16);
  for (let at = 0; at < bytes.length; at++) bytes[at] = (((at >> 2) >> (at & 3)) & 1) * mark;
  return new Int32Array(bytes.buffer);
}

/** Words of cells in range (F0h), and in the area (0Fh), by four bits of a set. */
export const RANGE_MARKS = wordsOfMark(0xf0);
export const AREA_MARKS = wordsOfMark(0x0f);

/** The whole work grid becomes 0. */
export function clearGrid(words: Int32Array): void {
  // lines and no loop: this runs for every skill that is considered
  words[RANGE_WORDS] = 0;
  words[RANGE_WORDS + 1] = 0;
  words[RANGE_WORDS + 2] = 0;
  words[RANGE_WORDS + 3] = 0;
  words[RANGE_WORDS + 4] = 0;
  words[RANGE_WORDS + 5] = 0;
  words[RANGE_WORDS + 6] = 0;
  words[RANGE_WORDS + 7] = 0;
  words[RANGE_WORDS + 8] = 0;
  words[RANGE_WORDS + 9] = 0;
  words[RANGE_WORDS + 10] = 0;
  words[RANGE_WORDS + 11] = 0;
  words[RANGE_WORDS + 12] = 0;
  words[RANGE_WORDS + 13] = 0;
}

/**
 * The work grid becomes the mark on a set's cells and 0 elsewhere. @param marks `RANGE_MARKS` or
 * `AREA_MARKS`
 */
export function setGrid(words: Int32Array, first: number, second: number, marks: Int32Array): void {
  words[RANGE_WORDS] = marks[first & 15] as number;
  words[RANGE_WORDS + 1] = marks[(first >> 4) & 15] as number;
  words[RANGE_WORDS + 2] = marks[(first >> 8) & 15] as number;
  words[RANGE_WORDS + 3] = marks[(first >> 12) & 15] as number;
  words[RANGE_WORDS + 4] = marks[(first >> 16) & 15] as number;
  words[RANGE_WORDS + 5] = marks[(first >> 20) & 15] as number;
  words[RANGE_WORDS + 6] = marks[(first >> 24) & 15] as number;
  words[RANGE_WORDS + 7] = marks[(first >> 28) & 15] as number;
  words[RANGE_WORDS + 8] = marks[second & 15] as number;
  words[RANGE_WORDS + 9] = marks[(second >> 4) & 15] as number;
  words[RANGE_WORDS + 10] = marks[(second >> 8) & 15] as number;
  words[RANGE_WORDS + 11] = marks[(second >> 12) & 15] as number;
  words[RANGE_WORDS + 12] = marks[(second >> 16) & 15] as number;
  words[RANGE_WORDS + 13] = marks[(second >> 20) & 15] as number;
}

function addWord(words: Int32Array, at: number, four: number, marks: Int32Array): void {
  if (four !== 0) words[at] = (words[at] as number) | (marks[four] as number);
}

/** The mark is added to that of a set's cells. @param marks `RANGE_MARKS` or `AREA_MARKS` */
export function addToGrid(words: Int32Array, first: number, second: number, marks: Int32Array): void {
  for (let at = 0, left = first; left !== 0; at++, left >>>= 4) addWord(words, RANGE_WORDS + at, left & 15, marks);
  for (let at = 8, left = second; left !== 0; at++, left >>>= 4) addWord(words, RANGE_WORDS + at, left & 15, marks);
}

/** Rows before a row, a bit in each row's first column: of rows 0-3, and of rows 4-6. */
const FIRST_ROWS = Int32Array.of(0, 0x1, 0x101, 0x1_0101, 0x101_0101, 0x101_0101, 0x101_0101, 0x101_0101);
const SECOND_ROWS = Int32Array.of(0, 0, 0, 0, 0, 0x1, 0x101, 0x1_0101);

/**
 * First half of the set of a rectangle. @param columns bits of the columns @param top first row
 * @param bottom last row
 */
export function firstOfRows(columns: number, top: number, bottom: number): number {
  return Math.imul(columns, (FIRST_ROWS[bottom + 1] as number) & ~(FIRST_ROWS[top] as number));
}

/** Second half of the set of a rectangle. */
export function secondOfRows(columns: number, top: number, bottom: number): number {
  return Math.imul(columns, (SECOND_ROWS[bottom + 1] as number) & ~(SECOND_ROWS[top] as number));
}

/** Bits of columns 0..6 from the left one to the right one. */
export function columnBits(left: number, right: number): number {
  return (2 << right) - (1 << left);
}

/** Number of the lowest bit that is set. @param set not 0 */
export function lowestBit(set: number): number {
  return 31 - Math.clz32(set & -set);
}

/** Whether a word's lowest byte stands first in memory. */
export const LOWEST_FIRST = new Uint8Array(Int32Array.of(1).buffer)[0] === 1;

/**
 * Multiplier that puts bits 0, 8, 16 and 24, those of the first byte to the last, into bits 24-27.
 */
const GATHER = LOWEST_FIRST ? 0x0102_0408 : 0x0804_0201;

/**
 * Lowest bit of each byte of a word, first byte first, as four bits. @param bits no other bit set
 */
function gathered(bits: number): number {
  return (Math.imul(bits, GATHER) >>> 24) & 0x0f;
}

/** Which of four bytes are not 0, as four bits. */
function filledOfFour(word: number): number {
  // a value from 1 to 7F carries into bit 7
  return gathered(((((word & 0x7f7f_7f7f) + 0x7f7f_7f7f) | word) >>> 7) & 0x0101_0101);
}

/**
 * Which entries of a list of sixteen bytes are not 0, a bit each. @param list its offset in the
 * image, a multiple of four
 */
export function filledEntries(words: Int32Array, list: number): number {
  const at = list >> 2;
  const low = filledOfFour(words[at] as number) | (filledOfFour(words[at + 1] as number) << 4);
  return low | (filledOfFour(words[at + 2] as number) << 8) | (filledOfFour(words[at + 3] as number) << 12);
}

/**
 * Which of four cells hold somebody of a side, as four bits. @param side side bit that the occupant
 * must not have, 10h or 00h
 */
function heldOfFour(field: number, side: number): number {
  const held = (field & OCCUPANT_NUMBERS) + OCCUPANT_NUMBERS;
  return gathered(((held & (field ^ Math.imul(side, 0x0101_0101))) >>> 4) & 0x0101_0101);
}

/**
 * Puts the cells that hold somebody of a side into a set, two numbers. @param side as in
 * `soughtOfFour`
 */
export function occupantsOf(words: Int32Array, side: number, set: Int32Array): void {
  let upper = 0;
  let lower = 0;
  for (let at = 0; at < 8; at++) upper |= heldOfFour(words[FIELD_WORDS + at] as number, side) << (4 * at);
  for (let at = 8; at < GRID_WORDS; at++) lower |= heldOfFour(words[FIELD_WORDS + at] as number, side) << (4 * at - 32);
  set[0] = upper;
  set[1] = lower;
}

/**
 * Which of four cells are marked and hold somebody of a side, as four bits.
 * @param side side bit that the occupant must not have, 10h or 00h
 */
export function soughtOfFour(field: number, range: number, side: number): number {
  // a number from 1 to 15 carries into bit 4, a mark from 1 to 7F into bit 7
  const held = (field & OCCUPANT_NUMBERS) + OCCUPANT_NUMBERS;
  const marked = (((range & 0x7f7f_7f7f) + 0x7f7f_7f7f) | range) >>> 3;
  return gathered(((held & marked & (field ^ Math.imul(side, 0x0101_0101))) >>> 4) & 0x0101_0101);
}

/** The same of one word of the grids. @param at 0..13 */
export function soughtOfWord(words: Int32Array, at: number, side: number): number {
  const field = words[FIELD_WORDS + at] as number;
  const range = words[RANGE_WORDS + at] as number;
  return (field & OCCUPANT_NUMBERS) === 0 || range === 0 ? 0 : soughtOfFour(field, range, side);
}

/** The same without the eighth column, which is no part of an area. */
export function soughtInArea(words: Int32Array, at: number, side: number): number {
  return soughtOfWord(words, at, side) & ((at & 1) === 0 ? 15 : 7);
}
