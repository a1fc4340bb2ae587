/**
 * Who is in the area (C1:DFAF) and who of them takes each hit (C1:D726). Evidence: executed; the
 * step to the next row of the area is five deduced bytes.
 */
import { multiplyHigh8 } from '../../int/hardware.js';
import { read8, write16 } from '../../int/uint.js';
import { OCCUPANT_NUMBER } from '../field/occupancy.js';
import { SEEK_ENEMIES } from '../field/targets.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { drawBattle } from '../memory/generators.js';
import { GRID_WORDS, lowestBit, soughtInArea } from '../memory/grid-words.js';
import { byteOf, type Machine, wordOf } from '../memory/machine.js';
import { ENEMY_LIST_DONE, ENEMY_PRESENT, nextEnemy } from '../memory/presence.js';
import * as Work from '../memory/work-cells.js';

/** Exits of `pickTargets`. */
export const HITS_DEALT = 0;
export const NO_HITS = 1;

const LIST_INDEX = Work.HITS + 2;
const PICKED = Work.HITS + 4;

/** C1:DFAF, numbers the enemies in the area in the order in which their first marked cell comes. */
export function numberEnemiesInArea(machine: Machine): void {
  const { ram, words } = machine;
  for (let at = 0; at < GRID_WORDS; at++) {
    for (let four = soughtInArea(words, at, SEEK_ENEMIES); four !== 0; four &= four - 1) {
      numberEnemy(ram, read8(ram, Cell.FIELD_GRID + 4 * at + lowestBit(four)) & OCCUPANT_NUMBER);
    }
  }
  ram[Work.COUNTER] = 0;
  ram[Work.SECOND_COUNTER] = 0;
}

function numberEnemy(ram: Uint8Array, occupant: number): void {
  const enemy = Enemy.FIRST + Enemy.STRIDE * (occupant - 1);
  write16(ram, Work.TARGET, enemy);
  if (read8(ram, enemy + Enemy.IN_RANGE) !== 0) return;
  const number = read8(ram, Cell.NEXT_IN_AREA);
  ram[enemy + Enemy.IN_RANGE] = number;
  ram[Cell.NEXT_IN_AREA] = number + 1;
}

/** Lists the low address bytes of the enemies that can be hit. @returns how many */
function listTargets(machine: Machine): number {
  const ram = machine.ram;
  let count = 0;
  let enemy = Enemy.FIRST - Enemy.STRIDE;
  for (;;) {
    const next = nextEnemy(machine, enemy);
    enemy = wordOf(next);
    if (byteOf(next) === ENEMY_LIST_DONE) return count;
    if (byteOf(next) !== ENEMY_PRESENT || read8(ram, enemy + Enemy.IN_RANGE) === 0) continue;
    ram[Cell.HIT_LIST + count] = enemy & 0xff;
    count++;
  }
}

/**
 * C1:D726, deals the hits in 0310 one by one; a draw for each, also when there is only one enemy.
 */
export function pickTargets(machine: Machine): number {
  const ram = machine.ram;
  const hits = read8(ram, Work.HITS);
  if (hits === 0) return NO_HITS;
  const count = listTargets(machine);
  ram[Work.COUNTER] = hits;
  ram[Work.SECOND_COUNTER] = count;
  if (count === 0) return HITS_DEALT;
  for (let left = hits; left > 0; left--) dealHit(machine, count);
  ram[Work.COUNTER] = 0;
  return HITS_DEALT;
}

function dealHit(machine: Machine, count: number): void {
  const ram = machine.ram;
  const index = multiplyHigh8(drawBattle(machine, 0xc1d726), count);
  const enemy = Enemy.FIRST + read8(ram, Cell.HIT_LIST + index);
  write16(ram, LIST_INDEX, index);
  write16(ram, PICKED, enemy);
  ram[enemy + Enemy.HITS_ASSIGNED] = read8(ram, enemy + Enemy.HITS_ASSIGNED) + 1;
}
