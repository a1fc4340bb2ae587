/**
 * Operation 21 of the drill skills: an ally answers the attack of an enemy. Evidence: decision
 * (traces/homebrew/PROGRAM.md, "Counter") for the range and the answer, which are unpublished
 * (C1:A17B, A21B); the search is executed.
 */

import { read8, read16, write16 } from '../../int/uint.js';
import { COUNTER_FOUND, searchCounter } from '../combat/counter.js';
import { enemyNumber } from '../field/occupancy.js';
import { IN_RANGE } from '../field/ranges.js';
import { attackerInRange } from '../field/targets.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Host from '../memory/cells/host.js';
import { exitOf, type Machine, reportRoutine } from '../memory/machine.js';
import { isEnemyPresent } from '../memory/presence.js';
import { drillAttackOfAlly } from './attack.js';
import { markLattice } from './battle-skill.js';

/** The ally of 035A attacks the enemy with the skill of 036A; nobody answers that. */
function answer(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const cursor = read8(ram, Host.TARGET_CURSOR);
  ram[Host.TARGET_CURSOR] = enemyNumber(enemy) - 1;
  const skill = read8(ram, Cell.COUNTER_SKILL);
  drillAttackOfAlly(machine, read16(ram, Cell.CURRENT_ALLY), { skill, all: false, shape: 0, pushes: false });
  ram[Host.TARGET_CURSOR] = cursor;
}

/** @param rows @param columns cells that a counter reaches, 7 bits each */
export function drillCounter(machine: Machine, enemy: number, rows: number, columns: number): void {
  const ram = machine.ram;
  if (!isEnemyPresent(ram, enemy)) return;
  write16(ram, Cell.SKILL_USER, enemy);
  const current = read16(ram, Cell.CURRENT_ALLY);
  reportRoutine(machine, 0xc1a12c, enemy);
  if (searchCounter(machine) === COUNTER_FOUND) {
    markLattice(ram, rows, columns, IN_RANGE);
    reportRoutine(machine, 0xc1180b, enemy);
    if (exitOf(attackerInRange(machine)) === 1) answer(machine, enemy);
  }
  write16(ram, Cell.CURRENT_ALLY, current);
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) ram[ally + Ally.HITS_LANDED] = 0;
}
