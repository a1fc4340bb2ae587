/**
 * An enemy's attack on the allies in the marked area: the mirror image of the attack on enemies, on
 * the allies' cells. Evidence: unpublished (C1:D614, D785, D8C6, DC9A, DD27; `unpublished.ts`) but
 * for the value of a hit (C1:D900).
 */
import { multiplyHigh8 } from '../../int/hardware.js';
import { read8, read16, write16 } from '../../int/uint.js';
import { OCCUPANT_NUMBER } from '../field/occupancy.js';
import { SEEK_ALLIES } from '../field/targets.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { drawBattle } from '../memory/generators.js';
import { GRID_WORDS, lowestBit, soughtInArea } from '../memory/grid-words.js';
import { Effect, reportChange, reportEffect } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import {
  CHANGE_FOR_USER,
  HITS_BY_LEVEL,
  HITS_KIND,
  HITS_ONE,
  HITS_ONE_SOMEWHERE,
  HITS_RANDOM,
  SKILL_AREA,
  SKILL_HITS,
  SKILL_STAT_CHANGE,
  SKILL_STATUS_FORMULA,
  SKILL_STATUSES,
} from '../memory/skill-record.js';
import { DEFENCELESS, OUT_OF_FIGHT, PRESENT } from '../memory/state-bits.js';
import {
  assume,
  FILLED_ALLY_HIT,
  HITS_ON_ALLIES,
  ONE_HIT,
  STATUS_ON_ALLIES,
  tryHole,
} from '../memory/unpublished-used.js';
import * as Work from '../memory/work-cells.js';
import { changeAllyStats } from './ally-changes.js';
import { certainHitStatuses, drawHits } from './hit-check.js';
import { hitsByDraw, hitsByLevel } from './hit-count.js';
import { valueOnAlly } from './hit-value.js';
import { activeByte } from './skill-copy.js';
import { drawnTime, timeBonus } from './status-infliction.js';

const PICK = 0xc1d785;
const HIT_COUNT = 0xc1d614;
const HIT_CHECK = 0xc1d8c6;
/** Where an image checks a hit on an ally, and where it computes its value. */
const CHECKED_BY_IMAGE = 0xc1d8be;
const VALUED_BY_IMAGE = 0xc1d8fd;
const STATUS = 0xc1db64;

/** Present, whatever its HP. */
export function isOnField(ram: Uint8Array, ally: number): boolean {
  return (read8(ram, ally + Ally.STATE) & PRESENT) !== 0;
}

/** Marks the allies in the area in the hit list, by slot. @returns how many */
export function listAlliesInArea(machine: Machine): number {
  const { ram, words } = machine;
  let found = 0;
  for (let at = 0; at < GRID_WORDS; at++) {
    for (let four = soughtInArea(words, at, SEEK_ALLIES); four !== 0; four &= four - 1) {
      found |= 1 << ((read8(ram, Cell.FIELD_GRID + 4 * at + lowestBit(four)) & OCCUPANT_NUMBER) - 1);
    }
  }
  let count = 0;
  for (let slot = 0; slot < 4; slot++) {
    const ally = Ally.FIRST + Ally.STRIDE * slot;
    if (((found >> slot) & 1) !== 0 && isOnField(ram, ally)) ram[Cell.HIT_LIST + count++] = ally & 0xff;
  }
  return count;
}

/** Block of an entry of the hit list. */
export function listedAlly(ram: Uint8Array, index: number): number {
  return Ally.FIRST + read8(ram, Cell.HIT_LIST + index);
}

/** Hits of an enemy's skill, -1 for one hit on everybody. */
function countHits(machine: Machine): number {
  const ram = machine.ram;
  const hits = activeByte(ram, SKILL_HITS);
  const largest = hits & 0x0f;
  if ((hits & HITS_ONE) !== 0 || (hits & HITS_KIND) === HITS_ONE_SOMEWHERE) return -1;
  if ((hits & HITS_KIND) === HITS_BY_LEVEL)
    return hitsByLevel(largest, read8(ram, read16(ram, Cell.SKILL_USER) + Enemy.LEVEL));
  if ((hits & HITS_KIND) === HITS_RANDOM) return hitsByDraw(largest, drawBattle(machine, HIT_COUNT));
  return largest;
}

function dealHits(machine: Machine, count: number): void {
  const ram = machine.ram;
  const hits = countHits(machine);
  if (hits < 0) {
    assume(machine, ONE_HIT);
    for (let index = 0; index < count; index++) ram[listedAlly(ram, index) + Ally.HITS_ASSIGNED] = 1;
    return;
  }
  for (let hit = 0; hit < hits && count > 0; hit++) {
    const ally = listedAlly(ram, multiplyHigh8(drawBattle(machine, PICK), count));
    ram[ally + Ally.HITS_ASSIGNED] = read8(ram, ally + Ally.HITS_ASSIGNED) + 1;
  }
}

/** C1:D8BE; the entries that lead there leave the ally in 0310 and the hits in 030F. */
function checkHit(machine: Machine, ally: number): boolean {
  const ram = machine.ram;
  const checked = tryHole(machine, FILLED_ALLY_HIT, CHECKED_BY_IMAGE, ally);
  if (checked !== undefined) return (checked.a & 0xff) !== 0;
  const certain = certainHitStatuses(activeByte(ram, SKILL_AREA)) | DEFENCELESS;
  if ((read8(ram, ally + Ally.STATUSES) & certain) !== 0) return true;
  return drawHits(drawBattle(machine, HIT_CHECK), read8(ram, ally + Ally.CORRECTED_LEVEL), read8(ram, Cell.LEVEL_SUM));
}

/** C1:D900, in an image with the bytes before it. */
function valueHit(machine: Machine, ally: number): void {
  const ram = machine.ram;
  if (tryHole(machine, FILLED_ALLY_HIT, VALUED_BY_IMAGE, ally) === undefined) valueOnAlly(machine);
  else reportEffect(machine, ally, Effect.VALUE, read16(ram, ally + Ally.SINGLE_HIT));
}

/** Stat of an enemy that a status by its skill goes by. @param formula record byte 18 */
export function statOfUser(ram: Uint8Array, formula: number): number {
  return read8(ram, read16(ram, Cell.SKILL_USER) + Enemy.STATS + (formula >> 6));
}

/** Stat of an ally that defends against a status. @param formula record byte 18 */
export function defenceOfAlly(ram: Uint8Array, ally: number, formula: number): number {
  return read8(ram, ally + Ally.STATS + ((formula >> 4) & 3));
}

/**
 * The mirror image of C1:DB38, with the immunity of the record (+20h). Statuses take hold at once;
 * an ally out of the fight takes none, and a formula byte of 0 inflicts none.
 */
function inflict(machine: Machine, ally: number): void {
  const ram = machine.ram;
  const formula = activeByte(ram, SKILL_STATUS_FORMULA);
  const wanted = activeByte(ram, SKILL_STATUSES);
  if (wanted === 0 || formula === 0 || read8(ram, ally + Ally.STATUSES) === OUT_OF_FIGHT) return;
  assume(machine, STATUS_ON_ALLIES);
  const userStat = statOfUser(ram, formula);
  const defence = defenceOfAlly(ram, ally, formula);
  const bonus = timeBonus(userStat, read8(ram, ally + Ally.LEVEL));
  let taken = 0;
  for (let bit = 0; bit < 8; bit++) {
    const timer = ally + Ally.TIMERS + bit;
    if (((wanted >> bit) & 1) === 0 || read8(ram, timer) !== 0) continue;
    const time = drawnTime(drawBattle(machine, STATUS), userStat, defence, formula & 0x0f, bonus);
    reportEffect(machine, ally, Effect.STATUS_DRAWN, bit, time);
    if (time === 0) continue;
    ram[timer] = time;
    machine.script?.timers?.begins(timer);
    taken |= 1 << bit;
  }
  const immunity = read8(ram, read16(ram, ally + Ally.RECORD) + PartyRecord.IMMUNITY);
  const statuses = read8(ram, ally + Ally.STATUSES);
  ram[ally + Ally.STATUSES] = statuses | (taken & ~immunity);
  reportChange(machine, ally, Effect.STATUSES, statuses, read8(ram, ally + Ally.STATUSES));
}

function hitAlly(machine: Machine, ally: number): void {
  const ram = machine.ram;
  const dealt = read8(ram, ally + Ally.HITS_ASSIGNED);
  for (let hit = 0; hit < dealt; hit++) {
    if (machine.holes.original !== undefined) {
      write16(ram, Work.TARGET, ally);
      ram[Cell.WORK_030F] = dealt - hit;
    }
    const hits = checkHit(machine, ally);
    reportEffect(machine, ally, Effect.CHECK, hits ? 1 : 0, dealt);
    if (!hits) continue;
    const landed = (read8(ram, ally + Ally.HITS_LANDED) + 1) & 0xff;
    ram[ally + Ally.HITS_LANDED] = landed;
    if (landed !== 1) continue;
    write16(ram, Work.TARGET, ally);
    valueHit(machine, ally);
    inflict(machine, ally);
    const change = activeByte(ram, SKILL_STAT_CHANGE);
    if ((change & CHANGE_FOR_USER) === 0) changeAllyStats(machine, ally, change);
  }
}

/** The attack in the copy of the active skill, on the marked area. */
export function attackAllies(machine: Machine): void {
  const ram = machine.ram;
  assume(machine, HITS_ON_ALLIES);
  dealHits(machine, listAlliesInArea(machine));
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (isOnField(ram, ally)) hitAlly(machine, ally);
  }
}
