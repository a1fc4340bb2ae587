/**
 * Every memory access of the processor: one byte, its master cycles, and the byte left on the data
 * bus.
 *
 * An effective address has 24 bits. Bit 24 marks a word of the direct page or the stack, which
 * stays in bank 0: its high byte follows 00FFFF at 000000, not at 010000.
 */
import type { Bus } from './bus.js';
import { type Cpu, MASTER_CYCLES, OPEN_BUS, PB, PC } from './registers.js';

/** Marks an effective address whose word stays in bank 0. */
export const IN_BANK_ZERO = 0x100_0000;

/** Master cycles of a cycle without a memory access. */
const INTERNAL_CYCLES = 6;
const ADDRESS_MASK = 0xff_ffff;
const PAGE_SHIFT = 13;
const PAGE_MASK = 0x1fff;

/** Spends one internal cycle. */
export function idle(cpu: Cpu): void {
  cpu[MASTER_CYCLES] = cpu[MASTER_CYCLES] + INTERNAL_CYCLES;
}

function readFromRegister(cpu: Cpu, bus: Bus, address: number): number {
  cpu[MASTER_CYCLES] = cpu[MASTER_CYCLES] + bus.registerCycles(address);
  const value = bus.readRegister(address, cpu);
  cpu[OPEN_BUS] = value;
  return value;
}

function writeToRegister(cpu: Cpu, bus: Bus, address: number, value: number): void {
  cpu[MASTER_CYCLES] = cpu[MASTER_CYCLES] + bus.registerCycles(address);
  bus.writeRegister(address, value, cpu);
}

/** Reads a byte and counts its cycles. @param address 0..FFFFFF */
export function read8(cpu: Cpu, bus: Bus, address: number): number {
  const page = address >>> PAGE_SHIFT;
  const offset = bus.readOffset[page] as number;
  if (offset < 0) return readFromRegister(cpu, bus, address);
  cpu[MASTER_CYCLES] = cpu[MASTER_CYCLES] + (bus.accessCycles[page] as number);
  const value = bus.memory[offset + (address & PAGE_MASK)] as number;
  cpu[OPEN_BUS] = value;
  return value;
}

/** Writes a byte and counts its cycles. @param address 0..FFFFFF @param value 0..255 */
export function write8(cpu: Cpu, bus: Bus, address: number, value: number): void {
  const page = address >>> PAGE_SHIFT;
  const offset = bus.writeOffset[page] as number;
  cpu[OPEN_BUS] = value;
  if (offset < 0) {
    writeToRegister(cpu, bus, address, value);
    return;
  }
  cpu[MASTER_CYCLES] = cpu[MASTER_CYCLES] + (bus.accessCycles[page] as number);
  bus.memory[offset + (address & PAGE_MASK)] = value;
}

/** Address of a word's high byte. @param place effective address of its low byte */
function highByteOf(place: number): number {
  return (place + 1) & (place < IN_BANK_ZERO ? ADDRESS_MASK : 0xffff);
}

/** The byte at an effective address. */
export function readByte(cpu: Cpu, bus: Bus, place: number): number {
  return read8(cpu, bus, place & ADDRESS_MASK);
}

/** The word at an effective address, its low byte first. */
export function readWord(cpu: Cpu, bus: Bus, place: number): number {
  const low = read8(cpu, bus, place & ADDRESS_MASK);
  return low | (read8(cpu, bus, highByteOf(place)) << 8);
}

export function writeByte(cpu: Cpu, bus: Bus, place: number, value: number): void {
  write8(cpu, bus, place & ADDRESS_MASK, value);
}

/** Writes the low byte first, as a store instruction does. */
export function writeWord(cpu: Cpu, bus: Bus, place: number, value: number): void {
  write8(cpu, bus, place & ADDRESS_MASK, value & 0xff);
  write8(cpu, bus, highByteOf(place), value >>> 8);
}

/** Writes the high byte first, as an instruction does that modifies memory. */
export function writeWordBack(cpu: Cpu, bus: Bus, place: number, value: number): void {
  write8(cpu, bus, highByteOf(place), value >>> 8);
  write8(cpu, bus, place & ADDRESS_MASK, value & 0xff);
}

/** Fetches the next byte of the instruction. The program counter wraps within its bank. */
export function fetch8(cpu: Cpu, bus: Bus): number {
  const counter = cpu[PC];
  cpu[PC] = (counter + 1) & 0xffff;
  return read8(cpu, bus, (cpu[PB] << 16) | counter);
}

/** Fetches the next two bytes of the instruction. */
export function fetch16(cpu: Cpu, bus: Bus): number {
  const low = fetch8(cpu, bus);
  return low | (fetch8(cpu, bus) << 8);
}

/** Fetches the next three bytes of the instruction. */
export function fetch24(cpu: Cpu, bus: Bus): number {
  const low = fetch16(cpu, bus);
  return low | (fetch8(cpu, bus) << 16);
}
