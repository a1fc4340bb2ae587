/**
 * Who is inside the marked range: C1:2857, 285D (a random target of a side), C1:18BB, 180B (a
 * certain occupant). Evidence: executed.
 *
 * Kept as it is: the search for a target starts at a random cell of 64, of which eight stand for
 * cell 0, and walks through the unused eighth column.
 */
import { write16 } from '../../int/uint.js';
import * as Cell from '../memory/cells/cell.js';
import { drawBattle } from '../memory/generators.js';
import { GRID_WORDS, lowestBit, soughtOfWord } from '../memory/grid-words.js';
import { byteOf, type Machine, packResult, type RoutineResult } from '../memory/machine.js';
import { ENEMY_SIDE, enemyNumber, FIELD_SIDE, GRID_WIDTH, OCCUPANT } from './occupancy.js';

/** Cells of the grids. */
export const GRID_CELLS = 56;
/** What the side bit of an occupant is compared with: the one sought has the other value. */
export const SEEK_ALLIES = 0x10;
export const SEEK_ENEMIES = 0x00;
/** Answers in A. */
export const FOUND = 0xff;
export const NOT_FOUND = 0x00;

/** Cell at which the search starts, 0..55. */
export function firstCell(value: number): number {
  const cell = value & 0x3f;
  return cell < GRID_CELLS ? cell : 0;
}

/** First marked cell from one on, round the grid, that holds somebody of the side, or -1. */
export function soughtFrom(machine: Machine, first: number, side: number): number {
  const words = machine.words;
  let upper = 0;
  let lower = 0;
  for (let at = 0; at < GRID_WORDS; at++) {
    const four = soughtOfWord(words, at, side);
    if (at < 8) upper |= four << (4 * at);
    else lower |= four << (4 * at - 32);
  }
  return firstOfSet(first, upper, lower);
}

/** First cell of a set (`grid-words.ts`) from one on, round the grid, or -1. */
export function firstOfSet(first: number, upper: number, lower: number): number {
  if ((upper | lower) === 0) return -1;
  const ahead = first < 32 ? upper & (-1 << first) : lower & (-1 << (first - 32));
  if (ahead !== 0) return lowestBit(ahead) + (first & 32);
  const second = first < 32 ? lower : upper;
  if (second !== 0) return lowestBit(second) + (first < 32 ? 32 : 0);
  return first < 32 ? lowestBit(upper) : lowestBit(lower) + 32;
}

/** C1:285D, one draw; the target's cell goes to 03ED/03EE. @returns `FOUND` or `NOT_FOUND` */
export function pickTarget(machine: Machine, side: number): number {
  const ram = machine.ram;
  const first = firstCell(drawBattle(machine, 0xc1285d));
  return takePicked(ram, soughtFrom(machine, first, side));
}

/**
 * C1:285D with the cells in hand in which somebody of the side stands in the range: a set
 * (`grid-words.ts`).
 */
export function pickOfSet(machine: Machine, upper: number, lower: number): number {
  const first = firstCell(drawBattle(machine, 0xc1285d));
  return takePicked(machine.ram, firstOfSet(first, upper, lower));
}

function takePicked(ram: Uint8Array, cell: number): number {
  if (cell < 0) return NOT_FOUND;
  ram[Cell.PICKED_X] = cell & 7;
  ram[Cell.PICKED_Y] = cell >> 3;
  return FOUND;
}

/** C1:2857, an ally in the range. */
export function pickAllyTarget(machine: Machine): number {
  return pickTarget(machine, SEEK_ALLIES);
}

/** What C1:18BB leaves in A when nobody is there: the row after the last. */
const ROWS_DONE = 7;

/** Column, row and cell of the last look stay in the work cells. */
function leaveScan(ram: Uint8Array, x: number, y: number, cell: number): void {
  ram[Cell.WORK_0308] = x;
  ram[Cell.WORK_0308 + 1] = y;
  write16(ram, Cell.WORK_0310, cell);
}

/**
 * C1:18BB, looks for an occupant in the range, row by row. @returns word = last cell looked at,
 * byte = `FOUND` or 7
 */
export function findOccupant(machine: Machine, code: number): RoutineResult {
  const ram = machine.ram;
  ram[Cell.WORK_0312] = code;
  let cell = 0;
  for (let y = 0; y < FIELD_SIDE; y++) {
    for (let x = 0; x < FIELD_SIDE; x++) {
      cell = GRID_WIDTH * y + x;
      if (ram[Cell.RANGE_GRID + cell] === 0 || ((ram[Cell.FIELD_GRID + cell] as number) & OCCUPANT) !== code) continue;
      leaveScan(ram, x, y, cell);
      return packResult(0, cell, FOUND);
    }
  }
  leaveScan(ram, FIELD_SIDE, FIELD_SIDE, cell);
  return packResult(0, cell, ROWS_DONE);
}

/**
 * C1:180B, whether the attacker stands in the range. @returns byte = zero flag: 1 outside of it;
 * exit 1 inside
 */
export function attackerInRange(machine: Machine): RoutineResult {
  const code = ENEMY_SIDE | enemyNumber(machine.ram[Cell.ATTACKER_OFFSET] as number);
  return byteOf(findOccupant(machine, code)) === FOUND ? packResult(1, 0, 0) : packResult(0, 0, 1);
}
