/**
 * Allies that are fought as enemies: C1:F959 (who), F9E1 (place), FA31 (values). Evidence:
 * executed; an ally with fewer than four skills leads into an unpublished part.
 *
 * Kept as it is: its skills are the last four of the battle list, and the first entry of the list
 * is never reached.
 */

import { read16, write16 } from '../../int/uint.js';
import * as AbnormalityRow from '../memory/cells/abnormality-row.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { SKILL_SLOTS } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import { SPECIES_SKILLS } from '../memory/skill-record.js';
import { END_OF_LIST } from '../memory/state-bits.js';
import { tableByte } from '../memory/tables.js';
import { isRouteOfHero0 } from '../turn/menu.js';

/** Battle state of an ally that is fought as an enemy. */
export const FOUGHT_AS_ENEMY = 0x40;

/** Exits of `findAllyAsEnemy`. */
export const NO_MARK = 0;
export const HERO_0 = 1;
export const MARKED_ALLY = 2;

/** Exits of `copyAllyValues`. */
export const VALUES_COPIED = 0;
export const TOO_FEW_SKILLS = 1;

/** Last entry of a battle list. */
const LAST_ENTRY = SKILL_SLOTS - 1;

/** The marks are shifted through the last byte of the abnormality row. */
const MARKS = AbnormalityRow.BYTE_7;
/** Place of the ally, left in the row's cells: column, row, and both on the screen. */
const PLACE_X = AbnormalityRow.ONSET;
const PLACE_Y = AbnormalityRow.DAMAGE_CONSTANT;
const PLACE_PIXEL_X = AbnormalityRow.NON_ATTACK_INCREASE;
const PLACE_PIXEL_Y = AbnormalityRow.ATTACK_DECREASE;

/** C1:F959, the first ally whom the formation marks goes to 031C. */
export function findAllyAsEnemy(machine: Machine): number {
  const { ram, tables } = machine;
  if (isRouteOfHero0(ram)) return HERO_0;
  let marks = tableByte(tables.bankD6, read16(ram, Cell.FORMATION_POINTER) + 1) & 0xf0;
  if (marks === 0) return NO_MARK;
  let ally = Ally.FIRST;
  while ((marks & 0x80) === 0) {
    marks <<= 1;
    ally += Ally.STRIDE;
  }
  ram[MARKS] = marks << 1;
  write16(ram, Cell.WORK_031C, ally);
  return MARKED_ALLY;
}

/**
 * C1:F9E1, the enemy block takes over the ally's place; the next block becomes the end of the list.
 */
export function placeAllyAsEnemy(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  ram[enemy + Enemy.STATE] = FOUGHT_AS_ENEMY;
  write16(ram, enemy + Enemy.FOUGHT_ALLY, read16(ram, Cell.WORK_031C));
  const x = ram[PLACE_X] as number;
  const y = ram[PLACE_Y] as number;
  ram[enemy + Enemy.CELL_X] = x;
  ram[enemy + Enemy.WANTED_X] = x;
  ram[enemy + Enemy.CELL_Y] = y;
  ram[enemy + Enemy.WANTED_Y] = y;
  write16(ram, enemy + Enemy.PIXEL_X, ram[PLACE_PIXEL_X] as number);
  write16(ram, enemy + Enemy.PIXEL_Y, ram[PLACE_PIXEL_Y] as number);
  ram[read16(ram, Cell.NEAREST_ALLY_POINTER) + Enemy.STATE] = END_OF_LIST;
}

/** Copies an entry of the ally's battle list to a skill slot of the species. */
function copySkill(ram: Uint8Array, entry: number, slot: number): void {
  ram[slot + Species.SKILLS] = ram[entry + Ally.LIST_SKILL] as number;
  ram[slot + Species.SKILL_DISABLING] = ram[entry + Ally.LIST_DISABLING] as number;
  ram[slot + Species.COUNTER_HIGH] = ram[entry + Ally.LIST_COUNTER_HIGH] as number;
  ram[slot + Species.SKILL_FLAGS] = ram[entry + Ally.LIST_FLAGS] as number;
}

/**
 * Entries of the battle list that are taken, from the last down, without entry 0; fewer than four
 * are not copied.
 */
function copyLastSkills(ram: Uint8Array, ally: number, species: number): boolean {
  let filled = 0;
  for (let entry = LAST_ENTRY; entry > 0; entry--) if (ram[ally + entry + Ally.LIST_SKILL] !== 0) filled++;
  if (filled < SPECIES_SKILLS) return false;
  let slot = 0;
  for (let entry = LAST_ENTRY; slot < SPECIES_SKILLS; entry--) {
    if (ram[ally + entry + Ally.LIST_SKILL] === 0) continue;
    copySkill(ram, ally + entry, species + slot);
    slot++;
  }
  return true;
}

/** C1:FA31, values and skills of the ally in the enemy's cells and its species block. */
export function copyAllyValues(machine: Machine, enemy: number): number {
  const ram = machine.ram;
  const ally = read16(ram, enemy + Enemy.FOUGHT_ALLY);
  const record = read16(ram, ally + Ally.RECORD);
  const species = read16(ram, enemy + Enemy.SPECIES);
  const hp = read16(ram, record + PartyRecord.MAX_HP);
  write16(ram, enemy + Enemy.HP, hp);
  ram[enemy + Enemy.FACING] = ((ram[ally + Ally.FACING] as number) & 3) << 6;
  for (let stat = 0; stat < 4; stat++) {
    const value = ram[ally + Ally.BASE_STATS + stat] as number;
    ram[enemy + Enemy.STATS + stat] = value;
    ram[species + Species.STATS + stat] = value;
  }
  const level = ram[ally + Ally.LEVEL] as number;
  ram[enemy + Enemy.LEVEL] = level;
  ram[species + Species.LEVEL] = level;
  const absorbed = (ram[record + PartyRecord.FIELD_ABSORB] as number) << 4;
  ram[species + Species.FIELD_ABSORB] = (ram[species + Species.FIELD_ABSORB] as number) | absorbed;
  write16(ram, species + Species.MAX_HP, hp);
  return copyLastSkills(ram, ally, species) ? VALUES_COPIED : TOO_FEW_SKILLS;
}
