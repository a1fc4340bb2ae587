/**
 * Operands as wide as the accumulator (flag M) or the index registers (flag X): immediate, read,
 * stored.
 */
import type { Bus } from './bus.js';
import { fetch8, fetch16, idle, readByte, readWord, writeByte, writeWord, writeWordBack } from './memory.js';
import { type Cpu, FLAG_M, FLAG_X, P } from './registers.js';

/** The accumulator and memory have 8 bits. */
export function isByteM(cpu: Cpu): boolean {
  return (cpu[P] & FLAG_M) !== 0;
}

/** The index registers have 8 bits. */
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

/** @param value only its low byte is stored while M has 8 bits */
export function storeM(cpu: Cpu, bus: Bus, place: number, value: number): void {
  if (isByteM(cpu)) writeByte(cpu, bus, place, value & 0xff);
  else writeWord(cpu, bus, place, value);
}

export function storeX(cpu: Cpu, bus: Bus, place: number, value: number): void {
  if (isByteX(cpu)) writeByte(cpu, bus, place, value);
  else writeWord(cpu, bus, place, value);
}

/** Stores what an instruction made of the operand it read; the change itself takes a cycle. */
export function storeBack(cpu: Cpu, bus: Bus, place: number, value: number): void {
  idle(cpu);
  if (isByteM(cpu)) writeByte(cpu, bus, place, value);
  else writeWordBack(cpu, bus, place, value);
}
