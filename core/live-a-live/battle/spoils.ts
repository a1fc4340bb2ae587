/**
 * After the victory: drops (C1:166E), experience (C1:2397), growth (C1:2448, 248B), skills by level
 * (C1:24D2), in the present day skills seen (C1:15ED). Evidence: the routines are executed; their
 * order and callers are unpublished (`unpublished.ts`).
 */

import { read8, read16 } from '../../int/uint.js';
import { DROPPED, dropItem } from '../growth/drops.js';
import { gainExperience, LEVEL_GAINED } from '../growth/experience.js';
import { growHp, growStats } from '../growth/growth.js';
import { LEARNED, learnByLevel, learnEnemySkill, NOTHING_LEARNED } from '../growth/learning.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Host from '../memory/cells/host.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { STAT_COUNT, STAT_STRIDE } from '../memory/character-entry.js';
import { Action, Effect, reportAction, reportChange } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import { isAllyPresent } from '../memory/presence.js';
import { PRESENT_DAY } from '../memory/scenarios.js';
import { PRESENT } from '../memory/state-bits.js';
import { assume, FILLED_LEARNING, fillHole, keepForHole, SPOILS } from '../memory/unpublished-used.js';

const SEEN_LIMIT = 255;

function takeDrops(machine: Machine): void {
  const ram = machine.ram;
  for (let index = 0; index < 4; index++) {
    const species = Species.FIRST + Species.STRIDE * index;
    if ((read8(ram, species + Species.STATE) & PRESENT) === 0) continue;
    const item = dropItem(machine, species) === DROPPED ? read8(ram, Cell.AREA_CENTRE_Y) : 0;
    ram[Host.DROPPED_ITEMS + index] = item;
    if (item !== 0) reportAction(machine, 0, Action.DROP, item);
  }
}

/** The four stats of a record, a byte each, power lowest. */
function statsOf(ram: Uint8Array, record: number): number {
  let packed = 0;
  for (let stat = 0; stat < STAT_COUNT; stat++) {
    packed |= read8(ram, record + PartyRecord.POWER + STAT_STRIDE * stat) << (8 * stat);
  }
  return packed;
}

/** C1:24D2; the image goes on with its message. @returns whether a skill was learned */
function learn(machine: Machine, entry: number, record: number): boolean {
  const ram = machine.ram;
  const before = read16(ram, record + PartyRecord.SKILL_BITS);
  keepForHole(machine);
  const exit = learnByLevel(machine, entry, record);
  if (exit === NOTHING_LEARNED || !fillHole(machine, FILLED_LEARNING, 0xc124d2, entry, record)) return exit === LEARNED;
  return read16(ram, record + PartyRecord.SKILL_BITS) !== before;
}

function grow(machine: Machine, ally: number): void {
  const ram = machine.ram;
  const record = read16(ram, ally + Ally.RECORD);
  const entry = read16(ram, record + PartyRecord.TABLE_ENTRY);
  ram[Host.LEVELS_GAINED] = read8(ram, Host.LEVELS_GAINED) + 1;
  const hp = read16(ram, record + PartyRecord.MAX_HP);
  growHp(machine, record);
  ram[Cell.WORK_0308] = STAT_COUNT;
  const gained = read16(ram, record + PartyRecord.MAX_HP) - hp;
  reportAction(machine, ally, Action.LEVEL, read8(ram, record + PartyRecord.LEVEL), gained);
  const before = statsOf(ram, record);
  growStats(machine, entry, record);
  for (let stat = 0; stat < STAT_COUNT; stat++) {
    const now = read8(ram, record + PartyRecord.POWER + STAT_STRIDE * stat);
    reportChange(machine, ally, Effect.POWER + stat, (before >>> (8 * stat)) & 0xff, now);
  }
  if (learn(machine, entry, record)) {
    reportAction(machine, ally, Action.LEARN, read8(ram, Cell.COUNTER_SKILL));
  }
}

function takeExperience(machine: Machine, ally: number): void {
  const ram = machine.ram;
  const at = read16(ram, ally + Ally.RECORD) + PartyRecord.EXPERIENCE;
  const before = read8(ram, at);
  if (gainExperience(machine, ally) === LEVEL_GAINED) grow(machine, ally);
  else if (read8(ram, at) !== before) reportAction(machine, ally, Action.EXPERIENCE, read8(ram, at) - before);
}

/** Skills that an ally of the present day has seen. */
function learnSeen(machine: Machine, ally: number): void {
  const ram = machine.ram;
  for (let index = 0; index < SEEN_LIMIT; index++) {
    const skill = read8(ram, Cell.SEEN_SKILLS + index);
    if (skill === 0) return;
    ram[Cell.COUNTER_SKILL] = skill;
    if (learnEnemySkill(machine, ally) === LEARNED) reportAction(machine, ally, Action.LEARN, skill);
  }
}

/** Once, when the battle is won. */
export function takeSpoils(machine: Machine): void {
  const ram = machine.ram;
  assume(machine, SPOILS);
  takeDrops(machine);
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (!isAllyPresent(ram, ally)) continue;
    if (ram[Cell.ENEMY_PARTY_LEVEL] !== 0) takeExperience(machine, ally);
    if (ram[Cell.SCENARIO] === PRESENT_DAY) learnSeen(machine, ally);
  }
}
