/**
 * The battle after a battle: the same set-up, from what the one before left. HP, level, experience,
 * skills and equipment are those of the party records, the generators go on, drops join the items.
 * Evidence: guide; that HP and statuses are full after every battle is said by the pages of
 * hosoboso/livealive (program10_2, battle00), and the way over the map is the plan's own word.
 */
import { read8, read16, read32, write16, write32 } from '../../int/uint.js';
import { RuleError } from '../../system/system.js';
import { PHASE_START } from '../frame/frame.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { INVENTORY_SLOTS } from '../memory/character-entry.js';
import { nextMapState, stepBattleGenerator } from '../memory/generators.js';
import type { Machine } from '../memory/machine.js';
import { SKILL_TYPE } from '../memory/skill-record.js';
import { END_OF_LIST } from '../memory/state-bits.js';
import { drawEncounter, isFought, NO_LIST, NO_TABLE } from './formation.js';

import { mayBeLeft, putFormation } from './played-set-up.js';
import { putOnField } from './set-up-enemies.js';
import { enterAlly, putRanks } from './set-up-party.js';

/** What lies between two battles, each an input of the plan. */
export interface Way {
  /** 0 to 255, or -1: what the area brings. */
  readonly formation: number;
  /** Area of the map whose encounter is drawn, 0 to 255, or -1: none. */
  readonly area: number;
  /** Frames on the map, 0 to 65535: the map generator steps in each. */
  readonly walk: number;
  /** Draws of the battle generator on the map, 0 to 255, such as one for each encounter. */
  readonly draws: number;
  /** Whether everybody has all HP again, as after every battle of the game. */
  readonly heals: boolean;
  /** Whether the next battle can be left; undefined: as the formation has it. */
  readonly escape: boolean | undefined;
}

export const BEGUN = 0;
/** Drops have no room. */
export const NO_ROOM = 1;
/** An ally without HP, who is not healed. */
export const FALLEN = 2;
/** The party finds no place in the formation, or the formation is a special one. */
export const NO_PLACE = 3;
/** The area's list of encounters is not at hand. */
export const UNKNOWN_AREA = 4;
/** The area brings another formation than the one that is named. */
export const OTHER_ENCOUNTER = 5;

/** Cells that hold on from battle to battle: where they begin, how many bytes. */
const KEPT: readonly (readonly [offset: number, bytes: number])[] = [
  [Cell.MAP_GENERATOR, 2],
  [Cell.DEMO_FLAG, 1],
  [Cell.BATTLE_GENERATOR, 4],
  [Cell.SCENARIO, 1],
  [Cell.FORCED_ENCOUNTER, 2],
  [Cell.RARE_ENCOUNTER, 1],
  [Cell.BATTLE_TIMER, 2],
  [Cell.FIELD_COUNTER, 1],
  [Cell.ACTIVE_SKILL + SKILL_TYPE, 1],
  [PartyRecord.FIRST + PartyRecord.ID, PartyRecord.STRIDE * PartyRecord.COUNT],
  [Host.PROGRAM, 1],
  [Host.BATTLE_NUMBER, 1],
  [Host.BATTLE_FRAMES, 4],
  [Host.ASSUMED_FRAMES, 4],
  [Host.UNPUBLISHED_USED, 4],
  [Host.UNPUBLISHED_USED_MORE, 1],
  [Host.HOLES_FILLED, 2],
  [Host.ENEMY_STEP_FRAMES, 2],
  [Host.ALLY_SKILL_FRAMES, 2],
  [Host.ENEMY_SKILL_FRAMES, 2],
  [Host.WINDOW_FRAMES, 2],
  [Host.START_FRAMES, 2],
  [Host.ALLY_SKILL_COUNT, 2],
  [Host.ENEMY_SKILL_COUNT, 2],
  [Host.ENEMY_STEP_COUNT, 2],
  [Host.WINDOW_COUNT, 2],
  [Host.LEVELS_GAINED, 1],
  [Host.INVENTORY, INVENTORY_SLOTS],
];

/** Puts the items that the battle dropped to those at hand. @returns false where one has no room */
function takeDropsAlong(ram: Uint8Array): boolean {
  for (let index = 0; index < 4; index++) {
    const item = read8(ram, Host.DROPPED_ITEMS + index);
    if (item === 0) continue;
    let slot = 0;
    while (slot < INVENTORY_SLOTS && ram[Host.INVENTORY + slot] !== 0) slot++;
    if (slot === INVENTORY_SLOTS) return false;
    ram[Host.INVENTORY + slot] = item;
  }
  return true;
}

/** HP of the records that fight. @returns false where somebody would begin without any */
function restoreHp(ram: Uint8Array, members: number, heals: boolean): boolean {
  for (let slot = 0; slot < members; slot++) {
    const record = read16(ram, Ally.FIRST + Ally.STRIDE * slot + Ally.RECORD);
    if (heals) write16(ram, record + PartyRecord.HP, read16(ram, record + PartyRecord.MAX_HP));
    else if (read16(ram, record + PartyRecord.HP) === 0) return false;
  }
  return true;
}

function countMembers(ram: Uint8Array): number {
  let members = 0;
  while (members < Ally.COUNT && ram[Ally.FIRST + Ally.STRIDE * members + Ally.ID] !== 0xff) members++;
  return members;
}

/** Clears everything but what is kept. @param before the image as it was */
function clearBattle(ram: Uint8Array, before: Uint8Array): void {
  ram.fill(0);
  for (const [offset, bytes] of KEPT) {
    for (let at = offset; at < offset + bytes; at++) ram[at] = before[at] as number;
  }
}

/** The way over the map: frames and draws. */
function walkMap(machine: Machine, { walk, draws }: Way): void {
  const { ram } = machine;
  let map = read16(ram, Cell.MAP_GENERATOR);
  for (let frame = 0; frame < walk; frame++) map = nextMapState(map);
  write16(ram, Cell.MAP_GENERATOR, map);
  write32(ram, Host.BATTLE_FRAMES, read32(ram, Host.BATTLE_FRAMES) + walk);
  for (let draw = 0; draw < draws; draw++) stepBattleGenerator(machine);
}

/** @throws RuleError where somebody has no place */
function putNext(machine: Machine, before: Uint8Array, members: number, formation: number, way: Way): void {
  const { ram } = machine;
  clearBattle(ram, before);
  ram[Enemy.FIRST + Enemy.STATE] = END_OF_LIST;
  putRanks(ram);
  for (let slot = 0; slot < members; slot++) {
    enterAlly(machine, slot, read16(before, Ally.FIRST + Ally.STRIDE * slot + Ally.RECORD));
  }
  if (way.area >= 0) ram[Cell.BACKGROUND] = way.area;
  putFormation(machine, formation, members);
  putOnField(machine, () => 'formation');
  ram[Cell.ESCAPE_FORBIDDEN] = (way.escape ?? mayBeLeft(formation)) ? 0 : 1;
  write16(ram, Cell.CURRENT_ALLY, Ally.FIRST);
  ram[Host.PHASE] = PHASE_START;
  ram[Host.BATTLE_NUMBER] = read8(ram, Host.BATTLE_NUMBER) + 1;
}

/** Goes over the map and sets up what waits there. @returns a fault, then with the image spoilt */
function goOn(machine: Machine, way: Way): number {
  const { ram } = machine;
  const members = countMembers(ram);
  if (!takeDropsAlong(ram)) return NO_ROOM;
  if (!restoreHp(ram, members, way.heals)) return FALLEN;
  walkMap(machine, way);
  let met = way.area < 0 ? way.formation : drawEncounter(machine, members, way.area);
  // what was seen stands for the entry of a table that is not at hand
  if (met === NO_TABLE && way.formation >= 0) met = way.formation;
  if (met === NO_LIST || met === NO_TABLE) return UNKNOWN_AREA;
  if (way.formation >= 0 && way.formation !== met) return OTHER_ENCOUNTER;
  if (!isFought(met, machine.holes.original !== undefined)) return NO_PLACE;
  try {
    putNext(machine, ram.slice(), members, met, way);
    return BEGUN;
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return NO_PLACE;
  }
}

/**
 * Sets up the next battle; the image is untouched unless it returns `BEGUN`.
 * @param scratch a machine with an image of its own, used as work space
 */
export function beginNextBattle(machine: Machine, scratch: Machine, way: Way): number {
  const { ram, events } = machine;
  scratch.ram.set(ram);
  const reported = events?.length ?? 0;
  const fault = goOn(machine, way);
  if (fault === BEGUN) return BEGUN;
  ram.set(scratch.ram);
  if (events !== undefined) events.length = reported;
  return fault;
}
