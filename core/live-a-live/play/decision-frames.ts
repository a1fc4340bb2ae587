/**
 * Frames of the enemies' turn in which the chosen enemy decides while an ally could act, taken together. Evidence: that of the frame
 * (`frame.ts`): no time passes in them, nothing is due, and their player half finds the same ally able again.
 */
import { countDown16, countUp16, countUp32, read8, read16, write16 } from '../../int/uint.js';
import {
  ALLY_ACTION_FLAGS,
  AREA_MODE,
  BATTLE_FRAMES,
  BATTLE_TIMER,
  ENEMY_ACTION_FLAGS,
  PHASE,
  SEQUENCE_BEGIN,
  SEQUENCE_END,
  TIME_CODE,
  TIME_STEP,
} from '../cells.js';
import { enemyTurn, isEnemyTurn } from '../enemy-choice.js';
import { PHASE_RUNNING, takePad } from '../frame.js';
import { exitOf, type Machine, reportRoutine, wordOf } from '../machine.js';
import { runPlayerHalf } from '../player-half.js';
import { BUSY, dueAlly, dueEnemy } from '../time-half.js';
import { actor } from './choices.js';
import { decideEnemy } from './decide.js';

/** Whether it is the enemies' turn and nothing else happens in the next frame. */
function isDecision(machine: Machine): boolean {
  const ram = machine.ram;
  if (!isEnemyTurn(machine) || ram[TIME_CODE] !== 0) return false;
  if (((read8(ram, ALLY_ACTION_FLAGS) | read8(ram, ENEMY_ACTION_FLAGS)) & BUSY) !== 0) return false;
  return dueEnemy(ram) === 0;
}

/** A decision's part of the time half. @returns true when nobody did anything */
function decide(machine: Machine): boolean {
  const ram = machine.ram;
  countUp32(ram, BATTLE_FRAMES);
  countUp16(ram, SEQUENCE_BEGIN);
  countDown16(ram, BATTLE_TIMER);
  reportRoutine(machine, 0xc19357, 0);
  ram[TIME_STEP] = 0;
  reportRoutine(machine, 0xc18e51, 0);
  const turn = enemyTurn(machine);
  return exitOf(turn) === 0 || !decideEnemy(machine, wordOf(turn));
}

/**
 * Takes decisions together: the same image, draws and events as the frames one by one.
 * @param most how many at most, 1 or more
 * @returns how many frames there were; below 0 when in the last of them nobody did anything
 */
export function passDecisions(machine: Machine, most: number): number {
  const ram = machine.ram;
  if (ram[PHASE] !== PHASE_RUNNING || ram[AREA_MODE] !== 0 || actor(ram) === 0) return 0;
  if (!isDecision(machine) || dueAlly(ram) !== 0) return 0;
  takePad(machine, 0);
  let frames = 1;
  let stalled = decide(machine);
  for (; !stalled && frames < most && isDecision(machine); frames++) stalled = decide(machine);
  runPlayerHalf(machine, 0);
  write16(ram, SEQUENCE_END, read16(ram, SEQUENCE_BEGIN));
  return stalled ? -frames : frames;
}
