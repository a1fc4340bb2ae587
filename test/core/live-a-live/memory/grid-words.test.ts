/** Grids four cells at a time, and sets of cells as two numbers, against the same cell by cell. */
import { expect, test } from 'vitest';
import * as Cell from '../../../../core/live-a-live/memory/cells/cell.js';
import {
  AREA_MARKS,
  addToGrid,
  clearGrid,
  columnBits,
  filledEntries,
  firstOfRows,
  lowestBit,
  occupantsOf,
  RANGE_MARKS,
  secondOfRows,
  setGrid,
  soughtInArea,
  soughtOfFour,
  soughtOfWord,
} from '../../../../core/live-a-live/memory/grid-words.js';
import { IMAGE_BYTES } from '../../../../rom-map/windows.js';
import { numbers } from '../../../fixtures/live-a-live/crowded-battle.js';

const CELLS = Array.from({ length: 56 }, (_, cell) => cell);
const COLUMNS = [0, 1, 2, 3, 4, 5, 6];
const [ALLIES, ENEMIES] = [0x10, 0x00];

const ram = new Uint8Array(IMAGE_BYTES);
const words = new Int32Array(ram.buffer);

/** Two numbers: cell 8 y + x is bit 8 y + x of the first, from row 4 on that bit less 32 of the second. */
function setOf(cells: readonly number[]): [number, number] {
  const halves: [number, number] = [0, 0];
  for (const cell of cells) halves[cell < 32 ? 0 : 1] |= 1 << (cell % 32);
  return halves;
}

function cellsOfSet(first: number, second: number): number[] {
  return CELLS.filter((cell) => (((cell < 32 ? first : second) >>> (cell % 32)) & 1) !== 0);
}

/** Some of the cells, a different share for each seed, with the corners of both halves. */
function someCells(seed: number): number[] {
  const below = numbers(seed);
  const always = seed % 4 === 0 ? [0, 31, 32, 55] : [];
  const share = 1 + (seed % 5);
  return CELLS.filter((cell) => below(share) === 0 || always.includes(cell));
}

const bytes = (from: number): number[] => [...ram.subarray(from, from + 56)];

test('the work grid is cleared, set and added to, and nothing beside it', () => {
  for (let seed = 0; seed < 20; seed++) {
    const [one, two] = [someCells(seed), seed === 7 ? [] : someCells(seed + 100)];
    ram.fill(0x5a);
    const around = (): number[] => [ram[Cell.RANGE_GRID - 1] ?? 0, ram[Cell.RANGE_GRID + 56] ?? 0];
    setGrid(words, ...setOf(one), RANGE_MARKS);
    expect(bytes(Cell.RANGE_GRID)).toEqual(CELLS.map((cell) => (one.includes(cell) ? 0xf0 : 0)));
    addToGrid(words, ...setOf(two), AREA_MARKS);
    const both = CELLS.map((cell) => (one.includes(cell) ? 0xf0 : 0) | (two.includes(cell) ? 0x0f : 0));
    expect(bytes(Cell.RANGE_GRID)).toEqual(both);
    clearGrid(words);
    expect(bytes(Cell.RANGE_GRID)).toEqual(CELLS.map(() => 0));
    expect(around()).toEqual([0x5a, 0x5a]);
  }
});

test('a set of a rectangle holds its rows’ cells', () => {
  const wrong: number[][] = [];
  for (const left of COLUMNS) {
    for (const right of COLUMNS.slice(left)) {
      for (const top of COLUMNS) {
        for (const bottom of COLUMNS.slice(top)) {
          const columns = columnBits(left, right);
          const inside = CELLS.filter((cell) => {
            const [x, y] = [cell % 8, Math.floor(cell / 8)];
            return x >= left && x <= right && y >= top && y <= bottom;
          });
          const set = [firstOfRows(columns, top, bottom), secondOfRows(columns, top, bottom)] as const;
          if (cellsOfSet(...set).join() !== inside.join()) wrong.push([left, right, top, bottom]);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('the lowest cell of a half is found', () => {
  for (let bit = 0; bit < 32; bit++) {
    expect([lowestBit(1 << bit), lowestBit(-1 << bit)]).toEqual([bit, bit]);
  }
});

/** Who stands in the cells: nobody, allies (side bit 0) and enemies (10h), on fields (E0h). */
function occupy(seed: number): void {
  const below = numbers(seed);
  ram.fill(0xff);
  for (const cell of CELLS) {
    const occupant =
      below(3) === 0 ? 0 : (below(2) === 0 ? 0 : 0x10) | (below(4) === 0 ? ([1, 15][below(2)] ?? 1) : 1 + below(15));
    ram[Cell.FIELD_GRID + cell] = (0x20 * below(8)) | (below(6) === 0 ? 0x10 : 0) | occupant;
    ram[Cell.RANGE_GRID + cell] = [0, 0, 0xf0, 0x0f, 0xff, 0x01, 0x80][below(7)] ?? 0;
  }
}

function stands(cell: number, side: number): boolean {
  const byte = ram[Cell.FIELD_GRID + cell] ?? 0;
  return (byte & 0x0f) !== 0 && (byte & 0x10) === (side === ALLIES ? 0 : 0x10);
}

test.each([
  ['allies', ALLIES],
  ['enemies', ENEMIES],
])('the cells of %s are found, with a mark and without the eighth column as well', (_, side) => {
  const set = new Int32Array(2);
  for (let seed = 0; seed < 30; seed++) {
    occupy(seed);
    occupantsOf(words, side, set);
    expect([...set]).toEqual(setOf(CELLS.filter((cell) => stands(cell, side))));
    const sought = CELLS.filter((cell) => stands(cell, side) && ram[Cell.RANGE_GRID + cell] !== 0);
    const foundBy = (look: (at: number) => number): number[] =>
      CELLS.filter((cell) => ((look(cell >> 2) >> (cell % 4)) & 1) !== 0);
    const word = (grid: number, at: number): number => words[(grid >> 2) + at] ?? 0;
    expect(foundBy((at) => soughtOfFour(word(Cell.FIELD_GRID, at), word(Cell.RANGE_GRID, at), side))).toEqual(sought);
    expect(foundBy((at) => soughtOfWord(words, at, side))).toEqual(sought);
    expect(foundBy((at) => soughtInArea(words, at, side))).toEqual(sought.filter((cell) => cell % 8 !== 7));
  }
});

test('the entries of a list of sixteen bytes that are not 0 are found', () => {
  const LIST = 64;
  for (let seed = 0; seed < 40; seed++) {
    const below = numbers(seed);
    ram.fill(0xff);
    const list = Array.from({ length: 16 }, () => [0, 0, 1, 0x7f, 0x80, 0xff][below(6)] ?? 0);
    ram.set(list, LIST);
    const wanted = list.reduce((bits, byte, entry) => bits + (byte === 0 ? 0 : 2 ** entry), 0);
    expect(filledEntries(words, LIST)).toBe(wanted);
  }
});
