/** What a planner wants to know after an action, from the cells alone: one column each. */

import { read16 } from '../../int/uint.js';
import { PHASE_RUNNING } from '../frame/frame.js';
import type { Program } from '../frame/program.js';
import { ALLIES_TURN, allyToAct, ENEMIES_TURN, NOBODYS_TURN, nextActingEnemy, whoseTurn } from '../frame/whose-turn.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { STAT_NAMES } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { OUT_OF_FIGHT } from '../memory/state-bits.js';
import { ALLY_CHARGING } from '../turn/ally-actions.js';
import { ENEMY_CHARGING } from '../turn/enemy-actions.js';
import { isListEnd } from '../turn/time-passes.js';
import { STATUSES } from './overview.js';

function allies(ram: Uint8Array): number[] {
  const found: number[] = [];
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) if (isAllyPresent(ram, ally)) found.push(ally);
  return found;
}

function enemies(ram: Uint8Array): number[] {
  const found: number[] = [];
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy)) found.push(enemy);
  }
  return found;
}

/** `ally 0`, `enemy 3`. */
function unitName(block: number): string {
  return block < Ally.FIRST
    ? `enemy ${(block - Enemy.FIRST) / Enemy.STRIDE}`
    : `ally ${(block - Ally.FIRST) / Ally.STRIDE}`;
}

/** Statuses of a unit as one text, or nothing. */
function statusesOf(unit: number, statuses: number): string[] {
  if (statuses === OUT_OF_FIGHT) return [`${unitName(unit)} out of the fight`];
  const names = STATUSES.filter((_, bit) => ((statuses >> bit) & 1) !== 0);
  return names.length === 0 ? [] : [`${unitName(unit)} ${names.join(' ')}`];
}

function recovering(ram: Uint8Array, unit: number, now: number, normal: number): string[] {
  return STAT_NAMES.flatMap((stat, index) => {
    const value = ram[now + index] as number;
    const goal = ram[normal + index] as number;
    return value === goal ? [] : [`${unitName(unit)} ${stat} ${value} to ${goal}`];
  });
}

/**
 * Action points, order points of all enemies in slot order, HP, statuses, charges still running,
 * stats that are not normal.
 */
function ledgerColumns(ram: Uint8Array): [string, string][] {
  const party = allies(ram);
  const others = enemies(ram);
  const charges = [
    ...party
      .filter((ally) => ram[ally + Ally.SKILL_STATE] === ALLY_CHARGING)
      .map((ally) => `${unitName(ally)} ${ram[ally + Ally.CHARGE]}`),
    ...others
      .filter((enemy) => ram[enemy + Enemy.SKILL_STATE] === ENEMY_CHARGING)
      .map((enemy) => `${unitName(enemy)} ${ram[enemy + Enemy.CHARGE]}`),
  ];
  // before the battle's start the units have no values yet
  const stats =
    ram[Host.PHASE] !== PHASE_RUNNING
      ? []
      : [
          ...party.flatMap((ally) => recovering(ram, ally, ally + Ally.STATS, ally + Ally.BASE_STATS)),
          ...others.flatMap((enemy) =>
            recovering(ram, enemy, enemy + Enemy.STATS, read16(ram, enemy + Enemy.SPECIES) + Species.STATS),
          ),
        ];
  const hp = [
    ...party.map((ally) => `${unitName(ally)} ${read16(ram, read16(ram, ally + Ally.RECORD) + PartyRecord.HP)}`),
    ...others.map((enemy) => `${unitName(enemy)} ${read16(ram, enemy + Enemy.HP)}`),
  ];
  const statuses = [
    ...party.flatMap((ally) => statusesOf(ally, ram[ally + Ally.STATUSES] as number)),
    ...others.flatMap((enemy) => statusesOf(enemy, ram[enemy + Enemy.STATUSES] as number)),
  ];
  return [
    ['action points', String(read16(ram, Cell.ACTION_POINTS))],
    ['order points', others.map((enemy) => read16(ram, enemy + Enemy.ORDER_POINTS)).join(' ')],
    ['HP', hp.join(', ')],
    ['statuses', statuses.join(', ')],
    ['charges', charges.join(', ')],
    ['recovering', stats.join(', ')],
  ];
}

/** The columns of the ledger, with the unit whose turn it is. */
export function ledgerOf(machine: Machine, program: Program): [string, string][] {
  const turn = whoseTurn(machine, program);
  const enemy = turn === ENEMIES_TURN ? nextActingEnemy(machine, program) : 0;
  const ally = turn === ALLIES_TURN ? allyToAct(machine.ram) : 0;
  const name = turn === NOBODYS_TURN ? 'nobody' : unitName(enemy === 0 ? ally : enemy);
  return [...ledgerColumns(machine.ram), ['turn', name]];
}
