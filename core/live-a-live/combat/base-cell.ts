/**
 * The cell a skill comes from: C1:E061, and C1:E0A2 that also keeps the attribute of the skill before. Evidence:
 * executed.
 *
 * Kept as it is: two draws for every enemy user, also for one of a single cell.
 */
import { read8, read16 } from '../../int/uint.js';
import {
  ALLY_CELL_X,
  ALLY_CELL_Y,
  ENEMY_CELL_X,
  ENEMY_CELL_Y,
  ENEMY_SPECIES,
  FIRST_ALLY,
  SKILL_USER,
  SPECIES_HEIGHT,
  SPECIES_WIDTH,
} from '../memory/cells.js';
import { drawBattle } from '../memory/generators.js';
import type { Machine } from '../memory/machine.js';
import { SKILL_TYPE } from '../memory/skill-record.js';
import { BASE_X, BASE_Y, PREVIOUS_ATTRIBUTE, SECOND_COUNTER, TARGET } from '../memory/work-cells.js';
import { activeByte } from './skill-copy.js';

const DRAWN_X = TARGET;
const DRAWN_Y = TARGET + 1;

/** Coordinate of the middle of a side; a drawn bit decides between two middle cells. */
export function middle(corner: number, size: number, bit: number): number {
  return ((2 * corner + size - 1 + bit) & 0xff) >> 1;
}

/** Attribute of a skill plus 1; 0 = the one that stands for none. */
export function attributeMark(type: number): number {
  return (type + 1) & 0x0f;
}

/** C1:E061, base cell of the skill's user to 0312 and 0313. */
export function takeBaseCell(machine: Machine): void {
  const ram = machine.ram;
  const user = read16(ram, SKILL_USER);
  if (user >= FIRST_ALLY) {
    ram[BASE_X] = read8(ram, user + ALLY_CELL_X);
    ram[BASE_Y] = read8(ram, user + ALLY_CELL_Y);
    return;
  }
  const species = read16(ram, user + ENEMY_SPECIES);
  const bitX = drawBattle(machine, 0xc1e061) & 1;
  const bitY = drawBattle(machine, 0xc1e061) & 1;
  ram[DRAWN_X] = bitX;
  ram[DRAWN_Y] = bitY;
  ram[BASE_X] = middle(read8(ram, user + ENEMY_CELL_X), read8(ram, species + SPECIES_WIDTH), bitX);
  ram[BASE_Y] = middle(read8(ram, user + ENEMY_CELL_Y), read8(ram, species + SPECIES_HEIGHT), bitY);
}

/** C1:E0A2, before a skill is loaded: the one still in the copy is the skill before. */
export function keepPreviousAttribute(machine: Machine): void {
  const ram = machine.ram;
  ram[PREVIOUS_ATTRIBUTE] = attributeMark(activeByte(ram, SKILL_TYPE));
  ram[SECOND_COUNTER] = 0;
  takeBaseCell(machine);
}
