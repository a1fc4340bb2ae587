/**
 * Walks of the player's allies: steps to neighbouring cells one after the other. Evidence: each
 * step is an executed routine; that a walk is made of them and where it ends is a decision
 * (`unpublished.ts`, buttonsToActions).
 */
import { read8 } from '../../int/uint.js';
import { RUNNING } from '../combat/defeat.js';
import * as Ally from '../memory/cells/ally.js';
import * as Host from '../memory/cells/host.js';
import type { Machine } from '../memory/machine.js';
import { PAD_DOWN, PAD_LEFT, PAD_RIGHT, PAD_UP } from '../memory/pad.js';
import { step } from '../turn/ally-moves.js';
import { isEnemyTurn } from '../turn/enemy-choice.js';
import { actor, canMove } from './choices.js';
import { firstStepOnPath } from './pathfinding.js';
import { runUntilPrompt, UNTIL_TURN_OVER } from './run.js';

const PADS = Uint16Array.of(PAD_UP, PAD_DOWN, PAD_LEFT, PAD_RIGHT);

/** Whether the goal is one step away. */
export function isBeside(ram: Uint8Array, ally: number, x: number, y: number): boolean {
  const across = Math.abs(read8(ram, ally + Ally.CELL_X) - x);
  return across + Math.abs(read8(ram, ally + Ally.CELL_Y) - y) === 1;
}

/**
 * One step of a walk that is to go on, until the player would be asked.
 * @returns whether the walk ends with it, wherever it was to lead
 */
export function walkStep(machine: Machine, ally: number, direction: number): boolean {
  const ram = machine.ram;
  step(machine, ally, PADS[direction] as number);
  runUntilPrompt(machine, 0);
  return ram[Host.BATTLE_RESULT] !== RUNNING || actor(ram) !== ally || isEnemyTurn(machine) || !canMove(ram, ally);
}

/** What comes after a walk that ended early. @param frames of the command */
export function endWalk(machine: Machine, frames: number): void {
  if (frames !== UNTIL_TURN_OVER || machine.ram[Host.BATTLE_RESULT] !== RUNNING) return;
  if (isEnemyTurn(machine)) runUntilPrompt(machine, frames);
}

/**
 * Walks up to the beginning of the last step, whose frames are not played.
 * @returns false when the walk ended before
 */
export function walkToLastStep(machine: Machine, ally: number, x: number, y: number): boolean {
  for (;;) {
    const direction = firstStepOnPath(machine, ally, x, y);
    if (direction < 0) return false;
    if (isBeside(machine.ram, ally, x, y)) {
      step(machine, ally, PADS[direction] as number);
      return true;
    }
    if (walkStep(machine, ally, direction)) return false;
  }
}

/** Walks to a cell, or on to it. @param frames of the command, after the last step */
export function walk(machine: Machine, ally: number, x: number, y: number, frames: number): void {
  if (walkToLastStep(machine, ally, x, y)) runUntilPrompt(machine, frames);
  else endWalk(machine, frames);
}
