/**
 * Addition, subtraction, comparison and logic of the accumulator: the widths and flags around
 * `core/int`.
 */
import {
  addWithCarry8,
  addWithCarry16,
  addWithCarryDecimal8,
  addWithCarryDecimal16,
  and8,
  and16,
  bit8,
  bit16,
  bitImmediate,
  compare8,
  compare16,
  FLAG_C,
  FLAG_N,
  FLAG_V,
  FLAG_Z,
  flagsOf,
  or8,
  or16,
  type Packed,
  resultOf,
  subtractWithBorrow8,
  subtractWithBorrow16,
  subtractWithBorrowDecimal8,
  subtractWithBorrowDecimal16,
  xor8,
  xor16,
} from '../int/index.js';
import { isByteM, isByteX } from './operands.js';
import { A, type Cpu, FLAG_D, FLAGS_NZ, P, setFlags, X, Y } from './registers.js';

const FLAGS_NVZ = FLAG_N | FLAG_V | FLAG_Z;
const FLAGS_NZC = FLAG_N | FLAG_Z | FLAG_C;
const FLAGS_NVZC = FLAG_N | FLAG_V | FLAG_Z | FLAG_C;

/** Puts a byte into the accumulator, whose high byte stays, and some flags into P. */
function keepByte(cpu: Cpu, packed: Packed, mask: number): void {
  cpu[A] = (cpu[A] & 0xff00) | resultOf(packed);
  setFlags(cpu, mask, flagsOf(packed));
}

function keepWord(cpu: Cpu, packed: Packed, mask: number): void {
  cpu[A] = resultOf(packed);
  setFlags(cpu, mask, flagsOf(packed));
}

function byteOfA(cpu: Cpu): number {
  return cpu[A] & 0xff;
}

/** ADC */
export function addWithCarry(cpu: Cpu, value: number): void {
  const carry = cpu[P] & FLAG_C;
  const decimal = (cpu[P] & FLAG_D) !== 0;
  if (isByteM(cpu)) {
    const add = decimal ? addWithCarryDecimal8(byteOfA(cpu), value, carry) : addWithCarry8(byteOfA(cpu), value, carry);
    keepByte(cpu, add, FLAGS_NVZC);
  } else {
    const add = decimal ? addWithCarryDecimal16(cpu[A], value, carry) : addWithCarry16(cpu[A], value, carry);
    keepWord(cpu, add, FLAGS_NVZC);
  }
}

/** SBC */
export function subtractWithBorrow(cpu: Cpu, value: number): void {
  const carry = cpu[P] & FLAG_C;
  const decimal = (cpu[P] & FLAG_D) !== 0;
  if (isByteM(cpu)) {
    const a = byteOfA(cpu);
    const rest = decimal ? subtractWithBorrowDecimal8(a, value, carry) : subtractWithBorrow8(a, value, carry);
    keepByte(cpu, rest, FLAGS_NVZC);
  } else {
    const a = cpu[A];
    const rest = decimal ? subtractWithBorrowDecimal16(a, value, carry) : subtractWithBorrow16(a, value, carry);
    keepWord(cpu, rest, FLAGS_NVZC);
  }
}

/** CMP */
export function compareA(cpu: Cpu, value: number): void {
  const packed = isByteM(cpu) ? compare8(byteOfA(cpu), value) : compare16(cpu[A], value);
  setFlags(cpu, FLAGS_NZC, flagsOf(packed));
}

/** CPX */
export function compareX(cpu: Cpu, value: number): void {
  const packed = isByteX(cpu) ? compare8(cpu[X], value) : compare16(cpu[X], value);
  setFlags(cpu, FLAGS_NZC, flagsOf(packed));
}

/** CPY */
export function compareY(cpu: Cpu, value: number): void {
  const packed = isByteX(cpu) ? compare8(cpu[Y], value) : compare16(cpu[Y], value);
  setFlags(cpu, FLAGS_NZC, flagsOf(packed));
}

/** AND */
export function and(cpu: Cpu, value: number): void {
  if (isByteM(cpu)) keepByte(cpu, and8(byteOfA(cpu), value), FLAGS_NZ);
  else keepWord(cpu, and16(cpu[A], value), FLAGS_NZ);
}

/** ORA */
export function or(cpu: Cpu, value: number): void {
  if (isByteM(cpu)) keepByte(cpu, or8(byteOfA(cpu), value), FLAGS_NZ);
  else keepWord(cpu, or16(cpu[A], value), FLAGS_NZ);
}

/** EOR */
export function exclusiveOr(cpu: Cpu, value: number): void {
  if (isByteM(cpu)) keepByte(cpu, xor8(byteOfA(cpu), value), FLAGS_NZ);
  else keepWord(cpu, xor16(cpu[A], value), FLAGS_NZ);
}

/** BIT of a memory operand. */
export function testBits(cpu: Cpu, value: number): void {
  const packed = isByteM(cpu) ? bit8(byteOfA(cpu), value) : bit16(cpu[A], value);
  setFlags(cpu, FLAGS_NVZ, flagsOf(packed));
}

/** BIT of an immediate operand. */
export function testBitsImmediate(cpu: Cpu, value: number): void {
  const packed = isByteM(cpu) ? bitImmediate(byteOfA(cpu), value) : bitImmediate(cpu[A], value);
  setFlags(cpu, FLAG_Z, flagsOf(packed));
}
