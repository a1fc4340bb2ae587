/** Branches, jumps, calls and returns. */
import type { Bus } from './bus.js';
import { fetch8, fetch16, idle, read8 } from './memory.js';
import { type Cpu, E, PB, PC, restoreStackPage, X } from './registers.js';
import { pull8Unwrapped, pull16, pull16Unwrapped, push8Unwrapped, push16, push16Unwrapped } from './stack.js';

/** Branches on a condition. In emulation mode a branch into another page takes one cycle more. */
export function branchIf(cpu: Cpu, bus: Bus, condition: boolean): void {
  const distance = (fetch8(cpu, bus) << 24) >> 24;
  if (!condition) return;
  const target = (cpu[PC] + distance) & 0xffff;
  if (cpu[E] !== 0 && ((cpu[PC] ^ target) & 0xff00) !== 0) idle(cpu);
  idle(cpu);
  cpu[PC] = target;
}

/** BRL */
export function branchLong(cpu: Cpu, bus: Bus): void {
  const distance = fetch16(cpu, bus);
  idle(cpu);
  cpu[PC] = (cpu[PC] + distance) & 0xffff;
}

/** Reads a pointer of 16 bits; its second byte wraps within the bank. */
function readPointer(cpu: Cpu, bus: Bus, bank: number, address: number): number {
  const low = read8(cpu, bus, (bank << 16) | address);
  return low | (read8(cpu, bus, (bank << 16) | ((address + 1) & 0xffff)) << 8);
}

/** JMP `a` */
export function jump(cpu: Cpu, bus: Bus): void {
  cpu[PC] = fetch16(cpu, bus);
}

/** JMP `al` */
export function jumpLong(cpu: Cpu, bus: Bus): void {
  const address = fetch16(cpu, bus);
  cpu[PB] = fetch8(cpu, bus);
  cpu[PC] = address;
}

/** JMP `(a)` */
export function jumpIndirect(cpu: Cpu, bus: Bus): void {
  cpu[PC] = readPointer(cpu, bus, 0, fetch16(cpu, bus));
}

/** JMP `(a,x)` */
export function jumpXIndirect(cpu: Cpu, bus: Bus): void {
  const base = fetch16(cpu, bus);
  idle(cpu);
  cpu[PC] = readPointer(cpu, bus, cpu[PB], (base + cpu[X]) & 0xffff);
}

/** JML `[a]` */
export function jumpIndirectLong(cpu: Cpu, bus: Bus): void {
  const pointer = fetch16(cpu, bus);
  cpu[PC] = readPointer(cpu, bus, 0, pointer);
  cpu[PB] = read8(cpu, bus, (pointer + 2) & 0xffff);
}

/** JSR `a` */
export function call(cpu: Cpu, bus: Bus): void {
  const target = fetch16(cpu, bus);
  idle(cpu);
  push16(cpu, bus, (cpu[PC] - 1) & 0xffff);
  cpu[PC] = target;
}

/** JSL `al` */
export function callLong(cpu: Cpu, bus: Bus): void {
  const target = fetch16(cpu, bus);
  push8Unwrapped(cpu, bus, cpu[PB]);
  idle(cpu);
  const bank = fetch8(cpu, bus);
  push16Unwrapped(cpu, bus, (cpu[PC] - 1) & 0xffff);
  cpu[PC] = target;
  cpu[PB] = bank;
  restoreStackPage(cpu);
}

/** JSR `(a,x)`. It pushes the return address before it fetches the second byte of its operand. */
export function callXIndirect(cpu: Cpu, bus: Bus): void {
  const low = fetch8(cpu, bus);
  push16Unwrapped(cpu, bus, cpu[PC]);
  const base = low | (fetch8(cpu, bus) << 8);
  idle(cpu);
  cpu[PC] = readPointer(cpu, bus, cpu[PB], (base + cpu[X]) & 0xffff);
  restoreStackPage(cpu);
}

/** RTS */
export function returnFromCall(cpu: Cpu, bus: Bus): void {
  idle(cpu);
  idle(cpu);
  const address = pull16(cpu, bus);
  idle(cpu);
  cpu[PC] = (address + 1) & 0xffff;
}

/** RTL */
export function returnFromLongCall(cpu: Cpu, bus: Bus): void {
  idle(cpu);
  idle(cpu);
  cpu[PC] = (pull16Unwrapped(cpu, bus) + 1) & 0xffff;
  cpu[PB] = pull8Unwrapped(cpu, bus);
  restoreStackPage(cpu);
}
