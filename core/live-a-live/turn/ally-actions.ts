/**
 * What an ally's action does to the turn: skill fires (C1:93C5), step (C1:96CB, its frames
 * C1:446B), pass and step in place (C1:9572), turn (C1:9920). Evidence: executed.
 */
import { read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import type { Machine } from '../memory/machine.js';
import { addAllyMove, addPoints255 } from './action-points.js';

/** Turn flag after an ally skill or item, and after any other ally action. */
export const AFTER_ALLY_SKILL = 0x80;
export const AFTER_ALLY_ACTION = 0x40;
/** Time codes, four times the units of time that pass. */
export const CODE_STEP = 0x40;
export const CODE_TURN = 0x20;
export const CODE_IDLE = 0x10;
/** Skill states of an ally. */
export const ALLY_STEPPING = 0x20;
export const ALLY_CHARGING = 0x40;
export const ALLY_EXECUTING = 0xf0;
/** Bits of the action flags. */
export const STEP_RUNNING = 0x08;
export const SKILL_FIRING = 0x10;
/** Frames of an ally's step. */
export const STEP_FRAMES = 12;

/** C1:93C5, a due skill fires: +510 in two additions of 255. */
export function fireAllySkill(machine: Machine, ally: number): void {
  const ram = machine.ram;
  ram[Cell.ALLY_SKILL_FLAG] = 0x10;
  ram[ally + Ally.SKILL_STATE] = ALLY_EXECUTING;
  ram[Cell.ALLY_ACTION_FLAGS] = (ram[Cell.ALLY_ACTION_FLAGS] as number) | SKILL_FIRING;
  addPoints255(machine);
  addPoints255(machine);
  ram[Cell.TURN_FLAG] = AFTER_ALLY_SKILL;
}

/** C1:9572, pass or step in place: costs as much as a step. */
export function passTurn(machine: Machine, ally: number): void {
  addAllyMove(machine, ally);
  machine.ram[Cell.TIME_CODE] = CODE_STEP;
  machine.ram[Cell.TURN_FLAG] = AFTER_ALLY_ACTION;
}

/** C1:96CB, a step begins. Its frames are counted in the charge cells. */
export function beginAllyStep(machine: Machine, ally: number): void {
  const ram = machine.ram;
  addAllyMove(machine, ally);
  ram[Cell.TURN_FLAG] = AFTER_ALLY_ACTION;
  ram[Cell.TIME_CODE] = CODE_STEP;
  ram[Cell.ALLY_ACTION_FLAGS] = STEP_RUNNING;
  ram[ally + Ally.SKILL_STATE] = ALLY_STEPPING;
  ram[ally + Ally.CHARGE] = 0;
  ram[ally + Ally.CHARGE_LENGTH] = STEP_FRAMES;
  ram[ally + Ally.WALK_1E] = 0;
  ram[ally + Ally.WALK_1F] = 4;
}

/** C1:446B, a frame of a step. @returns true when the wanted cell has become the cell */
export function stepFrameOfAlly(machine: Machine, ally: number): boolean {
  const ram = machine.ram;
  const frames = ((ram[ally + Ally.CHARGE] as number) + 1) & 0xff;
  ram[ally + Ally.CHARGE] = frames;
  if (frames !== ram[ally + Ally.CHARGE_LENGTH]) return false;
  write16(ram, ally + Ally.CELL_X, read16(ram, ally + Ally.WANTED_X));
  return true;
}

/** C1:9920, flags of an ally's turn to face. */
export function flagAllyTurn(machine: Machine): void {
  machine.ram[Cell.TURN_FLAG] = AFTER_ALLY_ACTION;
  machine.ram[Cell.TIME_CODE] = CODE_TURN;
}
