/**
 * What a battle starts with: flags (C1:F3CE), action points (C1:EBAD), order points of all
 * (C1:EBC7), start values of an enemy (C1:FC78), abnormalities from held items (C1:3505, 3546,
 * 35A9), party arguments (C1:F55D, F570). Evidence: executed; the roll of start timers goes through
 * three deduced bytes.
 */
import { read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { drawBattle } from '../memory/generators.js';
import { byteOf, exitWith, type Machine, type RoutineResult, wordOf } from '../memory/machine.js';
import {
  ENEMY_LIST_DONE,
  ENEMY_PRESENT,
  isAllyPresent,
  nextEnemy,
  WALK_BLOCKS,
  walkWithoutEnd,
} from '../memory/presence.js';
import { END_OF_LIST, PRESENT } from '../memory/state-bits.js';
import { POINTER_ITEMS, tableByte, tableWord } from '../memory/tables.js';
import { startOrderPoints } from './order-points.js';

/** Exit of `noteStartAbnormality`: a matching species has a note already. */
export const NOTED_ALREADY = 1;

/** HP that a record byte stands for, 0..2032. */
export function hpOfByte(byte: number): number {
  return byte < 0x80 ? byte : (byte & 0x7f) << 4;
}

/** C1:F3CE. */
export function clearStartFlags(machine: Machine): void {
  const ram = machine.ram;
  ram[Cell.START_FLAG_03AA] = 0;
  ram[Cell.START_FLAG_038B] = 0;
  ram[Cell.START_FLAG_0395] = 0;
  ram[Cell.START_FLAG_0396] = 0;
  ram[Cell.ALLY_SKILL_FLAG] = 0;
  ram[Cell.TURN_FLAG] = 0;
}

/** C1:EBAD up to C1:EBC0. */
export function startActionPoints(machine: Machine): void {
  const ram = machine.ram;
  write16(ram, Cell.ACTION_POINTS, 0);
  write16(ram, Cell.ACTING_ENEMY, ram[Enemy.FIRST + Enemy.STATE] === END_OF_LIST ? 0 : Enemy.FIRST);
}

/**
 * C1:EBC7, order points of every present enemy.
 * @param before one block before the first
 * @throws RuleError `E_NO_END` where the original never returns
 */
export function startAllOrderPoints(machine: Machine, before: number): void {
  let enemy = before;
  for (let blocks = 0; blocks < WALK_BLOCKS; blocks++) {
    const next = nextEnemy(machine, enemy);
    enemy = wordOf(next);
    if (byteOf(next) === ENEMY_LIST_DONE) return;
    if (byteOf(next) === ENEMY_PRESENT) startOrderPoints(machine, enemy);
  }
  throw walkWithoutEnd(before);
}

/** C1:FC78, start values of an enemy from its species record. */
export function startEnemyValues(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const species = read16(ram, enemy + Enemy.SPECIES);
  const hp = hpOfByte(ram[species + Species.HP_BYTE] as number);
  write16(ram, enemy + Enemy.HP, hp);
  write16(ram, species + Species.MAX_HP, hp);
  const level = (ram[species + Species.LEVEL_BYTE] as number) & 0x7f;
  ram[species + Species.LEVEL] = level;
  ram[enemy + Enemy.LEVEL] = level;
  for (let stat = 0; stat < 4; stat++) ram[enemy + Enemy.STATS + stat] = ram[species + Species.STATS + stat] as number;
  ram[enemy + Enemy.STATUSES] = 0;
  for (let bit = 0; bit < 8; bit++) ram[enemy + Enemy.TIMERS + bit] = 0;
  ram[enemy + Enemy.PENDING_ABNORMALITY] = 0;
  ram[enemy + Enemy.PENDING_CELL_09] = 0;
  const chance = ram[species + Species.START_CHANCE] as number;
  ram[enemy + Enemy.ABNORMALITY] = chance < 0x10 ? chance : 0;
  ram[Cell.WORK_0310] = chance < 0x10 ? 0 : chance | 0x0f;
  if (chance >= 0x10) startStatuses(machine, enemy, ram[species + Species.START_STATUSES] as number, chance);
}

/**
 * One draw per status bit; its timer grows by 16 x the low nibble when the draw is below the
 * chance.
 */
function startStatuses(machine: Machine, enemy: number, statuses: number, chance: number): void {
  const ram = machine.ram;
  ram[enemy + Enemy.STATUSES] = statuses;
  const time = (chance & 0x0f) << 4;
  if (time === 0) return;
  for (let bit = 0; bit < 8; bit++) {
    if (((statuses >> bit) & 1) === 0 || drawBattle(machine, 0xc1fc78) >= (chance | 0x0f)) continue;
    const at = enemy + Enemy.TIMERS + bit;
    const sum = (ram[at] as number) + time;
    ram[at] = Math.min(sum, 0xff);
  }
}

/** C1:3505, address in bank D5 of an item's 16-byte record. @param item only its low byte counts */
export function itemRecord(machine: Machine, item: number): number {
  return (16 * (item & 0xff) + tableWord(machine.tables.bankD5, POINTER_ITEMS)) & 0xffff;
}

/**
 * C1:3546, notes the abnormality of an ally's left-hand item in every present species of the item's
 * race.
 */
export function noteStartAbnormality(machine: Machine, ally: number): RoutineResult {
  const { ram, tables } = machine;
  if (!isAllyPresent(ram, ally)) return 0;
  const item = ram[read16(ram, ally + Ally.RECORD) + PartyRecord.LEFT_ITEM] as number;
  if (item === 0) return 0;
  const effect = tableByte(tables.bankD5, itemRecord(machine, item) + 13);
  const abnormality = effect & 0x0f;
  if (abnormality === 0) return 0;
  const race = effect >> 4;
  ram[Cell.WORK_0310] = race;
  ram[Cell.WORK_0310 + 1] = abnormality;
  for (let index = 0; index < 4; index++) {
    const species = Species.FIRST + Species.STRIDE * index;
    if (((ram[species + Species.STATE] as number) & PRESENT) === 0) continue;
    if (((ram[species + Species.RACE] as number) & 0x0f) !== race) continue;
    if (ram[species + Species.START_ABNORMALITY] !== 0) return exitWith(NOTED_ALREADY);
    ram[species + Species.START_ABNORMALITY] = abnormality;
  }
  return 0;
}

/** C1:35A9, one enemy takes its species' noted abnormality on a draw below 80h. */
export function takeStartAbnormality(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const note = ram[read16(ram, enemy + Enemy.SPECIES) + Species.START_ABNORMALITY] as number;
  if (note === 0 || note === 0xff) return;
  if (drawBattle(machine, 0xc135a9) < 0x80) ram[enemy + Enemy.ABNORMALITY] = note;
}

/** C1:F55D. */
export function takePartyArgument(machine: Machine): void {
  machine.ram[Cell.PARTY_ARGUMENT] = ((machine.ram[Cell.MAP_ARGUMENT] as number) & 0xc0) >> 1;
}

/** C1:F570. */
export function beginPartySetUp(machine: Machine): void {
  write16(machine.ram, Cell.CURRENT_ALLY, Ally.LAST);
  machine.ram[Cell.AREA_NUMBER] = ((machine.ram[Cell.BACKGROUND] as number) & 0xfc) >> 2;
}
