/**
 * The player's commands in a played battle, played frame by frame: states that are the same after
 * a frame have the same future, so that whoever follows all outcomes of the draws can put them
 * together there.
 */
import { read8, read16 } from '../../int/uint.js';
import type { CellDeclaration, FramePlay } from '../../system/system.js';
import { AUTO, LONGEST_AUTO } from '../battle/command-shapes.js';
import { framesOf, giveCommand } from '../battle/commands.js';
import * as player from '../battle/player-commands.js';
import { COMMAND_WORDS, choosePolicy } from '../battle/policies.js';
import { isPrompted, isStepping, playFrame, UNTIL_TURN_OVER } from '../battle/run.js';
import { RUNNING } from '../combat/defeat.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Host from '../memory/cells/host.js';
import { createMachine, type Machine } from '../memory/machine.js';
import { ALLY_CHARGING, ALLY_EXECUTING } from '../turn/ally-actions.js';
import { isEnemyTurn } from '../turn/enemy-choice.js';

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
