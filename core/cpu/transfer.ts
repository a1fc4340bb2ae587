/** Loads, and transfers between registers. */
import { exchangeBytes, flagsOf, negativeZero8, negativeZero16, resultOf } from '../int/index.js';
import { idle } from './memory.js';
import { isByteM, isByteX } from './operands.js';
import { A, type Cpu, D, E, FLAGS_NZ, S, setFlags, X, Y } from './registers.js';

function negativeZero(value: number, isByte: boolean): number {
  return isByte ? negativeZero8(value) : negativeZero16(value);
}

/** LDA. @param value 8 or 16 bits by flag M */
export function loadA(cpu: Cpu, value: number): void {
  const isByte = isByteM(cpu);
  cpu[A] = isByte ? (cpu[A] & 0xff00) | value : value;
  setFlags(cpu, FLAGS_NZ, negativeZero(value, isByte));
}

/** LDX. @param value 8 or 16 bits by flag X */
export function loadX(cpu: Cpu, value: number): void {
  cpu[X] = value;
  setFlags(cpu, FLAGS_NZ, negativeZero(value, isByteX(cpu)));
}

/** LDY. @param value 8 or 16 bits by flag X */
export function loadY(cpu: Cpu, value: number): void {
  cpu[Y] = value;
  setFlags(cpu, FLAGS_NZ, negativeZero(value, isByteX(cpu)));
}

/** The value cut to the width of the index registers. */
function indexPart(cpu: Cpu, value: number): number {
  return isByteX(cpu) ? value & 0xff : value;
}

/** The value cut to the width of the accumulator. */
function accumulatorPart(cpu: Cpu, value: number): number {
  return isByteM(cpu) ? value & 0xff : value;
}

/** TAX */
export function transferAToX(cpu: Cpu): void {
  idle(cpu);
  loadX(cpu, indexPart(cpu, cpu[A]));
}

/** TAY */
export function transferAToY(cpu: Cpu): void {
  idle(cpu);
  loadY(cpu, indexPart(cpu, cpu[A]));
}

/** TSX */
export function transferSToX(cpu: Cpu): void {
  idle(cpu);
  loadX(cpu, indexPart(cpu, cpu[S]));
}

/** TXY */
export function transferXToY(cpu: Cpu): void {
  idle(cpu);
  loadY(cpu, cpu[X]);
}

/** TYX */
export function transferYToX(cpu: Cpu): void {
  idle(cpu);
  loadX(cpu, cpu[Y]);
}

/** TXA */
export function transferXToA(cpu: Cpu): void {
  idle(cpu);
  loadA(cpu, accumulatorPart(cpu, cpu[X]));
}

/** TYA */
export function transferYToA(cpu: Cpu): void {
  idle(cpu);
  loadA(cpu, accumulatorPart(cpu, cpu[Y]));
}

function loadStackPointer(cpu: Cpu, value: number): void {
  idle(cpu);
  cpu[S] = cpu[E] === 0 ? value : 0x100 | (value & 0xff);
}

/** TXS, which sets no flags. */
export function transferXToS(cpu: Cpu): void {
  loadStackPointer(cpu, cpu[X]);
}

/** TCS, which sets no flags. */
export function transferAToS(cpu: Cpu): void {
  loadStackPointer(cpu, cpu[A]);
}

/** TSC: always 16 bits. */
export function transferSToA(cpu: Cpu): void {
  idle(cpu);
  cpu[A] = cpu[S];
  setFlags(cpu, FLAGS_NZ, negativeZero16(cpu[S]));
}

/** TCD: always 16 bits. */
export function transferAToD(cpu: Cpu): void {
  idle(cpu);
  cpu[D] = cpu[A];
  setFlags(cpu, FLAGS_NZ, negativeZero16(cpu[A]));
}

/** TDC: always 16 bits. */
export function transferDToA(cpu: Cpu): void {
  idle(cpu);
  cpu[A] = cpu[D];
  setFlags(cpu, FLAGS_NZ, negativeZero16(cpu[D]));
}

/** XBA */
export function exchangeBytesOfA(cpu: Cpu): void {
  idle(cpu);
  idle(cpu);
  const packed = exchangeBytes(cpu[A]);
  cpu[A] = resultOf(packed);
  setFlags(cpu, FLAGS_NZ, flagsOf(packed));
}
