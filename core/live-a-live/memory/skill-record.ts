/** Where the record of a skill stands in bank D5: C1:3D5C, 3D93. Evidence: executed. */
import { read16 } from '../../int/uint.js';
import { byteAt } from './addresses.js';
import * as Enemy from './cells/enemy.js';
import type { Machine } from './machine.js';
import { POINTER_SKILLS } from './table-pointers.js';
import { tableByte, tableWord } from './tables.js';

/** Bytes of a skill record. */
export const SKILL_RECORD_BYTES = 25;
/**
 * Byte of a species block that names the list; a pointer of another kind is read at the same
 * distance.
 */
const LEVEL_BYTE = 0x29;
/** Distance of the two lists, in records. */
const LIST_RECORDS = 256;

/** Bytes of a skill record, by their number. */
export const SKILL_DIRECTIONS = 6;
export const SKILL_RANGE = 7;
export const SKILL_DISABLED_BY = 8;
export const SKILL_STATUSES = 9;
export const SKILL_AREA = 12;
export const SKILL_TYPE = 13;
export const SKILL_COUNTERS_HIGH = 14;
export const SKILL_COUNTERS_LOW = 15;
export const SKILL_CHARGE = 17;
export const SKILL_SPECIAL = 21;

/** Type bits: recovery, only as a counter, hits the user's surroundings. */
export const TYPE_HEAL = 0x80;
export const TYPE_COUNTER_ONLY = 0x40;
export const TYPE_SURROUNDINGS = 0x20;

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
