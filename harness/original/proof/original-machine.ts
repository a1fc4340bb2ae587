/**
 * A cartridge image with the processor and as much of the console as a routine of the battle sees:
 * ROM, work RAM and the registers of the multiplier, divider, product and pads. Work RAM and
 * registers answer by functions, so that every access is noted.
 */
import { type Bus, type Cpu, createCpu, MASTER_CYCLES, OPEN_BUS } from '../../../core/cpu/index.js';
import type { Mapping } from '../../../rom-map/cartridge/index.js';
import { WORK_RAM, WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { type ArithmeticUnit, createArithmeticUnit, isBusy, passCycles } from '../console/arithmetic-unit.js';
import { createMemoryMap, cyclesOf, FAST_ACCESS, PAGE_COUNT } from '../console/memory-map.js';
import { type AccessLog, createAccessLog, FIRST_REGISTER, REGISTERS_END } from './access-log.js';
import { createRegisterFile, type RegisterFile, readRegister, writeRegister } from './register-file.js';

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
