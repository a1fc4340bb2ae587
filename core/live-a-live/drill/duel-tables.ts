/**
 * The tables of the duel: skills from the image's own records, movement patterns and characters
 * from two formulas. Evidence: decision (traces/homebrew/PROGRAM.md, "The duel"); the ROM has no
 * table of the cartridge but the abnormalities' rows.
 */
import { write16 } from '../../int/uint.js';
import { PATTERN_SIDE } from '../field/nearest-ally.js';
import * as Host from '../memory/cells/host.js';
import type { Machine } from '../memory/machine.js';
import { SKILL_RECORD_BYTES, SKILL_STATUSES, skillAddress } from '../memory/skill-record.js';
import { HEADER_BYTE, POINTER_SKILLS } from '../memory/table-pointers.js';
import { createTableBytes, POINTER_ABNORMALITY, type TableBytes, tableWord } from '../memory/tables.js';
import { DRILL_RECORD_BYTES, DRILL_RECORDS, drillRecord } from './skills.js';

const SKILLS = 0x8000;
const CHARACTERS = 0xf000;
const CHARACTER_BYTES = 0x100;
const PATTERNS = 16;
const ROWS_BYTES = 0x80;

/** Tables by those that they add to. */
const made = new WeakMap<TableBytes, TableBytes>();

function makeTables(tables: TableBytes): TableBytes {
  const own = { ...createTableBytes(), bankD5: Uint8Array.from(tables.bankD5) };
  const bank = own.bankD5;
  own.bankC0[HEADER_BYTE] = 1;
  write16(bank, POINTER_SKILLS, SKILLS);
  const patterns = tableWord(bank, POINTER_ABNORMALITY) + ROWS_BYTES;
  const cells = PATTERN_SIDE * PATTERN_SIDE;
  for (let pattern = 0; pattern < PATTERNS; pattern++) {
    for (let cell = 0; cell < cells; cell++) bank[patterns + cells * pattern + cell] = (5 * cell + 7 * pattern) & 0x1f;
  }
  for (let at = 0; at < CHARACTER_BYTES; at++) bank[CHARACTERS + at] = (29 * at + 7) & 0xd3;
  return own;
}

/** One by one: a part of the image as an array would be allocated with every call. */
function copyBytes(bank: Uint8Array, at: number, ram: Uint8Array, from: number, count: number): void {
  for (let byte = 0; byte < count; byte++) bank[at + byte] = ram[from + byte] as number;
}

/** The tables with the records as they stand in the image, for both lists of skills. */
export function duelTables({ ram, tables }: Machine): TableBytes {
  const own = made.get(tables) ?? makeTables(tables);
  made.set(tables, own);
  const bank = own.bankD5;
  for (let list = 0; list < 2; list++) {
    for (let skill = 0; skill < DRILL_RECORDS; skill++) {
      const at = skillAddress(SKILLS, skill, list);
      const rest = Host.BATTLE_SKILLS + DRILL_RECORD_BYTES * skill;
      copyBytes(bank, at, ram, drillRecord(skill), SKILL_STATUSES);
      copyBytes(bank, at + SKILL_STATUSES, ram, rest, SKILL_RECORD_BYTES - SKILL_STATUSES);
    }
  }
  return own;
}
