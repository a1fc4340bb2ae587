/** Slow reference: ranges, areas and what lies on the way, cell by cell. */
import { CELL } from './addresses.js';
import { byte, type Skirmish, setByte, stretch } from './memory.js';
import { type Cells, cellsOf, fieldAt, insideField, isAlly, markAt } from './units.js';

/** Steps of the direction bits 0 to 7 for somebody who faces down and right: clockwise from the diagonal. */
const STEPS = [
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
] as const;

type Cell = readonly [x: number, y: number];

/** A line of a range: the cell of the user it starts from, and its step. */
interface Line {
  readonly from: Cell;
  readonly step: Cell;
}

/** Diagonals leave from their corner, straight lines from every cell of the side. */
export function linesOf(box: Cells, facing: number, directions: number): Line[] {
  const [left, top, width, height] = box;
  const lines: Line[] = [];
  STEPS.forEach(([right, down], bit) => {
    if ((directions & (2 ** bit)) === 0) return;
    const step: Cell = [facing % 2 === 1 ? -right : right, facing >= 2 ? -down : down];
    for (let x = left; x < left + width; x += 1) {
      for (let y = top; y < top + height; y += 1) {
        if (step[0] !== 0 && x !== (step[0] > 0 ? left + width - 1 : left)) continue;
        if (step[1] !== 0 && y !== (step[1] > 0 ? top + height - 1 : top)) continue;
        lines.push({ from: [x, y], step });
      }
    }
  });
  return lines;
}

/** Cells of a line from distance 1 on, while the field goes on. */
export function cellsOfLine({ from, step }: Line): Cell[] {
  const cells: Cell[] = [];
  for (let far = 1; far < 8; far += 1) {
    const cell: Cell = [from[0] + far * step[0], from[1] + far * step[1]];
    if (!insideField(cell[0], cell[1])) break;
    cells.push(cell);
  }
  return cells;
}

/** Half sizes of the area, columns and rows: the shape in byte 21 comes before the size in byte 12; 6 is not described and leaves it to the size. */
function radii(at: Skirmish, record: number): [number, number] {
  const size = (at.bankD5[record + 12] ?? 0) % 4;
  const shape = (at.bankD5[record + 21] ?? 0) % 8;
  if (shape === 0 || shape === 6) return size === 3 ? [7, 7] : [size, size];
  if (shape <= 3) return [7, shape - 1];
  return [shape === 7 ? 2 : shape - 4, 7];
}

function rectangle([left, top, width, height]: Cells, columns: number, rows: number): Cell[] {
  const cells: Cell[] = [];
  for (let y = top - rows; y < top + height + rows; y += 1)
    for (let x = left - columns; x < left + width + columns; x += 1) if (insideField(x, y)) cells.push([x, y]);
  return cells;
}

/** Cells that the skill of a record reaches. */
export function reach(at: Skirmish, record: number, user: number, facing: number): Cell[] {
  const box = cellsOf(at, user);
  const range = at.bankD5[record + 7] ?? 0;
  const type = at.bankD5[record + 13] ?? 0;
  if ((type & 0x20) !== 0) return rectangle(box, ...radii(at, record));
  if (range % 16 === 0) return [[box[0], box[1]]];
  const cells: Cell[] = (type & 0x80) !== 0 ? [[box[0], box[1]]] : [];
  for (const line of linesOf(box, facing, at.bankD5[record + 6] ?? 0)) {
    cellsOfLine(line).forEach((cell, index) => {
      if ((range & (2 ** Math.min(index, 3))) !== 0) cells.push(cell);
    });
  }
  return cells;
}

/** Marks the range: F0h, the surroundings of a user as an area. */
export function markReach(at: Skirmish, record: number, user: number, facing: number): void {
  const round = ((at.bankD5[record + 13] ?? 0) & 0x20) !== 0;
  clearMarks(at);
  if (round) {
    stretch(at, 6);
    stretch(at, 7);
  } else if ((at.bankD5[record + 7] ?? 0) % 16 !== 0 && (at.bankD5[record + 6] ?? 0) > 1) stretch(at, 5);
  const [x, y, width, height] = cellsOf(at, user);
  if (!round && (x + width > 7 || y + height > 7)) markStray(at, record, user, facing);
  else for (const cell of reach(at, record, user, facing)) setByte(at, markAt(...cell), round ? 0x0f : 0xf0);
}

/** C1:3C3D to the letter, for a box that is not in the field: cell numbers that run on until their low six bits are column 7 or row 7. */
function markStray(at: Skirmish, record: number, user: number, facing: number): void {
  const [x, y, ...size] = cellsOf(at, user);
  const range = at.bankD5[record + 7] ?? 0;
  const heals = (at.bankD5[record + 13] ?? 0) >= 0x80;
  if (heals || range % 16 === 0) setByte(at, markAt(x, y), 0xf0);
  if (range % 16 === 0) return;
  for (const { from, step } of linesOf([x, y, ...size], facing, at.bankD5[record + 6] ?? 0)) {
    let cell = 8 * from[1] + from[0];
    for (let far = 0; ; far += 1) {
      cell = (cell + 8 * step[1] + step[0] + 65536) % 65536;
      if (cell % 8 === 7 || Math.floor(cell / 8) % 8 === 7) break;
      if ((range & (2 ** Math.min(far, 3))) !== 0) setByte(at, CELL.rangeGrid + cell, 0xf0);
    }
  }
}

export function clearMarks(at: Skirmish): void {
  for (let cell = 0; cell < 56; cell += 1) setByte(at, CELL.rangeGrid + cell, 0);
}

function mark(at: Skirmish, cells: readonly Cell[]): void {
  for (const [x, y] of cells) setByte(at, markAt(x, y), byte(at, markAt(x, y)) | 0x0f);
}

/** Whether the cell holds somebody of the other side. */
function opponentAt(at: Skirmish, user: number, [x, y]: Cell): boolean {
  const cell = byte(at, fieldAt(x, y));
  return cell % 16 !== 0 && ((cell & 0x10) !== 0) === isAlly(user);
}

/** Where a coordinate lies from a side of the box: before, within, behind. */
const beside = (at: number, corner: number, size: number): number => {
  if (at < corner) return -1;
  return at >= corner + size ? 1 : 0;
};

/** Cells from the user's box to the target and on to the edge of the field; the target is one of them, unless it is in the box. */
function way(at: Skirmish, user: number, target: Cell): { readonly upTo: Cell[]; readonly behind: Cell[] } {
  const [left, top, width, height] = cellsOf(at, user);
  const step: Cell = [beside(target[0], left, width), beside(target[1], top, height)];
  const isIn = ([x, y]: Cell): boolean => x >= left && x < left + width && y >= top && y < top + height;
  if (step[0] === 0 && step[1] === 0) return { upTo: [target], behind: [] };
  const upTo: Cell[] = [];
  let [x, y] = target;
  for (; !isIn([x, y]) && insideField(x, y); x -= step[0], y -= step[1]) upTo.unshift([x, y]);
  return { upTo, behind: cellsOfLine({ from: target, step }) };
}

/** Replaces the marks by those of the cells that the skill hits: straight up to the first opponent, piercing all on the way. */
export function markHit(at: Skirmish, record: number, user: number, target: Cell): void {
  clearMarks(at);
  stretch(at, 7);
  const sizes = radii(at, record);
  if (((at.bankD5[record + 13] ?? 0) & 0x20) !== 0) {
    stretch(at, 6);
    mark(at, rectangle(cellsOf(at, user), ...sizes));
    return;
  }
  const trajectory = Math.floor((at.bankD5[record + 11] ?? 0) / 64);
  let centre = target;
  if (trajectory !== 0) {
    stretch(at, 23);
    const { upTo, behind } = way(at, user, target);
    if (trajectory === 1) centre = upTo.find((cell) => opponentAt(at, user, cell)) ?? target;
    else mark(at, trajectory === 2 ? upTo : [...upTo, ...behind]);
  }
  mark(at, rectangle([...centre, 1, 1], ...sizes));
}
