/**
 * Skills, items and waits of a played battle, played frame by frame: states that are the same after
 * a frame have the same future, so that whoever follows all outcomes of the draws can put them
 * together there.
 */
import { read8, read16 } from '../../int/uint.js';
import type { FramePlay } from '../../system/system.js';
import { E_COMMAND } from '../battle/command-shapes.js';
import * as player from '../battle/player-commands.js';
import { isAsked, playFrame } from '../battle/run.js';
import { RUNNING } from '../combat/defeat.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Host from '../memory/cells/host.js';
import { createMachine, type Machine } from '../memory/machine.js';
import { ALLY_CHARGING, ALLY_EXECUTING } from '../turn/ally-actions.js';

/**
 * C1:D614, the number of hits on allies: what it comes to is in no cell while the hits are dealt.
 */
const HITS_ON_ALLIES = 0xc1d614;

/** Whether the ally has a skill that it charges or carries out. */
function hasSkill(ram: Uint8Array, ally: number): boolean {
  const state = read8(ram, ally + Ally.SKILL_STATE);
  return state === ALLY_CHARGING || state === ALLY_EXECUTING;
}

export function createFramePlay(machine: Machine): FramePlay {
  const { ram } = machine;
  const scratch = createMachine(ram.length, machine.tables, machine.settings, machine.holes);
  const CODES: readonly number[] = [player.SKILL, player.ITEM, player.WAIT];

  function wait(frames: number): number {
    if (ram[Host.BATTLE_RESULT] !== RUNNING) return player.E_OVER;
    if (frames < -1 || frames === 0 || frames > player.LARGEST_WAIT) return player.E_PARAMETER;
    player.begin(machine);
    return 0;
  }

  return {
    takes: (code) => CODES.includes(code),
    give(command) {
      if (command[0] === player.SKILL) return player.chooseSkill(machine, scratch, command);
      if (command[0] === player.ITEM) return player.chooseItem(machine, scratch, command);
      return command[0] === player.WAIT ? wait(command[1] as number) : E_COMMAND;
    },
    frame: () => playFrame(machine),
    isOver: () => ram[Host.BATTLE_RESULT] !== RUNNING,
    hasTakenEffect(given) {
      return ram[Host.BATTLE_RESULT] !== RUNNING || !hasSkill(ram, read16(given, Cell.CURRENT_ALLY));
    },
    isTurnOver: (stalls) => isAsked(machine, stalls),
    isLasting: (site) => site === HITS_ON_ALLIES,
  };
}
