/**
 * The processor as one packed block of numbers: registers, clocks and interrupt lines at fixed
 * indices.
 *
 * A copy of the block is a snapshot. Whoever drives the processor reads and writes the same cells.
 */
import { FLAG_N, FLAG_Z } from '../int/index.js';

/** Accumulator, 0..65535. Operations of 8 bits keep its high byte. */
export const A = 0;
/** Index X, 0..65535; 0..255 while the index registers have 8 bits. */
export const X = 1;
/** Index Y, 0..65535; 0..255 while the index registers have 8 bits. */
export const Y = 2;
/** Stack pointer, 0..65535; 0100..01FF in emulation mode. */
export const S = 3;
/** Direct page, 0..65535. */
export const D = 4;
/** Data bank, 0..255. */
export const DB = 5;
/** Program bank, 0..255. */
export const PB = 6;
/** Program counter, 0..65535. */
export const PC = 7;
/** Status, NVMXDIZC; M and X are set in emulation mode. */
export const P = 8;
/** 1 in emulation mode. */
export const E = 9;
/** Master cycles since power on, the low 30 bits; `masterCycles` is the whole number. */
export const MASTER_CYCLES = 10;
/** Master cycles since power on, in units of 2^30. */
export const MASTER_CYCLES_HIGH = 11;
/** Instructions since power on, the low 30 bits; `instructions` is the whole number. */
export const INSTRUCTIONS = 12;
/** Instructions since power on, in units of 2^30. */
export const INSTRUCTIONS_HIGH = 13;
/** 1 while WAI waits for an interrupt. */
export const WAITING = 14;
/** 1 after STP; only a reset ends it. */
export const STOPPED = 15;
/** Set to 1 at the edge of NMI; the processor clears it when it serves it. */
export const NMI_PENDING = 16;
/** Level of the IRQ line, 1 = requested. The device that sets it also clears it. */
export const IRQ_LINE = 17;
/** The last byte on the data bus, 0..255. A read of an unmapped address returns it. */
export const OPEN_BUS = 18;
/** End of the current `runUntil` stretch, in units of MASTER_CYCLES; see `requestReturn`. */
export const RUN_LIMIT = 19;
/**
 * INSTRUCTIONS after the last instruction that may have changed I behind the poll of the interrupt
 * lines, or -1.
 */
export const MASK_CHANGED_AT = 20;
/** I before that instruction, as FLAG_I or 0. */
export const MASK_BEFORE = 21;
/** Number of cells in the block. */
export const CPU_CELLS = 22;

type Cell = typeof A | typeof X | typeof Y | typeof S | typeof D | typeof DB | typeof PB | typeof PC | typeof P;
type Line = typeof E | typeof WAITING | typeof STOPPED | typeof NMI_PENDING | typeof IRQ_LINE | typeof OPEN_BUS;
type Clock = typeof MASTER_CYCLES | typeof MASTER_CYCLES_HIGH | typeof INSTRUCTIONS | typeof INSTRUCTIONS_HIGH;
type Inner = typeof RUN_LIMIT | typeof MASK_CHANGED_AT | typeof MASK_BEFORE;

/** The register block; its indices are the constants of this file. */
export type Cpu = Int32Array & { [cell in Cell | Line | Clock | Inner]: number };

/** Accumulator and memory have 8 bits. */
export const FLAG_M = 0x20;
/** Index registers have 8 bits. */
export const FLAG_X = 0x10;
/** Decimal addition and subtraction. */
export const FLAG_D = 0x08;
/** IRQ is masked. */
export const FLAG_I = 0x04;
/** N and Z together. */
export const FLAGS_NZ = FLAG_N | FLAG_Z;

/** The low cell of a clock holds 0 to this number minus 1. */
export const CLOCK_UNITS = 0x4000_0000;

/** A processor before its reset: every cell 0, emulation mode. */
export function createCpu(): Cpu {
  const cpu = new Int32Array(CPU_CELLS) as Cpu;
  cpu[P] = FLAG_M | FLAG_X | FLAG_I;
  cpu[E] = 1;
  cpu[S] = 0x1ff;
  cpu[MASK_CHANGED_AT] = -1;
  return cpu;
}

/** Master cycles since power on, exact up to 2^53. */
export function masterCycles(cpu: Cpu): number {
  return cpu[MASTER_CYCLES_HIGH] * CLOCK_UNITS + cpu[MASTER_CYCLES];
}

/** Instructions since power on; interrupts and waiting are not instructions. */
export function instructions(cpu: Cpu): number {
  return cpu[INSTRUCTIONS_HIGH] * CLOCK_UNITS + cpu[INSTRUCTIONS];
}

/** Carries both clocks from their low into their high cells. */
export function carryClocks(cpu: Cpu): void {
  if (cpu[MASTER_CYCLES] >= CLOCK_UNITS) {
    cpu[MASTER_CYCLES] = cpu[MASTER_CYCLES] - CLOCK_UNITS;
    cpu[MASTER_CYCLES_HIGH] = cpu[MASTER_CYCLES_HIGH] + 1;
  }
  if (cpu[INSTRUCTIONS] >= CLOCK_UNITS) {
    cpu[INSTRUCTIONS] = cpu[INSTRUCTIONS] - CLOCK_UNITS;
    cpu[INSTRUCTIONS_HIGH] = cpu[INSTRUCTIONS_HIGH] + 1;
    if (cpu[MASK_CHANGED_AT] >= 0) cpu[MASK_CHANGED_AT] = cpu[MASK_CHANGED_AT] - CLOCK_UNITS;
  }
}

/**
 * Makes `runUntil` return after the current instruction. For register functions that change the
 * timing of what follows.
 */
export function requestReturn(cpu: Cpu): void {
  cpu[RUN_LIMIT] = -1;
}

/** Replaces some flags of P. @param mask the flags that change @param flags their new values */
export function setFlags(cpu: Cpu, mask: number, flags: number): void {
  cpu[P] = (cpu[P] & ~mask) | (flags & mask);
}

/**
 * Replaces P. Emulation mode keeps M and X set, and 8-bit index registers lose their high bytes.
 */
export function setStatus(cpu: Cpu, value: number): void {
  const status = cpu[E] === 0 ? value : value | FLAG_M | FLAG_X;
  cpu[P] = status;
  if ((status & FLAG_X) !== 0) {
    cpu[X] = cpu[X] & 0xff;
    cpu[Y] = cpu[Y] & 0xff;
  }
}

/**
 * Selects the mode. Emulation mode has 8-bit registers and its stack in page 1. @param emulation 0
 * or 1
 */
export function setEmulation(cpu: Cpu, emulation: number): void {
  cpu[E] = emulation;
  setStatus(cpu, cpu[P]);
  restoreStackPage(cpu);
}

/** Puts the stack pointer back into page 1 in emulation mode. */
export function restoreStackPage(cpu: Cpu): void {
  if (cpu[E] !== 0) cpu[S] = 0x100 | (cpu[S] & 0xff);
}
