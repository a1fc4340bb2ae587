/**
 * How the ally blocks are filled from the party: C1:EC25, EC4B, EC59, EC7A, ECFB, EDB3, EE56, F05F.
 * Evidence: executed; several followers, the route of hero 0 and small HP bytes lead into
 * unpublished parts, which are exits.
 */

import { read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { exitWith, type Machine, packResult, type RoutineResult } from '../memory/machine.js';
import { LAST_CHAPTER } from '../memory/scenarios.js';
import { byteAt } from '../memory/skill-record.js';
import { POINTER_CHARACTERS, POINTER_PARTY_LISTS, tableByte, tableWord } from '../memory/tables.js';

/** Bytes of a character in the table; ids from 20h on have none. */
export const CHARACTER_BYTES = 45;
const CHARACTERS = 0x20;
/** Party records. */
export const RECORD_BYTES = 0x40;
/** Ids of a party list that stand for another one. */
const STANDS_FOR_14 = 0x15;
const STANDS_FOR_RECORD_3 = 0x08;
const RECORD_3 = 0x0dc0;

const JOINED = 0xff;

/** Exits of `startPartyBlocks`. */
export const LAST_CHAPTER_PARTY = 0;
export const ORDINARY_PARTY = 1;
export const ROUTE_OF_HERO_0 = 2;
export const SEVERAL_FOLLOWERS = 3;

/** Exits of `fillFromFollowers`. */
export const PARTY_FILLED = 0;
export const THIRD_FOLLOWER = 1;
export const SECOND_FOLLOWER = 2;

/** Exits of `startCharacter`. */
export const CHARACTER_STARTED = 0;
export const SMALL_HP = 1;

/** C1:EC25, where a record's character stands in the table. */
export function pointToCharacter(machine: Machine, record: number): void {
  const { ram, tables } = machine;
  const id = ram[record + PartyRecord.ID] as number;
  if (id >= CHARACTERS) return;
  write16(ram, record + PartyRecord.TABLE_ENTRY, tableWord(tables.bankD5, POINTER_CHARACTERS) + CHARACTER_BYTES * id);
}

/** C1:EC4B, address of a party record. @param number 0..255 */
export function recordAddress(number: number): number {
  return PartyRecord.FIRST + RECORD_BYTES * number;
}

/** C1:EC59, first id of a party list. @returns word = address of the list in bank D6, byte = id */
export function partyIdOfList(machine: Machine, list: number): RoutineResult {
  const { ram, tables } = machine;
  const address = (tableWord(tables.bankD6, POINTER_PARTY_LISTS) + 4 * (list & 0x0f)) & 0xffff;
  const id = tableByte(tables.bankD6, address);
  if (id === STANDS_FOR_14) return packResult(0, address, ram[Cell.SCENARIO] === LAST_CHAPTER ? 0x14 : STANDS_FOR_14);
  if (id === STANDS_FOR_RECORD_3) return packResult(0, address, byteAt(ram, RECORD_3));
  return packResult(0, address, id);
}

/** C1:EC7A, id that a party list gives for a follower. @param list its address in bank D6 */
export function followerId(machine: Machine, list: number, follower: number): number {
  const at = follower === 0x0a ? 3 : follower === 0x09 ? 2 : 1;
  return tableByte(machine.tables.bankD6, list + at);
}

/** C1:ECFB, an ally block of a record. */
export function joinFromRecord(machine: Machine, ally: number, record: number): void {
  const ram = machine.ram;
  ram[ally + Ally.ID] = byteAt(ram, record);
  ram[ally + Ally.STATE] = JOINED;
  write16(ram, ally + Ally.RECORD, record);
}

function block(index: number): number {
  return Ally.FIRST + Ally.STRIDE * index;
}

function emptyFollowerBlocks(ram: Uint8Array): void {
  for (let index = 1; index < 4; index++) ram[block(index) + Ally.STATE] = 0;
}

/** C1:EDB3. @returns byte = id of the list for `ORDINARY_PARTY`, word = the list */
export function startPartyBlocks(machine: Machine): RoutineResult {
  const ram = machine.ram;
  const scenario = ram[Cell.SCENARIO] as number;
  if (scenario < LAST_CHAPTER) {
    ram[Ally.FIRST + Ally.PLACE] = scenario;
    const entry = partyIdOfList(machine, scenario);
    return packResult(ORDINARY_PARTY, entry & 0xffff, entry >>> 16);
  }
  const hero = ram[Cell.PARTY_IDS] as number;
  ram[Ally.FIRST + Ally.PLACE] = hero;
  joinFromRecord(machine, Ally.FIRST, recordAddress(hero));
  if (hero === 0) return exitWith(ROUTE_OF_HERO_0);
  emptyFollowerBlocks(ram);
  const followers = ram[Cell.FOLLOWERS] as number;
  if (followers === 0) return LAST_CHAPTER_PARTY;
  if (followers !== 1) return exitWith(SEVERAL_FOLLOWERS);
  const follower = ram[Cell.PARTY_IDS + 1] as number;
  ram[block(1) + Ally.PLACE] = follower;
  joinFromRecord(machine, block(1), recordAddress(follower));
  return LAST_CHAPTER_PARTY;
}

/**
 * C1:EE56, outside the last chapter.
 * @param record of the hero @param list party list in bank D6
 * @returns byte = id of the follower at the exits
 */
export function fillFromFollowers(machine: Machine, record: number, list: number): RoutineResult {
  const ram = machine.ram;
  joinFromRecord(machine, Ally.FIRST, record);
  emptyFollowerBlocks(ram);
  for (let index = 1; index < 4; index++) {
    const follower = ram[Cell.PARTY_IDS + index] as number;
    ram[block(index) + Ally.PLACE] = follower;
    write16(ram, block(index) + Ally.RECORD, recordAddress(follower));
  }
  const followers = ram[Cell.FOLLOWERS] as number;
  if (followers === 0) return PARTY_FILLED;
  if (followers === 1) {
    ram[block(1) + Ally.ID] = followerId(machine, list, ram[Cell.PARTY_IDS + 1] as number);
    ram[block(1) + Ally.STATE] = JOINED;
    return packResult(PARTY_FILLED, 0, JOINED);
  }
  const last = followers === 2 ? SECOND_FOLLOWER : THIRD_FOLLOWER;
  const number = ram[Cell.PARTY_IDS + (followers === 2 ? 2 : 3)] as number;
  return packResult(last, 0, followerId(machine, list, number));
}

/** Skills known at a level: one bit each up to the level, 16 at most. */
export function skillsKnownAt(level: number): number {
  return level >= 15 ? 0xffff : (1 << (level + 1)) - 1;
}

/** C1:F05F, start values of a character from the table. */
export function startCharacter(machine: Machine, record: number): number {
  const hp = tableByte(machine.tables.bankD5, read16(machine.ram, record + PartyRecord.TABLE_ENTRY));
  if (hp < 0x80) return SMALL_HP;
  startWithHp(machine, record, (hp & 0x7f) << 4);
  return CHARACTER_STARTED;
}

/** C1:F078, the start values with the HP that the entry's byte stands for. @param hp 0..65535 */
export function startWithHp(machine: Machine, record: number, hp: number): void {
  const { ram, tables } = machine;
  const bank = tables.bankD5;
  const entry = read16(ram, record + PartyRecord.TABLE_ENTRY);
  write16(ram, record + PartyRecord.MAX_HP, hp);
  write16(ram, record + PartyRecord.HP, hp);
  const level = tableByte(bank, entry + 0x19);
  write16(ram, record + PartyRecord.SKILL_BITS, skillsKnownAt(level & 0x1f));
  for (let stat = 0; stat < 4; stat++) {
    const value = tableByte(bank, entry + 1 + stat);
    ram[record + PartyRecord.POWER + 3 * stat] = value;
    ram[record + PartyRecord.POWER + 3 * stat + 1] = value;
  }
  ram[record + PartyRecord.LEVEL] = level;
  ram[record + PartyRecord.IMMUNITY] = tableByte(bank, entry + 0x1c);
  const corrections = tableByte(bank, entry + 0x1d);
  ram[record + PartyRecord.SIDE_CORRECTION] = corrections & 0x0f;
  ram[record + PartyRecord.BACK_CORRECTION] = corrections >> 4;
  ram[record + PartyRecord.EVADE] = tableByte(bank, entry + 0x1e);
  ram[record + PartyRecord.EVADE + 1] = tableByte(bank, entry + 0x1f);
  for (let index = 0; index < 12; index++) {
    ram[record + PartyRecord.EQUIPMENT + index] = tableByte(bank, entry + 0x20 + index);
  }
  write16(ram, Cell.WORK_0308, 0);
}
