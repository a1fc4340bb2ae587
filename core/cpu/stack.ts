/**
 * The stack, and the instructions that push and pull.
 *
 * The instructions of the 6502 keep to page 1 in emulation mode, byte for byte. Those that only the
 * 65816 has run past it in their middle and return to page 1 at their end; PLB too, which its
 * manual does not say (measured on consoles by others).
 */
import { negativeZero8, negativeZero16 } from '../int/index.js';
import type { Bus } from './bus.js';
import { fetch16, idle, read8, readWord, write8 } from './memory.js';
import { isByteM, isByteX } from './operands.js';
import { A, type Cpu, D, DB, E, FLAGS_NZ, keepStackPage, P, PB, PC, S, setFlags, X, Y } from './registers.js';
import { changeStatus } from './status.js';
import { loadA, loadX, loadY } from './transfer.js';

/** Pushes a byte as the 6502 does. */
export function push8(cpu: Cpu, bus: Bus, value: number): void {
  const pointer = cpu[S];
  write8(cpu, bus, pointer, value);
  cpu[S] = cpu[E] === 0 ? (pointer - 1) & 0xffff : 0x100 | ((pointer - 1) & 0xff);
}

/** Pulls a byte as the 6502 does. */
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

/** Pushes a byte past page 1 if need be; `keepStackPage` has to follow at the instruction's end. */
export function pushPast8(cpu: Cpu, bus: Bus, value: number): void {
  const pointer = cpu[S];
  write8(cpu, bus, pointer, value);
  cpu[S] = (pointer - 1) & 0xffff;
}

/** Pulls a byte past page 1 if need be; `keepStackPage` has to follow at the instruction's end. */
export function pullPast8(cpu: Cpu, bus: Bus): number {
  const pointer = (cpu[S] + 1) & 0xffff;
  cpu[S] = pointer;
  return read8(cpu, bus, pointer);
}

export function pushPast16(cpu: Cpu, bus: Bus, value: number): void {
  pushPast8(cpu, bus, value >>> 8);
  pushPast8(cpu, bus, value & 0xff);
}

export function pullPast16(cpu: Cpu, bus: Bus): number {
  const low = pullPast8(cpu, bus);
  return low | (pullPast8(cpu, bus) << 8);
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
  pushPast16(cpu, bus, cpu[D]);
  keepStackPage(cpu);
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
  cpu[DB] = pullPast8(cpu, bus);
  setFlags(cpu, FLAGS_NZ, negativeZero8(cpu[DB]));
  keepStackPage(cpu);
}

/** PLD */
export function pullDirectPage(cpu: Cpu, bus: Bus): void {
  idle(cpu);
  idle(cpu);
  cpu[D] = pullPast16(cpu, bus);
  setFlags(cpu, FLAGS_NZ, negativeZero16(cpu[D]));
  keepStackPage(cpu);
}

/** PEA */
export function pushImmediate(cpu: Cpu, bus: Bus): void {
  pushPast16(cpu, bus, fetch16(cpu, bus));
  keepStackPage(cpu);
}

/** PEI: the word of the direct page, which never stays in a page. */
export function pushDirectWord(cpu: Cpu, bus: Bus, place: number): void {
  pushPast16(cpu, bus, readWord(cpu, bus, place));
  keepStackPage(cpu);
}

/** PER */
export function pushRelative(cpu: Cpu, bus: Bus): void {
  const distance = fetch16(cpu, bus);
  idle(cpu);
  pushPast16(cpu, bus, (cpu[PC] + distance) & 0xffff);
  keepStackPage(cpu);
}
