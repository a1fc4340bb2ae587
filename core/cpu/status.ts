/** Instructions of the status register and of the emulation flag. */
import { FLAG_C, FLAG_V } from '../int/index.js';
import type { Bus } from './bus.js';
import { fetch8, idle } from './memory.js';
import {
  type Cpu,
  E,
  FLAG_D,
  FLAG_I,
  INSTRUCTIONS,
  MASK_BEFORE,
  MASK_CHANGED_AT,
  P,
  setEmulation,
  setFlags,
  setStatus,
} from './registers.js';

/**
 * Records the old I. An instruction polls the interrupt lines before its last cycle, so that the
 * next one still obeys the I that CLI, SEI, REP, SEP or PLP replaced.
 */
function noteMask(cpu: Cpu): void {
  cpu[MASK_CHANGED_AT] = cpu[INSTRUCTIONS];
  cpu[MASK_BEFORE] = cpu[P] & FLAG_I;
}

/** Replaces P from an instruction that has already polled the interrupt lines. */
export function changeStatus(cpu: Cpu, value: number): void {
  noteMask(cpu);
  setStatus(cpu, value);
}

/** REP */
export function resetStatusBits(cpu: Cpu, bus: Bus): void {
  const bits = fetch8(cpu, bus);
  idle(cpu);
  changeStatus(cpu, cpu[P] & ~bits);
}

/** SEP */
export function setStatusBits(cpu: Cpu, bus: Bus): void {
  const bits = fetch8(cpu, bus);
  idle(cpu);
  changeStatus(cpu, cpu[P] | bits);
}

/** CLC */
export function clearCarry(cpu: Cpu): void {
  idle(cpu);
  setFlags(cpu, FLAG_C, 0);
}

/** SEC */
export function setCarry(cpu: Cpu): void {
  idle(cpu);
  setFlags(cpu, FLAG_C, FLAG_C);
}

/** CLI */
export function clearInterruptMask(cpu: Cpu): void {
  idle(cpu);
  noteMask(cpu);
  setFlags(cpu, FLAG_I, 0);
}

/** SEI */
export function setInterruptMask(cpu: Cpu): void {
  idle(cpu);
  noteMask(cpu);
  setFlags(cpu, FLAG_I, FLAG_I);
}

/** CLV */
export function clearOverflow(cpu: Cpu): void {
  idle(cpu);
  setFlags(cpu, FLAG_V, 0);
}

/** CLD */
export function clearDecimal(cpu: Cpu): void {
  idle(cpu);
  setFlags(cpu, FLAG_D, 0);
}

/** SED */
export function setDecimal(cpu: Cpu): void {
  idle(cpu);
  setFlags(cpu, FLAG_D, FLAG_D);
}

/** XCE */
export function exchangeCarryAndEmulation(cpu: Cpu): void {
  idle(cpu);
  const emulation = cpu[P] & FLAG_C;
  setFlags(cpu, FLAG_C, cpu[E]);
  setEmulation(cpu, emulation);
}
