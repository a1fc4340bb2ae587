/**
 * MVN and MVP: one byte for each execution. The instruction repeats itself, so that an interrupt
 * can come between two bytes.
 */
import { wrapAdd8, wrapAdd16 } from '../int/index.js';
import type { Bus } from './bus.js';
import { fetch8, idle, read8, write8 } from './memory.js';
import { isByteX } from './operands.js';
import { A, type Cpu, DB, PC, X, Y } from './registers.js';

function moveByte(cpu: Cpu, bus: Bus, step: number): void {
  const target = fetch8(cpu, bus);
  const source = fetch8(cpu, bus);
  cpu[DB] = target;
  const value = read8(cpu, bus, (source << 16) | cpu[X]);
  write8(cpu, bus, (target << 16) | cpu[Y], value);
  idle(cpu);
  idle(cpu);
  const isByte = isByteX(cpu);
  cpu[X] = isByte ? wrapAdd8(cpu[X], step) : wrapAdd16(cpu[X], step);
  cpu[Y] = isByte ? wrapAdd8(cpu[Y], step) : wrapAdd16(cpu[Y], step);
  const left = cpu[A];
  cpu[A] = wrapAdd16(left, -1);
  if (left !== 0) cpu[PC] = wrapAdd16(cpu[PC], -3);
}

/** MVN */
export function moveUp(cpu: Cpu, bus: Bus): void {
  moveByte(cpu, bus, 1);
}

/** MVP */
export function moveDown(cpu: Cpu, bus: Bus): void {
  moveByte(cpu, bus, -1);
}
