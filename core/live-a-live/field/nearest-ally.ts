/**
 * Where the nearest ally is and what the movement pattern says to that: C1:913A, 91AB, 91C6, 90C5.
 * Evidence: executed; distances beyond 4 to the left and up go through three deduced bytes
 * (C1:91E6).
 *
 * Kept as it is: each distance is capped at 4 before the two are added, so far allies tie, and the
 * lower number wins.
 */
import { read16, write16 } from '../../int/uint.js';
import * as AbnormalityRow from '../memory/cells/abnormality-row.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { type Machine, packResult, type RoutineResult } from '../memory/machine.js';
import { OUT_OF_FIGHT, PRESENT } from '../memory/state-bits.js';
import { POINTER_ABNORMALITY, tableByte, tableWord } from '../memory/tables.js';

/** Value of a relative coordinate in line with the box. */
export const IN_LINE = 4;
/** Cells of a side of a movement pattern. */
export const PATTERN_SIDE = 9;
/** Bytes of the abnormality rows, which stand before the patterns. */
const PATTERNS_AFTER_ROWS = 0x80;
/** Bit of the abnormality row's first byte: the species' own pattern is kept. */
const OWN_MOVEMENT = 0x04;
/** Exit of `movePatternCode`: there is no ally. */
export const NO_ALLY = 1;

/** Edges of the enemy's box. */
const BOX_LEFT = Cell.WORK_0314;
const BOX_RIGHT = Cell.WORK_0314 + 1;
const BOX_TOP = Cell.ORDINARY_ENEMY_PRESENT;
const BOX_BOTTOM = Cell.ORDINARY_ENEMY_PRESENT + 1;

/** Coordinate seen from a box, 0..8 with 4 in line. */
export function relativeCoordinate(at: number, low: number, high: number): number {
  const difference = at < low ? at - low : at >= high ? at - high : 0;
  const shifted = (difference + IN_LINE) & 0xff;
  if (shifted >= 0x80) return 0;
  return Math.min(shifted, 8);
}

/** Distance of a relative coordinate from the line. */
export function distanceFromLine(relative: number): number {
  return relative < IN_LINE ? IN_LINE - relative : relative - IN_LINE;
}

/** C1:91F0, edges of the enemy's box to 0314-0317. */
export function takeBox(ram: Uint8Array, enemy: number): void {
  const species = read16(ram, enemy + Enemy.SPECIES);
  const x = ram[enemy + Enemy.CELL_X] as number;
  const y = ram[enemy + Enemy.CELL_Y] as number;
  ram[BOX_LEFT] = x;
  ram[BOX_RIGHT] = x + (ram[species + Species.WIDTH] as number) - 1;
  ram[BOX_TOP] = y;
  ram[BOX_BOTTOM] = y + (ram[species + Species.HEIGHT] as number) - 1;
}

/** C1:91AB, relative column of an ally to 0310. */
export function relativeX(machine: Machine, ally: number): void {
  const ram = machine.ram;
  ram[Cell.WORK_0310] = relativeCoordinate(
    ram[ally + Ally.CELL_X] as number,
    ram[BOX_LEFT] as number,
    ram[BOX_RIGHT] as number,
  );
}

/** C1:91C6, relative row of an ally to 0311. */
export function relativeY(machine: Machine, ally: number): void {
  const ram = machine.ram;
  ram[Cell.WORK_0310 + 1] = relativeCoordinate(
    ram[ally + Ally.CELL_Y] as number,
    ram[BOX_TOP] as number,
    ram[BOX_BOTTOM] as number,
  );
}

function counts(ram: Uint8Array, ally: number): boolean {
  if (ram[ally + Ally.ID] === 0xff || ((ram[ally + Ally.STATE] as number) & PRESENT) === 0) return false;
  return ram[ally + Ally.STATUSES] !== OUT_OF_FIGHT;
}

/** C1:913A, the ally with the smallest sum of distances: its number to ACn7, its block to 031E. */
export function findNearestAlly(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  takeBox(ram, enemy);
  let number = 0;
  let best = 0xff;
  write16(ram, Cell.NEAREST_ALLY_POINTER, 0);
  for (let index = 0; index < 4; index++) {
    const ally = Ally.FIRST + Ally.STRIDE * index;
    if (!counts(ram, ally)) continue;
    relativeX(machine, ally);
    relativeY(machine, ally);
    const sum = distanceFromLine(ram[Cell.WORK_0310] as number) + distanceFromLine(ram[Cell.WORK_0310 + 1] as number);
    if (sum >= best) continue;
    best = sum;
    number = index + 1;
    write16(ram, Cell.NEAREST_ALLY_POINTER, ally);
  }
  ram[enemy + Enemy.NEAREST_ALLY] = number;
}

/** Number of the pattern: an abnormality brings its own unless its row keeps the species'. */
export function patternNumber(rowByte: number, abnormality: number, own: number): number {
  return (rowByte & OWN_MOVEMENT) !== 0 || abnormality === 0 ? own : abnormality - 1;
}

/** C1:90C5, the action code of the pattern. @returns byte = code; exit `NO_ALLY` */
export function movePatternCode(machine: Machine, enemy: number): RoutineResult {
  const { ram, tables } = machine;
  takeBox(ram, enemy);
  const ally = read16(ram, Cell.NEAREST_ALLY_POINTER);
  if (ally === 0) return packResult(NO_ALLY, 0, 0xff);
  relativeX(machine, ally);
  relativeY(machine, ally);
  const facing = ram[enemy + Enemy.FACING] as number;
  if ((facing & 0x40) !== 0) ram[Cell.WORK_0310] = 8 - (ram[Cell.WORK_0310] as number);
  if ((facing & 0x80) !== 0) ram[Cell.WORK_0310 + 1] = 8 - (ram[Cell.WORK_0310 + 1] as number);
  const x = ram[Cell.WORK_0310] as number;
  const y = ram[Cell.WORK_0310 + 1] as number;
  ram[Cell.PATTERN_X] = x;
  ram[Cell.PATTERN_Y] = y;
  const own = ram[read16(ram, enemy + Enemy.SPECIES) + Species.MOVE_PATTERN] as number;
  const pattern = patternNumber(ram[AbnormalityRow.DISABLED] as number, ram[enemy + Enemy.ABNORMALITY] as number, own);
  const first = tableWord(tables.bankD5, POINTER_ABNORMALITY) + PATTERNS_AFTER_ROWS;
  const within = PATTERN_SIDE * PATTERN_SIDE * pattern + PATTERN_SIDE * y + x;
  return packResult(0, 0, tableByte(tables.bankD5, first + within));
}
