/**
 * The stack, and the instructions that push and pull.
 *
 * In emulation mode the instructions of the 6502 wrap within page 1 at every byte. The instructions
 * that only the 65816 has can leave page 1 and return to it at their end; so does PLB, although its
 * manual does not say it (measured on consoles by others).
 */
import { negativeZero8, negativeZero16 } from '../int/index.js';
import type { Bus } from './bus.js';
import { fetch16, idle, read8, readWord, write8 } from './memory.js';
import { isByteM, isByteX } from './operands.js';
import { A, type Cpu, D, DB, E, FLAGS_NZ, P, PB, PC, restoreStackPage, S, setFlags, X, Y } from './registers.js';
import { changeStatus } from './status.js';
import { loadA, loadX, loadY } from './transfer.js';

/** Pushes a byte; in emulation mode within page 1. */
export function push8(cpu: Cpu, bus: Bus, value: number): void {
  const pointer = cpu[S];
  write8(cpu, bus, pointer, value);
  cpu[S] = cpu[E] === 0 ? (pointer - 1) & 0xffff : 0x100 | ((pointer - 1) & 0xff);
}

/** Pulls a byte; in emulation mode within page 1. */
export function pull8(cpu: Cpu, bus: Bus): number {
  const pointer = cpu[E] === 0 ? (cpu[S] + 1) & 0xffff : 0x100 | ((cpu[S] + 1) & 0xff);
  cpu[S] = pointer;
  return read8(cpu, bus, pointer);
}

export function push16(cpu: Cpu, bus: Bus, value: number): void {
  push8(cpu, bus, value >>> 8);
  push8(cpu, bus, value & 0xff);
}

export function pull16(cpu: Cpu, bus: Bus): number {
  const low = pull8(cpu, bus);
  return low | (pull8(cpu, bus) << 8);
}

/**
 * Pushes a byte; in emulation mode it may leave page 1. `restoreStackPage` must follow at the end
 * of the instruction.
 */
export function push8Unwrapped(cpu: Cpu, bus: Bus, value: number): void {
  const pointer = cpu[S];
  write8(cpu, bus, pointer, value);
  cpu[S] = (pointer - 1) & 0xffff;
}

/**
 * Pulls a byte; in emulation mode it may leave page 1. `restoreStackPage` must follow at the end of
 * the instruction.
 */
export function pull8Unwrapped(cpu: Cpu, bus: Bus): number {
  const pointer = (cpu[S] + 1) & 0xffff;
  cpu[S] = pointer;
  return read8(cpu, bus, pointer);
}

export function push16Unwrapped(cpu: Cpu, bus: Bus, value: number): void {
  push8Unwrapped(cpu, bus, value >>> 8);
  push8Unwrapped(cpu, bus, value & 0xff);
}

export function pull16Unwrapped(cpu: Cpu, bus: Bus): number {
  const low = pull8Unwrapped(cpu, bus);
  return low | (pull8Unwrapped(cpu, bus) << 8);
}

function pushRegister(cpu: Cpu, bus: Bus, value: number, isByte: boolean): void {
  idle(cpu);
  if (isByte) push8(cpu, bus, value & 0xff);
  else push16(cpu, bus, value);
}

function pullRegister(cpu: Cpu, bus: Bus, isByte: boolean): number {
  idle(cpu);
  idle(cpu);
  return isByte ? pull8(cpu, bus) : pull16(cpu, bus);
}

/** PHA */
export function pushA(cpu: Cpu, bus: Bus): void {
  pushRegister(cpu, bus, cpu[A], isByteM(cpu));
}

/** PHX */
export function pushX(cpu: Cpu, bus: Bus): void {
  pushRegister(cpu, bus, cpu[X], isByteX(cpu));
}

/** PHY */
export function pushY(cpu: Cpu, bus: Bus): void {
  pushRegister(cpu, bus, cpu[Y], isByteX(cpu));
}

/** PHP */
export function pushStatus(cpu: Cpu, bus: Bus): void {
  pushRegister(cpu, bus, cpu[P], true);
}

/** PHB */
export function pushDataBank(cpu: Cpu, bus: Bus): void {
  pushRegister(cpu, bus, cpu[DB], true);
}

/** PHK */
export function pushProgramBank(cpu: Cpu, bus: Bus): void {
  pushRegister(cpu, bus, cpu[PB], true);
}

/** PHD */
export function pushDirectPage(cpu: Cpu, bus: Bus): void {
  idle(cpu);
  push16Unwrapped(cpu, bus, cpu[D]);
  restoreStackPage(cpu);
}

/** PLA */
export function pullA(cpu: Cpu, bus: Bus): void {
  loadA(cpu, pullRegister(cpu, bus, isByteM(cpu)));
}

/** PLX */
export function pullX(cpu: Cpu, bus: Bus): void {
  loadX(cpu, pullRegister(cpu, bus, isByteX(cpu)));
}

/** PLY */
export function pullY(cpu: Cpu, bus: Bus): void {
  loadY(cpu, pullRegister(cpu, bus, isByteX(cpu)));
}

/** PLP */
export function pullStatus(cpu: Cpu, bus: Bus): void {
  changeStatus(cpu, pullRegister(cpu, bus, true));
}

/** PLB */
export function pullDataBank(cpu: Cpu, bus: Bus): void {
  idle(cpu);
  idle(cpu);
  cpu[DB] = pull8Unwrapped(cpu, bus);
  setFlags(cpu, FLAGS_NZ, negativeZero8(cpu[DB]));
  restoreStackPage(cpu);
}

/** PLD */
export function pullDirectPage(cpu: Cpu, bus: Bus): void {
  idle(cpu);
  idle(cpu);
  cpu[D] = pull16Unwrapped(cpu, bus);
  setFlags(cpu, FLAGS_NZ, negativeZero16(cpu[D]));
  restoreStackPage(cpu);
}

/** PEA */
export function pushImmediate(cpu: Cpu, bus: Bus): void {
  push16Unwrapped(cpu, bus, fetch16(cpu, bus));
  restoreStackPage(cpu);
}

/** PEI: pushes a word of the direct page. The word never wraps within a page. */
export function pushDirectWord(cpu: Cpu, bus: Bus, place: number): void {
  push16Unwrapped(cpu, bus, readWord(cpu, bus, place));
  restoreStackPage(cpu);
}

/** PER */
export function pushRelative(cpu: Cpu, bus: Bus): void {
  const distance = fetch16(cpu, bus);
  idle(cpu);
  push16Unwrapped(cpu, bus, (cpu[PC] + distance) & 0xffff);
  restoreStackPage(cpu);
}
