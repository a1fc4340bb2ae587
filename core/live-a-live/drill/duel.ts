/**
 * The duel, the third image of the test ROM: whole battles by the skills, decisions, answers,
 * fields and spoils of a played battle, with records that stand in the work RAM. Evidence: decision
 * (traces/homebrew/PROGRAM.md, "The duel") for records, tables, buttons and rounds; all else is the
 * code that a battle played by commands runs.
 */

import { offsetOf, TEST_ROM_IMAGE } from '../../../rom-map/index.js';
import { read8, read16, write16 } from '../../int/uint.js';
import { takeSpoils } from '../battle/run.js';
import { recordOfSkill } from '../combat/begin-skill.js';
import { RUNNING, settleDefeats, WON } from '../combat/defeat.js';
import { hurtByPoison } from '../combat/fields-and-poison.js';
import { useAllySkill, useEnemySkill } from '../combat/use-skill.js';
import { decideEnemy } from '../enemy/decide.js';
import { facingOf, markRange } from '../field/marks.js';
import { PATTERN_SIDE } from '../field/nearest-ally.js';
import { fillEnemyBox, GRID_WIDTH } from '../field/occupancy.js';
import { GRID_CELLS, SEEK_ALLIES, SEEK_ENEMIES, soughtFrom } from '../field/targets.js';
import { PHASE_START } from '../frame/frame.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { STAT_COUNT, STAT_STRIDE } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import {
  SKILL_CHARGE,
  SKILL_DISABLED_BY,
  SKILL_RECORD_BYTES,
  SKILL_STATUSES,
  SKILL_TYPE,
  skillAddress,
  skillByte,
  TYPE_COUNTER_ONLY,
  TYPE_HEAL,
} from '../memory/skill-record.js';
import { PRESENT } from '../memory/state-bits.js';
import {
  createTableBytes,
  HEADER_BYTE,
  POINTER_ABNORMALITY,
  POINTER_SKILLS,
  type TableBytes,
  tableWord,
} from '../memory/tables.js';
import { ALLY_CHARGING } from '../turn/ally-actions.js';
import { isListEnd } from '../turn/time-passes.js';
import { DRILL_RECORD_BYTES, DRILL_RECORDS, drillRecord } from './skills.js';

// The tables of the duel: skills from the image's own records, movement patterns and characters
// from two formulas. Evidence: decision (traces/homebrew/PROGRAM.md, "The duel"); the ROM has no
// table of the cartridge but the abnormalities' rows.

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

const IMAGE = offsetOf(TEST_ROM_IMAGE);
/** Number of the third image; the fourth is the same battle, ordered through a menu. */
const DUEL = 2;
const MENU = 3;
/** Bytes of a record that hold the places of an enemy and of an ally. */
const ENEMY_PLACE = 9;
const ALLY_PLACE = 13;
/** Cells of the grid to each target of the cursor. */
export const CELLS_PER_TARGET = 4;

/** Whether the image is one that plays whole battles. */
export function isDuel(ram: Uint8Array): boolean {
  return (ram[IMAGE] as number) >= DUEL;
}

/** Whether the image orders through menus. */
export function isMenuImage(ram: Uint8Array): boolean {
  return ram[IMAGE] === MENU;
}

/** The machine with the tables of the duel. */
export function duelMachine(machine: Machine): Machine {
  return { ...machine, tables: duelTables(machine) };
}

/**
 * Takes up a skill for the ally, if its type, his statuses and a target allow it.
 * @param charge for a skill without a charge of its own; below 0: fires at once
 */
export function takeUpDuelSkill(machine: Machine, ally: number, skill: number, charge: number): void {
  const ram = machine.ram;
  const duel = duelMachine(machine);
  const record = recordOfSkill(duel, ally, skill);
  const type = skillByte(duel, record, SKILL_TYPE);
  if ((type & TYPE_COUNTER_ONLY) !== 0) return;
  if ((skillByte(duel, record, SKILL_DISABLED_BY) & read8(ram, ally + Ally.STATUSES)) !== 0) return;
  write16(ram, Cell.SKILL_RECORD_POINTER, record);
  markRange(duel, ally, facingOf(ram, ally));
  const first = (CELLS_PER_TARGET * read8(ram, Host.TARGET_CURSOR)) % GRID_CELLS;
  const cell = soughtFrom(machine, first, (type & TYPE_HEAL) !== 0 ? SEEK_ALLIES : SEEK_ENEMIES);
  if (cell < 0) return;
  const own = skillByte(duel, record, SKILL_CHARGE) & 0xf0;
  const time = charge < 0 ? 0 : own || charge;
  ram[ally + Ally.TARGET_X] = cell & 7;
  ram[ally + Ally.TARGET_Y] = cell >> 3;
  ram[ally + Ally.LAST_SKILL] = skill;
  ram[ally + Ally.CHARGE_LENGTH] = time;
  ram[ally + Ally.CHARGE] = time;
  ram[ally + Ally.SKILL_STATE] = ALLY_CHARGING;
}

/** A battle that is over: spoils, then everybody stands for the next one. */
function endRound(machine: Machine): void {
  const ram = machine.ram;
  if (ram[Host.BATTLE_RESULT] === RUNNING) return;
  if (ram[Host.BATTLE_RESULT] === WON) takeSpoils(machine);
  ram[Host.BATTLE_RESULT] = RUNNING;
  ram[Host.PHASE] = PHASE_START;
  ram.fill(0, Cell.FIELD_GRID, Cell.FIELD_GRID + GRID_CELLS);
  for (let slot = 0; slot < 4; slot++) {
    if (ram[Ally.FIRST + Ally.STRIDE * slot + Ally.ID] !== 0xff) putAlly(ram, slot);
  }
  let place = Host.DRILL_SKILLS + ENEMY_PLACE;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    putEnemy(ram, enemy, place);
    place += DRILL_RECORD_BYTES;
  }
}

function putAlly(ram: Uint8Array, slot: number): void {
  const ally = Ally.FIRST + Ally.STRIDE * slot;
  const record = read16(ram, ally + Ally.RECORD);
  const place = drillRecord(slot) + ALLY_PLACE;
  const cell = read16(ram, place);
  ram[ally + Ally.STATE] = 0xff;
  write16(ram, record + PartyRecord.HP, read16(ram, record + PartyRecord.MAX_HP));
  ram[ally + Ally.STATUSES] = 0;
  ram.fill(0, ally + Ally.TIMERS, ally + Ally.TIMERS + 8);
  ram[ally + Ally.SKILL_STATE] = 0;
  ram[ally + Ally.CHARGE] = 0;
  ram[ally + Ally.CHARGE_LENGTH] = 0;
  ram[ally + Ally.ACTED] = 0;
  ram[ally + Ally.LEVEL] = read8(ram, record + PartyRecord.LEVEL);
  for (let stat = 0; stat < STAT_COUNT; stat++) {
    const points = read8(ram, record + PartyRecord.POWER + STAT_STRIDE * stat);
    ram[ally + Ally.BASE_STATS + stat] = points;
    ram[ally + Ally.STATS + stat] = points;
  }
  write16(ram, ally + Ally.CELL_X, cell);
  write16(ram, ally + Ally.WANTED_X, cell);
  ram[ally + Ally.FACING] = read8(ram, place + 2) & 3;
  ram[Cell.FIELD_GRID + GRID_WIDTH * (cell >> 8) + (cell & 0xff)] = slot + 1;
}

/** @param place of its column, row, facing and state */
function putEnemy(ram: Uint8Array, enemy: number, place: number): void {
  const cell = read16(ram, place);
  write16(ram, enemy + Enemy.CELL_X, cell);
  write16(ram, enemy + Enemy.WANTED_X, cell);
  ram[enemy + Enemy.FACING] = read8(ram, place + 2);
  ram[enemy + Enemy.STATE] = read8(ram, place + 3);
  ram[enemy + Enemy.SKILL_STATE] = 0;
  ram[enemy + Enemy.CHARGE] = 0;
  ram[enemy + Enemy.CELL_07] = 0;
  if ((read8(ram, enemy + Enemy.STATE) & PRESENT) !== 0) fillEnemyBox(ram, enemy);
}

/** A due skill of an ally. */
export function useDuelSkillOfAlly(machine: Machine, ally: number): void {
  const duel = duelMachine(machine);
  useAllySkill(duel, ally);
  endRound(duel);
}

/** A due skill of an enemy; poison acts after it. */
export function useDuelSkillOfEnemy(machine: Machine, enemy: number): void {
  const duel = duelMachine(machine);
  useEnemySkill(duel, enemy);
  if (machine.ram[Host.BATTLE_RESULT] === RUNNING) {
    hurtByPoison(duel);
    settleDefeats(duel);
  }
  endRound(duel);
}

/** The enemy decides by itself. @returns as `decideEnemy` */
export function decideForDuellist(machine: Machine, enemy: number): boolean {
  return decideEnemy(duelMachine(machine), enemy);
}
