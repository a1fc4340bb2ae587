/** What a planner wants to know after an action, from the cells alone: one column each. */
import { read16 } from '../../int/uint.js';
import { PHASE_RUNNING } from '../frame/frame.js';
import {
  ACTION_POINTS,
  ALLY_BASE_STATS,
  ALLY_CHARGE,
  ALLY_SKILL_STATE,
  ALLY_STATS,
  ALLY_STRIDE,
  ENEMY_CHARGE,
  ENEMY_ORDER_POINTS,
  ENEMY_SKILL_STATE,
  ENEMY_SPECIES,
  ENEMY_STATS,
  ENEMY_STRIDE,
  FIRST_ALLY,
  FIRST_ENEMY,
  LAST_ALLY,
  PHASE,
  SPECIES_STATS,
} from '../memory/cells.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { ALLY_CHARGING } from '../turn/ally-actions.js';
import { ENEMY_CHARGING } from '../turn/enemy-actions.js';
import { isListEnd } from '../turn/time-passes.js';

const STATS = ['power', 'speed', 'body', 'intellect'];

function allies(ram: Uint8Array): number[] {
  const found: number[] = [];
  for (let ally = FIRST_ALLY; ally <= LAST_ALLY; ally += ALLY_STRIDE) if (isAllyPresent(ram, ally)) found.push(ally);
  return found;
}

function enemies(ram: Uint8Array): number[] {
  const found: number[] = [];
  for (let enemy = FIRST_ENEMY; !isListEnd(ram, enemy); enemy += ENEMY_STRIDE) {
    if (isEnemyPresent(ram, enemy)) found.push(enemy);
  }
  return found;
}

/** `ally 0`, `enemy 3`. */
export function unitName(block: number): string {
  return block < FIRST_ALLY
    ? `enemy ${(block - FIRST_ENEMY) / ENEMY_STRIDE}`
    : `ally ${(block - FIRST_ALLY) / ALLY_STRIDE}`;
}

function recovering(ram: Uint8Array, unit: number, now: number, normal: number): string[] {
  return STATS.flatMap((stat, index) => {
    const value = ram[now + index] as number;
    const goal = ram[normal + index] as number;
    return value === goal ? [] : [`${unitName(unit)} ${stat} ${value} to ${goal}`];
  });
}

/** Action points, order points of all enemies in slot order, charges still running, stats that are not normal. */
export function ledgerColumns(ram: Uint8Array): [string, string][] {
  const party = allies(ram);
  const others = enemies(ram);
  const charges = [
    ...party
      .filter((ally) => ram[ally + ALLY_SKILL_STATE] === ALLY_CHARGING)
      .map((ally) => `${unitName(ally)} ${ram[ally + ALLY_CHARGE]}`),
    ...others
      .filter((enemy) => ram[enemy + ENEMY_SKILL_STATE] === ENEMY_CHARGING)
      .map((enemy) => `${unitName(enemy)} ${ram[enemy + ENEMY_CHARGE]}`),
  ];
  // before the battle's start the units have no values yet
  const stats =
    ram[PHASE] !== PHASE_RUNNING
      ? []
      : [
          ...party.flatMap((ally) => recovering(ram, ally, ally + ALLY_STATS, ally + ALLY_BASE_STATS)),
          ...others.flatMap((enemy) =>
            recovering(ram, enemy, enemy + ENEMY_STATS, read16(ram, enemy + ENEMY_SPECIES) + SPECIES_STATS),
          ),
        ];
  return [
    ['action points', String(read16(ram, ACTION_POINTS))],
    ['order points', others.map((enemy) => read16(ram, enemy + ENEMY_ORDER_POINTS)).join(' ')],
    ['charges', charges.join(', ')],
    ['recovering', stats.join(', ')],
  ];
}
