/**
 * Battles with rules of their own: the third against Zaki (C1:0C14, 0C2D), the last of the kung fu
 * chapter (C1:1ADD, 1AED, 1B7C, 1BBE). Evidence: executed.
 */

import { read8, read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { SKILL_SLOTS } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import { KUNG_FU, PREHISTORIC } from '../memory/scenarios.js';

const ZAKI_MAP = 0xa8;
const ZAKI_HITS_WANTED = 4;
const ZAKI_DONE = 0x55;

const KUNG_FU_MAP = 0xf4;
/** Skill that only the last battle grants. */
const LAST_SKILL = 0x94;
/** Bit of slot 15 in the high byte of the learned skills. */
const LAST_SLOT = 0x80;
/** Party ids of the pupils follow that of the first. */
const FIRST_PUPIL = 7;
/** The records of the pupils and of the master. */
const RECORDS = Uint16Array.of(0x0dc0, 0x0f00, 0x0f40, 0x0f80);

/** C1:0C14, whether this is the third fight against Zaki. */
export function isZakiFight(machine: Machine): boolean {
  const ram = machine.ram;
  if (read8(ram, Cell.SCENARIO) !== PREHISTORIC || read8(ram, Cell.MAP_ARGUMENT) !== ZAKI_MAP) return false;
  return (read8(ram, Cell.BACKGROUND) & 3) === 3;
}

/**
 * C1:0C2D, counts the skills that hit Zaki; the fourth ends the fight. @param zaki answer of
 * C1:0C14
 */
export function countZakiHit(machine: Machine, zaki: number): void {
  const ram = machine.ram;
  if (zaki === 0 || read8(ram, Enemy.FIRST + Enemy.HITS_LANDED) === 0) return;
  ram[Cell.ZAKI_HITS] = read8(ram, Cell.ZAKI_HITS) + 1;
  if (read8(ram, Cell.ZAKI_HITS) === ZAKI_HITS_WANTED) ram[Cell.FORCED_ENCOUNTER] = ZAKI_DONE;
}

/** C1:1ADD, whether this is the last battle of the kung fu chapter. */
export function isKungFuLastBattle(machine: Machine): boolean {
  return read8(machine.ram, Cell.MAP_ARGUMENT) === KUNG_FU_MAP && read8(machine.ram, Cell.SCENARIO) === KUNG_FU;
}

/** C1:1AED, the pupil leads and the last slot is granted. @param last answer of C1:1ADD */
export function grantLastSkill(machine: Machine, last: number): void {
  if (last === 0) return;
  const ram = machine.ram;
  ram[Cell.PARTY_IDS + 1] = read8(ram, Cell.PARTY_IDS + 5) + FIRST_PUPIL;
  ram[Cell.FOLLOWERS] = 1;
  for (const record of RECORDS) {
    const known = read8(ram, record + PartyRecord.SKILL_BITS + 1);
    ram[record + PartyRecord.SAVED_SKILL_BITS] = known;
    ram[record + PartyRecord.SKILL_BITS + 1] = known | LAST_SLOT;
  }
}

/** C1:1B7C, puts back what C1:1AED kept. */
export function restoreSkills(machine: Machine, last: number): void {
  if (last === 0) return;
  const ram = machine.ram;
  for (const record of RECORDS) {
    ram[record + PartyRecord.SKILL_BITS + 1] = read8(ram, record + PartyRecord.SAVED_SKILL_BITS);
  }
  ram[Cell.FOLLOWERS] = 0;
}

/** C1:1BBE, the skill of the last battle leaves its user's battle list once it was used. */
export function removeLastSkill(machine: Machine, last: number): void {
  const ram = machine.ram;
  if (last === 0 || read8(ram, Cell.COUNTER_SKILL) !== LAST_SKILL) return;
  const list = read16(ram, Cell.SKILL_USER) + Ally.LIST_SKILL;
  for (let slot = 0; slot < SKILL_SLOTS; slot++) {
    ram[Cell.WORK_0308] = SKILL_SLOTS - slot;
    if (read8(ram, list + slot) !== LAST_SKILL) continue;
    ram[list + slot] = 0;
    return;
  }
  ram[Cell.WORK_0308] = 0;
}
