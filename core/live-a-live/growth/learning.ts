/**
 * Learning skills: by level (C1:24D2), by training (C1:0D5B), from enemies (C1:15ED). Evidence:
 * executed; the messages that follow (C1:2541, 2787) are unpublished.
 *
 * Kept as it is: one skill per level gain, so slots skipped earlier are caught up one by one; an
 * empty slot below the last sets its bit like any other; at level 15 nothing is learned; from level
 * 0 the search would run past the last slot.
 */

import { read8, read16, write16 } from '../../int/uint.js';
import * as AbnormalityRow from '../memory/cells/abnormality-row.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { FIRST_SKILL, SKILL_SLOTS } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import { KUNG_FU } from '../memory/scenarios.js';
import { tableByte } from '../memory/tables.js';
import { wasSeen } from './seen-skills.js';

/** Exits. */
export const NOTHING_LEARNED = 0;
export const LEARNED = 1;
/**
 * Of the level: all slots up to it are known. Of an enemy's skill: known already, or learned
 * without a message.
 */
export const ALL_KNOWN = 2;
export const WITHOUT_MESSAGE = 2;

const LAST_SLOT = SKILL_SLOTS - 1;
const LAST_SLOT_BIT = 0x8000;
/** Set in the copy of the known skills, so that the search ends. */
const SENTINEL = 0x8000;

const ENTRY = Cell.NEAREST_ALLY_POINTER;
const SLOT_BIT = AbnormalityRow.DISABLED;
const KNOWN_LEFT = AbnormalityRow.LEVEL_CHANGE;
const LEVELS_LEFT = Cell.WORK_0308;
const FOUND_BIT = Cell.WORK_0312;

/** Id of a character's skill slot. @param entry of the character in bank D5 */
function slotSkill(machine: Machine, entry: number, slot: number): number {
  return tableByte(machine.tables.bankD5, entry + FIRST_SKILL + slot);
}

function learnBit(ram: Uint8Array, record: number, bit: number): void {
  write16(ram, record + PartyRecord.SKILL_BITS, read16(ram, record + PartyRecord.SKILL_BITS) | bit);
}

/** The last slot, from level 16 on; not in the kung fu chapter. */
function learnLastSlot(machine: Machine, entry: number, record: number): number {
  const ram = machine.ram;
  if (read8(ram, Cell.SCENARIO) === KUNG_FU) return NOTHING_LEARNED;
  write16(ram, SLOT_BIT, LAST_SLOT_BIT);
  const skill = slotSkill(machine, entry, LAST_SLOT);
  ram[Cell.COUNTER_SKILL] = skill;
  if (skill === 0 || (read16(ram, record + PartyRecord.SKILL_BITS) & LAST_SLOT_BIT) !== 0) return NOTHING_LEARNED;
  learnBit(ram, record, LAST_SLOT_BIT);
  return LEARNED;
}

/** The first unknown slot up to the level. */
function learnFirstUnknown(machine: Machine, entry: number, record: number, level: number): number {
  const ram = machine.ram;
  let known = read16(ram, record + PartyRecord.SKILL_BITS) | SENTINEL;
  let left = level;
  let slot = 0;
  for (;;) {
    const isKnown = (known & 1) !== 0;
    const last = slot > 0 && left === 0;
    if (!last) known >>= 1;
    if (!isKnown || last) {
      leaveSearch(ram, known, left, slot);
      if (isKnown) return ALL_KNOWN;
      ram[Cell.COUNTER_SKILL] = slotSkill(machine, entry, slot);
      learnBit(ram, record, (1 << slot) & 0xffff);
      return LEARNED;
    }
    slot++;
    left = (left - 1) & 0xffff;
  }
}

/** What the search leaves in the work cells. */
function leaveSearch(ram: Uint8Array, known: number, left: number, slot: number): void {
  write16(ram, Cell.WORK_0310, known);
  write16(ram, LEVELS_LEFT, left);
  write16(ram, SLOT_BIT, (1 << slot) & 0xffff);
}

/** C1:24D2. @param entry of the character in bank D5 */
export function learnByLevel(machine: Machine, entry: number, record: number): number {
  const ram = machine.ram;
  write16(ram, ENTRY, entry);
  const level = read8(ram, record + PartyRecord.LEVEL);
  if (level > LAST_SLOT) return learnLastSlot(machine, entry, record);
  if (level === LAST_SLOT) return NOTHING_LEARNED;
  return learnFirstUnknown(machine, entry, record, level);
}

/** C1:0D5B, the pupil learns the first skill that he does not know and has seen. */
export function learnByTraining(machine: Machine, record: number): number {
  const ram = machine.ram;
  const entry = read16(ram, record + PartyRecord.TABLE_ENTRY);
  const known = read16(ram, record + PartyRecord.SKILL_BITS);
  write16(ram, Cell.WORK_031C, record);
  for (let slot = 0; slot < SKILL_SLOTS; slot++) {
    if (((known >> slot) & 1) !== 0) continue;
    const skill = slotSkill(machine, entry, slot);
    ram[Cell.COUNTER_SKILL] = skill;
    if (!wasSeen(ram, skill)) continue;
    leaveTraining(ram, entry, known, slot);
    learnBit(ram, record, 1 << slot);
    return read8(ram, Cell.DEMO_FLAG) === 1 ? NOTHING_LEARNED : LEARNED;
  }
  leaveTraining(ram, entry, known, SKILL_SLOTS);
  return NOTHING_LEARNED;
}

function leaveTraining(ram: Uint8Array, entry: number, known: number, slot: number): void {
  ram[Cell.WORK_0308] = SKILL_SLOTS - slot;
  write16(ram, Cell.PATTERN_X, entry + Math.min(slot, LAST_SLOT));
  write16(ram, SLOT_BIT, (1 << slot) & 0xffff);
  write16(ram, KNOWN_LEFT, known >> Math.min(slot + 1, SKILL_SLOTS));
}

/** C1:15ED, the ally learns the skill in 036A if it is one of its own. */
export function learnEnemySkill(machine: Machine, ally: number): number {
  const ram = machine.ram;
  write16(ram, Cell.SKILL_USER, ally);
  const record = read16(ram, ally + Ally.RECORD);
  const entry = read16(ram, record + PartyRecord.TABLE_ENTRY);
  const skill = read8(ram, Cell.COUNTER_SKILL);
  for (let slot = 0; slot < SKILL_SLOTS; slot++) {
    if (slotSkill(machine, entry, slot) !== skill) continue;
    write16(ram, Cell.WORK_0308, 0);
    write16(ram, FOUND_BIT, 1 << slot);
    if (((read16(ram, record + PartyRecord.SKILL_BITS) >> slot) & 1) !== 0) return WITHOUT_MESSAGE;
    learnBit(ram, record, 1 << slot);
    return read8(ram, Cell.LEARN_MESSAGE_SHOWN) === 0 ? LEARNED : WITHOUT_MESSAGE;
  }
  ram[Cell.WORK_0308] = SKILL_SLOTS;
  return NOTHING_LEARNED;
}
