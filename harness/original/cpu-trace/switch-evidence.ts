/** The setting of each switch that a trace agrees with, by the cells around mirrored routines. */
import { countText } from '../../../core/system/names.js';
import type { Call } from './calls.js';

/** How often a trace agreed with a setting. */
export interface SwitchEvidence {
  readonly name: string;
  /** The observation in words. */
  readonly observed: string;
  /** Number of observations of each setting, or of another result. */
  readonly seen: Map<string, number>;
}

export interface SwitchObserver {
  /** A mirrored call ended. */
  call(call: Call, frame: number): void;
  /** A mirrored routine begins with this index. */
  enter(routine: string, x: number, frame: number): void;
  /** Before an instruction: all bytes of the instruction before it are in memory. */
  row(frame: number): void;
  /** Called before the memory takes the value. */
  write(address: number, value: number): void;
  /** The trace is over. */
  finish(): void;
  evidence(): readonly SwitchEvidence[];
}

/** Instructions after which both bytes of a word have been written. */
const WORD_WRITTEN = 12;

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

function countSetting(evidence: SwitchEvidence, setting: string): void {
  evidence.seen.set(setting, (evidence.seen.get(setting) ?? 0) + 1);
}

/** Action points after an idle frame was found. */
interface IdlePoints {
  readonly evidence: SwitchEvidence;
  /** An idle frame was found and its points are awaited. */
  isAwaited: boolean;
  /** Points before they changed; -1: unknown. */
  from: number;
  frame: number;
  /**
   * Instructions since the first write, or -1 before it. Two bytes may be written in succession.
   */
  sinceWrite: number;
}

/** Charges that reach 0. */
interface Charges {
  readonly evidence: SwitchEvidence;
  /** Frame in which the charge of each ally became 0, or -1. */
  readonly zeroAt: number[];
}

/** Timers of statuses during one frame. */
interface Timers {
  readonly evidence: SwitchEvidence;
  timeStep: number;
  /** A timer fell by the time step. */
  fell: boolean;
  /** A timer was not 0 when the frame began. */
  ran: boolean;
}

interface ObserverState {
  /** Value of a byte of memory, or -1 while it is not known. */
  readonly known: (address: number) => number;
  readonly idle: IdlePoints;
  readonly charges: Charges;
  readonly timers: Timers;
  frame: number;
}

function emptyEvidence(name: string, observed: string): SwitchEvidence {
  return { name, observed, seen: new Map() };
}

function createState(known: ObserverState['known']): ObserverState {
  const idle = emptyEvidence('idleActionPoints', 'action points after C1:7A42 found an idle frame');
  const charge = emptyEvidence('idleChargeFrames', "frames from an ally's charge reaching 0 to C1:93C5 for that ally");
  const timers = emptyEvidence('statusTimers', 'timers of statuses that were not 0 in frames in which time passed');
  return {
    known,
    idle: { evidence: idle, isAwaited: false, from: -1, frame: -1, sinceWrite: -1 },
    charges: { evidence: charge, zeroAt: new Array<number>(ALLIES).fill(-1) },
    timers: { evidence: timers, timeStep: 0, fell: false, ran: false },
    frame: -1,
  };
}

/** Action points, or -1 while a byte of them is not known. */
function pointsOf({ known }: ObserverState): number {
  const low = known(ACTION_POINTS);
  const high = known(ACTION_POINTS + 1);
  return low < 0 || high < 0 ? -1 : low | (high << 8);
}

function endIdle(state: ObserverState): void {
  const { idle } = state;
  const now = pointsOf(state);
  if (now >= 0 && idle.from >= 0) countSetting(idle.evidence, String((now - idle.from) & 0xffff));
  idle.isAwaited = false;
  idle.from = -1;
  idle.sinceWrite = -1;
}

/** Whether a timer of a status is not 0. */
function isTimerRunning(known: ObserverState['known']): boolean {
  for (let unit = 0; unit < ENEMIES + ALLIES; unit++) {
    const base = unit < ENEMIES ? ENEMY_TIMERS + unit * ENEMY_BYTES : ALLY_TIMERS + (unit - ENEMIES) * ALLY_BYTES;
    for (let timer = 0; timer < TIMERS; timer++) if (known(base + timer) > 0) return true;
  }
  return false;
}

function endFrame(state: ObserverState): void {
  const { idle, timers, known } = state;
  if (idle.isAwaited) endIdle(state);
  if (timers.timeStep > 0 && (timers.fell || timers.ran)) {
    countSetting(timers.evidence, timers.fell ? 'countDown' : 'keep');
  }
  timers.timeStep = 0;
  timers.fell = false;
  timers.ran = isTimerRunning(known);
}

function takeCall(state: ObserverState, call: Call, frame: number): void {
  if (call.plan.routine !== 'C1:7A42' || call.exit !== 'C1:7A54') return;
  const { idle } = state;
  idle.isAwaited = true;
  idle.from = pointsOf(state);
  idle.frame = frame;
  idle.sinceWrite = -1;
}

function takeEntry({ charges }: ObserverState, routine: string, x: number, frame: number): void {
  if (routine !== 'C1:93C5') return;
  const ally = (x - (ALLY_BLOCKS & 0xffff)) / ALLY_BYTES;
  const zero = charges.zeroAt[ally];
  if (zero === undefined || zero < 0) return;
  const frames = frame - zero;
  countSetting(charges.evidence, frames === 0 ? 'N' : frames === 1 ? 'N+1' : `${countText(frames, 'frame')} later`);
  charges.zeroAt[ally] = -1;
}

function takeRow(state: ObserverState, frame: number): void {
  const { idle } = state;
  if (frame !== state.frame) {
    endFrame(state);
    state.frame = frame;
    return;
  }
  if (!idle.isAwaited || idle.sinceWrite < 0 || frame !== idle.frame) return;
  idle.sinceWrite++;
  if (idle.sinceWrite > WORD_WRITTEN) endIdle(state);
}

function takePoints(state: ObserverState): void {
  const { idle } = state;
  // The routine itself may have shown the points only now.
  if (idle.sinceWrite < 0 && idle.from < 0) idle.from = pointsOf(state);
  idle.sinceWrite = Math.max(idle.sinceWrite, 0);
}

function takeCharge({ known, charges, frame }: ObserverState, address: number, value: number): void {
  const within = address - ALLY_BLOCKS;
  if (within < 0 || within >= ALLIES * ALLY_BYTES || within % ALLY_BYTES !== CHARGE) return;
  const ally = Math.floor(within / ALLY_BYTES);
  if (value === 0 && known(address) > 0) charges.zeroAt[ally] = frame;
  else if (value !== 0) charges.zeroAt[ally] = -1;
}

function takeTimer({ known, timers }: ObserverState, address: number, value: number): void {
  const before = known(address);
  const step = known(TIME_STEP);
  if (before > 0 && step > 0 && value === Math.max(0, before - step)) timers.fell = true;
}

function takeWrite(state: ObserverState, address: number, value: number): void {
  const { idle, timers } = state;
  if (idle.isAwaited && (address === ACTION_POINTS || address === ACTION_POINTS + 1)) takePoints(state);
  if (address === TIME_STEP) timers.timeStep = Math.max(timers.timeStep, value);
  takeCharge(state, address, value);
  if (isTimer(address)) takeTimer(state, address, value);
}

/** @param known the value of a byte of memory, or -1 while it is not known */
export function createSwitchObserver(known: (address: number) => number): SwitchObserver {
  const state = createState(known);
  return {
    call: (call, frame) => takeCall(state, call, frame),
    enter: (routine, x, frame) => takeEntry(state, routine, x, frame),
    row: (frame) => takeRow(state, frame),
    write: (address, value) => takeWrite(state, address, value),
    finish() {
      if (state.idle.isAwaited && state.idle.sinceWrite >= 0) endIdle(state);
    },
    evidence: () => [state.idle.evidence, state.charges.evidence, state.timers.evidence],
  };
}
