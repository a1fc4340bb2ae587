/**
 * The test ROM's part of a frame: the pad decides for allies and enemies alike, and skills are
 * records of up to three effects. Evidence: decision (traces/homebrew/PROGRAM.md).
 */

import { PLAYED_BATTLE } from '../battle/decision-frames.js';
import type { Program } from '../frame/program.js';
import * as Ally from '../memory/cells/ally.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import { type Machine, reportRoutine } from '../memory/machine.js';
import {
  PAD_A,
  PAD_B,
  PAD_DIRECTIONS,
  PAD_DOWN,
  PAD_L,
  PAD_LEFT,
  PAD_R,
  PAD_RIGHT,
  PAD_SELECT,
  PAD_START,
  PAD_UP,
  PAD_X,
  PAD_Y,
} from '../memory/pad.js';
import { isEnemyPresent } from '../memory/presence.js';
import { addAllyTurn, subtractEnemyMove } from '../turn/action-points.js';
import { ALLY_CHARGING, passTurn } from '../turn/ally-actions.js';
import { pass, step, turnAlly } from '../turn/ally-moves.js';
import { startEnemyValues } from '../turn/battle-start.js';
import {
  ENEMY_CHARGING,
  endEnemyStep,
  nextDecisionStep,
  turnEnemyLeft,
  turnEnemyRight,
} from '../turn/enemy-actions.js';
import { legLockedMove, orderPointsMove } from '../turn/order-points.js';
import { isListEnd } from '../turn/time-passes.js';
import { decideForDuellist, isDuel, takeUpDuelSkill, useDuelSkillOfAlly, useDuelSkillOfEnemy } from './duel.js';
import { drillCharge, resolveAllySkill, resolveEnemySkill } from './skills.js';

// What the chosen enemy does in the drill program: the pad decides while Start is held. Evidence:
// decision; it stands where the cartridge runs its own decision (C1:8E85 and on), so that each
// consequence can be reached.

/** Charge that button B gives a skill without one. */
const DEFAULT_CHARGE = 16;

/** Charge of a skill chosen with B: its own, or 16. */
function chargeWithB(charge: number): number {
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
function decideByPad(machine: Machine, enemy: number, pad: number): void {
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

// What the buttons of a frame do for the ally whose turn it is: cursors, the choice of an area,
// actions. Evidence: the actions are executed routines; the meaning of the buttons is a decision
// (traces/homebrew/PROGRAM.md).

export const ITEM_SKILL = 15;
const FIRES_AT_ONCE = -1;
const LAST_TARGET = 14;
/** The test ROM gives up when the next rank has no member. */
const RANKS_TRIED = 1;

function moveCursors(ram: Uint8Array, pad: number): void {
  const skill = ram[Host.SKILL_CURSOR] as number;
  const target = ram[Host.TARGET_CURSOR] as number;
  if ((pad & PAD_START) !== 0) ram[Host.AREA_MODE] = 1;
  else if ((pad & PAD_RIGHT) !== 0) ram[Host.SKILL_CURSOR] = (skill + 1) & 15;
  else if ((pad & PAD_LEFT) !== 0) ram[Host.SKILL_CURSOR] = (skill - 1) & 15;
  else if ((pad & PAD_DOWN) !== 0) ram[Host.TARGET_CURSOR] = target === LAST_TARGET ? 0 : target + 1;
  else if ((pad & PAD_UP) !== 0) ram[Host.TARGET_CURSOR] = target === 0 ? LAST_TARGET : target - 1;
}

function useSkill(ram: Uint8Array, ally: number, skill: number, charge: number): void {
  ram[ally + Ally.LAST_SKILL] = skill;
  ram[ally + Ally.CHARGE_LENGTH] = charge;
  ram[ally + Ally.CHARGE] = charge;
  ram[ally + Ally.SKILL_STATE] = ALLY_CHARGING;
}

function useCursorSkill(machine: Machine, ally: number, withB: boolean): void {
  const ram = machine.ram;
  const skill = ram[Host.SKILL_CURSOR] as number;
  if (isDuel(ram)) {
    takeUpDuelSkill(machine, ally, skill, withB ? DEFAULT_CHARGE : 0);
    return;
  }
  const charge = drillCharge(ram, skill);
  useSkill(ram, ally, skill, withB ? chargeWithB(charge) : charge);
}

function useItem(machine: Machine, ally: number): void {
  if (isDuel(machine.ram)) takeUpDuelSkill(machine, ally, ITEM_SKILL, FIRES_AT_ONCE);
  else useSkill(machine.ram, ally, ITEM_SKILL, 0);
}

function chooseArea(machine: Machine, ally: number, pad: number): void {
  const ram = machine.ram;
  if ((pad & (PAD_L | PAD_R)) !== 0) {
    reportRoutine(machine, 0xc1281b, ally);
    addAllyTurn(machine, ally);
  } else if ((pad & (PAD_A | PAD_B)) !== 0) {
    if ((pad & PAD_A) !== 0) useCursorSkill(machine, ally, false);
    ram[Host.AREA_MODE] = 0;
  }
}

function act(machine: Machine, ally: number, pad: number): void {
  if ((pad & (PAD_A | PAD_B)) !== 0) useCursorSkill(machine, ally, (pad & PAD_A) === 0);
  else if ((pad & PAD_X) !== 0) useItem(machine, ally);
  else if ((pad & (PAD_L | PAD_R)) === (PAD_L | PAD_R)) pass(machine, ally, RANKS_TRIED);
  else if ((pad & PAD_R) !== 0) turnAlly(machine, ally, true);
  else if ((pad & PAD_L) !== 0) turnAlly(machine, ally, false);
  else if ((pad & PAD_Y) !== 0) {
    reportRoutine(machine, 0xc19572, ally);
    passTurn(machine, ally);
  } else if ((pad & PAD_DIRECTIONS) !== 0) step(machine, ally, pad);
}

/** Carries out what the buttons say. @param pad accepted pad word */
function pressButtons(machine: Machine, ally: number, pad: number): void {
  const ram = machine.ram;
  if ((pad & PAD_SELECT) !== 0) moveCursors(ram, pad);
  else if ((pad & PAD_START) !== 0) return;
  else if (ram[Host.AREA_MODE] !== 0) chooseArea(machine, ally, pad);
  else act(machine, ally, pad);
}

function startEnemies(machine: Machine): void {
  const ram = machine.ram;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy)) startEnemyValues(machine, enemy);
  }
}

export const DRILL: Program = {
  startEnemies,
  useAllySkill(machine, ally) {
    if (isDuel(machine.ram)) useDuelSkillOfAlly(machine, ally);
    else resolveAllySkill(machine, ally);
  },
  useEnemySkill(machine, enemy) {
    if (isDuel(machine.ram)) useDuelSkillOfEnemy(machine, enemy);
    else resolveEnemySkill(machine, enemy);
  },
  decideForEnemy(machine, enemy, pad) {
    if (isDuel(machine.ram)) return decideForDuellist(machine, enemy);
    decideByPad(machine, enemy, pad);
    return true;
  },
  // its enemies step in one frame, but for those of the duel
  walkEnemy(machine) {
    return isDuel(machine.ram) && PLAYED_BATTLE.walkEnemy(machine);
  },
  pressButtons,
};
