/** The state of a walk while it derives the accesses of instructions, and single bytes of them. */
import type { KnownMemory, Mapping } from './memory.js';

/** Receives the bytes of memory that instructions access, except through the stack pointer. */
export interface AccessSink {
  /**
   * Takes a read. @param value -1: unknown
   * @param derived true when only the instruction's own result shows the value
   */
  read(address: number, value: number, derived?: boolean): void;
  /** Called before the memory takes the value. @param value -1: unknown */
  write(address: number, value: number): void;
}

export interface AccessCounts {
  /** Bytes that a load showed to differ from the trace's earlier value: they changed unseen. */
  changedUnseen: number;
  /** Printed memory values that the instruction's result contradicts. */
  shownWrong: number;
}

export interface AccessOptions {
  readonly memory: KnownMemory;
  readonly mapping: Mapping;
  readonly sink: AccessSink;
  /** A DMA changed memory; the written bytes are unknown. */
  readonly onDma: () => void;
}

export interface AccessState extends AccessOptions {
  readonly counts: AccessCounts;
  /** Registers that were written, by their low 16 bits; -1: unknown. */
  readonly registers: Int16Array;
  /** Offset in work RAM of the data port's next write; -1: unknown. */
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
