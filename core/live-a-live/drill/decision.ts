/**
 * What the chosen enemy does in the drill program: the pad decides while Start is held. Evidence:
 * decision; it stands where the cartridge runs its own decision (C1:8E85 and on), so that each
 * consequence can be reached.
 */

import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import { type Machine, reportRoutine } from '../memory/machine.js';
import { PAD_A, PAD_B, PAD_DIRECTIONS, PAD_L, PAD_R, PAD_SELECT, PAD_START, PAD_X, PAD_Y } from '../memory/pad.js';
import { subtractEnemyMove } from '../turn/action-points.js';
import {
  ENEMY_CHARGING,
  endEnemyStep,
  nextDecisionStep,
  turnEnemyLeft,
  turnEnemyRight,
} from '../turn/enemy-actions.js';
import { legLockedMove, orderPointsMove } from '../turn/order-points.js';
import { drillCharge } from './skills.js';

/** Charge that button B gives a skill without one. */
export const DEFAULT_CHARGE = 16;

/** Charge of a skill chosen with B: its own, or 16. */
export function chargeWithB(charge: number): number {
  return charge === 0 ? DEFAULT_CHARGE : charge;
}

function chooseSkill(machine: Machine, enemy: number, withB: boolean): void {
  const ram = machine.ram;
  const skill = ram[Host.SKILL_CURSOR] as number;
  const charge = drillCharge(ram, skill);
  ram[enemy + Enemy.CHOSEN_SKILL] = skill;
  ram[enemy + Enemy.CHARGE] = withB ? chargeWithB(charge) : charge;
  ram[enemy + Enemy.SKILL_STATE] = ENEMY_CHARGING;
}

/** Order points after a step or turn. */
function endMove(machine: Machine, enemy: number): void {
  reportRoutine(machine, 0xc18f77, enemy);
  orderPointsMove(machine);
}

/** Decides for the acting enemy. */
export function decideByPad(machine: Machine, enemy: number, pad: number): void {
  if ((pad & (PAD_START | PAD_SELECT)) !== PAD_START) return;
  if ((pad & (PAD_A | PAD_B)) !== 0) chooseSkill(machine, enemy, (pad & PAD_A) === 0);
  else if ((pad & PAD_X) !== 0) legLockedMove(machine);
  else if ((pad & PAD_Y) !== 0) nextDecisionStep(machine);
  else if ((pad & PAD_L) !== 0) {
    reportRoutine(machine, 0xc1e476, enemy);
    turnEnemyLeft(machine);
    endMove(machine, enemy);
  } else if ((pad & PAD_R) !== 0) {
    reportRoutine(machine, 0xc1e429, enemy);
    turnEnemyRight(machine);
    endMove(machine, enemy);
  } else if ((pad & PAD_DIRECTIONS) !== 0) {
    reportRoutine(machine, 0xc1283a, enemy);
    subtractEnemyMove(machine);
    endEnemyStep(machine);
    endMove(machine, enemy);
  }
}
