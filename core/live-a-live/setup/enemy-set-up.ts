/**
 * An enemy enters the battle: C1:FB7C (block and species), 25F2 and 2616 (numbered NAME enemies
 * grow). Evidence: executed; a species that is not loaded yet leads into three unpublished bytes
 * after its record was copied.
 */

import { read16, write16 } from '../../int/uint.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';

import type { Machine } from '../memory/machine.js';
import { loadSpeciesRecord } from '../memory/skill-record.js';
import { tableByte } from '../memory/tables.js';
import { startEnemyValues } from '../turn/battle-start.js';

/** Exits of `enterEnemy`. */
export const ENEMY_ENTERED = 0;
export const SPECIES_LOADED = 1;
export const NO_FREE_SPECIES = 2;

/** Cell 031E holds the enemy block that is filled next. */
const NEXT_ENEMY = Cell.NEAREST_ALLY_POINTER;
/** An id that never matches a loaded species. */
const NEVER_MATCHES = 0xff;
const IN_BATTLE = 0xff;

/** Species block that holds an id, or the first free one, or 0. */
export function speciesBlockOf(ram: Uint8Array, id: number): number {
  for (let index = 0; index < 4; index++) {
    const species = Species.FIRST + Species.STRIDE * index;
    if (ram[species + Species.STATE] === 0) return species;
    if (id !== NEVER_MATCHES && ram[species + Species.ID] === id) return species;
  }
  return 0;
}

/** Fills the block at 031E. @param place facing, column and row in one byte */
function fillEnemyBlock(machine: Machine, species: number, id: number, place: number): void {
  const ram = machine.ram;
  const enemy = read16(ram, NEXT_ENEMY);
  ram[enemy + Enemy.ID] = id;
  ram[enemy + Enemy.STATE] = IN_BATTLE;
  ram[enemy + Enemy.SKILL_STATE] = 0;
  ram[enemy + Enemy.CHARGE] = 0;
  ram[enemy + Enemy.CELL_07] = 0;
  write16(ram, enemy + Enemy.SPECIES, species);
  ram[enemy + Enemy.FACING] = place & 0xc0;
  ram[enemy + Enemy.CELL_X] = (place >> 3) & 7;
  ram[enemy + Enemy.CELL_Y] = place & 7;
  startEnemyValues(machine, enemy);
}

/** C1:FB7C. @param id of the enemy @param formation address in bank D6 of the head + 2 x number */
export function enterEnemy(machine: Machine, id: number, formation: number): number {
  const ram = machine.ram;
  ram[Cell.WORK_0310] = id;
  const species = speciesBlockOf(ram, id);
  if (species === 0) return NO_FREE_SPECIES;
  if (ram[species + Species.STATE] === 0) {
    ram[species + Species.ID] = id;
    ram[species + Species.STATE] = IN_BATTLE;
    ram[species + Species.START_ABNORMALITY] = 0;
    loadSpeciesRecord(machine, species);
    return SPECIES_LOADED;
  }
  fillEnemyBlock(machine, species, id, tableByte(machine.tables.bankD6, formation + 8));
  return ENEMY_ENTERED;
}

/**
 * C1:2616, the amount in 0310 is added to the four stats, also as base stats of the species; sums
 * wrap at 256.
 */
export function raiseEnemyStats(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const species = read16(ram, enemy + Enemy.SPECIES);
  const amount = ram[Cell.WORK_0310] as number;
  for (let stat = 0; stat < 4; stat++) {
    const sum = (ram[enemy + Enemy.STATS + stat] as number) + amount;
    ram[enemy + Enemy.STATS + stat] = sum;
    ram[species + Species.STATS + stat] = sum;
  }
  ram[Cell.WORK_0308] = 0;
}

/** C1:25F2, an enemy of a NAME class takes the class's next number and grows by it. */
export function numberNameEnemy(machine: Machine, enemy: number, species: number): void {
  const ram = machine.ram;
  const nameClass = (ram[species + Species.TYPE] as number) & 0xf0;
  ram[Cell.WORK_0310 + 1] = nameClass;
  if (nameClass === 0) return;
  const counter = PartyRecord.NAME_COUNTERS + (nameClass >> 4);
  const value = ram[counter] as number;
  ram[Cell.WORK_0310] = value;
  ram[counter] = value + 1;
  ram[enemy + Enemy.NAME_NUMBER] = value + nameClass;
  raiseEnemyStats(machine, enemy);
}
