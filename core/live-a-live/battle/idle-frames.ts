/**
 * Idle frames taken together: nobody can act, nobody's charge is over and it is nobody's turn
 * (C1:7A54). Evidence: that of the frame (`frame.ts`), of which nothing is left out: what changes
 * by one in every frame is changed by their number.
 */
import { countDown16, read8, read16, read32, write16, write32 } from '../../int/uint.js';
import { PHASE_RUNNING } from '../frame/frame.js';
import { runPlayerHalf } from '../frame/player-half.js';
import { BUSY, raiseAllOrderPoints } from '../frame/time-half.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import { type Machine, reportRoutine } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { DISABLING, OUT_OF_FIGHT } from '../memory/state-bits.js';
import { isAllyAble } from '../turn/ally-order.js';
import { isCharging } from '../turn/charge.js';
import { ENEMY_CHARGING } from '../turn/enemy-actions.js';
import { NOBODY_CAN_ACT } from '../turn/time.js';
import { isListEnd, passUnits } from '../turn/time-passes.js';
import { PLAYED_BATTLE } from './program.js';

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
