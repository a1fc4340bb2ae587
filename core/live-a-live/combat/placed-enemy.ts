/**
 * C1:51FB with what it leaves in the work cells: combat routines take arguments from there.
 * Evidence: executed (combat and field sequences).
 */
import { read8, read16, write16 } from '../../int/uint.js';
import { cellNumber, ENEMY_SIDE, enemyNumber, GRID_WIDTH, placeEnemy } from '../field/occupancy.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import type { Machine } from '../memory/machine.js';

/** Places an enemy; rows left, width, the row after the last and the code stay behind. */
export function placeEnemyAndLeaveWork(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  placeEnemy(machine, enemy);
  const species = read16(ram, enemy + Enemy.SPECIES);
  const corner = cellNumber(read8(ram, enemy + Enemy.CELL_X), read8(ram, enemy + Enemy.CELL_Y));
  write16(ram, Cell.WORK_0308, 0);
  ram[Cell.WORK_030A] = read8(ram, species + Species.WIDTH);
  write16(ram, Cell.WORK_0310, (corner + GRID_WIDTH * read8(ram, species + Species.HEIGHT)) & 0xff);
  ram[Cell.WORK_0312] = ENEMY_SIDE | enemyNumber(enemy);
}
