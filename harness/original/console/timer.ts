/**
 * The timer of a line and a dot (4200 bits 4 and 5, 4207 to 420A): it pulls the processor's IRQ
 * line until 4211 is read. Its moment is that of the console's documents, 2.5 dots into the line or
 * 3.5 dots behind the dot, and is seen at the end of an instruction; it was not compared cycle by
 * cycle. A timer that is set within its own line comes in the next frame.
 */
import { type FrameClock, LINES, lineAt, lineStart } from './frame-clock.js';

/** 4200 bits 5 and 4: which counters must match. */
const MATCH_LINE = 0x20;
const MATCH_DOT = 0x10;
const TIMER_BITS = MATCH_LINE | MATCH_DOT;
/** A line has this many dots; a later one never comes. */
const DOTS = 340;
const DOT_CYCLES = 4;
/** Cycles from the line's start at dot 0, and from the dot's start elsewhere. */
const AT_LINE_START = 10;
const BEHIND_DOT = 14;
/** The registers have nine bits. */
const COUNTER_MAX = 0x1ff;

export interface Timer {
  /** 4200 bits 4 and 5. */
  mode: number;
  /** 4207 and 4208, 0 to 511. */
  dot: number;
  /** 4209 and 420A, 0 to 511. */
  line: number;
  /** 4211 bit 7. */
  flag: boolean;
  /** Cycle of this frame at which it comes next; Infinity: not in this frame. */
  at: number;
}

export function createTimer(): Timer {
  return { mode: 0, dot: COUNTER_MAX, line: COUNTER_MAX, flag: false, at: Number.POSITIVE_INFINITY };
}

/** Switches the timer. Off, it also forgets what it has asked for. @param control 4200 */
export function switchTimer(timer: Timer, control: number): void {
  timer.mode = control & TIMER_BITS;
  if (timer.mode === 0) timer.flag = false;
}

/** 4207 to 420A. @param index 0 to 3 */
export function writeCounter(timer: Timer, index: number, value: number): void {
  const high = (value & 1) << 8;
  if (index === 0) timer.dot = (timer.dot & 0x100) | value;
  else if (index === 1) timer.dot = (timer.dot & 0xff) | high;
  else if (index === 2) timer.line = (timer.line & 0x100) | value;
  else timer.line = (timer.line & 0xff) | high;
}

/** Cycle in a line of the frame. */
function momentIn(timer: Timer, clock: FrameClock, line: number): number {
  const dot = (timer.mode & MATCH_DOT) !== 0 ? timer.dot : 0;
  return lineStart(clock, line) + (dot === 0 ? AT_LINE_START : dot * DOT_CYCLES + BEHIND_DOT);
}

/** Finds the next moment of this frame. @param after cycle of the frame; -1 for its whole */
export function setTimer(timer: Timer, clock: FrameClock, after: number): void {
  timer.at = Number.POSITIVE_INFINITY;
  if (timer.mode === 0 || ((timer.mode & MATCH_DOT) !== 0 && timer.dot >= DOTS)) return;
  if ((timer.mode & MATCH_LINE) !== 0) {
    const moment = timer.line < LINES ? momentIn(timer, clock, timer.line) : -1;
    if (moment > after) timer.at = moment;
    return;
  }
  const line = after < 0 ? 0 : lineAt(clock, after);
  const moment = momentIn(timer, clock, line);
  if (moment > after) timer.at = moment;
  else if (line + 1 < LINES) timer.at = momentIn(timer, clock, line + 1);
}

/** 4211: the read gives bit 7 and clears it. */
export function takeFlag(timer: Timer): boolean {
  const { flag } = timer;
  timer.flag = false;
  return flag;
}
