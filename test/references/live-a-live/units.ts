/** Slow reference: who is there, and the cells of a unit by its block address. */
import { ALLY, ALLY_BYTES, CELL, ENEMY, ENEMY_BYTES, FIRST_ALLY, FIRST_ENEMY, SPECIES } from './addresses.js';
import { byte, type Skirmish, setByte, word } from './memory.js';

/** A column, a row, a width and a height. */
export type Cells = readonly [x: number, y: number, width: number, height: number];

export const isAlly = (block: number): boolean => block >= FIRST_ALLY;

export const allyBlocks = (): number[] => [0, 1, 2, 3].map((slot) => FIRST_ALLY + ALLY_BYTES * slot);

/** Present: an id and bit 40h of the state. */
export function presentAllies(at: Skirmish): number[] {
  return allyBlocks().filter((ally) => byte(at, ally) !== 0xff && (byte(at, ally + ALLY.state) & 0x40) !== 0);
}

/** Slots in order until one whose state is exactly 80h. */
export function listedEnemies(at: Skirmish): number[] {
  const found: number[] = [];
  for (let slot = 0; slot < 16; slot += 1) {
    const enemy = FIRST_ENEMY + ENEMY_BYTES * slot;
    if (byte(at, enemy + ENEMY.state) === 0x80) break;
    found.push(enemy);
  }
  return found;
}

export const presentEnemies = (at: Skirmish): number[] =>
  listedEnemies(at).filter((enemy) => (byte(at, enemy + ENEMY.state) & 0x40) !== 0);

/** Species block of an enemy, record of an ally: both by the pointer at +2. */
export const origin = (at: Skirmish, block: number): number =>
  word(at, block + (isAlly(block) ? ALLY.record : ENEMY.species));

export const isObject = (at: Skirmish, enemy: number): boolean =>
  (byte(at, origin(at, enemy) + SPECIES.type) & 4) !== 0;

export function cellsOf(at: Skirmish, block: number): Cells {
  if (isAlly(block)) return [byte(at, block + ALLY.cellX), byte(at, block + ALLY.cellY), 1, 1];
  const species = origin(at, block);
  return [
    byte(at, block + ENEMY.cellX),
    byte(at, block + ENEMY.cellY),
    byte(at, species + SPECIES.width),
    byte(at, species + SPECIES.height),
  ];
}

/** 0 lower right, 1 lower left, 2 upper right, 3 upper left. */
export function facingOf(at: Skirmish, block: number): number {
  return isAlly(block) ? byte(at, block + ALLY.facing) % 4 : Math.floor(byte(at, block + ENEMY.facing) / 64);
}

/** Current stat 0 power, 1 speed, 2 body, 3 intellect: its address. */
export const statOf = (block: number, stat: number): number =>
  isAlly(block) ? block + ALLY.power + stat : block + ENEMY.power + stat;

export const levelOf = (block: number): number => (isAlly(block) ? block + ALLY.level : block + ENEMY.level);

/** 1 to 4 for allies, 11h and on for enemies. */
export const occupantCode = (block: number): number =>
  isAlly(block) ? 1 + (block - FIRST_ALLY) / ALLY_BYTES : 0x11 + (block - FIRST_ENEMY) / ENEMY_BYTES;

export const fieldAt = (x: number, y: number): number => CELL.fieldGrid + 8 * y + x;
export const markAt = (x: number, y: number): number => CELL.rangeGrid + 8 * y + x;
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
