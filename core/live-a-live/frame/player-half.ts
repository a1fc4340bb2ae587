/**
 * The player half of a frame (C1:9480 ..): which ally acts, and what its buttons do. Evidence: the actions are executed
 * routines; the search after C1:7B02 and the meaning of the buttons are decisions (traces/homebrew/PROGRAM.md).
 */
import { read16 } from '../../int/uint.js';
import { chargeWithB } from '../drill/decision.js';
import { drillCharge } from '../drill/skills.js';
import { ENEMY_STEP_RUNNING, walkEnemy } from '../enemy/decide.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Host from '../memory/cells/host.js';
import { exitOf, type Machine, PLAYED, reportRoutine, wordOf } from '../memory/machine.js';
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
import { isAllyPresent } from '../memory/presence.js';
import { addAllyTurn } from '../turn/action-points.js';
import {
  ALLY_CHARGING,
  beginAllyStep,
  flagAllyTurn,
  passTurn,
  STEP_RUNNING,
  stepFrameOfAlly,
} from '../turn/ally-actions.js';
import { currentAllyAble, MEMBER_ABSENT, nextByRank, RANK_MISSING, setCurrentAlly } from '../turn/ally-order.js';
import { NOBODY_CAN_ACT } from '../turn/time.js';

/** Player state while something is in progress. */
export const IN_PROGRESS = 0xff;
const ITEM_SKILL = 15;
const LAST_TARGET = 14;
const LAST_CELL = 6;
const FACING_AFTER_RIGHT = Uint8Array.of(1, 3, 0, 2);
const FACING_AFTER_LEFT = Uint8Array.of(2, 0, 3, 1);

/** Moves a step on by a frame. */
function walk(machine: Machine): void {
  const ram = machine.ram;
  const ally = read16(ram, Cell.CURRENT_ALLY);
  reportRoutine(machine, 0xc1446b, ally);
  if (stepFrameOfAlly(machine, ally)) {
    ram[Cell.ALLY_ACTION_FLAGS] = 0;
    ram[ally + Ally.SKILL_STATE] = 0;
    ram[Cell.PLAYER_STATE] = 0;
  } else ram[Cell.PLAYER_STATE] = IN_PROGRESS;
}

/** Makes the first ally that is there and able the current one, from the current one on. @returns its block or 0 */
function findAbleAlly(machine: Machine): number {
  const ram = machine.ram;
  const first = read16(ram, Cell.CURRENT_ALLY);
  let candidate = first;
  for (let tries = 0; ; tries++) {
    setCurrentAlly(machine, candidate);
    if (isAllyPresent(ram, candidate) && exitOf(currentAllyAble(machine)) === 0) return candidate;
    if (tries === 4) break;
    const next = nextByRank(machine, candidate);
    if (exitOf(next) === RANK_MISSING) break;
    candidate = wordOf(next);
  }
  setCurrentAlly(machine, first);
  return 0;
}

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

function useCursorSkill(ram: Uint8Array, ally: number, withB: boolean): void {
  const skill = ram[Host.SKILL_CURSOR] as number;
  const charge = drillCharge(ram, skill);
  useSkill(ram, ally, skill, withB ? chargeWithB(charge) : charge);
}

function chooseArea(machine: Machine, ally: number, pad: number): void {
  const ram = machine.ram;
  if ((pad & (PAD_L | PAD_R)) !== 0) {
    reportRoutine(machine, 0xc1281b, ally);
    addAllyTurn(machine, ally);
  } else if ((pad & (PAD_A | PAD_B)) !== 0) {
    if ((pad & PAD_A) !== 0) useCursorSkill(ram, ally, false);
    ram[Host.AREA_MODE] = 0;
  }
}

/** The ally turns to face. @param right clockwise on the screen */
export function turnAlly(machine: Machine, ally: number, right: boolean): void {
  turn(machine, ally, right ? FACING_AFTER_RIGHT : FACING_AFTER_LEFT);
}

function turn(machine: Machine, ally: number, order: Uint8Array): void {
  const ram = machine.ram;
  const facing = ram[ally + Ally.FACING] as number;
  ram[ally + Ally.FACING] = facing > 3 ? 0 : (order[facing] as number);
  reportRoutine(machine, 0xc1281b, ally);
  addAllyTurn(machine, ally);
  flagAllyTurn(machine);
}

/** Ranks of a party. */
const RANKS = 4;

/** The next ally by rank becomes the current one. */
export function pass(machine: Machine, ally: number): void {
  reportRoutine(machine, 0xc19572, ally);
  passTurn(machine, ally);
  let next = nextByRank(machine, ally);
  // C1:9F52 is not printed: a played battle tries the next rank (`unpublished.ts`, allyOrderRetry), the test ROM does not
  const ranks = machine.ram[Host.PROGRAM] === PLAYED ? RANKS : 1;
  for (let tries = 1; tries < ranks && exitOf(next) === MEMBER_ABSENT; tries++)
    next = nextByRank(machine, wordOf(next));
  if (exitOf(next) === 0) setCurrentAlly(machine, wordOf(next));
}

/** Faces the way of the first direction, up before down before left before right, and steps when the cell is free. */
export function step(machine: Machine, ally: number, pad: number): void {
  const ram = machine.ram;
  let x = ram[ally + Ally.CELL_X] as number;
  let y = ram[ally + Ally.CELL_Y] as number;
  const from = Cell.FIELD_GRID + 8 * y + x;
  let facing = ram[ally + Ally.FACING] as number;
  if ((pad & PAD_UP) !== 0) {
    facing |= 2;
    y--;
  } else if ((pad & PAD_DOWN) !== 0) {
    facing &= ~2;
    y++;
  } else if ((pad & PAD_LEFT) !== 0) {
    facing |= 1;
    x--;
  } else {
    facing &= ~1;
    x++;
  }
  ram[ally + Ally.FACING] = facing;
  if (x < 0 || x > LAST_CELL || y < 0 || y > LAST_CELL) return;
  const to = Cell.FIELD_GRID + 8 * y + x;
  if (((ram[to] as number) & 0x0f) !== 0) return;
  ram[ally + Ally.WANTED_X] = x;
  ram[ally + Ally.WANTED_Y] = y;
  ram[from] = (ram[from] as number) & 0xe0;
  ram[to] = ((ram[to] as number) & 0xe0) | (((ally - Ally.FIRST) >> 6) + 1);
  reportRoutine(machine, 0xc196cb, ally);
  beginAllyStep(machine, ally);
}

function act(machine: Machine, ally: number, pad: number): void {
  const ram = machine.ram;
  if (ram[Host.PROGRAM] === PLAYED) return;
  if ((pad & (PAD_A | PAD_B)) !== 0) useCursorSkill(ram, ally, (pad & PAD_A) === 0);
  else if ((pad & PAD_X) !== 0) useSkill(ram, ally, ITEM_SKILL, 0);
  else if ((pad & (PAD_L | PAD_R)) === (PAD_L | PAD_R)) pass(machine, ally);
  else if ((pad & PAD_R) !== 0) turn(machine, ally, FACING_AFTER_RIGHT);
  else if ((pad & PAD_L) !== 0) turn(machine, ally, FACING_AFTER_LEFT);
  else if ((pad & PAD_Y) !== 0) {
    reportRoutine(machine, 0xc19572, ally);
    passTurn(machine, ally);
  } else if ((pad & PAD_DIRECTIONS) !== 0) step(machine, ally, pad);
}

/** Runs the half as far as no button has a part in it. @returns block of the ally that the buttons are for, or 0 */
export function beginPlayerHalf(machine: Machine): number {
  const ram = machine.ram;
  if (((ram[Cell.ALLY_ACTION_FLAGS] as number) & STEP_RUNNING) !== 0) {
    walk(machine);
    return 0;
  }
  if (ram[Host.PROGRAM] === PLAYED && ((ram[Cell.ENEMY_ACTION_FLAGS] as number) & ENEMY_STEP_RUNNING) !== 0) {
    ram[Cell.PLAYER_STATE] = IN_PROGRESS;
    walkEnemy(machine);
    return 0;
  }
  const ally = findAbleAlly(machine);
  ram[Cell.PLAYER_STATE] = ally === 0 ? NOBODY_CAN_ACT : 0;
  return ally;
}

/** Runs the rest of the half. @param ally what `beginPlayerHalf` returned @param pad accepted pad word */
export function endPlayerHalf(machine: Machine, ally: number, pad: number): void {
  if (ally === 0) return;
  const ram = machine.ram;
  if ((pad & PAD_SELECT) !== 0) moveCursors(ram, pad);
  else if ((pad & PAD_START) !== 0) return;
  else if (ram[Host.AREA_MODE] !== 0) chooseArea(machine, ally, pad);
  else act(machine, ally, pad);
}

/** Runs the half. @param pad accepted pad word */
export function runPlayerHalf(machine: Machine, pad: number): void {
  endPlayerHalf(machine, beginPlayerHalf(machine), pad);
}
