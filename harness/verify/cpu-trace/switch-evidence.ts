/** Which setting of each switch a trace agrees with, by what cells do around mirrored routines. */
import type { Call } from './calls.js';

/** How often a trace agreed with a setting. */
export interface SwitchEvidence {
  readonly name: string;
  /** What was looked at, in words. */
  readonly observed: string;
  /** Setting, or what was seen instead -> times. */
  readonly seen: Map<string, number>;
}

export interface SwitchObserver {
  /** A mirrored call ended. */
  call(call: Call, frame: number): void;
  /** A mirrored routine is entered with this index. */
  enter(routine: string, x: number, frame: number): void;
  /** Before an instruction: all bytes of the instruction before it are in memory. */
  row(frame: number): void;
  /** Before the memory takes the value. */
  write(address: number, value: number): void;
  /** The trace is over. */
  finish(): void;
  evidence(): readonly SwitchEvidence[];
}

/** Instructions after which both bytes of a word have been written. */
const SETTLED = 12;

const ACTION_POINTS = 0x7e03ae;
const TIME_STEP = 0x7e036d;
const ALLY_BLOCKS = 0x7e1c00;
const ALLY_BYTES = 0x40;
const ALLIES = 4;
/** Charge counter within an ally's block. */
const CHARGE = 6;
const ENEMY_TIMERS = 0x7eaa08;
const ALLY_TIMERS = 0x7eea00;
const ENEMY_BYTES = 0x10;
const ENEMIES = 16;
const TIMERS = 8;

function isTimer(address: number): boolean {
  const enemy = address - ENEMY_TIMERS;
  if (enemy >= 0 && enemy < ENEMIES * ENEMY_BYTES) return enemy % ENEMY_BYTES < TIMERS;
  const ally = address - ALLY_TIMERS;
  return ally >= 0 && ally < ALLIES * ALLY_BYTES && ally % ALLY_BYTES < TIMERS;
}

function note(evidence: SwitchEvidence, setting: string): void {
  evidence.seen.set(setting, (evidence.seen.get(setting) ?? 0) + 1);
}

/** @param known what is known of a byte of memory, or -1 */
export function createSwitchObserver(known: (address: number) => number): SwitchObserver {
  const idle: SwitchEvidence = {
    name: 'idleActionPoints',
    observed: 'action points after C1:7A42 found an idle frame',
    seen: new Map(),
  };
  const charge: SwitchEvidence = {
    name: 'idleChargeFrames',
    observed: "frames from an ally's charge reaching 0 to C1:93C5 for that ally",
    seen: new Map(),
  };
  const timers: SwitchEvidence = {
    name: 'statusTimers',
    observed: 'timers of statuses that were not 0 in frames in which time passed',
    seen: new Map(),
  };
  /** An idle frame was found and its points are awaited. */
  let isIdle = false;
  /** Points before they changed; -1 not known. */
  let idleFrom = -1;
  let idleFrame = -1;
  /** Instructions since the first write; -1 before it. Two bytes may be written one after the other. */
  let sinceWrite = -1;
  let currentFrame = -1;
  let timeStep = 0;
  let timerFell = false;
  let timerStood = false;
  /** Frame in which the charge of each ally became 0, or -1. */
  const zeroAt = new Array<number>(ALLIES).fill(-1);

  function points(): number {
    const low = known(ACTION_POINTS);
    const high = known(ACTION_POINTS + 1);
    return low < 0 || high < 0 ? -1 : low | (high << 8);
  }

  function endIdle(): void {
    const now = points();
    if (now >= 0 && idleFrom >= 0) note(idle, String((now - idleFrom) & 0xffff));
    isIdle = false;
    idleFrom = -1;
    sinceWrite = -1;
  }

  function endFrame(): void {
    if (isIdle) endIdle();
    if (timeStep > 0 && (timerFell || timerStood)) note(timers, timerFell ? 'countDown' : 'keep');
    timeStep = 0;
    timerFell = false;
    timerStood = false;
    for (let unit = 0; unit < ENEMIES + ALLIES && !timerStood; unit++) {
      const base = unit < ENEMIES ? ENEMY_TIMERS + unit * ENEMY_BYTES : ALLY_TIMERS + (unit - ENEMIES) * ALLY_BYTES;
      for (let timer = 0; timer < TIMERS; timer++) if (known(base + timer) > 0) timerStood = true;
    }
  }

  return {
    call(call, frame) {
      if (call.plan.routine !== 'C1:7A42' || call.exit !== 'C1:7A54') return;
      isIdle = true;
      idleFrom = points();
      idleFrame = frame;
      sinceWrite = -1;
    },
    enter(routine, x, frame) {
      if (routine !== 'C1:93C5') return;
      const ally = (x - (ALLY_BLOCKS & 0xffff)) / ALLY_BYTES;
      const zero = zeroAt[ally];
      if (zero === undefined || zero < 0) return;
      const frames = frame - zero;
      note(charge, frames === 0 ? 'N' : frames === 1 ? 'N+1' : `${frames} frames later`);
      zeroAt[ally] = -1;
    },
    row(frame) {
      if (frame !== currentFrame) {
        endFrame();
        currentFrame = frame;
      } else if (isIdle && sinceWrite >= 0 && frame === idleFrame && ++sinceWrite > SETTLED) endIdle();
    },
    write(address, value) {
      if (isIdle && (address === ACTION_POINTS || address === ACTION_POINTS + 1)) {
        // the routine itself may have shown the points only now
        if (sinceWrite < 0 && idleFrom < 0) idleFrom = points();
        sinceWrite = Math.max(sinceWrite, 0);
      }
      if (address === TIME_STEP) timeStep = Math.max(timeStep, value);
      const within = address - ALLY_BLOCKS;
      if (within >= 0 && within < ALLIES * ALLY_BYTES && within % ALLY_BYTES === CHARGE) {
        const ally = Math.floor(within / ALLY_BYTES);
        const before = known(address);
        if (value === 0 && before > 0) zeroAt[ally] = currentFrame;
        else if (value !== 0) zeroAt[ally] = -1;
      }
      if (isTimer(address)) {
        const before = known(address);
        const step = known(TIME_STEP);
        if (before > 0 && step > 0 && value === Math.max(0, before - step)) timerFell = true;
      }
    },
    finish() {
      if (isIdle && sinceWrite >= 0) endIdle();
    },
    evidence: () => [idle, charge, timers],
  };
}
