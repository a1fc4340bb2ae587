/**
 * What the walk knows while it finds out the accesses of instructions, and single bytes of them.
 */
import type { KnownMemory, Mapping } from './memory.js';

/** Gets the bytes of memory that instructions access, except through the stack pointer. */
export interface AccessSink {
  /**
   * @param value -1: unknown
   * @param derived nothing but the instruction's own result shows the value
   */
  read(address: number, value: number, derived?: boolean): void;
  /** Called before the memory takes the value. @param value -1: unknown */
  write(address: number, value: number): void;
}

export interface AccessCounts {
  /**
   * Bytes that a load showed to differ from what the trace had shown before: they changed unseen.
   */
  changedUnseen: number;
  /** Printed memory values that the instruction's result contradicts. */
  shownWrong: number;
}

export interface AccessOptions {
  readonly memory: KnownMemory;
  readonly mapping: Mapping;
  readonly sink: AccessSink;
  /** A DMA changed memory: what it wrote is unknown. */
  readonly onDma: () => void;
}

export interface AccessState extends AccessOptions {
  readonly counts: AccessCounts;
  /** Registers that were written, by their low 16 bits; -1: unknown. */
  readonly registers: Int16Array;
  /** Offset in work RAM to which the data port writes next; -1: unknown. */
  portAddress: number;
}

export function createAccessState(options: AccessOptions): AccessState {
  return {
    ...options,
    counts: { changedUnseen: 0, shownWrong: 0 },
    registers: new Int16Array(0x6000).fill(-1),
    portAddress: -1,
  };
}
