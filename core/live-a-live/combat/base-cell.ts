/**
 * The cell a skill comes from: C1:E061, and C1:E0A2 that also keeps the attribute of the skill
 * before. Evidence: executed.
 *
 * Kept as it is: two draws for every enemy user, also for one of a single cell.
 */
import { read8, read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { drawBattle } from '../memory/generators.js';
import type { Machine } from '../memory/machine.js';
import { SKILL_TYPE } from '../memory/skill-record.js';
import * as Work from '../memory/work-cells.js';
import { activeByte } from './skill-copy.js';

const DRAWN_X = Work.TARGET;
const DRAWN_Y = Work.TARGET + 1;

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
  const user = read16(ram, Cell.SKILL_USER);
  if (user >= Ally.FIRST) {
    ram[Work.BASE_X] = read8(ram, user + Ally.CELL_X);
    ram[Work.BASE_Y] = read8(ram, user + Ally.CELL_Y);
    return;
  }
  const species = read16(ram, user + Enemy.SPECIES);
  const bitX = drawBattle(machine, 0xc1e061) & 1;
  const bitY = drawBattle(machine, 0xc1e061) & 1;
  ram[DRAWN_X] = bitX;
  ram[DRAWN_Y] = bitY;
  ram[Work.BASE_X] = middle(read8(ram, user + Enemy.CELL_X), read8(ram, species + Species.WIDTH), bitX);
  ram[Work.BASE_Y] = middle(read8(ram, user + Enemy.CELL_Y), read8(ram, species + Species.HEIGHT), bitY);
}

/** C1:E0A2, before a skill is loaded: the one still in the copy is the skill before. */
export function keepPreviousAttribute(machine: Machine): void {
  const ram = machine.ram;
  ram[Work.PREVIOUS_ATTRIBUTE] = attributeMark(activeByte(ram, SKILL_TYPE));
  ram[Work.SECOND_COUNTER] = 0;
  takeBaseCell(machine);
}
