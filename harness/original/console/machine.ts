/** The console's state as one object, and its time. */
import { type Cpu, IRQ_LINE, MASTER_CYCLES, requestReturn } from '../../../core/cpu/index.js';
import { type ArithmeticUnit, createArithmeticUnit } from './arithmetic-unit.js';
import { createDmaTransfer, type DmaTransfer } from './dma-transfer.js';
import {
  BLANK_START,
  createFrameClock,
  FLAG_FALLS,
  FLAG_RISES,
  type FrameClock,
  gridAtOrAfter,
  INTERRUPT_EDGE,
  passFrame,
  passRefresh,
  REFRESH_CYCLES,
} from './frame-clock.js';
import type { MemoryMap } from './memory-map.js';
import { createNoteCounters, type NoteCounters } from './notes.js';
import { BIT_CYCLES, beginAutomaticReading, createPads, endFrameOfPads, type Pads } from './pads.js';
import { createSoundPorts, type SoundPorts } from './sound-ports.js';
import { createTimer, setTimer, type Timer } from './timer.js';
import { createVideoPorts, type VideoPorts } from './video-ports.js';

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
