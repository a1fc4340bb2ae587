/**
 * A Super Famicom console just large enough to boot a cartridge image and run its logic: processor,
 * memory, registers, frame clock. It takes and returns bytes, and has no files, picture or sound. A
 * frame ends where bsnes-mercury returns it to a libretro front end: at the interrupt's edge, or
 * without the interrupt at line 241.
 */
import {
  type Bus,
  type Cpu,
  createCpu,
  D,
  DB,
  E,
  IRQ_LINE,
  isInterruptNext,
  MASTER_CYCLES,
  NMI_PENDING,
  PB,
  PC,
  RUN_LIMIT,
  reset,
  runUntil,
  S,
  STOPPED,
  setStatus,
  stepInstruction,
  WAITING,
} from '../../../core/cpu/index.js';
import { headerCandidates, type Mapping } from '../../../rom-map/cartridge/index.js';
import { WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { isBusy, passCycles } from './arithmetic-unit.js';
import { INTERRUPT_EDGE } from './frame-clock.js';
import { createMachine, DRIVER_STARTED, type Machine, passTime, quietUntil } from './machine.js';
import { createMemoryMap, cyclesOf, PAGE_COUNT } from './memory-map.js';
import { countNote, type Note, notesOf, STOPPED_FOR_GOOD } from './notes.js';
import { latchAgain } from './pads.js';
import { readAnywhere, readRegister, runDma, writeAnywhere, writeRegister } from './registers.js';

// One instruction with an examination of each cycle: the processor sees a bus without direct pages,
// so that every access passes here. Used where single cycles matter, for a few instructions in each
// frame: while the multiplier or divider works, and near the interrupt's edge.

/** Processor cycles without an access, and the end of a read after its byte is taken. */
const WATCHED_INNER_CYCLES = 6;
const READ_BEFORE_END = 4;

interface WatchedStepper {
  /**
   * Executes one instruction or serves an interrupt. @returns cycle of the frame at which its last
   * cycle began
   */
  step(): number;
  /** Processor cycles in that step. */
  cycles(): number;
}

/** The step under way. */
interface Watch {
  readonly machine: Machine;
  /** End of the cycles that are accounted for, beginning of the last of them, their count. */
  position: number;
  lastBegan: number;
  cycleCount: number;
}

/** @param cycle end of a part of an access */
function pass(watch: Watch, cycle: number): void {
  const { cpu } = watch.machine;
  const before = cpu[MASTER_CYCLES];
  passTime(watch.machine, cycle);
  const moved = cpu[MASTER_CYCLES] - before;
  watch.position += moved;
  watch.lastBegan += moved;
}

/** Inner cycles up to where the next access begins. */
function passInner(watch: Watch, until: number): void {
  let left = until - watch.position;
  while (left > 0) {
    left -= WATCHED_INNER_CYCLES;
    watch.cycleCount++;
    watch.lastBegan = watch.position;
    watch.position += WATCHED_INNER_CYCLES;
    pass(watch, watch.position);
    passCycles(watch.machine.unit, 1);
  }
}

function readWatched(watch: Watch, address: number, running: Cpu): number {
  const { machine } = watch;
  const cycles = cyclesOf(address, machine.romCycles);
  passInner(watch, running[MASTER_CYCLES] - cycles);
  watch.lastBegan = watch.position;
  watch.position += cycles;
  watch.cycleCount++;
  pass(watch, watch.position - READ_BEFORE_END);
  watch.position -= running[MASTER_CYCLES];
  const value = readAnywhere(machine, address);
  watch.position += running[MASTER_CYCLES];
  pass(watch, watch.position);
  passCycles(machine.unit, 1);
  return value;
}

function writeWatched(watch: Watch, address: number, value: number, running: Cpu): void {
  const { machine } = watch;
  const cycles = cyclesOf(address, machine.romCycles);
  passInner(watch, running[MASTER_CYCLES] - cycles);
  passCycles(machine.unit, 1);
  watch.lastBegan = watch.position;
  watch.position += cycles;
  watch.cycleCount++;
  pass(watch, watch.position);
  const before = running[MASTER_CYCLES];
  writeAnywhere(machine, address, value);
  watch.position += running[MASTER_CYCLES] - before;
}

function createWatchedStepper(machine: Machine): WatchedStepper {
  const { cpu, map } = machine;
  const watch: Watch = { machine, position: 0, lastBegan: 0, cycleCount: 0 };
  const bus: Bus = {
    memory: map.memory,
    readOffset: new Int32Array(PAGE_COUNT).fill(-1),
    writeOffset: new Int32Array(PAGE_COUNT).fill(-1),
    accessCycles: map.accessCycles,
    registerCycles: (address) => cyclesOf(address, machine.romCycles),
    readRegister: (address, running) => readWatched(watch, address, running),
    writeRegister: (address, value, running) => writeWatched(watch, address, value, running),
  };
  return {
    step: () => {
      watch.position = cpu[MASTER_CYCLES];
      watch.lastBegan = watch.position;
      watch.cycleCount = 0;
      stepInstruction(cpu, bus);
      passInner(watch, cpu[MASTER_CYCLES]);
      return watch.lastBegan;
    },
    cycles: () => watch.cycleCount,
  };
}

interface ConsoleOptions {
  /** By default, the mapping in the image's header. */
  readonly mapping?: Mapping;
  /** Bytes of save RAM; by default, those in the image's header. */
  readonly saveBytes?: number;
  /** Places of the image's code that are told; several times slower, with the same timing. */
  readonly watch?: CodeWatch;
}

/** Places in an image's code, and who is told of them. */
export interface CodeWatch {
  /** By offset in the image: 1 where the instruction there is told. */
  readonly isMarked: Uint8Array;
  /** Told before a marked instruction runs. @param offset in the image */
  reached(offset: number, cpu: Cpu): void;
}

/** Where code of the image is entered in the middle: what a reset would have led to. */
interface CodeEntry {
  /** 24-bit address. */
  readonly address: number;
  /** Direct page, data bank, stack pointer, status (native mode). */
  readonly direct: number;
  readonly dataBank: number;
  readonly stack: number;
  readonly status: number;
  /** Whether 4200 asks for the interrupt of every frame and for the pads. */
  readonly isListening: boolean;
  /** Whether the sound driver runs already; its answers are counted then. */
  readonly hasDriver?: boolean;
}

export interface Console {
  /** 128 KiB, live: a write to it is a poke. */
  readonly workRam: Uint8Array;
  /** Live; empty on a board without save RAM. */
  readonly saveRam: Uint8Array;
  readonly mapping: Mapping;
  /**
   * Runs to the end of the frame. @param pad pad 1 as register 4218 shows it: B in bit 15 down to R
   * in bit 4
   */
  runFrame(pad: number): void;
  /** Goes on at another place of the image's code; memory stays as it is. */
  enter(entry: CodeEntry): void;
  /** 24-bit address of the next instruction. */
  at(): number;
  /** Unsupported requests of the image, and early reads; empty without any. */
  notes(): readonly Note[];
  /** Bytes written to video memory, and bytes moved by DMA. */
  traffic(): { readonly videoBytes: number; readonly dmaBytes: number };
}

/** Cycles of a reset before the first instruction. */
const RESET_CYCLES = 186;
/**
 * The processor notices the edge at the start of an instruction's last cycle; after WAI two
 * internal cycles follow.
 */
const INNER_CYCLES = 6;
const AFTER_WAITING = 2 * INNER_CYCLES;
/**
 * Longer than any instruction or interrupt. Within this distance of the edge every cycle is
 * examined.
 */
const MAX_INSTRUCTION_CYCLES = 160;
const WATCH_FROM = INTERRUPT_EDGE - MAX_INSTRUCTION_CYCLES;
const SAVE_UNIT = 1024;
const MAX_SAVE_EXPONENT = 7;

/** Mapping and save RAM of the board. @throws RangeError for an image without a known mapping */
function chosenBoard(image: Uint8Array, options: ConsoleOptions): Required<Omit<ConsoleOptions, 'watch'>> {
  const header = headerCandidates(image).find(({ mapping }) => (options.mapping ?? mapping) === mapping);
  const mapping = options.mapping ?? header?.mapping;
  if (mapping === undefined) throw new RangeError('the image has no header of a LoROM or HiROM board');
  const exponent = header?.ramSize ?? 0;
  const told = exponent === 0 || exponent > MAX_SAVE_EXPONENT ? 0 : SAVE_UNIT << exponent;
  return { mapping, saveBytes: options.saveBytes ?? told };
}

function busOf(machine: Machine): Bus {
  const { map } = machine;
  return {
    memory: map.memory,
    readOffset: map.readOffset,
    writeOffset: map.writeOffset,
    accessCycles: map.accessCycles,
    readRegister: (address) => readRegister(machine, address),
    writeRegister: (address, value) => writeRegister(machine, address, value),
    registerCycles: (address) => cyclesOf(address, machine.romCycles),
  };
}

/**
 * Lets a waiting processor pass whole steps of six cycles up to the next event.
 * @returns whether the interrupt wakes it
 */
function waitOn(machine: Machine): boolean {
  const { cpu, edgeAt } = machine;
  const now = cpu[MASTER_CYCLES];
  let until = quietUntil(machine);
  if (edgeAt >= 0) {
    const noticed = edgeAt + AFTER_WAITING;
    if (now >= noticed) return true;
    if (noticed < until) until = noticed;
  }
  const steps = Math.ceil((until - now) / INNER_CYCLES);
  cpu[MASTER_CYCLES] = now + INNER_CYCLES * Math.max(1, steps);
  return false;
}

/** Whether WAI waits on. An edge that is not noticed yet came before what the timer asks for. */
function isAsleep({ cpu, edgeAt }: Machine): boolean {
  return cpu[WAITING] !== 0 && cpu[NMI_PENDING] === 0 && (cpu[IRQ_LINE] === 0 || edgeAt >= 0);
}

/** The processor takes the interrupt's edge. */
function notice(machine: Machine): void {
  machine.cpu[NMI_PENDING] = 1;
  machine.cpu[WAITING] = 0;
  machine.edgeAt = -1;
}

/** After STP nothing wakes the processor: an edge that it never notices must not hold time up. */
function stayStopped(machine: Machine): void {
  machine.edgeAt = -1;
  waitOn(machine);
}

/** Writes the bytes that the last instruction wrote after the end of the previous frame. */
function writeLate({ lateWrites, map }: Machine): void {
  for (let at = 0; at < lateWrites.length; at += 2) map.memory[lateWrites[at] as number] = lateWrites[at + 1] as number;
  lateWrites.length = 0;
}

function enterCode(machine: Machine, entry: CodeEntry): void {
  const { cpu } = machine;
  cpu[E] = 0;
  setStatus(cpu, entry.status);
  cpu[S] = entry.stack;
  cpu[D] = entry.direct;
  cpu[DB] = entry.dataBank;
  cpu[PB] = entry.address >>> 16;
  cpu[PC] = entry.address & 0xffff;
  machine.interruptEnabled = entry.isListening;
  machine.padsEnabled = entry.isListening;
  if (entry.hasDriver === true) machine.sound.stage = DRIVER_STARTED;
}

/** Tells of the next instruction where its place is marked. */
function lookAtCode({ cpu, map }: Machine, { isMarked, reached }: CodeWatch): void {
  if (isInterruptNext(cpu)) return;
  const address = (cpu[PB] << 16) | cpu[PC];
  const base = map.readOffset[address >>> 13] as number;
  const offset = base - map.romOffset + (address & 0x1fff);
  if (base >= map.romOffset && isMarked[offset] === 1) reached(offset, cpu);
}

/** As `runUntil`, with a look at each instruction after the first, which was looked at before. */
function runLooking(machine: Machine, bus: Bus, watch: CodeWatch, limit: number): void {
  const { cpu } = machine;
  cpu[RUN_LIMIT] = limit;
  for (;;) {
    stepInstruction(cpu, bus);
    if (cpu[MASTER_CYCLES] >= cpu[RUN_LIMIT] || (cpu[WAITING] | cpu[STOPPED]) !== 0) return;
    lookAtCode(machine, watch);
  }
}

/**
 * Creates a console. @param image without a copier header, 32 KiB to 4 MiB
 * @throws RangeError for an image without a known mapping
 */
export function createConsole(image: Uint8Array, { watch, ...options }: ConsoleOptions = {}): Console {
  const { mapping, saveBytes } = chosenBoard(image, options);
  const map = createMemoryMap(image, mapping, saveBytes);
  const cpu = createCpu();
  const machine = createMachine(cpu, map);
  const bus = busOf(machine);
  const stepper = createWatchedStepper(machine);
  reset(cpu, bus);
  cpu[MASTER_CYCLES] = RESET_CYCLES;
  const runWatched = (): void => {
    let lastBegan = stepper.step();
    const { edgeAt, dma } = machine;
    // DMA really ran before the second cycle: an instruction of two had looked at the lines before
    // it
    if (dma.beganAt >= 0 && stepper.cycles() === 2) lastBegan = dma.beganAt;
    dma.beganAt = -1;
    if (edgeAt >= 0 && lastBegan >= edgeAt && cpu[WAITING] === 0) notice(machine);
  };
  const runOn = (): void => {
    if (machine.dma.mask !== 0) {
      runDma(machine);
      return;
    }
    if (cpu[STOPPED] !== 0) {
      stayStopped(machine);
      return;
    }
    if (isAsleep(machine)) {
      if (waitOn(machine)) notice(machine);
      return;
    }
    if (watch !== undefined) lookAtCode(machine, watch);
    const now = cpu[MASTER_CYCLES];
    const { lastEnd } = machine.clock;
    const nearEdge = now >= WATCH_FROM && now < INTERRUPT_EDGE;
    const nearEnd = !machine.hasEnded && now >= lastEnd - MAX_INSTRUCTION_CYCLES && now < lastEnd;
    if (nearEdge || nearEnd || machine.edgeAt >= 0 || machine.dma.beganAt >= 0 || isBusy(machine.unit)) {
      runWatched();
      return;
    }
    const watched = now < WATCH_FROM ? WATCH_FROM : lastEnd - MAX_INSTRUCTION_CYCLES;
    const limit = now < watched ? Math.min(watched, quietUntil(machine)) : quietUntil(machine);
    if (watch === undefined) runUntil(cpu, bus, limit);
    else runLooking(machine, bus, watch, limit);
    if (cpu[STOPPED] !== 0) countNote(machine.notes, STOPPED_FOR_GOOD, 0);
  };
  return {
    workRam: map.memory.subarray(0, WORK_RAM_BYTES),
    saveRam: map.memory.subarray(map.saveOffset, map.saveOffset + map.saveBytes),
    mapping,
    runFrame: (pad) => {
      machine.pads.held = pad;
      machine.ended = false;
      if (machine.isLateReading) latchAgain(machine.pads);
      machine.isLateReading = false;
      writeLate(machine);
      passTime(machine, cpu[MASTER_CYCLES]);
      while (!machine.ended) {
        runOn();
        passTime(machine, cpu[MASTER_CYCLES]);
      }
    },
    enter: (entry) => enterCode(machine, entry),
    at: () => (cpu[PB] << 16) | cpu[PC],
    notes: () => notesOf(machine.notes),
    traffic: () => ({ videoBytes: machine.videoBytes, dmaBytes: machine.dmaBytes }),
  };
}
