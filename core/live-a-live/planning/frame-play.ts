/**
 * The player's commands in a played battle, played frame by frame: states that are the same after
 * a frame have the same future, so that whoever follows all outcomes of the draws can put them
 * together there.
 */

import { read8, read16 } from '../../int/uint.js';
import type { CellDeclaration, EventBuffer, FramePlay, SharedPrefixes } from '../../system/system.js';
import { actor } from '../battle/choices.js';
import { AUTO, LONGEST_AUTO } from '../battle/command-shapes.js';
import { framesOf, giveCommand } from '../battle/commands.js';
import { endWalk, firstStepOnPath, isBeside, walk, walkStep } from '../battle/pathfinding.js';
import * as player from '../battle/player-commands.js';
import { checkWalk, MOVE } from '../battle/player-commands.js';
import { COMMAND_WORDS, choosePolicy } from '../battle/policies.js';
import { isPrompted, isStepping, playFrame, UNTIL_TURN_OVER } from '../battle/run.js';
import { RUNNING } from '../combat/defeat.js';
import { DRILL } from '../drill/program.js';
import { PHASE_RUNNING, runFromButtons, runToButtons } from '../frame/frame.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import { eventWords } from '../memory/happenings.js';
import { createMachine, EVENT_ROUTINE, type Machine } from '../memory/machine.js';
import { STEP_DIRECTIONS } from '../memory/state-bits.js';
import { assume, PLAYER_MOVES } from '../memory/unpublished-used.js';
import { ALLY_CHARGING, ALLY_EXECUTING } from '../turn/ally-actions.js';
import { isEnemyTurn } from '../turn/enemy-choice.js';

// Which enemies acted in a command: by the events of its frames.

/** A skill fires (C1:941E), a step begins (C1:283A), a turn is booked (C1:E44A). */
const ACTS: readonly number[] = [0xc1941e, 0xc1283a, 0xc1e44a];

/** @param acted gets 1 at the number of every enemy that acted @returns how often one did */
export function countEnemyActions(events: EventBuffer, acted: Uint8Array): number {
  const { words } = events;
  let count = 0;
  for (let at = 0; at < events.length; at += eventWords(words[at] as number)) {
    if (words[at] !== EVENT_ROUTINE || !ACTS.includes(words[at + 1] as number)) continue;
    acted[((words[at + 2] as number) - Enemy.FIRST) / Enemy.STRIDE] = 1;
    count++;
  }
  return count;
}

// The prefix that all frames of the turn engine share: they differ only from the buttons on. A
// search plays it once for all pad words.

export function createFramePrefixes(machine: Machine): SharedPrefixes {
  /** What the frame's beginning that was played last came to. */
  let begun = 0;
  return {
    count: 1,
    of: (_, before) => (before < 0 && machine.ram[Host.PHASE] === PHASE_RUNNING ? 0 : -1),
    play() {
      machine.events = undefined;
      begun = runToButtons(machine, DRILL);
      return false;
    },
    playRest(command) {
      machine.events = undefined;
      runFromButtons(machine, DRILL, begun, command[1] as number);
    },
  };
}

// Prefixes of walks: the first step. A search plays it once for all cells that lie that way.

/** Bit of a part: the enemies' turn that a walk may end in is played as well. */
const PLAYS_TURN = STEP_DIRECTIONS;

/** A part is a direction, with the bit above. */
export function createWalkPrefixes(machine: Machine): SharedPrefixes {
  return {
    count: 2 * STEP_DIRECTIONS,
    of(command) {
      const ram = machine.ram;
      const x = command[1] as number;
      const y = command[2] as number;
      const frames = command[4] as number;
      if (command[0] !== MOVE || ram[Host.PHASE] !== PHASE_RUNNING || machine.script !== undefined) return -1;
      if (checkWalk(machine, x, y, command[3] as number, frames) !== 0) return -1;
      const ally = actor(ram);
      // the last step is not one that is gone on from
      if (isBeside(ram, ally, x, y)) return -1;
      return firstStepOnPath(machine, ally, x, y) | (frames === UNTIL_TURN_OVER ? PLAYS_TURN : 0);
    },
    play(part) {
      machine.events = undefined;
      assume(machine, PLAYER_MOVES);
      const ends = walkStep(machine, actor(machine.ram), part & ~PLAYS_TURN);
      if (ends && (part & PLAYS_TURN) !== 0) endWalk(machine, UNTIL_TURN_OVER);
      return ends;
    },
    playRest(command) {
      machine.events = undefined;
      walk(machine, actor(machine.ram), command[1] as number, command[2] as number, command[4] as number);
    },
  };
}

/**
 * C1:D614, the number of hits on allies: what it comes to is in no cell while the hits are dealt.
 */
const HITS_ON_ALLIES = 0xc1d614;

/**
 * Damage of a hit and of all hits. A skill is carried out within one frame, answers included; of a
 * unit that it hits it writes the first at the first hit that lands, and the second from it, before
 * either is read.
 */
const DAMAGE = /^(ally|enemy)\[\d+\]\.(singleHit|totalDamage)$/;

/** Whether the ally has a skill that it charges or carries out. */
function hasSkill(ram: Uint8Array, ally: number): boolean {
  const state = read8(ram, ally + Ally.SKILL_STATE);
  return state === ALLY_CHARGING || state === ALLY_EXECUTING;
}

/** @param cells of the battle */
export function createFramePlay(machine: Machine, cells: readonly CellDeclaration[]): FramePlay {
  const { ram } = machine;
  const scratch = createMachine(ram.length, machine.tables, machine.settings, machine.holes);
  const choice = new Int32Array(COMMAND_WORDS);

  return {
    // an image's code may read what ours does not
    unread: machine.holes.original === undefined ? cells.filter(({ name }) => DAMAGE.test(name)) : [],
    takes: (code) => code >= player.MOVE && code <= player.WAIT,
    isSeveral: (code) => code === AUTO,
    chosen([code, policy, commands, seed], given) {
      const most = commands === 0 ? LONGEST_AUTO : (commands as number);
      if (code !== AUTO || given >= most) return undefined;
      return choosePolicy(machine, scratch, policy as number, seed as number, choice) ? choice : undefined;
    },
    lend(events) {
      machine.events = events;
    },
    give: (command) => Math.max(giveCommand(machine, scratch, command), 0),
    frame: () => playFrame(machine),
    isOver: () => ram[Host.BATTLE_RESULT] !== RUNNING,
    hasTakenEffect(given) {
      return ram[Host.BATTLE_RESULT] !== RUNNING || !hasSkill(ram, read16(given, Cell.CURRENT_ALLY));
    },
    isTurnOver: (soFar) => isPrompted(machine, UNTIL_TURN_OVER, soFar),
    isStepping: () => isStepping(ram),
    isAnswered(command, soFar) {
      const wanted = framesOf(command);
      if (soFar.frames > 0) return isPrompted(machine, wanted, soFar);
      if (ram[Host.BATTLE_RESULT] !== RUNNING) return true;
      // a walk that ended before its last step
      return command[0] === player.MOVE && !isStepping(ram) && !(wanted === UNTIL_TURN_OVER && isEnemyTurn(machine));
    },
    isLasting: (site) => site === HITS_ON_ALLIES,
  };
}
