/** Steps of a played battle: an encoded command is carried out. */
import { read8, read16 } from '../../int/uint.js';
import { LOST, RUNNING } from '../combat/defeat.js';
import { isDriven } from '../enemy/driven-enemy.js';
import * as Cell from '../memory/cells/cell.js';
import * as Host from '../memory/cells/host.js';
import { Action, reportAction, reportPassed } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import {
  BEGUN,
  beginNextBattle,
  FALLEN,
  NO_PLACE,
  NO_ROOM,
  OTHER_ENCOUNTER,
  UNKNOWN_AREA,
} from '../setup/next-battle.js';
import { AUTO, E_COMMAND, LONGEST_AUTO, NEXT_BATTLE } from './command-shapes.js';
import { press } from './driven.js';
import * as player from './player-commands.js';
import { COMMAND_WORDS, choosePolicy, POLICIES } from './policies.js';
import { pressesNow } from './presses.js';
import { runUntilPrompt } from './run.js';
import { endWalk } from './walk.js';

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
