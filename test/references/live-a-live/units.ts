/** Slow reference: who is there, and the cells of a unit by its block address. */
import { byte, type Skirmish, setByte, word } from './memory.js';

/** A column, a row, a width and a height. */
export type Cells = readonly [x: number, y: number, width: number, height: number];

export const isAlly = (block: number): boolean => block >= 0x1c00;

/** Present: an id and bit 40h of the state. */
export function presentAllies(at: Skirmish): number[] {
  return [0x1c00, 0x1c40, 0x1c80, 0x1cc0].filter(
    (ally) => byte(at, ally) !== 0xff && (byte(at, ally + 1) & 0x40) !== 0,
  );
}

/** Slots in order until one whose state is exactly 80h. */
export function listedEnemies(at: Skirmish): number[] {
  const found: number[] = [];
  for (let enemy = 0x1b00; enemy < 0x1c00 && byte(at, enemy + 1) !== 0x80; enemy += 0x10) found.push(enemy);
  return found;
}

export const presentEnemies = (at: Skirmish): number[] =>
  listedEnemies(at).filter((enemy) => (byte(at, enemy + 1) & 0x40) !== 0);

/** AAn0 and on, ABn0 and on, ACn0 and on, ADn0 and on. */
export const hpOf = (enemy: number): number => 0xaa00 + (enemy % 256);
export const hitsOf = (enemy: number): number => 0xab00 + (enemy % 256);
export const planOf = (enemy: number): number => 0xac00 + (enemy % 256);
export const totalOf = (enemy: number): number => 0xad00 + (enemy % 256);

/** Species block of an enemy, record of an ally: both by the pointer at +2. */
export const origin = (at: Skirmish, block: number): number => word(at, block + 2);

/** EA00 and on of an ally. */
export const extraOf = (ally: number): number => 0xea00 + (ally - 0x1c00);

export const isObject = (at: Skirmish, enemy: number): boolean => (byte(at, origin(at, enemy) + 0x2f) & 4) !== 0;

export function cellsOf(at: Skirmish, block: number): Cells {
  if (isAlly(block)) return [byte(at, block + 0x18), byte(at, block + 0x19), 1, 1];
  const species = origin(at, block);
  return [byte(at, block + 0xa), byte(at, block + 0xb), byte(at, species + 4), byte(at, species + 5)];
}

/** 0 lower right, 1 lower left, 2 upper right, 3 upper left. */
export function facingOf(at: Skirmish, block: number): number {
  return isAlly(block) ? byte(at, block + 0x1d) % 4 : Math.floor(byte(at, block + 4) / 64);
}

/** Current stat 0 power, 1 speed, 2 body, 3 intellect: its address. */
export const statOf = (block: number, stat: number): number =>
  isAlly(block) ? block + 0x34 + stat : hpOf(block) + 3 + stat;

export const levelOf = (block: number): number => (isAlly(block) ? block + 0x38 : hitsOf(block));

/** 1 to 4 for allies, 11h and on for enemies. */
export const occupantCode = (block: number): number =>
  isAlly(block) ? 1 + (block - 0x1c00) / 0x40 : 0x11 + (block - 0x1b00) / 0x10;

export const fieldAt = (x: number, y: number): number => 0x04c8 + 8 * y + x;
export const markAt = (x: number, y: number): number => 0x0488 + 8 * y + x;
export const insideField = (x: number, y: number): boolean => x >= 0 && x < 7 && y >= 0 && y < 7;

/** Occupants whose code is one of these, in the marked cells, in the order in which rows and columns meet them. */
export function occupantsInMarks(at: Skirmish): number[] {
  const found: number[] = [];
  for (let y = 0; y < 7; y += 1) {
    for (let x = 0; x < 7; x += 1) {
      const code = byte(at, fieldAt(x, y)) % 32;
      if (byte(at, markAt(x, y)) !== 0 && code % 16 !== 0 && !found.includes(code)) found.push(code);
    }
  }
  return found;
}

/** Takes a box of cells off the field grid: the field bits stay. */
export function leaveField(at: Skirmish, block: number): void {
  const [left, top, width, height] = cellsOf(at, block);
  for (let y = top; y < top + height; y += 1)
    for (let x = left; x < left + width; x += 1) setByte(at, fieldAt(x, y), byte(at, fieldAt(x, y)) & 0xe0);
}

/** C1:41F2 for any unit: whether the box may be there, everybody else in mind; if so the grid says so. */
export function occupy(at: Skirmish, block: number, toX: number, toY: number): boolean {
  const [, , width, height] = cellsOf(at, block);
  const code = occupantCode(block);
  if (toX + width >= 8 || toY + height >= 8 || toX < 0 || toY < 0) return false;
  const cells: number[] = [];
  for (let y = toY; y < toY + height; y += 1) for (let x = toX; x < toX + width; x += 1) cells.push(fieldAt(x, y));
  if (cells.some((cell) => byte(at, cell) % 16 !== 0 && byte(at, cell) % 32 !== code)) return false;
  leaveField(at, block);
  for (const cell of cells) setByte(at, cell, (byte(at, cell) & 0xe0) + code);
  return true;
}
