/**
 * An enemy that the player drives through ally 0: C1:F89B (skills), F8C8 with E8C9 (values), 16F4 (place). Evidence:
 * executed.
 */
import { read16, write16 } from '../../int/uint.js';
import {
  ALLY_BASE_STATS,
  ALLY_CELL_X,
  ALLY_FACING,
  ALLY_LEVEL,
  ALLY_LIST_COUNTER_HIGH,
  ALLY_LIST_DISABLING,
  ALLY_LIST_FLAGS,
  ALLY_LIST_SKILL,
  ALLY_PIXEL_X,
  ALLY_PIXEL_Y,
  ALLY_RECORD,
  ALLY_STATS,
  ALLY_TARGET_X,
  ENEMY_CELL_X,
  ENEMY_FACING,
  ENEMY_PIXEL_X,
  ENEMY_PIXEL_Y,
  ENEMY_TARGET_X,
  FIRST_ALLY,
  FIRST_SPECIES,
  RECORD_BACK_CORRECTION,
  RECORD_EVADE,
  RECORD_FIELD_ABSORB,
  RECORD_HP,
  RECORD_IMMUNITY,
  RECORD_LEVEL,
  RECORD_MAX_HP,
  RECORD_POWER,
  RECORD_SIDE_CORRECTION,
  SPECIES_CORRECTIONS,
  SPECIES_COUNTER_HIGH,
  SPECIES_EVADE,
  SPECIES_FIELD_ABSORB,
  SPECIES_IMMUNITY,
  SPECIES_LEVEL,
  SPECIES_MAX_HP,
  SPECIES_SKILL_DISABLING,
  SPECIES_SKILL_FLAGS,
  SPECIES_SKILLS,
  SPECIES_STATS,
} from '../memory/cells.js';
import type { Machine } from '../memory/machine.js';

/** Record that stands for the driven enemy. */
const RECORD = 0x0d00;
const SKILLS = 4;

/** C1:F89B, the four skills of species block 0 as the battle list of ally 0. */
export function listDrivenSkills(machine: Machine): void {
  const ram = machine.ram;
  for (let slot = 0; slot < SKILLS; slot++) {
    const ally = FIRST_ALLY + slot;
    const species = FIRST_SPECIES + slot;
    ram[ally + ALLY_LIST_SKILL] = ram[species + SPECIES_SKILLS] as number;
    ram[ally + ALLY_LIST_COUNTER_HIGH] = ram[species + SPECIES_COUNTER_HIGH] as number;
    ram[ally + ALLY_LIST_FLAGS] = ram[species + SPECIES_SKILL_FLAGS] as number;
    ram[ally + ALLY_LIST_DISABLING] = ram[species + SPECIES_SKILL_DISABLING] as number;
  }
}

/** C1:E8C9 up to the display, HP of an ally becomes its maximum. */
export function restoreHp(machine: Machine, ally: number): void {
  const ram = machine.ram;
  const record = read16(ram, ally + ALLY_RECORD);
  write16(ram, record + RECORD_HP, read16(ram, record + RECORD_MAX_HP));
}

/** C1:F8C8, species block 0 as record 0D00 and ally 0. */
export function copyDrivenValues(machine: Machine): void {
  const ram = machine.ram;
  const maxHp = read16(ram, FIRST_SPECIES + SPECIES_MAX_HP);
  write16(ram, RECORD + RECORD_HP, maxHp);
  write16(ram, RECORD + RECORD_MAX_HP, maxHp);
  write16(ram, RECORD + RECORD_EVADE, read16(ram, FIRST_SPECIES + SPECIES_EVADE));
  const level = ram[FIRST_SPECIES + SPECIES_LEVEL] as number;
  ram[RECORD + RECORD_LEVEL] = level;
  ram[FIRST_ALLY + ALLY_LEVEL] = level;
  for (let stat = 0; stat < 4; stat++) {
    const value = ram[FIRST_SPECIES + SPECIES_STATS + stat] as number;
    ram[RECORD + RECORD_POWER + 3 * stat] = value;
    ram[FIRST_ALLY + ALLY_BASE_STATS + stat] = value;
    ram[FIRST_ALLY + ALLY_STATS + stat] = value;
  }
  const corrections = ram[FIRST_SPECIES + SPECIES_CORRECTIONS] as number;
  ram[RECORD + RECORD_SIDE_CORRECTION] = corrections & 0x0f;
  ram[RECORD + RECORD_BACK_CORRECTION] = corrections >> 4;
  ram[RECORD + RECORD_IMMUNITY] = ram[FIRST_SPECIES + SPECIES_IMMUNITY] as number;
  ram[RECORD + RECORD_FIELD_ABSORB] = (ram[FIRST_SPECIES + SPECIES_FIELD_ABSORB] as number) >> 4;
  restoreHp(machine, FIRST_ALLY);
}

/** C1:16F4, the ally follows the enemy that it drives; the enemy takes over the ally's target. */
export function followDrivenEnemy(machine: Machine, enemy: number, ally: number): void {
  const ram = machine.ram;
  write16(ram, ally + ALLY_PIXEL_X, read16(ram, enemy + ENEMY_PIXEL_X));
  write16(ram, ally + ALLY_PIXEL_Y, read16(ram, enemy + ENEMY_PIXEL_Y));
  write16(ram, ally + ALLY_CELL_X, read16(ram, enemy + ENEMY_CELL_X));
  write16(ram, enemy + ENEMY_TARGET_X, read16(ram, ally + ALLY_TARGET_X));
  ram[ally + ALLY_FACING] = (ram[enemy + ENEMY_FACING] as number) >> 6;
}
