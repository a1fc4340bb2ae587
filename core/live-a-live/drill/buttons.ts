/**
 * What the buttons of a frame do for the ally whose turn it is: cursors, the choice of an area,
 * actions. Evidence: the actions are executed routines; the meaning of the buttons is a decision
 * (traces/homebrew/PROGRAM.md).
 */
import * as Ally from '../memory/cells/ally.js';
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
import { addAllyTurn } from '../turn/action-points.js';
import { ALLY_CHARGING, passTurn } from '../turn/ally-actions.js';
import { pass, step, turnAlly } from '../turn/ally-moves.js';
import { chargeWithB, DEFAULT_CHARGE } from './decision.js';
import { isDuel, takeUpDuelSkill } from './duel.js';
import { drillCharge } from './skills.js';

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
export function pressButtons(machine: Machine, ally: number, pad: number): void {
  const ram = machine.ram;
  if ((pad & PAD_SELECT) !== 0) moveCursors(ram, pad);
  else if ((pad & PAD_START) !== 0) return;
  else if (ram[Host.AREA_MODE] !== 0) chooseArea(machine, ally, pad);
  else act(machine, ally, pad);
}
