/** Software and hardware interrupts, the return from them, WAI and STP. */
import type { Bus } from './bus.js';
import { fetch8, idle, read8 } from './memory.js';
import {
  type Cpu,
  E,
  FLAG_D,
  FLAG_I,
  FLAG_X,
  INSTRUCTIONS,
  IRQ_LINE,
  MASK_BEFORE,
  MASK_CHANGED_AT,
  NMI_PENDING,
  P,
  PB,
  PC,
  STOPPED,
  setFlags,
  setStatus,
  WAITING,
} from './registers.js';
import { pull8, pull16, push8, push16 } from './stack.js';

/** Vectors in bank 0 for native mode. Those of emulation mode are 10h higher. */
const VECTOR_COP = 0xffe4;
const VECTOR_BRK = 0xffe6;
const VECTOR_NMI = 0xffea;
const VECTOR_IRQ = 0xffee;
const EMULATION_VECTORS = 0x10;

/**
 * Pushes the return address and a status, masks IRQ, leaves decimal mode and jumps through a
 * vector.
 */
function enter(cpu: Cpu, bus: Bus, status: number, vector: number): void {
  if (cpu[E] === 0) push8(cpu, bus, cpu[PB]);
  push16(cpu, bus, cpu[PC]);
  push8(cpu, bus, status);
  setFlags(cpu, FLAG_D | FLAG_I, FLAG_I);
  cpu[PB] = 0;
  const low = read8(cpu, bus, vector);
  cpu[PC] = low | (read8(cpu, bus, vector + 1) << 8);
}

/**
 * BRK. Emulation mode shares its vector with IRQ; bit X of the pushed status tells the two apart.
 */
export function breakpoint(cpu: Cpu, bus: Bus): void {
  fetch8(cpu, bus);
  enter(cpu, bus, cpu[P], cpu[E] === 0 ? VECTOR_BRK : VECTOR_IRQ + EMULATION_VECTORS);
}

/** COP */
export function coprocessor(cpu: Cpu, bus: Bus): void {
  fetch8(cpu, bus);
  enter(cpu, bus, cpu[P], cpu[E] === 0 ? VECTOR_COP : VECTOR_COP + EMULATION_VECTORS);
}

/** Serves a hardware interrupt. The processor fetches the next opcode and discards it. */
function interrupt(cpu: Cpu, bus: Bus, vector: number): void {
  cpu[MASK_CHANGED_AT] = -1;
  read8(cpu, bus, (cpu[PB] << 16) | cpu[PC]);
  idle(cpu);
  if (cpu[E] === 0) enter(cpu, bus, cpu[P], vector);
  else enter(cpu, bus, cpu[P] & ~FLAG_X, vector + EMULATION_VECTORS);
}

/** I as the last instruction saw it when it polled the interrupt lines, as FLAG_I or 0. */
function polledMask(cpu: Cpu): number {
  return cpu[MASK_CHANGED_AT] === cpu[INSTRUCTIONS] ? cpu[MASK_BEFORE] : cpu[P] & FLAG_I;
}

/** True when the next step enters a handler in place of the next instruction. */
export function isInterruptNext(cpu: Cpu): boolean {
  if (cpu[NMI_PENDING] !== 0) return true;
  return cpu[IRQ_LINE] !== 0 && polledMask(cpu) === 0;
}

/** RTI */
export function returnFromInterrupt(cpu: Cpu, bus: Bus): void {
  idle(cpu);
  idle(cpu);
  setStatus(cpu, pull8(cpu, bus));
  cpu[PC] = pull16(cpu, bus);
  if (cpu[E] === 0) cpu[PB] = pull8(cpu, bus);
}

/** WAI */
export function waitForInterrupt(cpu: Cpu): void {
  idle(cpu);
  idle(cpu);
  if ((cpu[NMI_PENDING] | cpu[IRQ_LINE]) === 0) cpu[WAITING] = 1;
}

/** STP */
export function stop(cpu: Cpu): void {
  idle(cpu);
  idle(cpu);
  cpu[STOPPED] = 1;
}

/** True when an interrupt line, WAI or STP needs service before the next instruction. */
export function hasPendingEvent(cpu: Cpu): boolean {
  return (cpu[NMI_PENDING] | cpu[IRQ_LINE] | cpu[WAITING] | cpu[STOPPED]) !== 0;
}

/** WAI ends with any interrupt, even one that I masks. Leaving it takes two cycles. */
function wake(cpu: Cpu): void {
  cpu[WAITING] = 0;
  idle(cpu);
  idle(cpu);
}

/** Serves an interrupt, WAI or STP. Returns true when it took the place of the next instruction. */
export function servePendingEvent(cpu: Cpu, bus: Bus): boolean {
  if (cpu[STOPPED] !== 0) {
    idle(cpu);
    return true;
  }
  const nmi = cpu[NMI_PENDING] !== 0;
  if (cpu[WAITING] !== 0) {
    if (!nmi && cpu[IRQ_LINE] === 0) {
      idle(cpu);
      return true;
    }
    wake(cpu);
  }
  if (nmi) {
    cpu[NMI_PENDING] = 0;
    interrupt(cpu, bus, VECTOR_NMI);
    return true;
  }
  if (cpu[IRQ_LINE] === 0 || polledMask(cpu) !== 0) return false;
  interrupt(cpu, bus, VECTOR_IRQ);
  return true;
}
