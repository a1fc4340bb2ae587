/**
 * Experience after a battle: C1:2363, 2397. Evidence: executed for a header byte C0:FFBC other than
 * 0; what 0 does (C1:23B6) and what follows a level gain (C1:273C) are unpublished.
 *
 * Kept as it is: at level 99 those who did not act go on collecting, and their 100 changes nothing
 * but two cells of the block.
 */

import { divideQuotient } from '../../int/hardware.js';
import { read8, read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import type { Machine } from '../memory/machine.js';
import { ACTED, PRESENT } from '../memory/state-bits.js';
import { HEADER_BYTE, tableByte } from '../memory/tables.js';

/** Exits. */
export const NO_LEVEL = 0;
export const LEVEL_GAINED = 1;
export const HEADER_UNPUBLISHED = 2;

export const LAST_LEVEL = 99;
const FULL = 100;

/** Characters that gain nothing. */
export function gainsNothing(id: number): boolean {
  return id === 0x08 || id === 0x12 || id === 0x14;
}

/**
 * Experience for an ally that did not act, or whose level is not below the enemies', 8 bits and at
 * least 1.
 */
export function smallExperience(partyLevel: number, level: number): number {
  const sum = ((partyLevel >> 1) + (divideQuotient(16, level) & 0xff)) & 0xff;
  return sum === 0 ? 1 : sum;
}

/**
 * Experience for an ally that acted against a higher level. From 16 levels on the original gives a
 * level at once: the same.
 */
export function largeExperience(difference: number): number {
  return 16 * difference + 8;
}

/** Level gain with what becomes of the block; level 100 is not reached. */
function gainLevel(ram: Uint8Array, ally: number, record: number): number {
  ram[ally + Ally.CHANGED_STATS] = read8(ram, ally + Ally.SKILL_STATE);
  ram[ally + Ally.SKILL_STATE] = 0;
  const level = read8(ram, record + PartyRecord.LEVEL) + 1;
  if (level === LAST_LEVEL + 1) return NO_LEVEL;
  ram[record + PartyRecord.LEVEL] = level;
  ram[record + PartyRecord.EXPERIENCE] = 0;
  return LEVEL_GAINED;
}

/** C1:2397, one ally. */
export function gainExperience(machine: Machine, ally: number): number {
  const { ram, tables } = machine;
  if ((read8(ram, ally + Ally.STATE) & PRESENT) === 0 || gainsNothing(read8(ram, ally + Ally.ID))) return NO_LEVEL;
  if (tableByte(tables.bankC0, HEADER_BYTE) === 0) return HEADER_UNPUBLISHED;
  const record = read16(ram, ally + Ally.RECORD);
  const level = read8(ram, record + PartyRecord.LEVEL);
  const partyLevel = read8(ram, Cell.ENEMY_PARTY_LEVEL);
  const acted = (read8(ram, ally + Ally.ACTED) & ACTED) !== 0;
  if (acted && level >= LAST_LEVEL) return NO_LEVEL;
  const higher = acted && partyLevel > level;
  const gain = higher ? largeExperience(partyLevel - level) : smallExperience(partyLevel, level);
  const sum = read8(ram, record + PartyRecord.EXPERIENCE) + gain;
  if (sum >= FULL) return gainLevel(ram, ally, record);
  ram[record + PartyRecord.EXPERIENCE] = sum;
  return NO_LEVEL;
}

/** C1:2363, the party up to the first level gain; nothing for an enemy party of level 0. */
export function gainPartyExperience(machine: Machine): number {
  if (read8(machine.ram, Cell.ENEMY_PARTY_LEVEL) === 0) return NO_LEVEL;
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    const result = gainExperience(machine, ally);
    if (result !== NO_LEVEL) return result;
  }
  return NO_LEVEL;
}
