/** Branches, jumps, calls and returns. */
import type { Bus } from './bus.js';
import { fetch8, fetch16, idle, read8 } from './memory.js';
import { type Cpu, E, keepStackPage, PB, PC, X } from './registers.js';
import { pull16, pullPast8, pullPast16, push16, pushPast8, pushPast16 } from './stack.js';

/** A branch on a condition; in emulation mode one more cycle when it leaves its page. */
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

/** A word of a pointer in a bank that it does not leave. */
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
  pushPast8(cpu, bus, cpu[PB]);
  idle(cpu);
  const bank = fetch8(cpu, bus);
  pushPast16(cpu, bus, (cpu[PC] - 1) & 0xffff);
  cpu[PC] = target;
  cpu[PB] = bank;
  keepStackPage(cpu);
}

/** JSR `(a,x)`, which pushes before it has fetched its whole operand. */
export function callXIndirect(cpu: Cpu, bus: Bus): void {
  const low = fetch8(cpu, bus);
  pushPast16(cpu, bus, cpu[PC]);
  const base = low | (fetch8(cpu, bus) << 8);
  idle(cpu);
  cpu[PC] = readPointer(cpu, bus, cpu[PB], (base + cpu[X]) & 0xffff);
  keepStackPage(cpu);
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
  cpu[PC] = (pullPast16(cpu, bus) + 1) & 0xffff;
  cpu[PB] = pullPast8(cpu, bus);
  keepStackPage(cpu);
}
