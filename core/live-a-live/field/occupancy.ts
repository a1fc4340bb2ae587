/**
 * Who stands where, in the low five bits of the field grid: placing an enemy (C1:51FB), moving it
 * (C1:41F2, 41FF), pushing an ally aside (C1:7DF1). Evidence: executed.
 *
 * Kept as it is: placing keeps bit 10h of the old cell where moving clears it (an enemy's code sets
 * it again, so nothing shows of it), and does not look at the field's edges; a cell that holds 10h
 * alone counts as free.
 */
import { read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import type { Machine } from '../memory/machine.js';
import { tableByte } from '../memory/tables.js';
import { DRIVEN } from '../turn/enemy-actions.js';

/** Cells of a row of the grids, the unused eighth one included. */
export const GRID_WIDTH = 8;
/** Cells of a side of the battlefield. */
export const FIELD_SIDE = 7;
/** Bits of a field cell: occupant code with its side, occupant number, field. */
export const OCCUPANT = 0x1f;
export const OCCUPANT_NUMBER = 0x0f;
export const FIELD_BITS = 0xe0;
/** What placing leaves of a cell: the side bit as well. */
const KEPT_BY_PLACING = 0xf0;
/** Side bit of an enemy's occupant code. */
export const ENEMY_SIDE = 0x10;

/** Side bit given to C1:41FF. */
const SIDE = Cell.WORK_0312 + 1;

/** Exits of `moveOccupancy`. */
export const MOVED = 0;
export const BLOCKED = 1;
export const DRIVEN_MOVE = 2;

/** Number of an enemy in the field grid, 1..16. */
export function enemyNumber(enemy: number): number {
  return ((enemy >> 4) & 0x0f) + 1;
}

/**
 * Cell number of a column and row, 0..255; the bit shifted out of the row is added, as the original
 * does.
 */
export function cellNumber(x: number, y: number): number {
  return (GRID_WIDTH * y + x + ((y >> 5) & 1)) & 0xff;
}

/** Cell number of a later row of a box. */
function rowStart(corner: number, row: number): number {
  return Cell.FIELD_GRID + ((corner + GRID_WIDTH * row) & 0xff);
}

/** Writes a code into the cells of a box. @param kept bits of the old cells that stay */
function fillBox(ram: Uint8Array, corner: number, width: number, height: number, kept: number, code: number): void {
  for (let row = 0; row < height; row++) {
    const start = rowStart(corner, row);
    for (let at = start; at < start + width; at++) ram[at] = ((ram[at] as number) & kept) | code;
  }
}

/** Writes an enemy's code into the cells of its box. */
export function fillEnemyBox(ram: Uint8Array, enemy: number): void {
  const species = read16(ram, enemy + Enemy.SPECIES);
  const width = ram[species + Species.WIDTH] as number;
  const height = ram[species + Species.HEIGHT] as number;
  const corner = cellNumber(ram[enemy + Enemy.CELL_X] as number, ram[enemy + Enemy.CELL_Y] as number);
  fillBox(ram, corner, width, height, KEPT_BY_PLACING, ENEMY_SIDE | enemyNumber(enemy));
}

/** C1:51FB. */
export function placeEnemy(machine: Machine, enemy: number): void {
  fillEnemyBox(machine.ram, enemy);
}

/** Whether a cell keeps somebody with this code out. */
export function holdsAnother(cell: number, code: number): boolean {
  return (cell & OCCUPANT_NUMBER) !== 0 && (cell & OCCUPANT) !== code;
}

function boxIsFree(ram: Uint8Array, corner: number, width: number, height: number, code: number): boolean {
  for (let row = 0; row < height; row++) {
    const start = rowStart(corner, row);
    for (let at = start; at < start + width; at++) if (holdsAnother(ram[at] as number, code)) return false;
  }
  return true;
}

/**
 * Whether a box of this size, from this coordinate on, reaches over the field's edge; the sum wraps
 * at 256.
 */
export function reachesOut(coordinate: number, size: number): boolean {
  return ((coordinate + size) & 0xff) > FIELD_SIDE;
}

/**
 * C1:41FF, moves a box to the wanted cell for the side whose bit is in 0313. The code replaces that
 * bit.
 * @returns `MOVED` or `BLOCKED`
 */
export function moveOccupancyOfSide(machine: Machine, enemy: number): number {
  const ram = machine.ram;
  const code = (ram[SIDE] as number) | enemyNumber(enemy);
  ram[SIDE] = code;
  const species = read16(ram, enemy + Enemy.SPECIES);
  const width = ram[species + Species.WIDTH] as number;
  const height = ram[species + Species.HEIGHT] as number;
  const x = ram[enemy + Enemy.WANTED_X] as number;
  const y = ram[enemy + Enemy.WANTED_Y] as number;
  if (reachesOut(x, width) || reachesOut(y, height)) return BLOCKED;
  const wanted = cellNumber(x, y);
  if (!boxIsFree(ram, wanted, width, height, code)) return BLOCKED;
  const present = cellNumber(ram[enemy + Enemy.CELL_X] as number, ram[enemy + Enemy.CELL_Y] as number);
  fillBox(ram, present, width, height, FIELD_BITS, 0);
  fillBox(ram, wanted, width, height, FIELD_BITS, code);
  return MOVED;
}

/**
 * C1:41F2, the same for an enemy. @returns `MOVED`, `BLOCKED` or, for one that the player drives,
 * `DRIVEN_MOVE`
 */
export function moveOccupancy(machine: Machine, enemy: number): number {
  if (machine.ram[enemy + Enemy.STATE] === DRIVEN) return DRIVEN_MOVE;
  machine.ram[SIDE] = ENEMY_SIDE;
  return moveOccupancyOfSide(machine, enemy);
}

/**
 * Lists of four cells in bank C1, by the cell that is needed: column 2 row 3, column 2, row 3,
 * neither.
 */
const REFUGES = 0x7e5e;
const REFUGE_BYTES = 8;
/** Cells of all lists; what lies behind them is not known. */
const REFUGE_CELLS = 16;

/** First byte of the list for an ally at this cell. */
export function refugeList(x: number, y: number): number {
  return REFUGES + REFUGE_BYTES * ((x === 2 ? 0 : 2) + (y === 3 ? 0 : 1));
}

/**
 * C1:7DF1, an ally makes room for an enemy of the last battle: the first free cell of a list
 * becomes its wanted cell. A list whose cells are all taken is read past its end.
 */
export function pushAllyAside(machine: Machine, ally: number): void {
  const { ram, tables } = machine;
  write16(ram, Cell.SUBJECT, ally);
  let at = refugeList(ram[ally + Ally.CELL_X] as number, ram[ally + Ally.CELL_Y] as number);
  for (const end = REFUGES + 2 * REFUGE_CELLS; at < end; at += 2) {
    const x = tableByte(tables.bankC1, at);
    const y = tableByte(tables.bankC1, at + 1);
    const cell = Cell.FIELD_GRID + GRID_WIDTH * y + x;
    if (((ram[cell] as number) & OCCUPANT_NUMBER) !== 0) continue;
    ram[cell] = (ram[cell] as number) | (((ally >> 6) & 3) + 1);
    ram[ally + Ally.WANTED_X] = x;
    ram[ally + Ally.WANTED_Y] = y;
    ram[ally + Ally.HITS_LANDED] = 0;
    return;
  }
}
