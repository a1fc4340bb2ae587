/** The console's state as one object, and the passing of its time. */
import { type Cpu, MASTER_CYCLES, requestReturn } from '../../core/cpu/index.js';
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
import { createVideoPorts, type VideoPorts } from './video-ports.js';

/** What happens next in a frame, in this order. */
const FLAG_FALL = 0;
const FLAG_RISE = 1;
const EDGE = 2;
const LAST_END = 3;
const FRAME_OVER = 4;

/**
 * Longest chunk of time that the processor takes at once: pads are looked at between two of them.
 */
const LONGEST_ACCESS = 12;

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
  /** Registers 4300 to 437F. */
  readonly dmaRegisters: Uint8Array;
  /** Bytes that went to video memory and were dropped, and that DMA moved. */
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
   * Bytes that the processor wrote to memory after a recorder's frame had ended inside of its
   * instruction: the frame does not show them.
   */
  readonly lateWrites: number[];
  /**
   * Whether this frame of the console has ended a recorder's frame, and whether that was just now.
   */
  hasEnded: boolean;
  ended: boolean;
  /**
   * Whether the pads were latched after a recorder's frame had ended inside of an instruction: they
   * hold the next frame's pad.
   */
  isLateReading: boolean;
  /**
   * The next event of the frame, its cycle, and the cycle at which automatic reading may begin
   * (Infinity: it has begun).
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
    readingAt: gridAtOrAfter(clock, BLANK_START - LONGEST_ACCESS),
  };
}

/** The recorder's frame ends here, unless this frame of the console has ended one already. */
export function endRecordedFrame(machine: Machine): void {
  if (machine.hasEnded) return;
  machine.hasEnded = true;
  machine.ended = true;
}

function beginNextFrame(machine: Machine): void {
  const { clock, cpu, pads } = machine;
  const { frameCycles } = clock;
  passFrame(clock);
  cpu[MASTER_CYCLES] = cpu[MASTER_CYCLES] - frameCycles;
  if (machine.edgeAt >= 0) machine.edgeAt = Math.max(0, machine.edgeAt - frameCycles);
  if (machine.dma.beganAt >= 0) machine.dma.beganAt = Math.max(0, machine.dma.beganAt - frameCycles);
  endFrameOfPads(pads);
  machine.readingAt = gridAtOrAfter(clock, BLANK_START - LONGEST_ACCESS);
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

/** Automatic reading begins at the end of an access, once that lies in the blank. */
function beginReading(machine: Machine, cycle: number): void {
  if (cycle < BLANK_START) {
    machine.readingAt += BIT_CYCLES;
    return;
  }
  beginAutomaticReading(machine.pads, machine.readingAt, machine.padsEnabled);
  machine.isLateReading = machine.ended;
  machine.readingAt = Number.POSITIVE_INFINITY;
}

/** The cycle up to which nothing but the processor acts. */
export function quietUntil(machine: Machine): number {
  const { eventAt, readingAt, clock } = machine;
  const next = readingAt < eventAt ? readingAt : eventAt;
  return clock.nextRefresh < next ? clock.nextRefresh : next;
}

/**
 * Lets everything happen that is due at the end of an access, up to the end of a recorder's frame.
 * @param cycle of the frame, up to the processor's own @returns cycles that memory refresh took:
 *   the processor's clock was moved by them
 */
export function passTime(machine: Machine, cycle: number): number {
  const { clock, cpu } = machine;
  let now = cycle;
  let taken = 0;
  if (now >= quietUntil(machine)) requestReturn(cpu);
  while (now >= quietUntil(machine)) {
    if (now >= clock.nextRefresh && clock.nextRefresh <= machine.eventAt) {
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
