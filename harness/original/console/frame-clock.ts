/**
 * The frame of an NTSC console without interlace, in master cycles (21.477 MHz): 262 lines of 1,364
 * cycles, line 240 four shorter in every second frame, a memory refresh of 40 in every line,
 * vertical blank from line 225. All times count from the first cycle of line 0. Evidence: recorded
 * logs of bsnes-mercury accuracy and balanced, which this clock reproduces.
 */

const LINE_CYCLES = 1364;
const LINES = 262;
export const BLANK_LINE = 225;
const SHORT_LINE = 240;
const SHORTER_BY = 4;
const FULL_FRAME = LINES * LINE_CYCLES;
const AFTER_SHORT_LINE = (SHORT_LINE + 1) * LINE_CYCLES - SHORTER_BY;

/** Frames per second, 60.0988: every second frame is four cycles shorter. */
export const FRAMES_PER_SECOND = 21_477_272 / (LINES * LINE_CYCLES - SHORTER_BY / 2);

/**
 * Cycles that the refresh of work RAM takes from the processor in each line. It begins here in the
 * line, or up to 7 cycles earlier.
 */
export const REFRESH_CYCLES = 40;
const REFRESH_AT = 538;

/**
 * 4210 bit 7 rises 2 cycles into the blank. 4 cycles later the processor gets the edge of its
 * interrupt, and a recorder its frame.
 */
export const BLANK_START = BLANK_LINE * LINE_CYCLES;
export const FLAG_RISES = BLANK_START + 2;
export const INTERRUPT_EDGE = BLANK_START + 6;
/** 4210 bit 7 falls 2 cycles into the frame. */
export const FLAG_FALLS = 2;
/** Without the interrupt a recorder's frame ends at the start of this line. */
const LAST_END_LINE = 241;

const BEAM_BLANK_FROM = 1096;
const BEAM_BLANK_TO = 2;

export interface FrameClock {
  /** 0 or 1, alternating by frame; field 1 has the short line. */
  field: number;
  frameCycles: number;
  /** End of a recorder's frame without the interrupt. */
  lastEnd: number;
  /** Master cycles since reset at the frame's start, modulo 256. */
  phase: number;
  /** Frames begun since reset, minus the first. */
  frames: number;
  /**
   * The next refresh and its line: number, start, field, and the start's cycles since reset modulo
   * 8.
   */
  nextRefresh: number;
  refreshLine: number;
  refreshLineStart: number;
  refreshPhase: number;
  refreshField: number;
}

/** The clock at reset. */
export function createFrameClock(): FrameClock {
  const clock = {
    field: 0,
    frameCycles: FULL_FRAME,
    lastEnd: LAST_END_LINE * LINE_CYCLES,
    phase: 0,
    frames: 0,
    nextRefresh: REFRESH_AT,
    refreshLine: 0,
    refreshLineStart: 0,
    refreshPhase: 0,
    refreshField: 0,
  };
  return clock;
}

/** Ends the refresh at `nextRefresh` and finds that of the following line. */
export function passRefresh(clock: FrameClock): void {
  const short = clock.refreshLine === SHORT_LINE && clock.refreshField === 1;
  const cycles = short ? LINE_CYCLES - SHORTER_BY : LINE_CYCLES;
  clock.refreshLineStart += cycles;
  clock.refreshPhase = (clock.refreshPhase + cycles) & 7;
  clock.refreshLine++;
  if (clock.refreshLine === LINES) {
    clock.refreshLine = 0;
    clock.refreshField ^= 1;
  }
  clock.nextRefresh = clock.refreshLineStart + REFRESH_AT - clock.refreshPhase;
}

/** Begins the next frame: all times count from its start from now on. */
export function passFrame(clock: FrameClock): void {
  const { frameCycles } = clock;
  clock.refreshLineStart -= frameCycles;
  clock.nextRefresh -= frameCycles;
  clock.phase = (clock.phase + frameCycles) & 0xff;
  clock.field ^= 1;
  const shorter = clock.field === 1 ? SHORTER_BY : 0;
  clock.frameCycles = FULL_FRAME - shorter;
  clock.lastEnd = LAST_END_LINE * LINE_CYCLES - shorter;
  clock.frames++;
}

/** First cycle of a line. @param line 0 to 261 */
function lineStart(clock: FrameClock, line: number): number {
  return line * LINE_CYCLES - (clock.field === 1 && line > SHORT_LINE ? SHORTER_BY : 0);
}

/** Start of the line at a cycle of the frame. */
function lineStartAt(clock: FrameClock, cycle: number): number {
  if (clock.field === 0 || cycle < AFTER_SHORT_LINE) return cycle - (cycle % LINE_CYCLES);
  return cycle - ((cycle + SHORTER_BY) % LINE_CYCLES);
}

/** Line at a cycle of the frame, 0 to 261. */
export function lineAt(clock: FrameClock, cycle: number): number {
  const moved = clock.field === 0 || cycle < AFTER_SHORT_LINE ? cycle : cycle + SHORTER_BY;
  return Math.floor(moved / LINE_CYCLES) % LINES;
}

/** Dot of the line, 0 to 339. A dot takes 4 cycles; two dots take 6, except in the short line. */
export function dotAt(clock: FrameClock, cycle: number): number {
  const within = cycle - lineStartAt(clock, cycle);
  if (clock.field === 1 && lineAt(clock, cycle) === SHORT_LINE) return within >> 2;
  return (within - (within > 1292 ? 2 : 0) - (within > 1310 ? 2 : 0)) >> 2;
}

/** 4212 bit 6: the horizontal blank. */
export function isBeamBlank(clock: FrameClock, cycle: number): boolean {
  const within = cycle - lineStartAt(clock, cycle);
  return within <= BEAM_BLANK_TO || within >= BEAM_BLANK_FROM;
}

/**
 * The first multiple of 256 cycles since reset at or after a cycle of the frame, as a cycle of the
 * frame.
 */
export function gridAtOrAfter(clock: FrameClock, cycle: number): number {
  return cycle + ((256 - ((clock.phase + cycle) & 0xff)) & 0xff);
}

// The timer of a line and a dot (4200 bits 4 and 5, 4207 to 420A): it pulls the processor's IRQ
// line until 4211 is read. Its moment is that of the console's documents, 2.5 dots into the line or
// 3.5 dots behind the dot, and is seen at the end of an instruction; it was not compared cycle by
// cycle. A timer that is set within its own line comes in the next frame.

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
