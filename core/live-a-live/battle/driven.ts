/**
 * The turn of a player who drives an enemy: buttons, answered by the image's own loop (C1:0261,
 * with the dispatch at C1:948D-9571 in it), frame by frame with interrupts and pads. No function of
 * ours acts in such a battle. Evidence: the image's; never run on the published one.
 */
import { read8, read32, write32 } from '../../int/uint.js';
import type { FrameWay } from '../../system/evidence.js';
import { LOST, RUNNING, WON } from '../combat/defeat.js';
import { isDriven } from '../enemy/driven-enemy.js';
import { isBusy } from '../frame/time-half.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import { Action, reportAction, reportPassed } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { OUT_OF_FIGHT } from '../memory/state-bits.js';
import { FILLED_BUTTONS, playOriginal } from '../memory/unpublished-used.js';
import { LOOP } from '../setup/driven-start.js';
import { isListEnd } from '../turn/time-passes.js';
import { LONGEST_HOLD, padWordsOf } from './button-script.js';
import { E_NO_IMAGE, E_NO_ROUND, E_NOT_DRIVEN, E_OUTCOMES, E_OVER, E_PARAMETER } from './player-commands.js';

/** Ten seconds after the last button, in which the player must be asked again. */
const LONGEST_ANSWER = 600;
/** Frames after which the last word has been read for certain. */
const READ_FRAMES = 2;
/** Bits of 03F0 that C1:9480 looks at. */
const WAITS = 0xef;

/** What the cells of a battle come to: nobody to fight, or nobody who fights. */
function resultOf(ram: Uint8Array): number {
  if (!isAllyPresent(ram, Ally.FIRST) || ram[Ally.FIRST + Ally.STATUSES] === OUT_OF_FIGHT) return LOST;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy)) return RUNNING;
  }
  return WON;
}

/** Whether the player may act: nothing is under way, and it is not the enemies' turn. */
function isAsked(ram: Uint8Array): boolean {
  if ((read8(ram, Cell.PLAYER_STATE) & WAITS) !== 0 || isBusy(ram)) return false;
  return ram[Cell.ACTION_POINTS + 1] === 0 || ram[Cell.TURN_FLAG] === 0;
}

function wayOf(pads: Uint16Array): FrameWay {
  return {
    from: LOOP,
    round: LOOP,
    pads,
    frames: pads.length + LONGEST_ANSWER,
    isOver(ram, isRound, frame) {
      if (resultOf(ram) !== RUNNING) return true;
      return isRound && frame >= pads.length + READ_FRAMES && isAsked(ram);
    },
  };
}

function isHold(frames: number): boolean {
  return frames >= 1 && frames <= LONGEST_HOLD;
}

/**
 * Presses buttons, then runs until the player is asked again or the battle is over. @param words
 * encoded: code, script, further script, frames held, frames released
 * @returns 0 or the number of a rule error, then with the image untouched
 */
export function press(machine: Machine, words: Int32Array): number {
  const ram = machine.ram;
  const [, first, further, hold, release] = words as unknown as readonly [number, number, number, number, number];
  if (ram[Host.BATTLE_RESULT] !== RUNNING) return E_OVER;
  if (!isDriven(ram)) return E_NOT_DRIVEN;
  if (first === 0 || !isHold(hold) || !isHold(release)) return E_PARAMETER;
  const pads = padWordsOf([first, further], hold, release);
  if (pads === undefined) return E_PARAMETER;
  if (machine.holes.original === undefined) return E_NO_IMAGE;
  // who looks at every outcome of a draw cannot choose what the image's generator gives
  if (machine.script !== undefined) return E_OUTCOMES;
  const told = machine.events?.length ?? 0;
  reportAction(machine, 0, Action.PRESS, first, further);
  const frames = playOriginal(machine, FILLED_BUTTONS, wayOf(pads));
  if (frames < 0) {
    if (machine.events !== undefined) machine.events.length = told;
    return E_NO_ROUND;
  }
  write32(ram, Host.BATTLE_FRAMES, read32(ram, Host.BATTLE_FRAMES) + frames);
  ram[Host.BATTLE_RESULT] = resultOf(ram);
  reportPassed(machine, frames, 0);
  return 0;
}
