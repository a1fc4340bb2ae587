/** Marks of ranges and areas against the same walked cell by cell, as the rules say it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markRectangle } from '../../../../core/live-a-live/field/areas.js';
import { markHitArea, markRange, REACHED, reachFromCell, reachOf } from '../../../../core/live-a-live/field/marks.js';
import { pickTarget } from '../../../../core/live-a-live/field/targets.js';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import * as Cell from '../../../../core/live-a-live/memory/cells/cell.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import * as Species from '../../../../core/live-a-live/memory/cells/species.js';
import { clearGrid } from '../../../../core/live-a-live/memory/grid-words.js';
import { createMachine, type Machine } from '../../../../core/live-a-live/memory/machine.js';
import { settingsOf } from '../../../../core/live-a-live/memory/switches.js';
import { createTableBytes } from '../../../../core/live-a-live/memory/tables.js';
import { IMAGE_BYTES } from '../../../../rom-map/windows.js';
import { imageCode } from '../../../fixtures/live-a-live/image-code.js';

const RECORD = 0x4000;
const TYPE = 13;
const byte = fc.integer({ min: 0, max: 255 });
const cell = fc.integer({ min: 0, max: 6 });

const machine = createMachine(IMAGE_BYTES, createTableBytes(), settingsOf());

/** The machine with other bytes everywhere, its tables empty. */
function machineOf(seed: number): Machine {
  machine.tables.bankD5.fill(0, RECORD, RECORD + 25);
  machine.script = undefined;
  for (let at = 0; at < IMAGE_BYTES; at++) machine.ram[at] = Math.imul(at + seed, 0x9e37_79b1) >>> 24;
  return machine;
}

/** Cells of a range: from the side of the box that a direction leaves by, in steps of one cell, while the field goes on. */
function walked(box: number[], facing: number, directions: number, range: number): Set<number> {
  const [left = 0, top = 0, width = 1, height = 1] = box;
  const right = [1, 0, -1, -1, -1, 0, 1, 1];
  const down = [1, 1, 1, 0, -1, -1, -1, 0];
  const out = new Set<number>();
  for (let bit = 0; bit < 8; bit++) {
    if (((directions >> bit) & 1) === 0) continue;
    const stepX = (right[bit] ?? 0) * ((facing & 1) !== 0 ? -1 : 1);
    const stepY = (down[bit] ?? 0) * ((facing & 2) !== 0 ? -1 : 1);
    for (let x = left; x < left + width; x++) {
      for (let y = top; y < top + height; y++) {
        // the corner that a diagonal leaves by, any cell of the side for a straight line
        if (stepX !== 0 && x !== (stepX > 0 ? left + width - 1 : left)) continue;
        if (stepY !== 0 && y !== (stepY > 0 ? top + height - 1 : top)) continue;
        for (let far = 1; far < 7; far++) {
          const atX = x + far * stepX;
          const atY = y + far * stepY;
          if (atX < 0 || atX > 6 || atY < 0 || atY > 6) break;
          if ((range & (1 << Math.min(far - 1, 3))) !== 0) out.add(8 * atY + atX);
        }
      }
    }
  }
  return out;
}

function marked(machine: Machine): Set<number> {
  return new Set(Array.from({ length: 56 }, (_, at) => at).filter((at) => machine.ram[Cell.RANGE_GRID + at] !== 0));
}

function reachedCells(): Set<number> {
  const cells = Array.from({ length: 56 }, (_, at) => at);
  return new Set(cells.filter((at) => ((REACHED[at >> 5] ?? 0) & (1 << (at & 31))) !== 0));
}

describe('the range of a skill', () => {
  test('is the cells of its lines, with the own cell for a recovery; looking at it changes nothing', () => {
    const boxes = fc
      .record({ x: cell, y: cell, width: cell, height: cell })
      .map(({ x, y, width, height }) => [x, y, 1 + Math.min(width, 6 - x), 1 + Math.min(height, 6 - y)]);
    fc.assert(
      fc.property(
        boxes,
        fc.integer({ min: 0, max: 3 }),
        byte,
        fc.integer({ min: 1, max: 15 }),
        byte,
        (box, facing, directions, range, seed) => {
          machineOf(seed);
          const { ram } = machine;
          machine.tables.bankD5.set([directions, 0xf0 | range], RECORD + 6);
          ram.set([RECORD & 0xff, RECORD >> 8], Cell.SKILL_RECORD_POINTER);
          ram.set([Species.FIRST & 0xff, Species.FIRST >> 8], Enemy.FIRST + Enemy.SPECIES);
          const [x = 0, y = 0, width = 1, height = 1] = box;
          ram[Enemy.FIRST + Enemy.CELL_X] = x;
          ram[Enemy.FIRST + Enemy.CELL_Y] = y;
          ram[Species.FIRST + Species.WIDTH] = width;
          ram[Species.FIRST + Species.HEIGHT] = height;
          const expected = walked(box, facing, directions, range);
          const before = ram.slice();
          expect(reachOf(machine, RECORD, Enemy.FIRST, facing)).toBe(true);
          expect(Buffer.compare(ram, before)).toBe(0);
          expect(reachedCells()).toEqual(expected);
          markRange(machine, Enemy.FIRST, facing);
          expect(marked(machine)).toEqual(expected);
          // a recovery marks the own cell as well
          machine.tables.bankD5[RECORD + TYPE] = 0x80;
          markRange(machine, Enemy.FIRST, facing);
          expect(marked(machine)).toEqual(expected.add(8 * y + x));
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });

  test('cannot be looked at for an enemy that stands partly outside of the field', () => {
    machineOf(1);
    machine.ram[Enemy.FIRST + Enemy.CELL_X] = 5;
    machine.ram.set([Species.FIRST & 0xff, Species.FIRST >> 8], Enemy.FIRST + Enemy.SPECIES);
    machine.ram[Species.FIRST + Species.WIDTH] = 3;
    expect(reachOf(machine, RECORD, Enemy.FIRST, 0)).toBe(false);
  });

  test('of an ally on a cell is the cells of the lines from there, whoever stands anywhere', () => {
    machineOf(2);
    machine.tables.bankD5.set([0x93, 0x05], RECORD + 6);
    for (const cell of [0, 8 * 4 + 2, 8 * 6 + 5]) {
      reachFromCell(machine, RECORD, cell, 3);
      expect(reachedCells()).toEqual(walked([cell % 8, Math.floor(cell / 8), 1, 1], 3, 0x93, 0x05));
    }
  });

  /** Marks it for an enemy of three cells by two, from column 5 on. @returns offsets beside the grid that changed */
  function markOutside(range: number, directions: number): number[] {
    machineOf(3);
    const { ram } = machine;
    machine.tables.bankD5.set([directions, range], RECORD + 6);
    ram.set([RECORD & 0xff, RECORD >> 8], Cell.SKILL_RECORD_POINTER);
    ram.set([Species.FIRST & 0xff, Species.FIRST >> 8], Enemy.FIRST + Enemy.SPECIES);
    ram.set([5], Enemy.FIRST + Enemy.CELL_X);
    ram.set([2], Enemy.FIRST + Enemy.CELL_Y);
    ram.set([3], Species.FIRST + Species.WIDTH);
    ram.set([2], Species.FIRST + Species.HEIGHT);
    const before = ram.slice();
    markRange(machine, Enemy.FIRST, 0);
    const isInGrid = (at: number) => at >= Cell.RANGE_GRID && at < Cell.RANGE_GRID + 64;
    return Array.from(ram.keys()).filter((at) => !isInGrid(at) && ram[at] !== before[at]);
  }

  test('of 0, partly outside of the field, is the upper left cell of the user, and nothing is left of lines', () => {
    expect([markOutside(0, 0xff), marked(machine)]).toEqual([[], new Set([8 * 2 + 5])]);
    // the other bits of the byte are no distances
    expect([markOutside(0xf0, 0xff), marked(machine)]).toEqual([[], new Set([8 * 2 + 5])]);
  });

  test('leaves the start of its last line and its range in the work cells, also where that is cell 0', () => {
    machineOf(6);
    const { ram } = machine;
    // to the left
    machine.tables.bankD5.set([1 << 3, 0x35], RECORD + 6);
    ram.set([RECORD & 0xff, RECORD >> 8], Cell.SKILL_RECORD_POINTER);
    for (const x of [0, 3]) {
      ram.set([x, 0], Ally.FIRST + Ally.CELL_X);
      ram.set([0xee, 0xee, 0xee, 0xee], Cell.WORK_0310);
      markRange(machine, Ally.FIRST, 0);
      expect([...ram.subarray(Cell.WORK_0310, Cell.WORK_0310 + 4)]).toEqual([x, 0, 0, 0x35]);
    }
  });

  test('without a direction, partly outside of the field, marks nothing and leaves no line', () => {
    const modes = [Cell.RANGE_LINE_MODE, Cell.LINE_WATCHED_CELL, Cell.ENEMY_WATCHED_CELL];
    const left = markOutside(3, 0).filter((at) => !modes.includes(at));
    expect([left, marked(machine)]).toEqual([[], new Set()]);
  });
});

describe('the area of a skill, with an image', () => {
  /** An area of code 1, whose code is not printed: the image is asked, and marks cell 9. */
  function hit(
    own: [x: number, y: number],
    target: [x: number, y: number],
    record: readonly number[] = [0, 0x01, 0x20],
    enemyAt = 0,
  ): [asked: number, marked: number[]] {
    machineOf(4);
    const { ram } = machine;
    ram.fill(0, Cell.FIELD_GRID, Cell.FIELD_GRID + 64);
    ram[Cell.FIELD_GRID + enemyAt] = 0x11;
    let asked = 0;
    machine.holes.original = imageCode({
      rerun: (image) => {
        asked++;
        image[Cell.RANGE_GRID + 9] = 0x0f;
        return 0;
      },
    });
    machine.tables.bankD5.set(record, RECORD + 11);
    ram.set([RECORD & 0xff, RECORD >> 8], Cell.SKILL_RECORD_POINTER);
    ram[Ally.FIRST + Ally.STATE] = 0x80;
    ram.set(own, Ally.FIRST + Ally.CELL_X);
    ram[Ally.FIRST + Ally.TARGET_X] = target[0];
    ram[Ally.FIRST + Ally.TARGET_Y] = target[1];
    markHitArea(machine, Ally.FIRST, ...target);
    machine.holes.original = undefined;
    return [asked, [...marked(machine)]];
  }

  test('round its user is the image’s where he aims at his own cell', () => {
    expect(hit([4, 3], [4, 3])).toEqual([1, [9]]);
  });

  // the image marks round the target, the skill hits round the user: 3 x 3 cells
  test.each<[string, [number, number]]>([
    ['column', [5, 3]],
    ['row', [4, 2]],
  ])('round its user is ours where he aims at a cell of another %s', (_, target) => {
    const round = [2, 3, 4].flatMap((y) => [3, 4, 5].map((x) => 8 * y + x));
    expect(hit([4, 3], target)).toEqual([0, round]);
  });

  // byte 11: straight, and byte 13: no surroundings
  const straight = [0x40, 0x01, 0];

  test('of a straight skill that reaches its target is the image’s as well', () => {
    expect(hit([1, 3], [4, 3], straight, 8 * 3 + 5)).toEqual([1, [9]]);
  });

  test.each<[string, [number, number], [number, number]]>([
    ['beside', [1, 3], [4, 3]],
    ['above', [2, 1], [2, 4]],
  ])('of one that somebody %s the target stops is ours round him', (_, own, target) => {
    const [x, y] = [2, own[1] === target[1] ? 3 : 2];
    const round = [y - 1, y, y + 1].flatMap((row) => [x - 1, x, x + 1].map((column) => 8 * row + column));
    expect(hit(own, target, straight, 8 * y + x)).toEqual([0, round]);
  });
});

describe('a rectangle of cells', () => {
  /** C1:38A0 cell by cell: both loops run until a byte is 0, so a side of 0 is one of 256. */
  function slow(ram: Uint8Array): void {
    ram[Cell.WORK_0312] = (ram[Cell.ORDINARY_ENEMY_PRESENT] ?? 0) - (ram[Cell.WORK_0310] ?? 0);
    ram[Cell.WORK_0310 + 1] = (ram[Cell.AREA_CENTRE_Y] ?? 0) - (ram[Cell.WORK_0310 + 1] ?? 0);
    ram[Cell.WORK_0314 + 1] = 0;
    for (let rows = ram[Cell.WORK_0308 + 1] || 256; rows > 0; rows--) {
      const y = ram[Cell.WORK_0310 + 1] ?? 0;
      if (y < 7) {
        ram[Cell.WORK_0312 + 1] = 8 * y;
        ram[Cell.WORK_0310] = ram[Cell.WORK_0312] ?? 0;
        for (let columns = ram[Cell.WORK_030A] || 256; columns > 0; columns--) {
          const x = ram[Cell.WORK_0310] ?? 0;
          if (x < 7) {
            ram[Cell.WORK_0314] = 8 * y + x;
            ram[Cell.RANGE_GRID + 8 * y + x] = (ram[Cell.RANGE_GRID + 8 * y + x] ?? 0) | 0x0f;
          }
          ram[Cell.WORK_0310] = x + 1;
        }
        ram[Cell.WORK_0308] = 0;
      }
      ram[Cell.WORK_0310 + 1] = y + 1;
      ram[Cell.WORK_0308 + 1] = rows - 1;
    }
  }

  function compareWithSlow(x: number, y: number, left: number, up: number, width: number, height: number): void {
    machine.ram.set([left, up], Cell.WORK_0310);
    machine.ram[Cell.WORK_030A] = width;
    machine.ram[Cell.WORK_0308 + 1] = height;
    machine.ram[Cell.ORDINARY_ENEMY_PRESENT] = x;
    machine.ram[Cell.AREA_CENTRE_Y] = y;
    const expected = machine.ram.slice();
    slow(expected);
    markRectangle(machine);
    const same = Buffer.compare(machine.ram, expected) === 0;
    expect(same, `${x - left}, ${y - up}, ${width} x ${height}`).toBe(true);
  }

  test('also where its sides begin or end at the field’s, in the middle of the numbers or behind their last', () => {
    machineOf(5);
    const edges = [0, 1, 6, 7, 127, 128, 129, 255];
    const sizes = [0, 1, 2, 7, 127, 128, 129, 133, 255];
    for (const [at, size] of edges.flatMap((edge) => sizes.map((length) => [edge, length] as const))) {
      compareWithSlow(at, 1, 0, 0, size, 2);
      compareWithSlow(1, at, 0, 0, 2, size);
      clearGrid(machine.words);
    }
    // both sides at once, as one of them alone sends the other one row by row
    for (const [at, size] of [
      [1, 0],
      [6, 255],
      [2, 255],
    ] as const) {
      compareWithSlow(at, at, 0, 0, size, size);
      clearGrid(machine.words);
    }
  });

  const near = fc.oneof(fc.integer({ min: 0, max: 14 }), byte);
  test('marks the cells, and leaves the work cells, of the original’s two loops, also for coordinates that wrap', () => {
    fc.assert(
      fc.property(near, near, near, near, near, near, byte, (x, y, left, up, width, height, seed) => {
        machineOf(seed);
        compareWithSlow(x, y, left, up, width, height);
      }),
      { numRuns: 1500, seed: 8 },
    );
  });
});

test('a target is the first unit in range from the drawn cell on, round the field', () => {
  const grids = fc.array(fc.constantFrom(0, 0, 0, 0x12, 0x01, 0x03, 0xe0, 0x10), { minLength: 56, maxLength: 56 });
  const marks = fc.array(fc.constantFrom(0, 0, 0xf0, 0x0f), { minLength: 56, maxLength: 56 });
  fc.assert(
    fc.property(grids, marks, byte, fc.boolean(), (field, range, value, seekAllies) => {
      machineOf(3);
      machine.script = { values: Uint8Array.of(value), next: 0 };
      machine.ram.set(field, Cell.FIELD_GRID);
      machine.ram.set(range, Cell.RANGE_GRID);
      const first = (value & 0x3f) < 56 ? value & 0x3f : 0;
      const order = Array.from({ length: 56 }, (_, index) => (first + index) % 56);
      const expected = order.find(
        (at) =>
          range[at] !== 0 && ((field[at] ?? 0) & 0x0f) !== 0 && ((field[at] ?? 0) & 0x10) === (seekAllies ? 0 : 0x10),
      );
      const found = pickTarget(machine, seekAllies ? 0x10 : 0);
      expect(found).toBe(expected === undefined ? 0 : 0xff);
      if (expected !== undefined)
        expect([...machine.ram.subarray(Cell.PICKED_X, Cell.PICKED_X + 2)]).toEqual([expected & 7, expected >> 3]);
    }),
    { numRuns: 1500, seed: 9 },
  );
});
