/**
 * An enemy enters the battle: C1:FB7C (block and species), 25F2 and 2616 (numbered NAME enemies grow). Evidence:
 * executed; a species that is not loaded yet leads into three unpublished bytes after its record was copied.
 */
import { read16, write16 } from '../../int/uint.js';
import {
  ENEMY_CELL_07,
  ENEMY_CELL_X,
  ENEMY_CELL_Y,
  ENEMY_CHARGE,
  ENEMY_FACING,
  ENEMY_ID,
  ENEMY_NAME_NUMBER,
  ENEMY_SKILL_STATE,
  ENEMY_SPECIES,
  ENEMY_STATE,
  ENEMY_STATS,
  FIRST_SPECIES,
  NAME_COUNTERS,
  NEAREST_ALLY_POINTER,
  SPECIES_ID,
  SPECIES_START_ABNORMALITY,
  SPECIES_STATE,
  SPECIES_STATS,
  SPECIES_STRIDE,
  SPECIES_TYPE,
  WORK_0308,
  WORK_0310,
} from '../memory/cells.js';
import type { Machine } from '../memory/machine.js';
import { loadSpeciesRecord } from '../memory/species-record.js';
import { tableByte } from '../memory/tables.js';
import { startEnemyValues } from '../turn/battle-start.js';

/** Exits of `enterEnemy`. */
export const ENEMY_ENTERED = 0;
export const SPECIES_LOADED = 1;
export const NO_FREE_SPECIES = 2;

/** Cell 031E holds the enemy block that is filled next. */
const NEXT_ENEMY = NEAREST_ALLY_POINTER;
/** An id that never matches a loaded species. */
const NEVER_MATCHES = 0xff;
const IN_BATTLE = 0xff;

/** Species block that holds an id, or the first free one, or 0. */
export function speciesBlockOf(ram: Uint8Array, id: number): number {
  for (let index = 0; index < 4; index++) {
    const species = FIRST_SPECIES + SPECIES_STRIDE * index;
    if (ram[species + SPECIES_STATE] === 0) return species;
    if (id !== NEVER_MATCHES && ram[species + SPECIES_ID] === id) return species;
  }
  return 0;
}

/** Fills the block at 031E. @param place facing, column and row in one byte */
function fillEnemyBlock(machine: Machine, species: number, id: number, place: number): void {
  const ram = machine.ram;
  const enemy = read16(ram, NEXT_ENEMY);
  ram[enemy + ENEMY_ID] = id;
  ram[enemy + ENEMY_STATE] = IN_BATTLE;
  ram[enemy + ENEMY_SKILL_STATE] = 0;
  ram[enemy + ENEMY_CHARGE] = 0;
  ram[enemy + ENEMY_CELL_07] = 0;
  write16(ram, enemy + ENEMY_SPECIES, species);
  ram[enemy + ENEMY_FACING] = place & 0xc0;
  ram[enemy + ENEMY_CELL_X] = (place >> 3) & 7;
  ram[enemy + ENEMY_CELL_Y] = place & 7;
  startEnemyValues(machine, enemy);
}

/** C1:FB7C. @param id of the enemy @param formation address in bank D6 of the head + 2 x number */
export function enterEnemy(machine: Machine, id: number, formation: number): number {
  const ram = machine.ram;
  ram[WORK_0310] = id;
  const species = speciesBlockOf(ram, id);
  if (species === 0) return NO_FREE_SPECIES;
  if (ram[species + SPECIES_STATE] === 0) {
    ram[species + SPECIES_ID] = id;
    ram[species + SPECIES_STATE] = IN_BATTLE;
    ram[species + SPECIES_START_ABNORMALITY] = 0;
    loadSpeciesRecord(machine, species);
    return SPECIES_LOADED;
  }
  fillEnemyBlock(machine, species, id, tableByte(machine.tables.bankD6, formation + 8));
  return ENEMY_ENTERED;
}

/** C1:2616, the amount in 0310 is added to the four stats, also as base stats of the species; sums wrap at 256. */
export function raiseEnemyStats(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const species = read16(ram, enemy + ENEMY_SPECIES);
  const amount = ram[WORK_0310] as number;
  for (let stat = 0; stat < 4; stat++) {
    const sum = (ram[enemy + ENEMY_STATS + stat] as number) + amount;
    ram[enemy + ENEMY_STATS + stat] = sum;
    ram[species + SPECIES_STATS + stat] = sum;
  }
  ram[WORK_0308] = 0;
}

/** C1:25F2, an enemy of a NAME class takes the class's next number and grows by it. */
export function numberNameEnemy(machine: Machine, enemy: number, species: number): void {
  const ram = machine.ram;
  const nameClass = (ram[species + SPECIES_TYPE] as number) & 0xf0;
  ram[WORK_0310 + 1] = nameClass;
  if (nameClass === 0) return;
  const counter = NAME_COUNTERS + (nameClass >> 4);
  const value = ram[counter] as number;
  ram[WORK_0310] = value;
  ram[counter] = value + 1;
  ram[enemy + ENEMY_NAME_NUMBER] = value + nameClass;
  raiseEnemyStats(machine, enemy);
}
