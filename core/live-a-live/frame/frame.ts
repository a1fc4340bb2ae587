/**
 * One frame of a battle: `stepFrame`, the only step there is. Order of its parts: the printed calls
 * C1:0261 and on and the NMI's timer. What listings leave open is the part of the program that a
 * frame is given (`program.ts`).
 */
import { countDown16, countUp16, read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as Register from '../memory/cells/register.js';
import { copyPads, readPads } from '../memory/joypad.js';
import { exitOf, type Machine, reportRoutine, wordOf } from '../memory/machine.js';
import { allyOfRank, setCurrentAlly } from '../turn/ally-order.js';
import { clearStartFlags, startActionPoints, startAllOrderPoints } from '../turn/battle-start.js';
import { beginPlayerHalf, runPlayerHalf } from './player-half.js';
import type { Program } from './program.js';
import { beginTimeHalf, endTimeHalf, runTimeHalf } from './time-half.js';

/** Values of the cell `phase`: the next frame starts the battle; it runs. */
export const PHASE_START = 1;
export const PHASE_RUNNING = 2;

/** The battle's start: flags, enemies' values, action points, order points, first ally. */
function startBattle(machine: Machine, program: Program): void {
  const ram = machine.ram;
  reportRoutine(machine, 0xc1f3ce, 0);
  clearStartFlags(machine);
  program.startEnemies(machine);
  startActionPoints(machine);
  startAllOrderPoints(machine, Enemy.FIRST - Enemy.STRIDE);
  ram[Cell.TIME_CODE] = 0;
  ram[Cell.TIME_STEP] = 0;
  ram[Cell.ALLY_ACTION_FLAGS] = 0;
  ram[Cell.ENEMY_ACTION_FLAGS] = 0;
  ram[Cell.PLAYER_STATE] = 0;
  ram[Host.AREA_MODE] = 0;
  write16(ram, Cell.SUBJECT, 0);
  const first = allyOfRank(machine);
  setCurrentAlly(machine, exitOf(first) === 0 ? wordOf(first) : Ally.FIRST);
}

/** The console reads the pads. @param pad pad-1 word, 0..65535 */
export function takePad(machine: Machine, pad: number): void {
  const ram = machine.ram;
  write16(ram, Register.JOYPAD_1, pad);
  write16(ram, Host.PAD_WORD, pad);
  readPads(machine);
  copyPads(machine);
}

/**
 * Runs one frame.
 * @param program the same one in every frame of a battle
 * @param pad pad-1 word as the console reads it, 0..65535; pad 2 is not connected
 * @returns true when it is the enemies' turn and nobody did anything
 */
export function stepFrame(machine: Machine, program: Program, pad: number): boolean {
  const ram = machine.ram;
  let stalled = false;
  countFrame(ram);
  takePad(machine, pad);
  if (ram[Host.PHASE] === PHASE_START) {
    startBattle(machine, program);
    ram[Host.PHASE] = PHASE_RUNNING;
  } else {
    const accepted = read16(ram, Cell.PAD_1);
    if (ram[Host.AREA_MODE] === 0) stalled = runTimeHalf(machine, program, accepted);
    runPlayerHalf(machine, program, accepted);
  }
  leaveFrame(ram);
  return stalled;
}

function countFrame(ram: Uint8Array): void {
  countUp16(ram, Host.SEQUENCE_BEGIN);
  countDown16(ram, Cell.BATTLE_TIMER);
}

function leaveFrame(ram: Uint8Array): void {
  write16(ram, Host.SEQUENCE_END, read16(ram, Host.SEQUENCE_BEGIN));
}

/**
 * A running frame as far as no button has a part in it: nothing in it reads the pads.
 * @returns block of the enemy that the buttons decide for; else the complement of the ally's that
 *   they are for, or of 0
 */
export function runToButtons(machine: Machine, program: Program): number {
  const ram = machine.ram;
  countFrame(ram);
  const enemy = ram[Host.AREA_MODE] === 0 ? beginTimeHalf(machine, program) : 0;
  return enemy > 0 ? enemy : ~beginPlayerHalf(machine, program);
}

/**
 * The rest of a running frame: both come to the same as `stepFrame`.
 * @param begun what `runToButtons` returned @param pad as there
 */
export function runFromButtons(machine: Machine, program: Program, begun: number, pad: number): void {
  takePad(machine, pad);
  const accepted = read16(machine.ram, Cell.PAD_1);
  let ally = ~begun;
  if (begun > 0) {
    endTimeHalf(machine, program, begun, accepted);
    ally = beginPlayerHalf(machine, program);
  }
  if (ally !== 0) program.pressButtons(machine, ally, accepted);
  leaveFrame(machine.ram);
}
