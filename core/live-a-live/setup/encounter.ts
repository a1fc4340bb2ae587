/**
 * Which formation an area of the map brings: C1:F588 and, in the last chapter, C1:F504, with the
 * battle generator as it is. Of the lists of areas (D6:0050) and of the last chapter's table
 * (D6:4080) no byte is published; only an owner's image has them. Of the last chapter the bytes
 * C1:F4FA-F503 before F504 are unpublished and are taken to lead to it.
 */
import { read8, read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import type { Machine } from '../memory/machine.js';
import { LAST_CHAPTER } from '../memory/scenarios.js';
import { POINTER_ENCOUNTERS, POINTER_FORMATIONS } from '../memory/table-pointers.js';
import { tableWord } from '../memory/tables.js';
import {
  chooseFormation,
  FORMATION_OF_LAST_CHAPTER,
  LEVELLED_SCENARIO,
  lastChapterFormation,
  RARE_FORMATION,
} from './formation.js';

/** The list of the area is not in the tables at hand. */
export const NO_LIST = -1;
/** The last chapter's table is not at hand: what a result of C1:F504 stands for is not known. */
export const NO_TABLE = -2;

/**
 * Address in bank D6 of the last chapter's encounters by the data map of hosoboso/livealive: 64
 * bytes, a word for each of the 32 results of C1:F504. No published code reads it, and of its bytes
 * none is published: what a result stands for is not known without an image.
 */
const LAST_CHAPTER_ENCOUNTERS = 0x4080;

/**
 * The formation behind a result of C1:F504, by an image's tables. Where the formations' pointers
 * begin at the same address, the table is theirs, and the result is the formation's number.
 */
function lastChapterEntry({ bankD6 }: Machine['tables'], index: number): number {
  if (tableWord(bankD6, POINTER_ENCOUNTERS) === 0) return NO_TABLE;
  const isOfPointers = tableWord(bankD6, POINTER_FORMATIONS) === LAST_CHAPTER_ENCOUNTERS;
  return isOfPointers ? index : tableWord(bankD6, LAST_CHAPTER_ENCOUNTERS + 2 * index);
}

/** C1:F504 for the party of a plan, whose records need not lie by the members' ids. */
function lastChapterEncounter(machine: Machine, members: number): number {
  const { ram } = machine;
  for (let slot = 0; slot < members; slot++) {
    const record = read16(ram, Ally.FIRST + Ally.STRIDE * slot + Ally.RECORD);
    ram[Cell.PARTY_IDS + slot] = (record - PartyRecord.FIRST) / PartyRecord.STRIDE;
  }
  ram[Cell.FOLLOWERS] = members - 1;
  const met = lastChapterFormation(machine);
  return met === RARE_FORMATION ? met : lastChapterEntry(machine.tables, met);
}

/**
 * Draws the encounter of an area. Writes cells of the map and of the party that a battle begins
 * without.
 * @param members 1 to 4, in the first ally blocks
 * @param area 0 to 255: the map's byte 7E0041
 * @returns the formation, 0 to 255; `NO_LIST`, then without a draw; `NO_TABLE`, then with the draw
 */
export function drawEncounter(machine: Machine, members: number, area: number): number {
  const { ram, tables } = machine;
  ram[Cell.MAP_ARGUMENT] = 0;
  ram[Cell.BACKGROUND] = area;
  const scenario = read8(ram, Cell.SCENARIO);
  const needsList = scenario !== LAST_CHAPTER && !(scenario === LEVELLED_SCENARIO && (area & 3) === 0);
  if (needsList && tableWord(tables.bankD6, POINTER_ENCOUNTERS) === 0) return NO_LIST;
  // no list lies at the beginning of the bank
  if (needsList && tableWord(tables.bankD6, tableWord(tables.bankD6, POINTER_ENCOUNTERS) + 2 * area) === 0)
    return NO_LIST;
  if (chooseFormation(machine) === FORMATION_OF_LAST_CHAPTER) return lastChapterEncounter(machine, members);
  return read16(ram, Cell.FORMATION_NUMBER);
}
