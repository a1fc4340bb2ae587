/** Where the record of a skill stands in bank D5: C1:3D5C, 3D93. Evidence: executed. */

import { WINDOWS, WORK_RAM } from '../../../rom-map/windows.js';
import { read16 } from '../../int/uint.js';
import * as Cell from './cells/cell.js';
import * as Enemy from './cells/enemy.js';
import * as Species from './cells/species.js';
import type { Machine } from './machine.js';
import { POINTER_SKILLS, POINTER_SPECIES, tableByte, tableWord } from './tables.js';

// Offsets of 16-bit addresses, for pointers that may lead into more than one kind of block. A
// pointer whose kind is known needs no look-up: the constants of `cells.ts` are added to it.

const LOW_BYTES = 0x2000;

/** Offset of each of the 8 KiB that 16-bit pointers reach, -1 outside the windows. */
const LOW_OFFSETS = lowOffsets();

function lowOffsets(): Int32Array {
  const offsets = new Int32Array(LOW_BYTES).fill(-1);
  for (const { address, length, offset } of WINDOWS) {
    const first = address - WORK_RAM;
    const here = first >= 0 && first < LOW_BYTES ? Math.min(length, LOW_BYTES - first) : 0;
    for (let index = 0; index < here; index++) offsets[first + index] = offset + index;
  }
  return offsets;
}

/** Byte at a 16-bit address; 0 where the image holds nothing. */
export function byteAt(ram: Uint8Array, address: number): number {
  const offset = address < LOW_BYTES ? (LOW_OFFSETS[address] as number) : -1;
  return offset < 0 ? 0 : (ram[offset] as number);
}

// C1:FC0A, the record of a species from the cartridge's table. Evidence: executed.

/** Bytes of a species record. */
export const SPECIES_RECORD_BYTES = 32;

/** Skills of a species, and so the states that are kept for one. */
export const SPECIES_SKILLS = 4;

/** Type bits of a species: an object that breaks down, a thing that is no fighter. */
export const BREAKDOWN = 0x02;
export const OBJECT = 0x04;

/** Address in bank D5 of a species' record. @param base what the bank's pointer names */
export function speciesRecordAddress(base: number, id: number): number {
  return (base + SPECIES_RECORD_BYTES * id) & 0xffff;
}

/** C1:FC0A, copies the record of the block's id into the block. */
export function loadSpeciesRecord(machine: Machine, species: number): void {
  const { ram, tables } = machine;
  const base = tableWord(tables.bankD5, POINTER_SPECIES);
  const address = speciesRecordAddress(base, ram[species + Species.ID] as number);
  for (let index = 0; index < SPECIES_RECORD_BYTES; index++) {
    ram[species + Species.MOVE_PATTERN + index] = tableByte(tables.bankD5, address + index);
  }
  ram[Cell.WORK_0308 + 1] = 0;
}

/** Bytes of a skill record. */
export const SKILL_RECORD_BYTES = 25;
/**
 * Byte of a species block that names the list; a pointer of another kind is read at the same
 * distance.
 */
const LEVEL_BYTE = 0x29;
/** Distance of the two lists, in records. */
const LIST_RECORDS = 256;

// Bytes of a skill record, by their number: 0 to 24. Source: the routines that read them
// (executed); `rom-map/tables/layouts.ts`.
export const SKILL_DIRECTIONS = 6;
export const SKILL_RANGE = 7;
export const SKILL_DISABLED_BY = 8;
export const SKILL_STATUSES = 9;
/** Bits 2-7: coefficients of the values; bits 0-1: part of the defence that counts. */
export const SKILL_COEFFICIENTS = 10;
/**
 * Bits 0-2: displacements of the target; 3-5: of the user, which are not carried out; 6-7:
 * trajectory.
 */
export const SKILL_DISPLACEMENT = 11;
export const SKILL_AREA = 12;
export const SKILL_TYPE = 13;
export const SKILL_COUNTERS_HIGH = 14;
/** Bits 1-7: attributes that it counters; bit 0: `USES_WEAPON`. */
export const SKILL_COUNTERS_LOW = 15;
/** High nibble: charge; low nibble: level, 0-15. */
export const SKILL_CHARGE = 17;
export const SKILL_STATUS_FORMULA = 18;
/** Bits 0-3: largest number of hits; 4-5: kind (`HITS_KIND`); bit 7: `HITS_ONE`. */
export const SKILL_HITS = 19;
/** High nibble: kind (`SPECIAL_KIND`); low nibble: shape of the area. */
export const SKILL_SPECIAL = 21;
export const SKILL_FIELD = 22;
/** Bits 0-4: parts (`CHANGE_PARTS`); 5-6: kind; bit 7: `CHANGE_FOR_USER`. */
export const SKILL_STAT_CHANGE = 23;

/** Type bits: recovery, only as a counter, hits the user's surroundings. */
export const TYPE_HEAL = 0x80;
export const TYPE_COUNTER_ONLY = 0x40;
export const TYPE_SURROUNDINGS = 0x20;

/** Displacements: bits of byte 11, and of 0311 for those that succeeded (C1:CBE3). */
export const KNOCKBACK = 0x01;
export const QUARTER_TURN = 0x02;
export const HALF_TURN = 0x04;

/** Bit of byte 15: the weapon's power counts (C1:DBF5). */
export const USES_WEAPON = 0x01;

/**
 * Bits of byte 19 (C1:D6B9): one hit on everybody; the kind of the number of hits, and its values.
 */
export const HITS_ONE = 0x80;
export const HITS_KIND = 0x30;
export const HITS_BY_LEVEL = 0x10;
export const HITS_ONE_SOMEWHERE = 0x20;
export const HITS_RANDOM = 0x30;

/** High nibble of byte 21 (C1:C3DD, C40F), and its values that somebody acts on. */
export const SPECIAL_KIND = 0xf0;
export const SPECIAL_DRAIN = 0x30;
export const SPECIAL_HURTS_WHEN_MISSED = 0x70;
export const SPECIAL_SELF_DESTRUCTION = 0x80;

/**
 * Bits of byte 23 (C1:DD8F): the change is for the user; its parts, from bit 0: level, intellect,
 * body, speed, power.
 */
export const CHANGE_FOR_USER = 0x80;
export const CHANGE_PARTS = 0x1f;
/** Kind of a change, 0-3, that raises. */
export const CHANGE_RAISES = 3;

/** Attribute that stands for none, of 0-15: it is never answered. */
export const NO_ATTRIBUTE = 15;

/** Lists of skills. */
export const ALLY_LIST = 0;
export const ENEMY_LIST = 1;

/** Address of a record, modulo 65536. @param base what the bank's pointer names */
export function skillAddress(base: number, skill: number, list: number): number {
  return (base + SKILL_RECORD_BYTES * (skill + LIST_RECORDS * list)) & 0xffff;
}

/**
 * The list a user's skills come from: a battle state without other bits than 40h takes the allies'
 * list.
 */
export function skillListOf(state: number, levelByte: number): number {
  if ((state & 0xbf) === 0) return ALLY_LIST;
  return (levelByte & 0x80) !== 0 ? ALLY_LIST : ENEMY_LIST;
}

/** C1:3D93, a skill of the allies' list. */
export function allySkillRecord(machine: Machine, skill: number): number {
  return skillAddress(tableWord(machine.tables.bankD5, POINTER_SKILLS), skill, ALLY_LIST);
}

/**
 * C1:3D5C. An ally's pointer to its record is read like a pointer to a species. @param user its
 * block
 */
export function skillRecordOf(machine: Machine, skill: number, user: number): number {
  const { ram, tables } = machine;
  const levelByte = byteAt(ram, (read16(ram, user + Enemy.SPECIES) + LEVEL_BYTE) & 0xffff);
  const list = skillListOf(ram[user + Enemy.STATE] as number, levelByte);
  return skillAddress(tableWord(tables.bankD5, POINTER_SKILLS), skill, list);
}

/** Byte of a skill record. @param record its address */
export function skillByte(machine: Machine, record: number, number: number): number {
  return tableByte(machine.tables.bankD5, record + number);
}
