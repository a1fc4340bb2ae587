/**
 * Which battle commands are offered: C1:FD76 (hero), 14C7 (items), 14DD (greyed), 4FDC and 4FFB
 * (the fourth command), 5040 (a character among the allies), 9D38 (the previous skill again), FD81
 * (rooms of the last battle). Evidence: executed.
 *
 * Kept as it is: the flag that Armageddon was offered is never cleared, so escape stays open
 * afterwards.
 */

import { read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { SKILL_SLOTS } from '../memory/character-entry.js';
import { byteOf, exitWithWord, type Machine, packResult, type RoutineResult } from '../memory/machine.js';
import { LAST_CHAPTER } from '../memory/scenarios.js';
import { OUT_OF_FIGHT, PRESENT } from '../memory/state-bits.js';

/** The two scenarios without an item command. */
const WITHOUT_ITEMS_A = 2;
const WITHOUT_ITEMS_B = 5;
/** Battle state of an ally that drives an enemy. */
const DRIVES_ENEMY = 0x40;

/** Characters that change the fourth command, and the addresses of its texts in bank C1. */
const QUITS = 0x15;
const TELEPORTS = 0x11;
export const TEXT_ESCAPE = 0xfda6;
export const TEXT_QUIT = 0xfdbb;
export const TEXT_TELEPORT = 0xfdcf;
export const TEXT_ARMAGEDDON = 0xfde5;

/** Exits of `greyCommands`. */
export const NOTHING_GREYED = 0;
export const ESCAPE_GREYED = 1;
export const ITEMS_GREYED = 2;

/** Record of the hero of the last chapter. */
const BUTTON_SELECT = 0x20;
/** Answers of `previousSkillUsable`. */
export const USABLE = 0x00;
export const NOT_USABLE = 0xff;

/** The last chapter with hero 0. */
export function isRouteOfHero0(ram: Uint8Array): boolean {
  return ram[Cell.SCENARIO] === LAST_CHAPTER && ram[Cell.PARTY_IDS] === 0;
}

/**
 * C1:FD76, hero of the last chapter, in the others the scenario itself.
 * @returns byte = value, word = the zero flag its callers branch on: outside the last chapter it is
 *   clear for scenario 0 too
 */
export function heroTestValue(machine: Machine): RoutineResult {
  const ram = machine.ram;
  const scenario = ram[Cell.SCENARIO] as number;
  const value = scenario === LAST_CHAPTER ? (ram[Cell.PARTY_IDS] as number) : scenario;
  return packResult(0, isRouteOfHero0(ram) ? 1 : 0, value);
}

/** C1:14C7. @returns true when the current ally may not use items */
export function itemsForbidden(machine: Machine): boolean {
  const ram = machine.ram;
  const scenario = ram[Cell.SCENARIO];
  if (scenario === WITHOUT_ITEMS_A || scenario === WITHOUT_ITEMS_B) return true;
  return ram[read16(ram, Cell.CURRENT_ALLY) + Ally.STATE] === DRIVES_ENEMY;
}

/** Whether a battle cannot be left: after Armageddon was offered once it can. */
export function isEscapeForbidden(ram: Uint8Array): boolean {
  return ram[Cell.ARMAGEDDON_FLAG] === 0 && ram[Cell.ESCAPE_FORBIDDEN] !== 0;
}

/** C1:14DD, up to the first command that is drawn grey. */
export function greyCommands(machine: Machine): number {
  const ram = machine.ram;
  if (isEscapeForbidden(ram)) return ESCAPE_GREYED;
  return itemsForbidden(machine) ? ITEMS_GREYED : NOTHING_GREYED;
}

/** A quarter of the maximum, truncated, reaches the HP. */
export function hpIsLow(hp: number, maxHp: number): boolean {
  return maxHp >> 2 >= hp;
}

/**
 * C1:4FDC. @returns word = A: the value tested first, else a quarter of the maximum, whose low byte
 * is cleared for Armageddon; byte = zero flag, 1 when the command is Armageddon
 */
export function armageddonTest(machine: Machine): RoutineResult {
  const ram = machine.ram;
  if (!isRouteOfHero0(ram)) return packResult(0, byteOf(heroTestValue(machine)), 0);
  const maxHp = read16(ram, PartyRecord.FIRST + PartyRecord.MAX_HP);
  if (!hpIsLow(read16(ram, PartyRecord.FIRST + PartyRecord.HP), maxHp)) return packResult(0, maxHp >> 2, 0);
  ram[Cell.ARMAGEDDON_FLAG] = 0xff;
  return packResult(0, (maxHp >> 2) & 0xff00, 1);
}

/** C1:4FDC: true when the command is Armageddon. */
export function offersArmageddon(machine: Machine): boolean {
  return byteOf(armageddonTest(machine)) === 1;
}

/**
 * C1:5040. @returns word = the character's block or the end of the blocks, byte = FFh when it is
 * there
 */
export function findCharacter(machine: Machine, character: number): RoutineResult {
  const ram = machine.ram;
  ram[Cell.WORK_0310] = character;
  let ally = Ally.FIRST;
  for (let index = 0; index < 4; index++, ally += Ally.STRIDE) {
    if (((ram[ally + Ally.STATE] as number) & PRESENT) === 0 || ram[ally + Ally.STATUSES] === OUT_OF_FIGHT) continue;
    if (ram[ally + Ally.ID] === character) return packResult(0, ally, 0xff);
  }
  return exitWithWord(0, ally);
}

function isPresent(machine: Machine, character: number): boolean {
  return findCharacter(machine, character) >>> 16 !== 0;
}

/** C1:4FFB. @returns address of the text of the fourth command */
export function fourthCommand(machine: Machine): number {
  if (offersArmageddon(machine)) return TEXT_ARMAGEDDON;
  if (isPresent(machine, QUITS)) return TEXT_QUIT;
  return isPresent(machine, TELEPORTS) ? TEXT_TELEPORT : TEXT_ESCAPE;
}

/** Place of a skill in the ally's battle list, 0..15, or 16. The first one decides. */
function placeInList(ram: Uint8Array, ally: number, skill: number): number {
  let place = 0;
  while (place < SKILL_SLOTS && ram[ally + place + Ally.LIST_SKILL] !== skill) place++;
  ram[Cell.WORK_0308] = SKILL_SLOTS - place;
  return place;
}

/**
 * C1:9D38, whether the current ally may repeat its last skill. @returns `USABLE` or `NOT_USABLE`
 */
export function previousSkillUsable(machine: Machine): number {
  const ram = machine.ram;
  if (((ram[Cell.PAD_LAST_PRESSED + 1] as number) & BUTTON_SELECT) !== 0) return USABLE;
  const ally = read16(ram, Cell.CURRENT_ALLY);
  const skill = ram[read16(ram, ally + Ally.RECORD) + PartyRecord.LAST_LEARNED] as number;
  ram[ally + Ally.LAST_SKILL] = skill;
  if (skill === 0) return NOT_USABLE;
  ram[Cell.WORK_0310] = skill;
  const place = placeInList(ram, ally, skill);
  if (place === SKILL_SLOTS) return NOT_USABLE;
  const flags = ram[ally + place + Ally.LIST_FLAGS] as number;
  ram[Cell.WORK_0310 + 1] = flags;
  if (((ram[ally + place + Ally.LIST_DISABLING] as number) & (ram[ally + Ally.STATUSES] as number)) !== 0) {
    return NOT_USABLE;
  }
  return (flags & 1) !== 0 ? NOT_USABLE : USABLE;
}

/** C1:FD81, the flag of the rooms of the last battle. */
export function flagLastBattleRoom(machine: Machine): void {
  const ram = machine.ram;
  const inRoom = ram[Cell.SCENARIO] === LAST_CHAPTER && ram[Cell.PARTY_IDS] !== 0 && ram[Cell.LAST_BATTLE_ROOM] !== 0;
  ram[Cell.TIMER_CONTROL] = !inRoom ? 0 : ram[Cell.KILL_COUNT] === 0 ? 0xff : 0x01;
}
