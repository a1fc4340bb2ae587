/**
 * Growth of a level: HP (C1:2448, 1A09), four stats (C1:248B, 2554), the mage of the medieval
 * chapter before its last battle (C1:2239), training (C1:230E, 2339). Evidence: executed; the way
 * from one part to the next (C1:2479-248A, 24D0) is unpublished.
 *
 * Kept as it is: the first of the two draws of HP growth is lost; a stat's draw is made even when
 * nothing depends on it; a base above 99 is pulled down to 99.
 */

import { multiplyHigh8 } from '../../int/hardware.js';
import { asInt8, read8, read16, write16 } from '../../int/uint.js';
import * as AbnormalityRow from '../memory/cells/abnormality-row.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { STAT_STRIDE } from '../memory/character-entry.js';
import { drawBattle } from '../memory/generators.js';
import type { Machine } from '../memory/machine.js';
import { tableByte } from '../memory/tables.js';

/** Bytes of a character's table entry. */
const ENTRY_STATS = 21;
const ENTRY_HP = 27;
const LARGEST_HP = 999;
const LARGEST_STAT = 99;

/** Formation in which HP grows without a draw. */
const FIXED_FORMATION = 0xa9;

const ENTRY_BYTE = Cell.WORK_0310;
const COEFFICIENT = AbnormalityRow.DISABLED;
const FIXED_PART = AbnormalityRow.DISABLED;
const RANDOM_PART = AbnormalityRow.DISABLED + 1;
const MULTIPLIED = AbnormalityRow.LEVEL_CHANGE;
const GAIN = AbnormalityRow.DAMAGE_CONSTANT;

/** Exits of `growMage`. */
export const NOT_GROWN = 0;
export const DEMO_UNPUBLISHED = 1;
export const GROWN = 2;
/** Exits of `trainByPlace`. */
export const TRAINED = 0;
export const OTHER_PLACE = 1;

/** Part of an HP gain that is sure. @param mode 0..3 */
export function sureHp(coefficient: number, mode: number): number {
  if (mode === 3) return 0;
  return mode === 0 || mode === 1 ? coefficient : coefficient >> 1;
}

/** Part that a draw multiplies. */
export function drawnHp(coefficient: number, mode: number): number {
  return mode === 0 ? coefficient >> 1 : coefficient;
}

/** Sum of base and gear, held within 0..255. @param gear a signed byte */
export function statTotal(base: number, gear: number): number {
  return Math.min(Math.max(base + asInt8(gear), 0), 0xff);
}

/** C1:1A09, HP gain of a level; two draws. @param entryByte byte 27 of the character's entry */
export function hpGain(machine: Machine, entryByte: number): number {
  const ram = machine.ram;
  const coefficient = entryByte & 0x3f;
  const mode = entryByte >> 6;
  const sure = sureHp(coefficient, mode);
  const drawn = drawnHp(coefficient, mode);
  ram[ENTRY_BYTE] = entryByte;
  ram[COEFFICIENT] = coefficient;
  ram[RANDOM_PART] = sure;
  ram[MULTIPLIED] = drawn;
  ram[MULTIPLIED + 1] = mode === 3 ? coefficient : 0;
  drawBattle(machine, 0xc11a09);
  const gain = (sure + multiplyHigh8(drawBattle(machine, 0xc11a09), drawn)) & 0xff;
  ram[GAIN] = gain;
  return gain;
}

/** C1:2448, more HP, and all of them back. @param record of the member */
export function growHp(machine: Machine, record: number): void {
  const { ram, tables } = machine;
  const entryByte = tableByte(tables.bankD5, read16(ram, record + PartyRecord.TABLE_ENTRY) + ENTRY_HP);
  const fixed = read8(ram, Cell.FORMATION_NUMBER) === FIXED_FORMATION;
  const gain = fixed ? entryByte & 0x3f : hpGain(machine, entryByte);
  write16(ram, Cell.WORK_0310, gain);
  const hp = Math.min(read16(ram, record + PartyRecord.MAX_HP) + gain, LARGEST_HP);
  write16(ram, record + PartyRecord.MAX_HP, hp);
  write16(ram, record + PartyRecord.HP, hp);
}

/** C1:2554, gain of a stat from 0320 and 0321; one draw. */
export function statGain(machine: Machine): number {
  const ram = machine.ram;
  const drawn = multiplyHigh8(drawBattle(machine, 0xc12554), read8(ram, RANDOM_PART));
  return (read8(ram, FIXED_PART) + drawn) & 0xff;
}

/**
 * C1:248B, power, speed, body, intellect. 0308 holds the number of stats. @param entry of the
 * character in bank D5
 */
export function growStats(machine: Machine, entry: number, record: number): void {
  const { ram, tables } = machine;
  let stat = 0;
  do {
    const growth = tableByte(tables.bankD5, entry + ENTRY_STATS + stat);
    ram[FIXED_PART] = growth >> 4;
    ram[RANDOM_PART] = growth & 0x0f;
    const at = record + STAT_STRIDE * stat;
    const base = Math.min((read8(ram, at + PartyRecord.POWER_BASE) + statGain(machine)) & 0xff, LARGEST_STAT);
    ram[at + PartyRecord.POWER_BASE] = base;
    ram[at + PartyRecord.POWER] = statTotal(base, read8(ram, at + PartyRecord.POWER_GEAR));
    stat++;
    ram[Cell.WORK_0308] = read8(ram, Cell.WORK_0308) - 1;
  } while (ram[Cell.WORK_0308] !== 0);
}

const MAGE = 0x0f00;
const MAGE_MAP = 0xa8;
const MAGE_BACKGROUND = 0x61;
const MAGE_LEVEL = 16;

/** C1:2239, the mage gains a level at a time up to 16, then he has all the HP there can be. */
export function growMage(machine: Machine): number {
  const ram = machine.ram;
  if (read8(ram, Cell.DEMO_FLAG) === 1) return DEMO_UNPUBLISHED;
  if (read8(ram, Cell.MAP_ARGUMENT) !== MAGE_MAP || read8(ram, Cell.BACKGROUND) !== MAGE_BACKGROUND) return NOT_GROWN;
  if (read8(ram, MAGE + PartyRecord.LEVEL) >= MAGE_LEVEL) {
    write16(ram, MAGE + PartyRecord.HP, LARGEST_HP);
    write16(ram, MAGE + PartyRecord.MAX_HP, LARGEST_HP);
    return NOT_GROWN;
  }
  ram[Cell.DEMO_FLAG] = 1;
  ram[MAGE + PartyRecord.LEVEL] = read8(ram, MAGE + PartyRecord.LEVEL) + 1;
  growHp(machine, MAGE);
  return GROWN;
}

const TRAINING_GAIN = 5;

/**
 * C1:2339, one stat after training; the total wraps at 256. @param stat record, or record + 3 or +
 * 6
 */
export function trainStat(machine: Machine, stat: number): void {
  const ram = machine.ram;
  const base = Math.min((read8(ram, stat + PartyRecord.POWER_BASE) + TRAINING_GAIN) & 0xff, LARGEST_STAT);
  ram[stat + PartyRecord.POWER_BASE] = base;
  ram[stat + PartyRecord.POWER] = base + read8(ram, stat + PartyRecord.POWER_GEAR);
}

/** Stat that a place trains, as a distance in the record, or -1. */
export function trainedStat(place: number): number {
  switch (place & 0xfc) {
    case 0x18:
      return 0;
    case 0x14:
      return STAT_STRIDE;
    case 0x6c:
      return 2 * STAT_STRIDE;
    default:
      return -1;
  }
}

/** C1:230E, the second ally's stat that the place trains. */
export function trainByPlace(machine: Machine): number {
  const ram = machine.ram;
  const distance = trainedStat(read8(ram, Cell.BACKGROUND));
  if (distance < 0) return OTHER_PLACE;
  trainStat(machine, read16(ram, Ally.FIRST + Ally.STRIDE + Ally.RECORD) + distance);
  return TRAINED;
}
