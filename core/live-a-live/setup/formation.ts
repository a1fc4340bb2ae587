/**
 * Which enemies come and where the party stands: C1:F504 (last chapter), F588 (formation), F5FB
 * (head of the formation and the places of the allies). Evidence: executed; the extra routine of
 * formation D3h and the entry of the last chapter's choice are unpublished and are exits.
 *
 * Kept as it is: a level that would carry the 8-bit sum past 255 is left out of the sum.
 */

import { read16, write16 } from '../../int/uint.js';
import { MACHINE_ID } from '../enemy/driven-enemy.js';
import { byteAt } from '../memory/addresses.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { drawBattle } from '../memory/generators.js';
import { exitOf, type Machine, wordOf } from '../memory/machine.js';
import { LAST_CHAPTER } from '../memory/scenarios.js';
import { POINTER_ENCOUNTERS, POINTER_FORMATIONS } from '../memory/table-pointers.js';
import { tableByte, tableWord } from '../memory/tables.js';
import { allyOfRank, NO_SUCH_RANK, nextSetUpRank, ONE_MACHINE } from '../turn/ally-order.js';
import { recordAddress } from './party-set-up.js';

/** The rare formation of the last chapter, and the most its index can be before the random part. */
export const RARE_FORMATION = 0xbd;
const LAST_CHAPTER_CAP = 0x1c;
/** Scenario whose formations follow the hero's level, and their range. */
export const LEVELLED_SCENARIO = 6;
const LEVELLED_RECORD = 6;
const LEVELLED_FIRST = 0x74;
const LEVELLED_LAST = 0x81;
/** Map argument that keeps the formation as it is. */
const FORMATION_KEPT = 0x04;
const FORCED = 0xaa;
const EXTRA_FORMATION = 0xd3;
/** Byte of a record that holds the level. */
const LEVEL_IN_RECORD = 6;

/** Exits of `chooseFormation`. */
export const FORMATION_CHOSEN = 0;
export const FORMATION_OF_LAST_CHAPTER = 1;
export const FORMATION_WITH_EXTRA = 2;

/** Exits of `placeParty`. */
export const ENEMIES_FOLLOW = 0;
export const NO_ENEMIES = 1;
export const ALLIES_AS_ENEMIES = 2;
export const RANK_NOT_FOUND = 3;

/** Record of the machine that replaces a party. */
const MACHINE_RECORD = 0x0f80;
/** Place byte of an ally that does not take part. */
const NOT_PLACED = 0x3f;

/** Sum of levels without an addend that would carry. */
export function addLevel(sum: number, level: number): number {
  return sum + level > 0xff ? sum : sum + level;
}

/** Index before the random part, 0..28. */
export function lastChapterIndex(levels: number, background: number): number {
  const index = (levels >> 2) + 2 * (background & 3);
  return Math.min(index, LAST_CHAPTER_CAP);
}

/** Adds a member's level to the sum in 0310. */
function addMember(ram: Uint8Array, member: number): void {
  ram[Cell.WORK_0310] = addLevel(ram[Cell.WORK_0310] as number, byteAt(ram, recordAddress(member) + LEVEL_IN_RECORD));
}

/**
 * C1:F504, one draw or two.
 *
 * @returns the rare formation, or 0..31, whose meaning hangs on the table at D6:4080
 */
export function lastChapterFormation(machine: Machine): number {
  const ram = machine.ram;
  if (ram[Cell.RARE_ENCOUNTER] === 1 && (drawBattle(machine, 0xc1f504) & 0x80) !== 0) return RARE_FORMATION;
  ram[Cell.WORK_0310] = 0;
  addMember(ram, ram[Cell.PARTY_IDS] as number);
  const followers = ram[Cell.FOLLOWERS] as number;
  for (let index = 0; index < followers; index++) addMember(ram, byteAt(ram, PARTY_ID_LIST + 1 + index));
  if (followers !== 0) ram[Cell.WORK_0308] = 0;
  ram[Cell.WORK_0310] = lastChapterIndex(ram[Cell.WORK_0310] as number, ram[Cell.BACKGROUND] as number);
  return ((drawBattle(machine, 0xc1f504) & 3) + (ram[Cell.WORK_0310] as number)) & 0xff;
}

/** 16-bit address of the first party place. */
const PARTY_ID_LIST = 0x0a10;

function setFormation(ram: Uint8Array, formation: number): number {
  write16(ram, Cell.FORMATION_NUMBER, formation);
  return formation === EXTRA_FORMATION ? FORMATION_WITH_EXTRA : FORMATION_CHOSEN;
}

/** Formation of that scenario by level. */
export function levelledFormation(level: number): number {
  const formation = (LEVELLED_FIRST + level) & 0xff;
  return Math.min(formation, LEVELLED_LAST);
}

/** Entry of an area's list: drawn, or forced in turn. */
function encounterEntry(machine: Machine): number {
  const ram = machine.ram;
  if (ram[Cell.FORCED_ENCOUNTER] !== FORCED) return drawBattle(machine, 0xc1f5cb) & 0x0f;
  ram[Cell.FORCED_ENCOUNTER_INDEX] = (ram[Cell.FORCED_ENCOUNTER_INDEX] as number) + 1;
  return (ram[Cell.FORCED_ENCOUNTER_INDEX] as number) & 0x0f;
}

/** C1:F588, the formation from the map's bytes. */
export function chooseFormation(machine: Machine): number {
  const { ram, tables } = machine;
  const argument = ram[Cell.MAP_ARGUMENT] as number;
  if (argument === FORMATION_KEPT) return FORMATION_CHOSEN;
  if ((argument & 0xc0) !== 0) return setFormation(ram, argument);
  const area = ram[Cell.BACKGROUND] as number;
  if (ram[Cell.SCENARIO] === LEVELLED_SCENARIO && (area & 3) === 0) {
    return setFormation(ram, levelledFormation(byteAt(ram, recordAddress(LEVELLED_RECORD) + LEVEL_IN_RECORD)));
  }
  if (ram[Cell.SCENARIO] === LAST_CHAPTER) return FORMATION_OF_LAST_CHAPTER;
  const entry = encounterEntry(machine);
  write16(ram, Cell.WORK_0310, entry);
  const list = tableWord(tables.bankD6, tableWord(tables.bankD6, POINTER_ENCOUNTERS) + 2 * area);
  return setFormation(ram, tableByte(tables.bankD6, list + entry));
}

/** An ally's place byte: facing, column, row. */
function placeAlly(ram: Uint8Array, ally: number, place: number): void {
  if ((place & NOT_PLACED) === NOT_PLACED) {
    ram[ally + Ally.STATE] = 0;
    return;
  }
  ram[ally + Ally.CELL_Y] = place & 7;
  ram[ally + Ally.CELL_X] = (place >> 3) & 7;
  ram[ally + Ally.FACING] = place >> 6;
}

/** The party becomes one machine. */
function replaceByMachine(ram: Uint8Array): void {
  write16(ram, Ally.FIRST + Ally.RECORD, MACHINE_RECORD);
  ram[Ally.FIRST + Ally.ID] = MACHINE_ID;
  ram[Ally.FIRST + Ally.STATE] = MACHINE_ID;
  for (let index = 1; index < 4; index++) ram[Ally.FIRST + Ally.STRIDE * index + Ally.STATE] = 0;
}

/** C1:F5FB, head of the formation, places of the allies by rank, species blocks freed. */
export function placeParty(machine: Machine): number {
  const { ram, tables } = machine;
  const bank = tables.bankD6;
  const head = tableWord(bank, tableWord(bank, POINTER_FORMATIONS) + 2 * read16(ram, Cell.FORMATION_NUMBER));
  write16(ram, Cell.FORMATION_POINTER, head);
  ram[Cell.ENEMY_PARTY_LEVEL] = tableByte(bank, head);
  ram[Cell.MACHINE_FLAG] = tableByte(bank, head + 1);
  ram[Cell.FORMATION_RATE] = tableByte(bank, head + 6);
  ram[Cell.SUBJECT] = 0;
  let cursor = head;
  for (let more = true; more; ) {
    const found = allyOfRank(machine);
    if (exitOf(found) === ONE_MACHINE) return ALLIES_AS_ENEMIES;
    if (exitOf(found) === NO_SUCH_RANK) return RANK_NOT_FOUND;
    placeAlly(ram, wordOf(found), tableByte(bank, cursor + 2));
    const next = nextSetUpRank(machine, cursor);
    cursor = wordOf(next);
    more = exitOf(next) === 0;
  }
  if (ram[Ally.FIRST + Ally.ID] !== 0 && ((ram[Cell.MACHINE_FLAG] as number) & 0x0f) !== 0) replaceByMachine(ram);
  write16(ram, Cell.NEAREST_ALLY_POINTER, Enemy.FIRST);
  for (let index = 0; index < 4; index++) ram[Species.FIRST + Species.STRIDE * index + Species.STATE] = 0;
  const count = (ram[Cell.FORMATION_RATE] as number) & 0x0f;
  ram[Cell.ENEMY_COUNT] = count;
  if (count === 0) return NO_ENEMIES;
  ram[Cell.WORK_0308] = count;
  return ENEMIES_FOLLOW;
}
