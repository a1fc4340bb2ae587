/**
 * The console's registers as a routine of the battle sees them; what a call does not compute, it
 * finds as given.
 */
import { type ArithmeticUnit, isBusy, startDivide, startMultiply } from '../console/arithmetic-unit.js';
import { type AccessLog, FIRST_REGISTER, REGISTERS_END, registerPlace } from './access-log.js';

export interface RegisterFile {
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

export function createRegisterFile(log: AccessLog, unit: ArithmeticUnit): RegisterFile {
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
export function readRegister(file: RegisterFile, register: number, at: number): number {
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
export function writeRegister(file: RegisterFile, register: number, value: number): void {
  const { log } = file;
  const place = registerPlace(register);
  if (log.writeStamp[place] !== log.stamp) {
    log.writeStamp[place] = log.stamp;
    log.writes[log.writeCount++] = place;
  }
  file.written[register - FIRST_REGISTER] = value;
  carryOut(file, register, value);
}
