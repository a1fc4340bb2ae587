/**
 * Knockback by one cell: C1:D052. Evidence: executed; the bytes that follow a step that was tried
 * (C1:D0B7, D0D3, D0EF) are deduced: a blocked step goes on to the next.
 */
import { read8, read16, write16 } from '../../int/uint.js';
import {
  cellNumber,
  ENEMY_SIDE,
  enemyNumber,
  FIELD_SIDE,
  GRID_WIDTH,
  holdsAnother,
  MOVED,
  moveOccupancy,
  reachesOut,
} from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { exitWith, type Machine, packResult, type RoutineResult } from '../memory/machine.js';
import { wantPresentCell } from './displacement.js';

/** Exits of `tryKnockback`; byte = what the move answered, 0 = moved. */
export const NO_STEP = 0;
export const BOTH_TRIED = 1;
const ROW_TRIED = 2;
const COLUMN_TRIED = 3;

const STEP_X = Cell.WORK_0314;
const STEP_Y = Cell.WORK_0314 + 1;
const BLOCKED_ANSWER = 0xff;

/** Direction away from the user along an axis: 1, 255 (= -1) or 0 within the span of the box. */
export function awayFrom(user: number, corner: number, size: number): number {
  if (user < corner) return 1;
  return user > ((corner + size - 1) & 0xff) ? 0xff : 0;
}

/**
 * Rows and columns that were left when a cell of the wanted box kept the enemy out; 0 = none did.
 */
function leaveBlockedCell(ram: Uint8Array, corner: number, width: number, height: number, code: number): void {
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = Cell.FIELD_GRID + ((corner + GRID_WIDTH * row) & 0xff) + column;
      if (!holdsAnother(read8(ram, at), code)) continue;
      ram[Cell.WORK_0308] = width - column;
      ram[Cell.WORK_0308 + 1] = height - row;
      return;
    }
  }
}

/**
 * The move to the wanted cell together with what it leaves in the work cells. @returns `MOVED` or
 * what blocked it
 */
function moveBox(machine: Machine, enemy: number): number {
  const ram = machine.ram;
  const species = read16(ram, enemy + Enemy.SPECIES);
  const width = read8(ram, species + Species.WIDTH);
  const height = read8(ram, species + Species.HEIGHT);
  const x = read8(ram, enemy + Enemy.WANTED_X);
  const y = read8(ram, enemy + Enemy.WANTED_Y);
  ram[Cell.WORK_0308 + 1] = height;
  ram[Cell.WORK_030A] = width;
  ram[Cell.WORK_030B] = height;
  ram[Cell.WORK_0312] = FIELD_SIDE + 1 - width;
  const result = moveOccupancy(machine, enemy);
  if (reachesOut(x, width) || reachesOut(y, height)) return result;
  const wanted = cellNumber(x, y);
  write16(ram, Cell.WORK_0310, wanted);
  if (result !== MOVED) {
    leaveBlockedCell(ram, wanted, width, height, ENEMY_SIDE | enemyNumber(enemy));
    return result;
  }
  ram[Cell.WORK_0308] = 0;
  ram[Cell.WORK_0308 + 1] = 0;
  write16(ram, STEP_X, cellNumber(read8(ram, enemy + Enemy.CELL_X), read8(ram, enemy + Enemy.CELL_Y)));
  return result;
}

/** Whether a step by this much stays on the field; its cell becomes the wanted one. */
function wantStep(ram: Uint8Array, enemy: number, stepX: number, stepY: number): boolean {
  const x = (read8(ram, enemy + Enemy.CELL_X) + stepX) & 0xff;
  const y = (read8(ram, enemy + Enemy.CELL_Y) + stepY) & 0xff;
  if (x >= FIELD_SIDE || y >= FIELD_SIDE) return false;
  ram[enemy + Enemy.WANTED_X] = x;
  ram[enemy + Enemy.WANTED_Y] = y;
  return true;
}

/** Steps away from the user to 0314 and 0315. @returns false when there is none */
function takeDirection(ram: Uint8Array, enemy: number): boolean {
  const user = read16(ram, Cell.SKILL_USER);
  const species = read16(ram, enemy + Enemy.SPECIES);
  const stepX = awayFrom(
    read8(ram, user + Ally.CELL_X),
    read8(ram, enemy + Enemy.CELL_X),
    read8(ram, species + Species.WIDTH),
  );
  const stepY = awayFrom(
    read8(ram, user + Ally.CELL_Y),
    read8(ram, enemy + Enemy.CELL_Y),
    read8(ram, species + Species.HEIGHT),
  );
  ram[STEP_X] = stepX;
  ram[STEP_Y] = stepY;
  return (stepX | stepY) !== 0;
}

/** C1:D052 up to the first step that is tried. */
export function tryKnockback(machine: Machine, enemy: number): RoutineResult {
  const ram = machine.ram;
  if (!takeDirection(ram, enemy)) return exitWith(NO_STEP);
  const stepX = read8(ram, STEP_X);
  const stepY = read8(ram, STEP_Y);
  let exit = NO_STEP;
  if (wantStep(ram, enemy, stepX, stepY)) exit = BOTH_TRIED;
  else if (stepY !== 0 && wantStep(ram, enemy, 0, stepY)) exit = ROW_TRIED;
  else if (stepX !== 0 && wantStep(ram, enemy, stepX, 0)) exit = COLUMN_TRIED;
  if (exit === NO_STEP) {
    wantPresentCell(machine, enemy);
    return exitWith(NO_STEP);
  }
  return packResult(exit, 0, moveBox(machine, enemy) === MOVED ? 0 : BLOCKED_ANSWER);
}

/**
 * C1:D052: both ways at once, then the row alone, then the column alone; when nothing is free the
 * enemy stays.
 */
export function knockBack(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  if (!takeDirection(ram, enemy)) return;
  const stepX = read8(ram, STEP_X);
  const stepY = read8(ram, STEP_Y);
  if (wantStep(ram, enemy, stepX, stepY) && moveBox(machine, enemy) === MOVED) return;
  if (stepY !== 0 && wantStep(ram, enemy, 0, stepY) && moveBox(machine, enemy) === MOVED) return;
  if (stepX !== 0 && wantStep(ram, enemy, stepX, 0) && moveBox(machine, enemy) === MOVED) return;
  wantPresentCell(machine, enemy);
}
