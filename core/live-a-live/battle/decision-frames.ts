/**
 * Frames of the enemies' turn in which the chosen enemy decides while an ally could act, taken
 * together. Evidence: that of the frame (`frame.ts`): no time passes in them, nothing is due, and
 * their player half finds the same ally able again.
 */

import { countDown16, countUp16, countUp32, read8, read16, read32, write16, write32 } from '../../int/uint.js';
import { useAllySkill, useEnemySkill } from '../combat/use-skill.js';
import { decideEnemy, decideStep, GOES_ON, NOTHING_DONE, walkEnemy } from '../enemy/decide.js';
import { forgetSkillRanges, writeSkillMarks } from '../enemy/skill-range-cache.js';
import { PHASE_RUNNING, takePad } from '../frame/frame.js';
import { runPlayerHalf } from '../frame/player-half.js';
import type { Program } from '../frame/program.js';
import { BUSY, dueAlly, dueEnemy, raiseAllOrderPoints } from '../frame/time-half.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import { exitOf, type Machine, reportRoutine, wordOf } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { DISABLING, ENEMY_STEP_RUNNING, OUT_OF_FIGHT } from '../memory/state-bits.js';
import { isAllyAble } from '../turn/ally-order.js';
import { isCharging } from '../turn/charge.js';
import { ENEMY_CHARGING } from '../turn/enemy-actions.js';
import { chooseEnemy, enemyTurn, isEnemyTurn } from '../turn/enemy-choice.js';
import { NOBODY_CAN_ACT } from '../turn/time.js';
import { isListEnd, passUnits } from '../turn/time-passes.js';
import { actor } from './choices.js';

// A played battle's part of a frame: skills by the cartridge's records, enemies by their own
// decision. Its commands act between frames, so that no button is pressed.

export const PLAYED_BATTLE: Program = {
  // the enemies got their values when they were set up
  startEnemies() {},
  useAllySkill,
  useEnemySkill,
  decideForEnemy: decideEnemy,
  walkEnemy(machine) {
    if (((machine.ram[Cell.ENEMY_ACTION_FLAGS] as number) & ENEMY_STEP_RUNNING) === 0) return false;
    walkEnemy(machine);
    return true;
  },
  pressButtons() {},
};

// Idle frames taken together: nobody can act, nobody's charge is over and it is nobody's turn
// (C1:7A54). Evidence: that of the frame (`frame.ts`), of which nothing is left out: what changes
// by one in every frame is changed by their number.

/** Time that is left of the timer that ends first, or this when none runs. */
const NO_TIMER = 256;
/** Largest action points: past them poison acts, or, once an ally has acted, the enemies. */
const LARGEST = 0xffff;
const LARGEST_BEFORE_ENEMIES = 0xff;

function firstTimer({ ram, words }: Machine, timers: number): number {
  if (words[timers >> 2] === 0 && words[(timers >> 2) + 1] === 0) return NO_TIMER;
  let first = NO_TIMER;
  for (let at = timers; at < timers + 8; at++) if (ram[at] !== 0) first = Math.min(first, read8(ram, at));
  return first;
}

/** Idle frames until a charge is over. The skill is due in the next one, or in the last of them. */
function framesOfCharge({ settings }: Machine, charge: number): number {
  return settings.countdownFirst ? charge - 1 : charge;
}

/** Idle frames until an ally's charge or a status timer is over; 0 when one can act. */
function framesOfAllies(machine: Machine, longest: number): number {
  const ram = machine.ram;
  let frames = longest;
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (!isAllyPresent(ram, ally)) continue;
    if (isAllyAble(ram, ally)) return 0;
    if (isCharging(ram, ally)) frames = Math.min(frames, framesOfCharge(machine, read8(ram, ally + Ally.CHARGE)));
    if (ram[ally + Ally.STATUSES] !== OUT_OF_FIGHT)
      frames = Math.min(frames, firstTimer(machine, ally + Ally.TIMERS) - 1);
  }
  return frames;
}

function framesOfEnemies(machine: Machine, longest: number): number {
  const ram = machine.ram;
  let frames = longest;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy)) continue;
    const isDue = ram[enemy + Enemy.SKILL_STATE] === ENEMY_CHARGING;
    if (isDue && (read8(ram, enemy + Enemy.STATUSES) & DISABLING) === 0) {
      frames = Math.min(frames, framesOfCharge(machine, read8(ram, enemy + Enemy.CHARGE)));
    }
    frames = Math.min(frames, firstTimer(machine, enemy + Enemy.TIMERS) - 1);
  }
  return frames;
}

/** Whether the next frame is an idle one in which nobody has a turn and nothing runs. */
function isIdle(machine: Machine): boolean {
  const ram = machine.ram;
  if (ram[Cell.PLAYER_STATE] !== NOBODY_CAN_ACT || ram[Cell.TIME_CODE] !== 0) return false;
  if (ram[Host.PHASE] !== PHASE_RUNNING || ram[Host.AREA_MODE] !== 0 || machine.unpublished !== undefined) return false;
  return ((read8(ram, Cell.ALLY_ACTION_FLAGS) | read8(ram, Cell.ENEMY_ACTION_FLAGS)) & BUSY) === 0;
}

/** Frames that may be taken together: the one in which something ends but a charge stays out. */
function idleFrames(machine: Machine, gain: number): number {
  const ram = machine.ram;
  const largest = ram[Cell.TURN_FLAG] === 0 ? LARGEST : LARGEST_BEFORE_ENEMIES;
  const left = largest - read16(ram, Cell.ACTION_POINTS);
  return framesOfEnemies(machine, framesOfAllies(machine, gain === 0 ? left : (left / gain) | 0));
}

/**
 * Takes idle frames together. With the frame that follows, image, draws and events are the same as
 * one by one: that frame begins as an idle one, and writes what each of them writes anew.
 * @param max how many at most
 * @returns how many there were
 */
export function passIdleFrames(machine: Machine, max: number): number {
  if (!isIdle(machine)) return 0;
  const ram = machine.ram;
  const gain = machine.settings.idleActionPoints & 0xff;
  const frames = Math.min(max, idleFrames(machine, gain));
  if (frames <= 0) return 0;
  for (let frame = 0; frame < frames; frame++) {
    // the timer seeds an all-zero generator, so it has to be right at every draw
    countDown16(ram, Cell.BATTLE_TIMER);
    reportRoutine(machine, 0xc19357, 0);
    reportRoutine(machine, 0xc17a54, 0);
    reportRoutine(machine, 0xc120f2, 0);
    raiseAllOrderPoints(machine);
  }
  write16(ram, Host.SEQUENCE_BEGIN, read16(ram, Host.SEQUENCE_BEGIN) + frames);
  write32(ram, Host.BATTLE_FRAMES, read32(ram, Host.BATTLE_FRAMES) + frames);
  write16(ram, Cell.ACTION_POINTS, read16(ram, Cell.ACTION_POINTS) + frames * gain);
  passUnits(machine, frames, false);
  // nobody is found that can act; what the search leaves may outlast the frame that follows
  runPlayerHalf(machine, PLAYED_BATTLE, 0);
  return frames;
}

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
