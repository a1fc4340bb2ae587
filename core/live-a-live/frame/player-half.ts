/**
 * The player half of a frame (C1:9480 ..): a step that runs goes on, or an ally is found that may
 * act, and its buttons are read. Evidence: the step is an executed routine; the search after
 * C1:7B02 is a decision (traces/homebrew/PROGRAM.md).
 */

import { read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import { exitOf, type Machine, reportRoutine, wordOf } from '../memory/machine.js';
import { isAllyPresent } from '../memory/presence.js';
import { STEP_RUNNING, stepFrameOfAlly } from '../turn/ally-actions.js';
import { currentAllyAble, nextByRank, RANK_MISSING, setCurrentAlly } from '../turn/ally-order.js';
import { NOBODY_CAN_ACT } from '../turn/time.js';
import type { Program } from './program.js';

/** Player state while something is in progress. */
export const IN_PROGRESS = 0xff;

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

/**
 * Makes the first ally that is there and able the current one, from the current one on. @returns
 * its block or 0
 */
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

/**
 * Runs the half as far as no button has a part in it. @returns block of the ally that the buttons
 * are for, or 0
 */
export function beginPlayerHalf(machine: Machine, program: Program): number {
  const ram = machine.ram;
  if (((ram[Cell.ALLY_ACTION_FLAGS] as number) & STEP_RUNNING) !== 0) {
    walk(machine);
    return 0;
  }
  if (program.walkEnemy(machine)) {
    ram[Cell.PLAYER_STATE] = IN_PROGRESS;
    return 0;
  }
  const ally = findAbleAlly(machine);
  ram[Cell.PLAYER_STATE] = ally === 0 ? NOBODY_CAN_ACT : 0;
  return ally;
}

/** Runs the half. @param pad accepted pad word */
export function runPlayerHalf(machine: Machine, program: Program, pad: number): void {
  const ally = beginPlayerHalf(machine, program);
  if (ally !== 0) program.pressButtons(machine, ally, pad);
}
