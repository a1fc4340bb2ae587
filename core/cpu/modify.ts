/**
 * Instructions that modify their operand in place: shifts, rotates, increment, decrement, TSB and
 * TRB.
 */
import {
  and8,
  and16,
  decrement8,
  decrement16,
  FLAG_C,
  FLAG_N,
  FLAG_Z,
  flagsOf,
  increment8,
  increment16,
  or8,
  or16,
  type Packed,
  resultOf,
  rotateLeft8,
  rotateLeft16,
  rotateRight8,
  rotateRight16,
  shiftLeft8,
  shiftLeft16,
  shiftRight8,
  shiftRight16,
} from '../int/index.js';
import type { Bus } from './bus.js';
import { idle } from './memory.js';
import { isByteM, isByteX, readM, storeModified } from './operands.js';
import { A, type Cpu, FLAGS_NZ, P, setFlags, X, Y } from './registers.js';

const FLAGS_NZC = FLAG_N | FLAG_Z | FLAG_C;

/** Sets flags and returns the result. */
function finish(cpu: Cpu, packed: Packed, mask: number): number {
  setFlags(cpu, mask, flagsOf(packed));
  return resultOf(packed);
}

function shiftedLeft(cpu: Cpu, value: number): number {
  return finish(cpu, isByteM(cpu) ? shiftLeft8(value) : shiftLeft16(value), FLAGS_NZC);
}

function shiftedRight(cpu: Cpu, value: number): number {
  return finish(cpu, isByteM(cpu) ? shiftRight8(value) : shiftRight16(value), FLAGS_NZC);
}

function rotatedLeft(cpu: Cpu, value: number): number {
  const carry = cpu[P] & FLAG_C;
  return finish(cpu, isByteM(cpu) ? rotateLeft8(value, carry) : rotateLeft16(value, carry), FLAGS_NZC);
}

function rotatedRight(cpu: Cpu, value: number): number {
  const carry = cpu[P] & FLAG_C;
  return finish(cpu, isByteM(cpu) ? rotateRight8(value, carry) : rotateRight16(value, carry), FLAGS_NZC);
}

function incremented(cpu: Cpu, value: number): number {
  return finish(cpu, isByteM(cpu) ? increment8(value) : increment16(value), FLAGS_NZ);
}

function decremented(cpu: Cpu, value: number): number {
  return finish(cpu, isByteM(cpu) ? decrement8(value) : decrement16(value), FLAGS_NZ);
}

/** The accumulator, 8 or 16 bits by flag M. */
function valueOfA(cpu: Cpu): number {
  return isByteM(cpu) ? cpu[A] & 0xff : cpu[A];
}

function keepA(cpu: Cpu, value: number): void {
  idle(cpu);
  cpu[A] = isByteM(cpu) ? (cpu[A] & 0xff00) | value : value;
}

/** ASL of the accumulator. */
export function shiftLeftA(cpu: Cpu): void {
  keepA(cpu, shiftedLeft(cpu, valueOfA(cpu)));
}

/** LSR of the accumulator. */
export function shiftRightA(cpu: Cpu): void {
  keepA(cpu, shiftedRight(cpu, valueOfA(cpu)));
}

/** ROL of the accumulator. */
export function rotateLeftA(cpu: Cpu): void {
  keepA(cpu, rotatedLeft(cpu, valueOfA(cpu)));
}

/** ROR of the accumulator. */
export function rotateRightA(cpu: Cpu): void {
  keepA(cpu, rotatedRight(cpu, valueOfA(cpu)));
}

/** INC of the accumulator. */
export function incrementA(cpu: Cpu): void {
  keepA(cpu, incremented(cpu, valueOfA(cpu)));
}

/** DEC of the accumulator. */
export function decrementA(cpu: Cpu): void {
  keepA(cpu, decremented(cpu, valueOfA(cpu)));
}

/** ASL */
export function shiftLeft(cpu: Cpu, bus: Bus, place: number): void {
  storeModified(cpu, bus, place, shiftedLeft(cpu, readM(cpu, bus, place)));
}

/** LSR */
export function shiftRight(cpu: Cpu, bus: Bus, place: number): void {
  storeModified(cpu, bus, place, shiftedRight(cpu, readM(cpu, bus, place)));
}

/** ROL */
export function rotateLeft(cpu: Cpu, bus: Bus, place: number): void {
  storeModified(cpu, bus, place, rotatedLeft(cpu, readM(cpu, bus, place)));
}

/** ROR */
export function rotateRight(cpu: Cpu, bus: Bus, place: number): void {
  storeModified(cpu, bus, place, rotatedRight(cpu, readM(cpu, bus, place)));
}

/** INC */
export function increment(cpu: Cpu, bus: Bus, place: number): void {
  storeModified(cpu, bus, place, incremented(cpu, readM(cpu, bus, place)));
}

/** DEC */
export function decrement(cpu: Cpu, bus: Bus, place: number): void {
  storeModified(cpu, bus, place, decremented(cpu, readM(cpu, bus, place)));
}

/** TSB: sets the accumulator's bits in memory. Z is set when none of them was set before. */
export function setBits(cpu: Cpu, bus: Bus, place: number): void {
  const value = readM(cpu, bus, place);
  const a = valueOfA(cpu);
  finish(cpu, isByteM(cpu) ? and8(a, value) : and16(a, value), FLAG_Z);
  storeModified(cpu, bus, place, resultOf(isByteM(cpu) ? or8(a, value) : or16(a, value)));
}

/** TRB: clears the accumulator's bits in memory. Z is set when none of them was set before. */
export function clearBits(cpu: Cpu, bus: Bus, place: number): void {
  const value = readM(cpu, bus, place);
  const a = valueOfA(cpu);
  finish(cpu, isByteM(cpu) ? and8(a, value) : and16(a, value), FLAG_Z);
  storeModified(cpu, bus, place, resultOf(isByteM(cpu) ? and8(a ^ 0xff, value) : and16(a ^ 0xffff, value)));
}

/** INX */
export function incrementX(cpu: Cpu): void {
  idle(cpu);
  cpu[X] = finish(cpu, isByteX(cpu) ? increment8(cpu[X]) : increment16(cpu[X]), FLAGS_NZ);
}

/** INY */
export function incrementY(cpu: Cpu): void {
  idle(cpu);
  cpu[Y] = finish(cpu, isByteX(cpu) ? increment8(cpu[Y]) : increment16(cpu[Y]), FLAGS_NZ);
}

/** DEX */
export function decrementX(cpu: Cpu): void {
  idle(cpu);
  cpu[X] = finish(cpu, isByteX(cpu) ? decrement8(cpu[X]) : decrement16(cpu[X]), FLAGS_NZ);
}

/** DEY */
export function decrementY(cpu: Cpu): void {
  idle(cpu);
  cpu[Y] = finish(cpu, isByteX(cpu) ? decrement8(cpu[Y]) : decrement16(cpu[Y]), FLAGS_NZ);
}
