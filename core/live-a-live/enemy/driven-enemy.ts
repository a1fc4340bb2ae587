/**
 * An enemy that the player drives through ally 0: C1:F89B (skills), F8C8 with E8C9 (values), 16F4
 * (place). Evidence: executed.
 */

import { read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { STAT_STRIDE } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import { SPECIES_SKILLS } from '../memory/skill-record.js';

/** Id and battle state of the machine that C1:F5FB puts in the place of the party. */
export const MACHINE_ID = 0x40;

/** Whether the player drives an enemy: one machine is the party. */
export function isDriven(ram: Uint8Array): boolean {
  return ram[Ally.FIRST + Ally.ID] === MACHINE_ID && ram[Ally.FIRST + Ally.STATE] === MACHINE_ID;
}

/** C1:F89B, the four skills of species block 0 as the battle list of ally 0. */
export function listDrivenSkills(machine: Machine): void {
  const ram = machine.ram;
  for (let slot = 0; slot < SPECIES_SKILLS; slot++) {
    const ally = Ally.FIRST + slot;
    const species = Species.FIRST + slot;
    ram[ally + Ally.LIST_SKILL] = ram[species + Species.SKILLS] as number;
    ram[ally + Ally.LIST_COUNTER_HIGH] = ram[species + Species.COUNTER_HIGH] as number;
    ram[ally + Ally.LIST_FLAGS] = ram[species + Species.SKILL_FLAGS] as number;
    ram[ally + Ally.LIST_DISABLING] = ram[species + Species.SKILL_DISABLING] as number;
  }
}

/** C1:E8C9 up to the display, HP of an ally becomes its maximum. */
export function restoreHp(machine: Machine, ally: number): void {
  const ram = machine.ram;
  const record = read16(ram, ally + Ally.RECORD);
  write16(ram, record + PartyRecord.HP, read16(ram, record + PartyRecord.MAX_HP));
}

/** C1:F8C8, species block 0 as record 0D00 and ally 0. */
export function copyDrivenValues(machine: Machine): void {
  const ram = machine.ram;
  const maxHp = read16(ram, Species.FIRST + Species.MAX_HP);
  write16(ram, PartyRecord.FIRST + PartyRecord.HP, maxHp);
  write16(ram, PartyRecord.FIRST + PartyRecord.MAX_HP, maxHp);
  write16(ram, PartyRecord.FIRST + PartyRecord.EVADE, read16(ram, Species.FIRST + Species.EVADE));
  const level = ram[Species.FIRST + Species.LEVEL] as number;
  ram[PartyRecord.FIRST + PartyRecord.LEVEL] = level;
  ram[Ally.FIRST + Ally.LEVEL] = level;
  for (let stat = 0; stat < 4; stat++) {
    const value = ram[Species.FIRST + Species.STATS + stat] as number;
    ram[PartyRecord.FIRST + PartyRecord.POWER + STAT_STRIDE * stat] = value;
    ram[Ally.FIRST + Ally.BASE_STATS + stat] = value;
    ram[Ally.FIRST + Ally.STATS + stat] = value;
  }
  const corrections = ram[Species.FIRST + Species.CORRECTIONS] as number;
  ram[PartyRecord.FIRST + PartyRecord.SIDE_CORRECTION] = corrections & 0x0f;
  ram[PartyRecord.FIRST + PartyRecord.BACK_CORRECTION] = corrections >> 4;
  ram[PartyRecord.FIRST + PartyRecord.IMMUNITY] = ram[Species.FIRST + Species.IMMUNITY] as number;
  ram[PartyRecord.FIRST + PartyRecord.FIELD_ABSORB] = (ram[Species.FIRST + Species.FIELD_ABSORB] as number) >> 4;
  restoreHp(machine, Ally.FIRST);
}

/** C1:16F4, the ally follows the enemy that it drives; the enemy takes over the ally's target. */
export function followDrivenEnemy(machine: Machine, enemy: number, ally: number): void {
  const ram = machine.ram;
  write16(ram, ally + Ally.PIXEL_X, read16(ram, enemy + Enemy.PIXEL_X));
  write16(ram, ally + Ally.PIXEL_Y, read16(ram, enemy + Enemy.PIXEL_Y));
  write16(ram, ally + Ally.CELL_X, read16(ram, enemy + Enemy.CELL_X));
  write16(ram, enemy + Enemy.TARGET_X, read16(ram, ally + Ally.TARGET_X));
  ram[ally + Ally.FACING] = (ram[enemy + Enemy.FACING] as number) >> 6;
}
