/**
 * The battle list of an ally's skills: C1:E94B. Evidence: executed; empty and unknown slots go
 * through ten deduced bytes (C1:E96D, E9A2).
 */

import { read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { FIRST_SKILL, SKILL_SLOTS } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import {
  allySkillRecord,
  SKILL_COUNTERS_HIGH,
  SKILL_COUNTERS_LOW,
  SKILL_DISABLED_BY,
  SKILL_TYPE,
  skillByte,
} from '../memory/skill-record.js';
import { tableByte } from '../memory/tables.js';

/** Work cells: slots left, entries left, what was read of a skill. */
const SLOTS_LEFT = Cell.WORK_0308;
const ENTRIES_LEFT = Cell.WORK_0308 + 1;
const KNOWN = Cell.WORK_0310;
const SKILL = Cell.WORK_0312;
const DISABLING = Cell.WORK_0312 + 1;
const TABLE = Cell.WORK_0314;
const COUNTERS_HIGH = Cell.ORDINARY_ENEMY_PRESENT;
const FLAGS = Cell.AREA_CENTRE_Y;
const TYPE = Cell.WORK_0318;

/** Flags of a list entry: attributes countered with the counter-only mark in bit 0. */
export function listFlags(countersLow: number, type: number): number {
  return (countersLow & 0xfe) | ((type >> 6) & 1);
}

/** What the list keeps of the skill in 0312 goes to the work cells. */
function readSkill(machine: Machine): void {
  const ram = machine.ram;
  const record = allySkillRecord(machine, ram[SKILL] as number);
  ram[DISABLING] = skillByte(machine, record, SKILL_DISABLED_BY);
  ram[TYPE] = skillByte(machine, record, SKILL_TYPE);
  ram[FLAGS] = listFlags(skillByte(machine, record, SKILL_COUNTERS_LOW), ram[TYPE] as number);
  ram[COUNTERS_HIGH] = skillByte(machine, record, SKILL_COUNTERS_HIGH);
}

function writeEntry(ram: Uint8Array, entry: number): void {
  ram[entry + Ally.LIST_SKILL] = ram[SKILL] as number;
  ram[entry + Ally.LIST_DISABLING] = ram[DISABLING] as number;
  ram[entry + Ally.LIST_COUNTER_HIGH] = ram[COUNTERS_HIGH] as number;
  ram[entry + Ally.LIST_FLAGS] = ram[FLAGS] as number;
  ram[entry + Ally.LIST_TYPE] = ram[TYPE] as number;
}

/** Unused entries become 0, all but their type byte. */
function clearEntry(ram: Uint8Array, entry: number): void {
  ram[entry + Ally.LIST_SKILL] = 0;
  ram[entry + Ally.LIST_DISABLING] = 0;
  ram[entry + Ally.LIST_COUNTER_HIGH] = 0;
  ram[entry + Ally.LIST_FLAGS] = 0;
}

/**
 * C1:E94B, the known skills, packed; the remembered skill becomes the first one when there is none.
 */
export function buildSkillList(machine: Machine, ally: number): void {
  const { ram, tables } = machine;
  const record = read16(ram, ally + Ally.RECORD);
  const table = read16(ram, record + PartyRecord.TABLE_ENTRY);
  write16(ram, TABLE, ally);
  write16(ram, KNOWN, read16(ram, record + PartyRecord.SKILL_BITS));
  let entry = ally;
  for (let slot = 0; slot < SKILL_SLOTS; slot++) {
    const skill = tableByte(tables.bankD5, table + FIRST_SKILL + slot);
    const known = read16(ram, KNOWN);
    ram[SKILL] = skill;
    write16(ram, KNOWN, known >> 1);
    if (skill === 0) continue;
    write16(ram, TABLE, table + slot);
    readSkill(machine);
    if ((known & 1) === 0) continue;
    writeEntry(ram, entry);
    entry++;
  }
  for (const end = ally + SKILL_SLOTS; entry < end; entry++) clearEntry(ram, entry);
  ram[SLOTS_LEFT] = 0;
  ram[ENTRIES_LEFT] = 0;
  if (ram[record + PartyRecord.LAST_LEARNED] === 0) {
    ram[record + PartyRecord.LAST_LEARNED] = ram[ally + Ally.LIST_SKILL] as number;
  }
}
