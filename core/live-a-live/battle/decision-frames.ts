/**
 * Frames of the enemies' turn in which the chosen enemy decides while an ally could act, taken
 * together. Evidence: that of the frame (`frame.ts`): no time passes in them, nothing is due, and
 * their player half finds the same ally able again.
 */
import { countDown16, countUp16, countUp32, read8, read16, write16 } from '../../int/uint.js';
import { decideStep, GOES_ON, NOTHING_DONE } from '../enemy/decide.js';
import { forgetSkillRanges, writeSkillMarks } from '../enemy/skill-range-cache.js';
import { PHASE_RUNNING, takePad } from '../frame/frame.js';
import { runPlayerHalf } from '../frame/player-half.js';
import { BUSY, dueAlly, dueEnemy } from '../frame/time-half.js';
import * as Cell from '../memory/cells/cell.js';
import * as Host from '../memory/cells/host.js';
import { exitOf, type Machine, reportRoutine, wordOf } from '../memory/machine.js';
import { chooseEnemy, enemyTurn, isEnemyTurn } from '../turn/enemy-choice.js';
import { actor } from './choices.js';
import { PLAYED_BATTLE } from './program.js';

/** Whether it is the enemies' turn and nothing else happens in the next frame. */
function isDecision(machine: Machine): boolean {
  const ram = machine.ram;
  if (!isEnemyTurn(machine) || ram[Cell.TIME_CODE] !== 0) return false;
  if (((read8(ram, Cell.ALLY_ACTION_FLAGS) | read8(ram, Cell.ENEMY_ACTION_FLAGS)) & BUSY) !== 0) return false;
  return dueEnemy(ram) === 0;
}

/** What every frame counts. */
function beginFrame(machine: Machine): void {
  const ram = machine.ram;
  countUp32(ram, Host.BATTLE_FRAMES);
  countUp16(ram, Host.SEQUENCE_BEGIN);
  countDown16(ram, Cell.BATTLE_TIMER);
  reportRoutine(machine, 0xc19357, 0);
  ram[Cell.TIME_STEP] = 0;
  reportRoutine(machine, 0xc18e51, 0);
}

/** A decision's part of the time half. @returns what the decision came to */
function decide(machine: Machine): number {
  beginFrame(machine);
  const turn = enemyTurn(machine);
  if (exitOf(turn) === 0) return NOTHING_DONE;
  forgetSkillRanges();
  return decideStep(machine, wordOf(turn));
}

/**
 * The same after a step that went on: the same enemy is chosen, its row is loaded, and there is
 * nothing to release.
 */
function decideAgain(machine: Machine): number {
  beginFrame(machine);
  return decideStep(machine, wordOf(chooseEnemy(machine)));
}

/**
 * Takes decisions together: the same image, draws and events as the frames one by one.
 * @param max how many at most, 1 or more
 * @returns how many frames there were; below 0 when in the last of them nobody did anything
 */
export function passDecisions(machine: Machine, max: number): number {
  const ram = machine.ram;
  if (ram[Host.PHASE] !== PHASE_RUNNING || ram[Host.AREA_MODE] !== 0 || actor(ram) === 0) return 0;
  if (!isDecision(machine) || dueAlly(ram) !== 0) return 0;
  takePad(machine, 0);
  let frames = 1;
  let done = decide(machine);
  while (frames < max && done !== NOTHING_DONE) {
    if (done === GOES_ON) done = decideAgain(machine);
    else if (isDecision(machine)) done = decide(machine);
    else break;
    frames++;
  }
  writeSkillMarks(machine);
  runPlayerHalf(machine, PLAYED_BATTLE, 0);
  write16(ram, Host.SEQUENCE_END, read16(ram, Host.SEQUENCE_BEGIN));
  return done === NOTHING_DONE ? -frames : frames;
}
