/**
 * Prefixes of walks: the first step. A search plays it once for all cells that lie that way.
 */
import type { SharedPrefixes } from '../../system/system.js';
import { actor } from '../battle/choices.js';
import { firstStepOnPath } from '../battle/pathfinding.js';
import { checkWalk, MOVE } from '../battle/player-commands.js';
import { UNTIL_TURN_OVER } from '../battle/run.js';
import { endWalk, isBeside, walk, walkStep } from '../battle/walk.js';
import { PHASE_RUNNING } from '../frame/frame.js';
import * as Host from '../memory/cells/host.js';
import { STEP_DIRECTIONS } from '../memory/directions.js';
import type { Machine } from '../memory/machine.js';
import { assume, PLAYER_MOVES } from '../memory/unpublished-used.js';

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
