/** The console's state as one object, and its time. */

import { type Cpu, IRQ_LINE, MASTER_CYCLES, requestReturn } from '../../../core/cpu/index.js';
import { multiplySigned16x8 } from '../../../core/int/index.js';
import { type ArithmeticUnit, createArithmeticUnit } from './arithmetic-unit.js';
import {
  BLANK_START,
  createFrameClock,
  createTimer,
  FLAG_FALLS,
  FLAG_RISES,
  type FrameClock,
  gridAtOrAfter,
  INTERRUPT_EDGE,
  passFrame,
  passRefresh,
  REFRESH_CYCLES,
  setTimer,
  type Timer,
} from './frame-clock.js';
import type { MemoryMap } from './memory-map.js';
import { createNoteCounters, type NoteCounters } from './notes.js';
import { BIT_CYCLES, beginAutomaticReading, createPads, endFrameOfPads, type Pads } from './pads.js';

// The state of general DMA.

/** A DMA transfer in progress. It pauses at the end of a recorder's frame. */
interface DmaTransfer {
  /** Channels still to run; 0: no transfer. */
  mask: number;
  /** Whether the first overhead is over, and whether the lowest channel of the mask has begun. */
  aligned: boolean;
  inChannel: boolean;
  /** Moved bytes of the channel, and remaining ones. */
  moved: number;
  left: number;
  /**
   * Cycles spent so far without refreshes, and those of the processor's next cycle: the total is
   * rounded up to a multiple of it.
   */
  spent: number;
  access: number;
  /** Cycle of the frame at which it began; -1 after the instruction behind it. */
  beganAt: number;
}

function createDmaTransfer(): DmaTransfer {
  return { mask: 0, aligned: false, inChannel: false, moved: 0, left: 0, spent: 0, access: 8, beganAt: -1 };
}

// The sound unit as the CPU sees it at 2140 to 2143: without sound, but with the answers of its
// boot program, so that an image can upload its driver and continue. The boot program shows AA BB,
// takes CC as the first order and echoes port 0. After the order to start the driver all ports
// echo, which is a guess: every driver has its own answers. Evidence: decision.

interface SoundPorts {
  /** Values that the CPU reads. */
  readonly answers: Uint8Array;
  /** 0: waits for CC; 1: takes a driver; 2: the driver has started. */
  stage: number;
  /** Last value of port 0. */
  last: number;
  /** Last value of port 1: 0 means "start" when port 0 advances by more than one. */
  order: number;
}

const READY_LOW = 0xaa;
const READY_HIGH = 0xbb;
const FIRST_ORDER = 0xcc;
const WAITS = 0;
const UPLOADS = 1;
export const DRIVER_STARTED = 2;

export function createSoundPorts(): SoundPorts {
  return { answers: Uint8Array.of(READY_LOW, READY_HIGH, 0, 0), stage: WAITS, last: 0, order: 0 };
}

/** Takes a byte for a port. @param port 0 to 3 */
export function writeSoundPort(ports: SoundPorts, port: number, value: number): void {
  if (ports.stage === DRIVER_STARTED) {
    ports.answers[port] = value;
    return;
  }
  if (port === 1) ports.order = value;
  if (port !== 0) return;
  if (ports.stage === WAITS) {
    if (value !== FIRST_ORDER) return;
    ports.stage = ports.order === 0 ? DRIVER_STARTED : UPLOADS;
  } else if (value !== ((ports.last + 1) & 0xff) && value !== 0 && ports.order === 0) {
    ports.stage = DRIVER_STARTED;
  }
  ports.last = value;
  ports.answers[0] = value;
}

// The parts of the video unit that a program without a picture needs: the signed multiplier (211B,
// 211C to 2134 to 2136), the latched counters (2137, 213C, 213D) and the status bytes. There is no
// video memory: writes are counted and dropped, reads are counted and return 0.

interface VideoPorts {
  /** 211B as a word, 211C, and the byte that the two share. */
  factor: number;
  multiplier: number;
  shared: number;
  /** Latched dot (0 to 340) and line. */
  dot: number;
  line: number;
  latched: boolean;
  /** Whether the next read of 213C or 213D returns bit 8. */
  dotHigh: boolean;
  lineHigh: boolean;
  /** The last byte from the second video chip: bits outside a register keep it. */
  lastByte: number;
}

function createVideoPorts(): VideoPorts {
  return {
    factor: 0,
    multiplier: 0,
    shared: 0,
    dot: 0,
    line: 0,
    latched: false,
    dotHigh: false,
    lineHigh: false,
    lastByte: 0,
  };
}

/** 211B: a word in two writes, low byte first. */
export function writeFactor(ports: VideoPorts, value: number): void {
  ports.factor = (value << 8) | ports.shared;
  ports.shared = value;
}

/** 211C: its last byte is the multiplier. */
export function writeMultiplier(ports: VideoPorts, value: number): void {
  ports.multiplier = value;
  ports.shared = value;
}

/** 2134, 2135, 2136. @param byte 0 to 2 */
export function productByte(ports: VideoPorts, byte: number): number {
  return (multiplySigned16x8(ports.factor, ports.multiplier) >>> (8 * byte)) & 0xff;
}

/** 2137: latches the counters. */
export function latchCounters(ports: VideoPorts, dot: number, line: number): void {
  ports.dot = dot;
  ports.line = line;
  ports.latched = true;
}

/** 213C: low byte, then bit 8. */
export function readDot(ports: VideoPorts): number {
  ports.lastByte = ports.dotHigh ? (ports.lastByte & 0xfe) | (ports.dot >>> 8) : ports.dot & 0xff;
  ports.dotHigh = !ports.dotHigh;
  return ports.lastByte;
}

/** 213D: low byte, then bit 8. */
export function readLine(ports: VideoPorts): number {
  ports.lastByte = ports.lineHigh ? (ports.lastByte & 0xfe) | (ports.line >>> 8) : ports.line & 0xff;
  ports.lineHigh = !ports.lineHigh;
  return ports.lastByte;
}

const CHIP_VERSION = 3;

/**
 * 213F: field, latched flag, NTSC, version. The next reads of the counters begin with the low byte.
 */
export function readStatus(ports: VideoPorts, field: number, latchHeld: boolean): number {
  ports.dotHigh = false;
  ports.lineHigh = false;
  const latched = ports.latched || latchHeld;
  ports.lastByte = (ports.lastByte & 0x20) | (field << 7) | (latched ? 0x40 : 0) | CHIP_VERSION;
  if (!latchHeld) ports.latched = false;
  return ports.lastByte;
}

/** The events of a frame, in order. */
const FLAG_FALL = 0;
const FLAG_RISE = 1;
const EDGE = 2;
const LAST_END = 3;
const FRAME_OVER = 4;

/** Longest time that the processor takes at once: the pads are polled between two such steps. */
const MAX_ACCESS_CYCLES = 12;

export interface Machine {
  readonly cpu: Cpu;
  readonly map: MemoryMap;
  readonly clock: FrameClock;
  readonly unit: ArithmeticUnit;
  readonly pads: Pads;
  readonly sound: SoundPorts;
  readonly video: VideoPorts;
  readonly notes: NoteCounters;
  readonly dma: DmaTransfer;
  readonly timer: Timer;
  /** Registers 4300 to 437F. */
  readonly dmaRegisters: Uint8Array;
  /** Bytes dropped on their way to video memory, and bytes moved by DMA. */
  videoBytes: number;
  dmaBytes: number;
  /** 420D: cycles of an access to ROM from bank 80 on. */
  romCycles: number;
  /** 4200: bit 7 and bit 0. */
  interruptEnabled: boolean;
  padsEnabled: boolean;
  /** 4210 bit 7. */
  blankFlag: boolean;
  /** Cycle of the interrupt's edge that the processor has not noticed yet; -1: none. */
  edgeAt: number;
  /** 4201: bit 7 falling latches the counters. */
  outputPins: number;
  /** 2181 to 2183. */
  workRamAddress: number;
  /**
   * Bytes that the processor wrote to memory after a recorder's frame ended within its instruction.
   * The frame does not contain them.
   */
  readonly lateWrites: number[];
  /** Whether this console frame has ended a recorder's frame, and whether it did so just now. */
  hasEnded: boolean;
  ended: boolean;
  /**
   * Whether the pads were latched after a recorder's frame ended within an instruction: they hold
   * the next frame's pad.
   */
  isLateReading: boolean;
  /**
   * The next event of the frame, its cycle, and the first cycle for automatic reading (Infinity: it
   * has begun).
   */
  event: number;
  eventAt: number;
  readingAt: number;
}

export function createMachine(cpu: Cpu, map: MemoryMap): Machine {
  const clock = createFrameClock();
  return {
    cpu,
    map,
    clock,
    unit: createArithmeticUnit(),
    pads: createPads(),
    sound: createSoundPorts(),
    video: createVideoPorts(),
    notes: createNoteCounters(),
    dma: createDmaTransfer(),
    timer: createTimer(),
    dmaRegisters: new Uint8Array(0x80).fill(0xff),
    videoBytes: 0,
    dmaBytes: 0,
    romCycles: 8,
    interruptEnabled: false,
    padsEnabled: false,
    blankFlag: false,
    edgeAt: -1,
    outputPins: 0xff,
    workRamAddress: 0,
    lateWrites: [],
    hasEnded: false,
    ended: false,
    isLateReading: false,
    event: FLAG_FALL,
    eventAt: FLAG_FALLS,
    readingAt: gridAtOrAfter(clock, BLANK_START - MAX_ACCESS_CYCLES),
  };
}

/** Ends the recorder's frame, unless this console frame has already ended one. */
export function endRecordedFrame(machine: Machine): void {
  if (machine.hasEnded) return;
  machine.hasEnded = true;
  machine.ended = true;
}

function beginNextFrame(machine: Machine): void {
  const { clock, cpu, pads, timer } = machine;
  const { frameCycles } = clock;
  passFrame(clock);
  if (timer.at === Number.POSITIVE_INFINITY) setTimer(timer, clock, -1);
  else timer.at -= frameCycles;
  cpu[MASTER_CYCLES] = cpu[MASTER_CYCLES] - frameCycles;
  if (machine.edgeAt >= 0) machine.edgeAt = Math.max(0, machine.edgeAt - frameCycles);
  if (machine.dma.beganAt >= 0) machine.dma.beganAt = Math.max(0, machine.dma.beganAt - frameCycles);
  endFrameOfPads(pads);
  machine.readingAt = gridAtOrAfter(clock, BLANK_START - MAX_ACCESS_CYCLES);
}

/** The timer's moment: the processor's IRQ line is pulled until 4211 is read. */
function passTimer({ timer, clock, cpu }: Machine): void {
  timer.flag = true;
  cpu[IRQ_LINE] = 1;
  setTimer(timer, clock, timer.at);
}

function passEvent(machine: Machine): void {
  const { event } = machine;
  if (event === FLAG_FALL) {
    machine.blankFlag = false;
    machine.hasEnded = false;
    machine.eventAt = FLAG_RISES;
  } else if (event === FLAG_RISE) {
    machine.blankFlag = true;
    machine.eventAt = INTERRUPT_EDGE;
  } else if (event === EDGE) {
    if (machine.interruptEnabled) {
      if (machine.edgeAt < 0) machine.edgeAt = INTERRUPT_EDGE;
      endRecordedFrame(machine);
    }
    machine.eventAt = machine.clock.lastEnd;
  } else if (event === LAST_END) {
    endRecordedFrame(machine);
    machine.eventAt = machine.clock.frameCycles;
  } else {
    beginNextFrame(machine);
    machine.eventAt = FLAG_FALLS;
  }
  machine.event = event === FRAME_OVER ? FLAG_FALL : event + 1;
}

/** Begins automatic reading at the end of an access within the blank. */
function beginReading(machine: Machine, cycle: number): void {
  if (cycle < BLANK_START) {
    machine.readingAt += BIT_CYCLES;
    return;
  }
  beginAutomaticReading(machine.pads, machine.readingAt, machine.padsEnabled);
  machine.isLateReading = machine.ended;
  machine.readingAt = Number.POSITIVE_INFINITY;
}

/** The cycle up to which only the processor acts. */
export function quietUntil(machine: Machine): number {
  const { eventAt, readingAt, clock, timer } = machine;
  const next = readingAt < eventAt ? readingAt : eventAt;
  const quiet = clock.nextRefresh < next ? clock.nextRefresh : next;
  return timer.at < quiet ? timer.at : quiet;
}

/**
 * Runs everything due at the end of an access, up to the end of a recorder's frame.
 * @param cycle of the frame, at most the processor's
 * @returns cycles of memory refresh, by which the processor's clock advanced
 */
export function passTime(machine: Machine, cycle: number): number {
  const { clock, cpu, timer } = machine;
  let now = cycle;
  let taken = 0;
  if (now >= quietUntil(machine)) requestReturn(cpu);
  while (now >= quietUntil(machine)) {
    if (now >= timer.at && timer.at <= machine.eventAt) passTimer(machine);
    else if (now >= clock.nextRefresh && clock.nextRefresh <= machine.eventAt) {
      now += REFRESH_CYCLES;
      taken += REFRESH_CYCLES;
      cpu[MASTER_CYCLES] = cpu[MASTER_CYCLES] + REFRESH_CYCLES;
      passRefresh(clock);
    } else if (now >= machine.eventAt) {
      if (machine.ended) break;
      if (machine.event === FRAME_OVER) now -= clock.frameCycles;
      passEvent(machine);
    } else beginReading(machine, now);
  }
  return taken;
}
