/**
 * What an ally does without a skill: turns to face (C1:9920), hands on (C1:9572), steps to a
 * neighbouring cell (C1:96CB). Evidence: the routines are executed; which button asks for which is
 * not in this file.
 */
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import { Action, reportAction } from '../memory/happenings.js';
import { exitOf, type Machine, reportRoutine, wordOf } from '../memory/machine.js';
import { PAD_DOWN, PAD_LEFT, PAD_UP } from '../memory/pad.js';
import { isAllyPresent } from '../memory/presence.js';
import { FILLED_RETRY, fillHole, keepForHole } from '../memory/unpublished-used.js';
import { addAllyTurn } from './action-points.js';
import { beginAllyStep, flagAllyTurn, passTurn } from './ally-actions.js';
import { MEMBER_ABSENT, nextByRank, setCurrentAlly } from './ally-order.js';

const LAST_CELL = 6;
/** Facing after a turn, by the facing before. */
const FACING_AFTER_RIGHT = Uint8Array.of(1, 3, 0, 2);
const FACING_AFTER_LEFT = Uint8Array.of(2, 0, 3, 1);

/** Whether a turn of an ally from one facing 0-3 to another is clockwise. */
export function turnsRight(before: number, after: number): boolean {
  return FACING_AFTER_RIGHT[before] === after;
}

/** Turns the ally by a quarter. @param right clockwise on the screen */
export function turnAlly(machine: Machine, ally: number, right: boolean): void {
  const ram = machine.ram;
  const facing = ram[ally + Ally.FACING] as number;
  const after = right ? FACING_AFTER_RIGHT : FACING_AFTER_LEFT;
  ram[ally + Ally.FACING] = facing > 3 ? 0 : (after[facing] as number);
  reportAction(machine, ally, Action.TURN, facing & 3, ram[ally + Ally.FACING] as number);
  reportRoutine(machine, 0xc1281b, ally);
  addAllyTurn(machine, ally);
  flagAllyTurn(machine);
}

function isAllyBlock(address: number): boolean {
  return address >= Ally.FIRST && address <= Ally.LAST && (address - Ally.FIRST) % Ally.STRIDE === 0;
}

/**
 * Makes the next ally by rank the current one.
 * @param ranks how many ranks are tried, 1 to 4: C1:9F52 is not printed (`unpublished.ts`,
 *   allyOrderRetry)
 */
export function pass(machine: Machine, ally: number, ranks: number): void {
  reportAction(machine, ally, Action.PASS);
  reportRoutine(machine, 0xc19572, ally);
  passTurn(machine, ally);
  keepForHole(machine);
  let next = nextByRank(machine, ally);
  if (exitOf(next) !== 0 && ranks > 1 && fillHole(machine, FILLED_RETRY, 0xc19f02, ally)) {
    const found = machine.holes.returnedX;
    if (isAllyBlock(found) && isAllyPresent(machine.ram, found)) setCurrentAlly(machine, found);
    return;
  }
  for (let tries = 1; tries < ranks && exitOf(next) === MEMBER_ABSENT; tries++)
    next = nextByRank(machine, wordOf(next));
  if (exitOf(next) === 0) setCurrentAlly(machine, wordOf(next));
}

/**
 * Faces the way of the first direction, up before down before left before right, and steps when the
 * cell is free.
 */
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
  reportAction(machine, ally, Action.WALK, from - Cell.FIELD_GRID, to - Cell.FIELD_GRID);
  reportRoutine(machine, 0xc196cb, ally);
  beginAllyStep(machine, ally);
}
