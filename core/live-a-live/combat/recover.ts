/**
 * Recoveries: HP (C1:D900 and CB62 for allies, C1:D978 and CC72 for enemies) and statuses that are
 * taken away. Evidence: the routines are executed; the loop over the area and the cure are
 * unpublished (`unpublished.ts`).
 */
import { read8, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { Effect, reportChange } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import { isEnemyPresent } from '../memory/presence.js';
import { CHANGE_FOR_USER, SKILL_STAT_CHANGE, SKILL_STATUS_FORMULA, SKILL_STATUSES } from '../memory/skill-record.js';
import { OUT_OF_FIGHT } from '../memory/state-bits.js';
import { assume, CURES, FILLED_RECOVERY, fillHole, keepForHole } from '../memory/unpublished-used.js';
import * as Work from '../memory/work-cells.js';
import { isObject } from '../turn/object.js';
import { isListEnd } from '../turn/time-passes.js';
import { changeAllyStats } from './ally-changes.js';
import { standUp } from './defeat.js';
import { healEnemy, valueOnAlly } from './hit-value.js';
import { listAlliesInArea, listedAlly } from './hits-on-allies.js';
import { activeByte } from './skill-copy.js';
import { changeTargetOrFill } from './stat-change.js';
import { numberEnemiesInArea } from './target-pick.js';
import { healAlly } from './totals.js';
import { loseTotal } from './totals-on-enemies.js';

/** Statuses that the active skill takes away. */
function curedStatuses(ram: Uint8Array): number {
  return activeByte(ram, SKILL_STATUS_FORMULA) === 0 ? activeByte(ram, SKILL_STATUSES) : 0;
}

/** @param statuses,timers offsets in the unit's block */
function clearStatuses(machine: Machine, unit: number, statuses: number, timers: number, cured: number): void {
  const ram = machine.ram;
  const before = read8(ram, unit + statuses);
  ram[unit + statuses] = before & ~cured;
  reportChange(machine, unit, Effect.STATUSES, before, before & ~cured);
  for (let bit = 0; bit < 8; bit++) if (((cured >> bit) & 1) !== 0) ram[unit + timers + bit] = 0;
}

function recoverAlly(machine: Machine, ally: number): void {
  const ram = machine.ram;
  write16(ram, Work.TARGET, ally);
  valueOnAlly(machine);
  ram[ally + Ally.HITS_LANDED] = 1;
  ram[Work.HITS] = 1;
  healAlly(machine, ally);
  standUp(machine, ally);
  const cured = curedStatuses(ram);
  if (cured !== 0 && ram[ally + Ally.STATUSES] !== OUT_OF_FIGHT) {
    clearStatuses(machine, ally, Ally.STATUSES, Ally.TIMERS, cured);
  }
  const change = activeByte(ram, SKILL_STAT_CHANGE);
  if ((change & CHANGE_FOR_USER) === 0) changeAllyStats(machine, ally, change);
}

/**
 * One hit of a recovery by the image's C1:D7E9, with the statuses and changes that follow it there;
 * what it does to an OBJECT is the image's as well.
 * @returns false without an image
 */
function recoverWithImage(machine: Machine, enemy: number): boolean {
  const { ram, holes } = machine;
  if (holes.original === undefined) return false;
  ram[enemy + Enemy.HITS_ASSIGNED] = 1;
  ram[enemy + Enemy.HITS_LANDED] = 0;
  keepForHole(machine);
  fillHole(machine, FILLED_RECOVERY, 0xc1d7e9, enemy);
  const landed = read8(ram, enemy + Enemy.HITS_LANDED);
  if (landed === 0) return true;
  loseTotal(machine, enemy, landed);
  clearStatuses(machine, enemy, Enemy.STATUSES, Enemy.TIMERS, curedStatuses(ram));
  return true;
}

function recoverEnemy(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  if (recoverWithImage(machine, enemy) || isObject(ram, enemy)) return;
  write16(ram, Work.TARGET, enemy);
  healEnemy(machine);
  ram[enemy + Enemy.HITS_LANDED] = 1;
  loseTotal(machine, enemy, 1);
  clearStatuses(machine, enemy, Enemy.STATUSES, Enemy.TIMERS, curedStatuses(ram));
  write16(ram, Work.TARGET, enemy);
  changeTargetOrFill(machine);
}

/**
 * The recovery in the copy of the active skill, on the user's side in the marked area: everybody
 * one hit, then what it cures, then changed stats. An ally without HP is up again first; an OBJECT
 * gets nothing; nobody gets a status, whatever the formula byte.
 */
export function recover(machine: Machine, user: number): void {
  const ram = machine.ram;
  assume(machine, CURES);
  if (user >= Ally.FIRST) {
    const count = listAlliesInArea(machine);
    for (let index = 0; index < count; index++) recoverAlly(machine, listedAlly(ram, index));
    return;
  }
  ram[Cell.NEXT_IN_AREA] = 1;
  numberEnemiesInArea(machine);
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy) && read8(ram, enemy + Enemy.IN_RANGE) !== 0) recoverEnemy(machine, enemy);
  }
}
