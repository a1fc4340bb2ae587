/**
 * Where the nearest ally is and what the movement pattern says to that: C1:913A, 91AB, 91C6, 90C5. Evidence: executed;
 * distances beyond 4 to the left and up go through three deduced bytes (C1:91E6).
 *
 * Kept as it is: each distance is capped at 4 before the two are added, so far allies tie, and the lower number wins.
 */
import { read16, write16 } from '../../int/uint.js';
import {
  ALLY_CELL_X,
  ALLY_CELL_Y,
  ALLY_ID,
  ALLY_STATE,
  ALLY_STATUSES,
  ALLY_STRIDE,
  ENEMY_ABNORMALITY,
  ENEMY_CELL_X,
  ENEMY_CELL_Y,
  ENEMY_FACING,
  ENEMY_NEAREST_ALLY,
  ENEMY_SPECIES,
  FIRST_ALLY,
  NEAREST_ALLY_POINTER,
  ORDINARY_ENEMY_PRESENT,
  OUT_OF_FIGHT,
  PATTERN_X,
  PATTERN_Y,
  PRESENT,
  ROW,
  SPECIES_HEIGHT,
  SPECIES_MOVE_PATTERN,
  SPECIES_WIDTH,
  WORK_0310,
  WORK_0314,
} from '../memory/cells.js';
import { type Machine, type Outcome, outcome } from '../memory/machine.js';
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
const BOX_LEFT = WORK_0314;
const BOX_RIGHT = WORK_0314 + 1;
const BOX_TOP = ORDINARY_ENEMY_PRESENT;
const BOX_BOTTOM = ORDINARY_ENEMY_PRESENT + 1;

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
  const species = read16(ram, enemy + ENEMY_SPECIES);
  const x = ram[enemy + ENEMY_CELL_X] as number;
  const y = ram[enemy + ENEMY_CELL_Y] as number;
  ram[BOX_LEFT] = x;
  ram[BOX_RIGHT] = x + (ram[species + SPECIES_WIDTH] as number) - 1;
  ram[BOX_TOP] = y;
  ram[BOX_BOTTOM] = y + (ram[species + SPECIES_HEIGHT] as number) - 1;
}

/** C1:91AB, relative column of an ally to 0310. */
export function relativeX(machine: Machine, ally: number): void {
  const ram = machine.ram;
  ram[WORK_0310] = relativeCoordinate(
    ram[ally + ALLY_CELL_X] as number,
    ram[BOX_LEFT] as number,
    ram[BOX_RIGHT] as number,
  );
}

/** C1:91C6, relative row of an ally to 0311. */
export function relativeY(machine: Machine, ally: number): void {
  const ram = machine.ram;
  ram[WORK_0310 + 1] = relativeCoordinate(
    ram[ally + ALLY_CELL_Y] as number,
    ram[BOX_TOP] as number,
    ram[BOX_BOTTOM] as number,
  );
}

function counts(ram: Uint8Array, ally: number): boolean {
  if (ram[ally + ALLY_ID] === 0xff || ((ram[ally + ALLY_STATE] as number) & PRESENT) === 0) return false;
  return ram[ally + ALLY_STATUSES] !== OUT_OF_FIGHT;
}

/** C1:913A, the ally with the smallest sum of distances: its number to ACn7, its block to 031E. */
export function findNearestAlly(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  takeBox(ram, enemy);
  let number = 0;
  let best = 0xff;
  write16(ram, NEAREST_ALLY_POINTER, 0);
  for (let index = 0; index < 4; index++) {
    const ally = FIRST_ALLY + ALLY_STRIDE * index;
    if (!counts(ram, ally)) continue;
    relativeX(machine, ally);
    relativeY(machine, ally);
    const sum = distanceFromLine(ram[WORK_0310] as number) + distanceFromLine(ram[WORK_0310 + 1] as number);
    if (sum >= best) continue;
    best = sum;
    number = index + 1;
    write16(ram, NEAREST_ALLY_POINTER, ally);
  }
  ram[enemy + ENEMY_NEAREST_ALLY] = number;
}

/** Number of the pattern: an abnormality brings its own unless its row keeps the species'. */
export function patternNumber(rowByte: number, abnormality: number, own: number): number {
  return (rowByte & OWN_MOVEMENT) !== 0 || abnormality === 0 ? own : abnormality - 1;
}

/** C1:90C5, the action code of the pattern. @returns byte = code; exit `NO_ALLY` */
export function movePatternCode(machine: Machine, enemy: number): Outcome {
  const { ram, tables } = machine;
  takeBox(ram, enemy);
  const ally = read16(ram, NEAREST_ALLY_POINTER);
  if (ally === 0) return outcome(NO_ALLY, 0, 0xff);
  relativeX(machine, ally);
  relativeY(machine, ally);
  const facing = ram[enemy + ENEMY_FACING] as number;
  if ((facing & 0x40) !== 0) ram[WORK_0310] = 8 - (ram[WORK_0310] as number);
  if ((facing & 0x80) !== 0) ram[WORK_0310 + 1] = 8 - (ram[WORK_0310 + 1] as number);
  const x = ram[WORK_0310] as number;
  const y = ram[WORK_0310 + 1] as number;
  ram[PATTERN_X] = x;
  ram[PATTERN_Y] = y;
  const own = ram[read16(ram, enemy + ENEMY_SPECIES) + SPECIES_MOVE_PATTERN] as number;
  const pattern = patternNumber(ram[ROW] as number, ram[enemy + ENEMY_ABNORMALITY] as number, own);
  const first = tableWord(tables.bankD5, POINTER_ABNORMALITY) + PATTERNS_AFTER_ROWS;
  const within = PATTERN_SIDE * PATTERN_SIDE * pattern + PATTERN_SIDE * y + x;
  return outcome(0, 0, tableByte(tables.bankD5, first + within));
}
