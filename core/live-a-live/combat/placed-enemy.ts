/**
 * C1:51FB with what it leaves in the work cells: combat routines take arguments from there. Evidence: executed
 * (combat and field sequences).
 */
import { read8, read16, write16 } from '../../int/uint.js';
import { cellNumber, ENEMY_SIDE, enemyNumber, GRID_WIDTH, placeEnemy } from '../field/occupancy.js';
import {
  ENEMY_CELL_X,
  ENEMY_CELL_Y,
  ENEMY_SPECIES,
  SPECIES_HEIGHT,
  SPECIES_WIDTH,
  WORK_030A,
  WORK_0308,
  WORK_0310,
  WORK_0312,
} from '../memory/cells.js';
import type { Machine } from '../memory/machine.js';

/** Places an enemy; rows left, width, the row after the last and the code stay behind. */
export function placeEnemyAndLeaveWork(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  placeEnemy(machine, enemy);
  const species = read16(ram, enemy + ENEMY_SPECIES);
  const corner = cellNumber(read8(ram, enemy + ENEMY_CELL_X), read8(ram, enemy + ENEMY_CELL_Y));
  write16(ram, WORK_0308, 0);
  ram[WORK_030A] = read8(ram, species + SPECIES_WIDTH);
  write16(ram, WORK_0310, (corner + GRID_WIDTH * read8(ram, species + SPECIES_HEIGHT)) & 0xff);
  ram[WORK_0312] = ENEMY_SIDE | enemyNumber(enemy);
}
