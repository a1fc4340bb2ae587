/**
 * A cartridge image with the processor and as much of the console as a routine of the battle sees:
 * ROM, work RAM and the registers of the multiplier, divider, product and pads. Work RAM and
 * registers answer by functions, so that every access is noted.
 */

import { type Bus, type Cpu, createCpu, MASTER_CYCLES, OPEN_BUS } from '../../../core/cpu/index.js';
import type { Mapping } from '../../../rom-map/cartridge/index.js';
import { WORK_RAM, WORK_RAM_BYTES } from '../../../rom-map/index.js';
import {
  type ArithmeticUnit,
  createArithmeticUnit,
  isBusy,
  passCycles,
  startDivide,
  startMultiply,
} from '../console/arithmetic-unit.js';
import { createMemoryMap, cyclesOf, FAST_ACCESS, PAGE_COUNT } from '../console/memory-map.js';
import { type AccessLog, createAccessLog, FIRST_REGISTER, REGISTERS_END, registerPlace } from './access-log.js';

// The console's registers as a routine of the battle sees them; what a call does not compute, it
// finds as given.

interface RegisterFile {
  readonly log: AccessLog;
  readonly unit: ArithmeticUnit;
  /** What the registers 2000-5FFF read as where nothing computes them. */
  readonly given: Uint8Array;
  /** The last value written to each. */
  readonly written: Uint8Array;
  /** Result registers read while the unit worked: address of the instruction to number of reads. */
  readonly earlyReads: Map<number, number>;
  /** What was asked for and is not done here, or undefined. */
  unsupported: string | undefined;
  /** A product or quotient was started in this call. */
  isComputed: boolean;
  /** 211B or 211C was written in this call. */
  isProduct: boolean;
  /** The byte written before to 211B or 211C. */
  latch: number;
  multiplicand: number;
  multiplier: number;
}

const MULTIPLICAND = 0x211b;
const MULTIPLIER = 0x211c;
const WORK_RAM_PORT = 0x2180;
const DMA_START = 0x420b;

function createRegisterFile(log: AccessLog, unit: ArithmeticUnit): RegisterFile {
  return {
    log,
    unit,
    given: new Uint8Array(REGISTERS_END - FIRST_REGISTER),
    written: new Uint8Array(REGISTERS_END - FIRST_REGISTER),
    earlyReads: new Map(),
    unsupported: undefined,
    isComputed: false,
    isProduct: false,
    latch: 0,
    multiplicand: 0,
    multiplier: 0,
  };
}

/** Begins a call: the unit takes its inputs from the given values. */
export function startRegisters(file: RegisterFile): void {
  const { given, unit } = file;
  file.isComputed = false;
  file.isProduct = false;
  file.latch = 0;
  file.multiplicand = 0;
  file.multiplier = 0;
  file.unsupported = undefined;
  unit.factor = given[0x4202 - FIRST_REGISTER] as number;
  unit.dividend = (given[0x4204 - FIRST_REGISTER] as number) | ((given[0x4205 - FIRST_REGISTER] as number) << 8);
  unit.multiplyLeft = 0;
  unit.divideLeft = 0;
}

function unitResult(file: RegisterFile, register: number, at: number): number {
  const { unit, earlyReads } = file;
  if (!file.isComputed) return file.given[register - FIRST_REGISTER] as number;
  if (isBusy(unit)) earlyReads.set(at, (earlyReads.get(at) ?? 0) + 1);
  const word = register < 0x4216 ? unit.quotient : unit.product;
  return (register & 1) === 0 ? word & 0xff : word >>> 8;
}

function valueRead(file: RegisterFile, register: number, at: number): number {
  if (register >= 0x4214 && register <= 0x4217) return unitResult(file, register, at);
  if (file.isProduct && register >= 0x2134 && register <= 0x2136) {
    const product = ((file.multiplicand << 16) >> 16) * ((file.multiplier << 24) >> 24);
    return (product >> ((register - 0x2134) * 8)) & 0xff;
  }
  if (register === WORK_RAM_PORT) file.unsupported = 'reads the work RAM port 2180';
  return file.given[register - FIRST_REGISTER] as number;
}

/** @param register 2000..5FFF @param at address of the instruction */
function readRegister(file: RegisterFile, register: number, at: number): number {
  const { log } = file;
  const value = valueRead(file, register, at);
  const place = registerPlace(register);
  if (log.readStamp[place] !== log.stamp) {
    log.readStamp[place] = log.stamp;
    log.before[place] = value;
    log.reads[log.readCount++] = place;
  }
  return value;
}

function writeProduct(file: RegisterFile, register: number, value: number): void {
  if (register === MULTIPLICAND) file.multiplicand = (value << 8) | file.latch;
  else file.multiplier = value;
  file.latch = value;
  file.isProduct = true;
}

function carryOut(file: RegisterFile, register: number, value: number): void {
  const { unit } = file;
  switch (register) {
    case 0x4202:
      unit.factor = value;
      return;
    case 0x4203:
      file.isComputed = true;
      startMultiply(unit, value);
      return;
    case 0x4204:
      unit.dividend = (unit.dividend & 0xff00) | value;
      return;
    case 0x4205:
      unit.dividend = (unit.dividend & 0xff) | (value << 8);
      return;
    case 0x4206:
      file.isComputed = true;
      startDivide(unit, value);
      return;
    case WORK_RAM_PORT:
      file.unsupported = 'writes the work RAM port 2180';
      return;
    case DMA_START:
      if (value !== 0) file.unsupported = 'starts a DMA transfer (420B)';
      return;
    default:
      if (register === MULTIPLICAND || register === MULTIPLIER) writeProduct(file, register, value);
  }
}

/** @param register 2000..5FFF */
function writeRegister(file: RegisterFile, register: number, value: number): void {
  const { log } = file;
  const place = registerPlace(register);
  if (log.writeStamp[place] !== log.stamp) {
    log.writeStamp[place] = log.stamp;
    log.writes[log.writeCount++] = place;
  }
  file.written[register - FIRST_REGISTER] = value;
  carryOut(file, register, value);
}

const INNER_CYCLES = 6;

/** Bits of `branches`; those of the call under way stand `PENDING` bits higher. */
export const TAKEN = 1;
export const NOT_TAKEN = 2;
export const PENDING = 2;
export const BOTH_WAYS = TAKEN | NOT_TAKEN;

export interface OriginalMachine {
  readonly mapping: Mapping;
  readonly cpu: Cpu;
  /** Direct ROM pages; everything else by function. */
  readonly bus: Bus;
  /** The same with every access by function, for the cycles in which multiplier or divider work. */
  readonly watchedBus: Bus;
  /** 128 KiB: what a call finds; live. */
  readonly ram: Uint8Array;
  /** Registers 2000-5FFF, multiplier and divider. */
  readonly registers: RegisterFile;
  readonly unit: ArithmeticUnit;
  readonly log: AccessLog;
  /** Where the image begins in `bus.memory`, and its bytes. */
  readonly romOffset: number;
  readonly romBytes: number;
  /** By offset in the image, bits 0 and 1: a conditional branch there was taken, was not taken. */
  readonly branches: Uint8Array;
  /** Offsets of the branches met in kept calls since they were cleared. */
  readonly branchList: number[];
  /** Offsets of branches whose directions in the last call are not counted yet (bits 2 and 3). */
  readonly pendingBranches: number[];
  /** Directions met for the first time since they were cleared. */
  directions: number;
  /** By offset in the image: what has to be looked at before the instruction there. */
  readonly marks: Uint8Array;
  /** What the marks belong to. */
  marked: object | undefined;
  /** The first address without a printed instruction that the call came to, or -1. */
  unprinted: number;
  /** Accesses are not noted (a stretch that vectors leave out). */
  muted: boolean;
  /** Lowest and highest stack byte, offsets in work RAM. */
  stackLow: number;
  stackHigh: number;
  /** Address of the instruction under way. */
  at: number;
  /** Cycle up to which the arithmetic unit has worked. */
  position: number;
}

/** Place of an address in work RAM, or -1. */
function workRamPlace(address: number): number {
  const bank = address >>> 16;
  if ((bank & 0xfe) === 0x7e) return address - WORK_RAM;
  return (bank & 0x40) === 0 && (address & 0xe000) === 0 ? address & 0x1fff : -1;
}

function isRegisterAddress(address: number): boolean {
  const low = address & 0xffff;
  return (address & 0x40_0000) === 0 && low >= FIRST_REGISTER && low < REGISTERS_END;
}

function readWorkRam(machine: OriginalMachine, place: number): number {
  const { log, ram } = machine;
  const isStack = place >= machine.stackLow && place <= machine.stackHigh;
  if (!isStack && !machine.muted && log.readStamp[place] !== log.stamp && log.writeStamp[place] !== log.stamp) {
    log.readStamp[place] = log.stamp;
    log.reads[log.readCount++] = place;
  }
  return ram[place] as number;
}

function writeWorkRam(machine: OriginalMachine, place: number, value: number): void {
  const { log, ram } = machine;
  if (log.writeStamp[place] !== log.stamp) {
    log.writeStamp[place] = log.stamp;
    log.before[place] = ram[place] as number;
    // undone like the stack: written, but not by what is compared
    if (machine.muted || (place >= machine.stackLow && place <= machine.stackHigh)) {
      log.stackWrites[log.stackCount++] = place;
    } else log.writes[log.writeCount++] = place;
  }
  ram[place] = value;
}

function readAnywhere(machine: OriginalMachine, address: number, cpu: Cpu): number {
  const place = workRamPlace(address);
  if (place >= 0) return readWorkRam(machine, place);
  if (isRegisterAddress(address)) return readRegister(machine.registers, address & 0xffff, machine.at);
  machine.log.outsideReads.set(address, machine.at);
  return cpu[OPEN_BUS];
}

function writeAnywhere(machine: OriginalMachine, address: number, value: number): void {
  const place = workRamPlace(address);
  if (place >= 0) writeWorkRam(machine, place, value);
  else if (isRegisterAddress(address)) writeRegister(machine.registers, address & 0xffff, value);
  else machine.log.outsideWrites.set(address, machine.at);
}

/** The cycles of the processor up to where an access begins. */
function passInner(machine: OriginalMachine, until: number): void {
  const cycles = (until - machine.position) / INNER_CYCLES;
  if (cycles > 0) passCycles(machine.unit, cycles);
  machine.position = until;
}

function watchedBusOf(machine: OriginalMachine): Bus {
  const { bus } = machine;
  const none = new Int32Array(PAGE_COUNT).fill(-1);
  return {
    ...bus,
    readOffset: none,
    writeOffset: none,
    readRegister(address, cpu) {
      passInner(machine, cpu[MASTER_CYCLES] - bus.registerCycles(address));
      machine.position = cpu[MASTER_CYCLES];
      const direct = bus.readOffset[address >>> 13] as number;
      const value =
        direct < 0 ? readAnywhere(machine, address, cpu) : (bus.memory[direct + (address & 0x1fff)] as number);
      passCycles(machine.unit, 1);
      return value;
    },
    writeRegister(address, value, cpu) {
      passInner(machine, cpu[MASTER_CYCLES] - bus.registerCycles(address));
      machine.position = cpu[MASTER_CYCLES];
      passCycles(machine.unit, 1);
      writeAnywhere(machine, address, value);
    },
  };
}

/** Lets the arithmetic unit work through the inner cycles after an instruction's last access. */
export function finishWatched(machine: OriginalMachine): void {
  passInner(machine, machine.cpu[MASTER_CYCLES]);
}

/** Whether the next instruction has to be watched cycle by cycle. */
export function needsWatching(machine: OriginalMachine): boolean {
  return isBusy(machine.unit);
}

/** @param image without a copier header, at least 32 KiB */
export function createOriginalMachine(image: Uint8Array, mapping: Mapping): OriginalMachine {
  const map = createMemoryMap(image, mapping, 0);
  const readOffset = map.readOffset.map((offset) => (offset < map.romOffset ? -1 : offset));
  const log = createAccessLog();
  const unit = createArithmeticUnit();
  const cpu = createCpu();
  const bus: Bus = {
    memory: map.memory,
    readOffset,
    writeOffset: new Int32Array(PAGE_COUNT).fill(-1),
    accessCycles: map.accessCycles,
    registerCycles: (address) => cyclesOf(address, FAST_ACCESS),
    readRegister: (address, running) => readAnywhere(machine, address, running),
    writeRegister: (address, value) => writeAnywhere(machine, address, value),
  };
  const machine: OriginalMachine = {
    mapping,
    cpu,
    bus,
    watchedBus: bus,
    ram: map.memory.subarray(0, WORK_RAM_BYTES),
    registers: createRegisterFile(log, unit),
    unit,
    log,
    romOffset: map.romOffset,
    romBytes: image.length,
    branches: new Uint8Array(image.length),
    branchList: [],
    pendingBranches: [],
    directions: 0,
    marks: new Uint8Array(image.length),
    marked: undefined,
    unprinted: -1,
    muted: false,
    stackLow: 0,
    stackHigh: 0,
    at: 0,
    position: 0,
  };
  return Object.assign(machine, { watchedBus: watchedBusOf(machine) });
}

/** Undoes what the last call wrote to work RAM. */
export function undoCall(machine: OriginalMachine): void {
  const { log, ram } = machine;
  for (let index = 0; index < log.writeCount; index++) {
    const place = log.writes[index] as number;
    if (place < WORK_RAM_BYTES) ram[place] = log.before[place] as number;
  }
  for (let index = 0; index < log.stackCount; index++) {
    const place = log.stackWrites[index] as number;
    ram[place] = log.before[place] as number;
  }
}

/** Counts the directions of the last call's branches. */
export function keepBranches(machine: OriginalMachine): void {
  const { branches, pendingBranches } = machine;
  for (const offset of pendingBranches) {
    const bits = branches[offset] as number;
    const kept = bits & BOTH_WAYS;
    const added = (bits >>> PENDING) & ~kept;
    if (kept === 0) machine.branchList.push(offset);
    branches[offset] = kept | added;
    machine.directions += added === BOTH_WAYS ? 2 : added === 0 ? 0 : 1;
  }
  pendingBranches.length = 0;
}

/** Forgets the directions of a call that is not kept. */
export function dropBranches(machine: OriginalMachine): void {
  const { branches, pendingBranches } = machine;
  for (const offset of pendingBranches) branches[offset] = (branches[offset] as number) & BOTH_WAYS;
  pendingBranches.length = 0;
}

/** Forgets which ways branches went. */
export function clearBranches(machine: OriginalMachine): void {
  dropBranches(machine);
  for (const offset of machine.branchList) machine.branches[offset] = 0;
  machine.branchList.length = 0;
  machine.directions = 0;
}
