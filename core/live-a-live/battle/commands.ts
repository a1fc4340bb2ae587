/** Steps of a played battle: an encoded command is carried out. */

import { read8, read16, read32, write32 } from '../../int/uint.js';
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
import {
  BEGUN,
  beginNextBattle,
  FALLEN,
  NO_PLACE,
  NO_ROOM,
  OTHER_ENCOUNTER,
  UNKNOWN_AREA,
} from '../setup/next-battle.js';
import { isListEnd } from '../turn/time-passes.js';
import { AUTO, E_COMMAND, LONGEST_AUTO, LONGEST_HOLD, NEXT_BATTLE, padWordsOf } from './command-shapes.js';
import { endWalk } from './pathfinding.js';
import * as player from './player-commands.js';
import { E_NO_IMAGE, E_NO_ROUND, E_NOT_DRIVEN, E_OUTCOMES, E_OVER, E_PARAMETER } from './player-commands.js';
import { COMMAND_WORDS, choosePolicy, POLICIES } from './policies.js';
import { pressesNow } from './presses.js';
import { runUntilPrompt } from './run.js';

// The turn of a player who drives an enemy: buttons, answered by the image's own loop (C1:0261,
// with the dispatch at C1:948D-9571 in it), frame by frame with interrupts and pads. No function of
// ours acts in such a battle. Evidence: the image's; never run on the published one.

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

type NextBattleWords = readonly [number, number, number, number, number, number, number];

/** What is said of a way that leads to no battle. */
const WAY_ERRORS: Readonly<Record<number, number>> = {
  [NO_ROOM]: player.E_NO_ROOM,
  [FALLEN]: player.E_FALLEN,
  [NO_PLACE]: player.E_FORMATION,
  [UNKNOWN_AREA]: player.E_AREA,
  [OTHER_ENCOUNTER]: player.E_ENCOUNTER,
};

/** Where the presses of an encoded skill stand. */
const PRESSES_AT = 5;

const AUTO_COMMAND = new Int32Array(COMMAND_WORDS);

/** Words of an encoded command that hold its frames, by its code; 0 where it has none. */
const FRAMES_AT = Uint8Array.of(0, 0, 4, 3, 2, 2, 7, 6, 0, 1);

/** Frames that an encoded command is followed by, or `UNTIL_TURN_OVER`. */
export function framesOf(words: Int32Array): number {
  return words[FRAMES_AT[words[0] as number] as number] as number;
}

/**
 * Begins an encoded command of the player; the frames that follow are not played.
 * @returns 0, `WALK_ENDED`, or the number of a rule error, then with the image untouched
 */
export function giveCommand(machine: Machine, scratch: Machine, words: Int32Array): number {
  const [, a, b, c, d] = words as unknown as readonly [number, number, number, number, number];
  switch (words[0]) {
    case player.MOVE:
      return player.beginMove(machine, a, b, c, d);
    case player.TURN:
      return player.beginTurn(machine, a, b, c);
    case player.STEP:
      return player.beginStepInPlace(machine, a, b);
    case player.PASS:
      return player.beginPassOn(machine, a, b);
    case player.SKILL:
      return player.chooseSkill(machine, scratch, words);
    case player.ITEM:
      return player.chooseItem(machine, scratch, words);
    case player.ESCAPE:
      return player.leaveBattle(machine, a);
    case player.WAIT:
      return player.beginWait(machine, a);
    default:
      return E_COMMAND;
  }
}

/** A command of the player with its frames, which are called from one place for all commands. */
function stepOnce(machine: Machine, scratch: Machine, words: Int32Array): number {
  const given = giveCommand(machine, scratch, words);
  if (given > 0 || words[0] === player.ESCAPE) return given;
  if (given === 0) runUntilPrompt(machine, framesOf(words));
  else endWalk(machine, framesOf(words));
  return 0;
}

function playAlone(machine: Machine, scratch: Machine, policy: number, commands: number, seed: number): number {
  if (machine.ram[Host.BATTLE_RESULT] !== RUNNING) return player.E_OVER;
  if (isDriven(machine.ram)) return player.E_DRIVEN;
  if (policy < 0 || policy >= POLICIES.length || commands < 0 || commands > LONGEST_AUTO) return player.E_PARAMETER;
  const limit = commands === 0 ? LONGEST_AUTO : commands;
  for (let count = 0; count < limit; count++) {
    if (!choosePolicy(machine, scratch, policy, seed, AUTO_COMMAND)) break;
    stepOnce(machine, scratch, AUTO_COMMAND);
  }
  return 0;
}

/** @param words formation, frames, draws, whether HP is restored, whether it can be left, area */
function nextBattle(machine: Machine, scratch: Machine, words: Int32Array): number {
  const [, formation, walk, draws, heal, leave, area] = words as unknown as NextBattleWords;
  const { ram } = machine;
  const result = ram[Host.BATTLE_RESULT];
  if (result === RUNNING) return player.E_RUNNING;
  if (result === LOST) return player.E_LOST;
  if (isDriven(ram)) return player.E_DRIVEN;
  const isIn = (value: number, max: number): boolean => value >= 0 && value <= max;
  if (formation === -1 && area === -1) return player.E_NOWHERE;
  if (!isIn(formation + 1, 256) || !isIn(area + 1, 256)) return player.E_PARAMETER;
  if (!isIn(walk, 0xffff) || !isIn(draws, 255)) return player.E_PARAMETER;
  if (!isIn(heal, 1) || !isIn(leave + 1, 2)) return player.E_PARAMETER;
  const way = { formation, area, walk, draws, heals: heal === 1, escape: leave < 0 ? undefined : leave === 1 };
  const fault = beginNextBattle(machine, scratch, way);
  if (fault !== BEGUN) return WAY_ERRORS[fault] as number;
  reportPassed(machine, walk, 0);
  reportAction(machine, 0, Action.NEXT_BATTLE, read16(ram, Cell.FORMATION_NUMBER), read8(ram, Host.BATTLE_NUMBER));
  return 0;
}

/**
 * Runs an encoded command. @returns 0 or the number of a rule error, then with the image untouched
 */
export function stepPlayed(machine: Machine, scratch: Machine, words: Int32Array): number {
  switch (words[0]) {
    case player.PRESS:
      return press(machine, words);
    case AUTO:
      return playAlone(machine, scratch, words[1] as number, words[2] as number, words[3] as number);
    case NEXT_BATTLE:
      return nextBattle(machine, scratch, words);
    default:
      return stepOnce(machine, scratch, words);
  }
}

/** Presses of L or R that a command is, as the battle stands. */
export function pressesOf(ram: Uint8Array, words: Int32Array): number {
  return words[0] === player.SKILL ? Math.max(0, pressesNow(ram, words[PRESSES_AT] as number)) : 0;
}
