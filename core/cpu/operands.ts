/**
 * Operands whose width follows flag M (accumulator, memory) or flag X (index registers): immediate,
 * read, stored.
 */
import type { Bus } from './bus.js';
import { fetch8, fetch16, idle, readByte, readWord, writeByte, writeWord, writeWordBack } from './memory.js';
import { type Cpu, FLAG_M, FLAG_X, P } from './registers.js';

/** True when the accumulator and memory have 8 bits (flag M). */
export function isByteM(cpu: Cpu): boolean {
  return (cpu[P] & FLAG_M) !== 0;
}

/** True when the index registers have 8 bits (flag X). */
export function isByteX(cpu: Cpu): boolean {
  return (cpu[P] & FLAG_X) !== 0;
}

export function immediateM(cpu: Cpu, bus: Bus): number {
  return isByteM(cpu) ? fetch8(cpu, bus) : fetch16(cpu, bus);
}

export function immediateX(cpu: Cpu, bus: Bus): number {
  return isByteX(cpu) ? fetch8(cpu, bus) : fetch16(cpu, bus);
}

export function readM(cpu: Cpu, bus: Bus, place: number): number {
  return isByteM(cpu) ? readByte(cpu, bus, place) : readWord(cpu, bus, place);
}

export function readX(cpu: Cpu, bus: Bus, place: number): number {
  return isByteX(cpu) ? readByte(cpu, bus, place) : readWord(cpu, bus, place);
}

/** Stores the accumulator's width. @param value its high byte is ignored while M selects 8 bits */
export function storeM(cpu: Cpu, bus: Bus, place: number, value: number): void {
  if (isByteM(cpu)) writeByte(cpu, bus, place, value & 0xff);
  else writeWord(cpu, bus, place, value);
}

export function storeX(cpu: Cpu, bus: Bus, place: number, value: number): void {
  if (isByteX(cpu)) writeByte(cpu, bus, place, value);
  else writeWord(cpu, bus, place, value);
}

/** Stores the modified operand. The modification itself takes one internal cycle. */
export function storeModified(cpu: Cpu, bus: Bus, place: number, value: number): void {
  idle(cpu);
  if (isByteM(cpu)) writeByte(cpu, bus, place, value);
  else writeWordBack(cpu, bus, place, value);
}
