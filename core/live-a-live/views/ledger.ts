/** What a planner wants to know after an action, from the cells alone: one column each. */

import { read16 } from '../../int/uint.js';
import type { Language } from '../../system/names.js';
import { PHASE_RUNNING } from '../frame/frame.js';
import type { Program } from '../frame/program.js';
import { allyToAct, ENEMIES_TURN, NOBODYS_TURN, nextActingEnemy, whoseTurn } from '../frame/whose-turn.js';
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
import { namedUnit } from '../memory/unit-names.js';
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

/** Name of a unit by its block. */
type NameOf = (block: number) => string;

/** Statuses of a unit as one text, or nothing. */
function statusesOf(name: string, statuses: number): string[] {
  if (statuses === OUT_OF_FIGHT) return [`${name} out of the fight`];
  const names = STATUSES.filter((_, bit) => ((statuses >> bit) & 1) !== 0);
  return names.length === 0 ? [] : [`${name} ${names.join(' ')}`];
}

function recovering(ram: Uint8Array, name: string, now: number, normal: number): string[] {
  return STAT_NAMES.flatMap((stat, index) => {
    const value = ram[now + index] as number;
    const goal = ram[normal + index] as number;
    return value === goal ? [] : [`${name} ${stat} ${value} to ${goal}`];
  });
}

/**
 * Action points, order points of all enemies in slot order, HP, statuses, charges still running,
 * stats that are not normal.
 */
function ledgerColumns(ram: Uint8Array, nameOf: NameOf): [string, string][] {
  const party = allies(ram);
  const others = enemies(ram);
  const charges = [
    ...party
      .filter((ally) => ram[ally + Ally.SKILL_STATE] === ALLY_CHARGING)
      .map((ally) => `${nameOf(ally)} ${ram[ally + Ally.CHARGE]}`),
    ...others
      .filter((enemy) => ram[enemy + Enemy.SKILL_STATE] === ENEMY_CHARGING)
      .map((enemy) => `${nameOf(enemy)} ${ram[enemy + Enemy.CHARGE]}`),
  ];
  // before the battle's start the units have no values yet
  const stats =
    ram[Host.PHASE] !== PHASE_RUNNING
      ? []
      : [
          ...party.flatMap((ally) => recovering(ram, nameOf(ally), ally + Ally.STATS, ally + Ally.BASE_STATS)),
          ...others.flatMap((enemy) =>
            recovering(ram, nameOf(enemy), enemy + Enemy.STATS, read16(ram, enemy + Enemy.SPECIES) + Species.STATS),
          ),
        ];
  const hp = [
    ...party.map((ally) => `${nameOf(ally)} ${read16(ram, read16(ram, ally + Ally.RECORD) + PartyRecord.HP)}`),
    ...others.map((enemy) => `${nameOf(enemy)} ${read16(ram, enemy + Enemy.HP)}`),
  ];
  const statuses = [
    ...party.flatMap((ally) => statusesOf(nameOf(ally), ram[ally + Ally.STATUSES] as number)),
    ...others.flatMap((enemy) => statusesOf(nameOf(enemy), ram[enemy + Enemy.STATUSES] as number)),
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

/**
 * The columns of the ledger, with the unit whose turn it is.
 * @param language of the units' names
 */
export function ledgerOf(machine: Machine, program: Program, language: Language): [string, string][] {
  const { ram } = machine;
  const nameOf: NameOf = (block) => namedUnit(ram, block)[language];
  const turn = whoseTurn(machine, program);
  const acting = (): number => (turn === ENEMIES_TURN ? nextActingEnemy(machine, program) : allyToAct(ram));
  return [...ledgerColumns(ram, nameOf), ['turn', turn === NOBODYS_TURN ? 'nobody' : nameOf(acting())]];
}
