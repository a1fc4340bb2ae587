/**
 * Who leaves the fight. Evidence: unpublished (C1:CCD6, 7BD3; `unpublished.ts`), from the pages on
 * the basics, on statuses and on BREAK DOWN.
 */

import { read8, read16, write16 } from '../../int/uint.js';
import { FIELD_BITS, GRID_WIDTH } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { Action, Effect, reportAction, reportEffect } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { BREAKDOWN, OBJECT } from '../memory/skill-record.js';
import { OUT_OF_FIGHT, PETRIFIED } from '../memory/state-bits.js';
import { assume, DEFEAT } from '../memory/unpublished-used.js';
import * as Work from '../memory/work-cells.js';
import { isListEnd } from '../turn/time-passes.js';
import { damageAlly } from './totals.js';

/** Values of the cell `battleResult`. */
export const RUNNING = 0;
export const WON = 1;
export const LOST = 2;
export const ESCAPED = 3;

export const LEADER = 0x08;

/**
 * HP that a damage leaves. An ally without HP is out of the fight, his charge and his timers with
 * him; one that is hurt when he is leaves.
 * @param left 0..999
 */
export function loseHp(machine: Machine, ally: number, left: number): void {
  const ram = machine.ram;
  write16(ram, read16(ram, ally + Ally.RECORD) + PartyRecord.HP, left);
  if (left !== 0) return;
  assume(machine, DEFEAT);
  if (ram[ally + Ally.STATUSES] === OUT_OF_FIGHT) {
    ram[ally + Ally.STATE] = 0;
    const at = Cell.FIELD_GRID + GRID_WIDTH * read8(ram, ally + Ally.CELL_Y) + read8(ram, ally + Ally.CELL_X);
    ram[at] = read8(ram, at) & FIELD_BITS;
    reportEffect(machine, ally, Effect.GONE);
    return;
  }
  reportEffect(machine, ally, Effect.STATUSES, read8(ram, ally + Ally.STATUSES), OUT_OF_FIGHT);
  ram[ally + Ally.STATUSES] = OUT_OF_FIGHT;
  ram[ally + Ally.SKILL_STATE] = 0;
  for (let bit = 0; bit < 8; bit++) ram[ally + Ally.TIMERS + bit] = 0;
}

/** One hit of the value that was set for an ally, without a defence: C1:CBA6. */
export function hurtAlly(machine: Machine, ally: number): void {
  const ram = machine.ram;
  ram[Work.HITS] = 1;
  damageAlly(machine, ally);
  const hp = read16(ram, read16(ram, ally + Ally.RECORD) + PartyRecord.HP);
  reportEffect(machine, ally, Effect.DAMAGE, read16(ram, ally + Ally.TOTAL), hp);
  loseHp(machine, ally, hp);
}

/**
 * A recovery brings back an ally that was out of the fight, without any status, if it gave him HP.
 */
export function standUp(machine: Machine, ally: number): void {
  const ram = machine.ram;
  if (ram[ally + Ally.STATUSES] !== OUT_OF_FIGHT || read16(ram, read16(ram, ally + Ally.RECORD) + PartyRecord.HP) === 0)
    return;
  reportEffect(machine, ally, Effect.STATUSES, OUT_OF_FIGHT, 0);
  ram[ally + Ally.STATUSES] = 0;
}

function leave(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const species = read16(ram, enemy + Enemy.SPECIES);
  const x = read8(ram, enemy + Enemy.CELL_X);
  const y = read8(ram, enemy + Enemy.CELL_Y);
  for (let row = 0; row < read8(ram, species + Species.HEIGHT); row++) {
    const start = Cell.FIELD_GRID + GRID_WIDTH * (y + row) + x;
    for (let at = start; at < start + read8(ram, species + Species.WIDTH); at++) ram[at] = read8(ram, at) & FIELD_BITS;
  }
  ram[enemy + Enemy.STATE] = 0;
  ram[enemy + Enemy.SKILL_STATE] = 0;
  reportEffect(machine, enemy, Effect.GONE);
}

function isDefeated(ram: Uint8Array, enemy: number): boolean {
  return read16(ram, enemy + Enemy.HP) === 0 || (read8(ram, enemy + Enemy.STATUSES) & PETRIFIED) !== 0;
}

function typeOf(ram: Uint8Array, enemy: number): number {
  return read8(ram, read16(ram, enemy + Enemy.SPECIES) + Species.TYPE);
}

/**
 * Removes defeated enemies, charges and all; when the last LEADER goes, the BREAKDOWN enemies go as
 * well.
 */
function removeDefeated(machine: Machine): void {
  const ram = machine.ram;
  let leaders = 0;
  let leaderGone = false;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy)) continue;
    const isLeader = (typeOf(ram, enemy) & LEADER) !== 0;
    if (isDefeated(ram, enemy)) {
      assume(machine, DEFEAT);
      leave(machine, enemy);
      leaderGone ||= isLeader;
    } else if (isLeader) leaders++;
  }
  if (!leaderGone || leaders > 0) return;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy) && (typeOf(ram, enemy) & BREAKDOWN) !== 0) leave(machine, enemy);
  }
}

function enemiesLeft(ram: Uint8Array): boolean {
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy) && (typeOf(ram, enemy) & OBJECT) === 0) return true;
  }
  return false;
}

function alliesLeft(ram: Uint8Array): boolean {
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (isAllyPresent(ram, ally) && (read8(ram, ally + Ally.STATUSES) & PETRIFIED) === 0) return true;
  }
  return false;
}

/** Removes who is defeated and notes the result. A battle that both sides lose is lost. */
export function settleDefeats(machine: Machine): void {
  const ram = machine.ram;
  removeDefeated(machine);
  const before = read8(ram, Host.BATTLE_RESULT);
  if (!alliesLeft(ram)) ram[Host.BATTLE_RESULT] = LOST;
  else if (!enemiesLeft(ram)) ram[Host.BATTLE_RESULT] = WON;
  const result = read8(ram, Host.BATTLE_RESULT);
  if (result !== before) reportAction(machine, 0, Action.OVER, result);
}
