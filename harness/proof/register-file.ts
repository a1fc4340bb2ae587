/**
 * The console's registers as a routine of the battle sees them; what a call does not compute, it
 * finds as given.
 */
import { type ArithmeticUnit, isBusy, startDivide, startMultiply } from '../console/arithmetic-unit.js';
import { type AccessLog, FIRST_REGISTER, REGISTERS_END, registerPlace } from './access-log.js';

export interface RegisterFile {
  /** What the registers 2000-5FFF read as where nothing computes them. */
  readonly given: Uint8Array;
  /** The last value written to each. */
  readonly written: Uint8Array;
  /** Result registers read while the unit worked: address of the instruction to number of reads. */
  readonly earlyReads: Map<number, number>;
  /** What was asked for and is not done here, or undefined. */
  unsupported: string | undefined;
  /** Takes the unit's inputs from the given values. */
  start(): void;
  /** @param register 2000..5FFF @param at address of the instruction */
  read(register: number, at: number): number;
  write(register: number, value: number): void;
}

const MULTIPLICAND = 0x211b;
const MULTIPLIER = 0x211c;
const WORK_RAM_PORT = 0x2180;
const DMA_START = 0x420b;

export function createRegisterFile(log: AccessLog, unit: ArithmeticUnit): RegisterFile {
  const given = new Uint8Array(REGISTERS_END - FIRST_REGISTER);
  const earlyReads = new Map<number, number>();
  let isComputed = false;
  let isProduct = false;
  let latch = 0;
  let multiplicand = 0;
  let multiplier = 0;

  function unitResult(register: number, at: number): number {
    if (!isComputed) return given[register - FIRST_REGISTER] as number;
    if (isBusy(unit)) earlyReads.set(at, (earlyReads.get(at) ?? 0) + 1);
    const word = register < 0x4216 ? unit.quotient : unit.product;
    return (register & 1) === 0 ? word & 0xff : word >>> 8;
  }

  function valueRead(register: number, at: number): number {
    if (register >= 0x4214 && register <= 0x4217) return unitResult(register, at);
    if (isProduct && register >= 0x2134 && register <= 0x2136) {
      const product = ((multiplicand << 16) >> 16) * ((multiplier << 24) >> 24);
      return (product >> ((register - 0x2134) * 8)) & 0xff;
    }
    if (register === WORK_RAM_PORT) files.unsupported = 'reads the work RAM port 2180';
    return given[register - FIRST_REGISTER] as number;
  }

  function writeProduct(register: number, value: number): void {
    if (register === MULTIPLICAND) multiplicand = (value << 8) | latch;
    else multiplier = value;
    latch = value;
    isProduct = true;
  }

  function carryOut(register: number, value: number): void {
    switch (register) {
      case 0x4202:
        unit.factor = value;
        return;
      case 0x4203:
        isComputed = true;
        startMultiply(unit, value);
        return;
      case 0x4204:
        unit.dividend = (unit.dividend & 0xff00) | value;
        return;
      case 0x4205:
        unit.dividend = (unit.dividend & 0xff) | (value << 8);
        return;
      case 0x4206:
        isComputed = true;
        startDivide(unit, value);
        return;
      case WORK_RAM_PORT:
        files.unsupported = 'writes the work RAM port 2180';
        return;
      case DMA_START:
        if (value !== 0) files.unsupported = 'starts a DMA transfer (420B)';
        return;
      default:
        if (register === MULTIPLICAND || register === MULTIPLIER) writeProduct(register, value);
    }
  }

  const files: RegisterFile = {
    given,
    earlyReads,
    unsupported: undefined,
    start() {
      isComputed = false;
      isProduct = false;
      latch = 0;
      multiplicand = 0;
      multiplier = 0;
      unit.factor = given[0x4202 - FIRST_REGISTER] as number;
      unit.dividend = (given[0x4204 - FIRST_REGISTER] as number) | ((given[0x4205 - FIRST_REGISTER] as number) << 8);
      unit.multiplyLeft = 0;
      unit.divideLeft = 0;
      files.unsupported = undefined;
    },
    read(register, at) {
      const value = valueRead(register, at);
      const place = registerPlace(register);
      if (log.readStamp[place] !== log.stamp) {
        log.readStamp[place] = log.stamp;
        log.before[place] = value;
        log.reads[log.readCount++] = place;
      }
      return value;
    },
    write(register, value) {
      const place = registerPlace(register);
      if (log.writeStamp[place] !== log.stamp) {
        log.writeStamp[place] = log.stamp;
        log.writes[log.writeCount++] = place;
      }
      files.written[register - FIRST_REGISTER] = value;
      carryOut(register, value);
    },
    written: new Uint8Array(REGISTERS_END - FIRST_REGISTER),
  };
  return files;
}
