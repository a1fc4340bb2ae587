/** A dialect: the form in which one emulator writes one instruction on one line. */
import type { CpuRow } from '../instruction/row.js';

/** Kinds of lines: a row of the processor. */
export const LINE_ROW = 0;
/** A header, a message of the emulator, or a row of another processor: ignored. */
export const LINE_OTHER = 1;
/** The emulator announces an NMI. */
export const LINE_NMI = 2;
/** The emulator announces an IRQ. */
export const LINE_IRQ = 3;
/** A line outside this dialect. */
export const LINE_BAD = 4;
export type LineKind = typeof LINE_ROW | typeof LINE_OTHER | typeof LINE_NMI | typeof LINE_IRQ | typeof LINE_BAD;

export interface Dialect {
  /** Stable id. */
  readonly id: string;
  readonly name: string;
  /** Source of the layout. */
  readonly evidence: string;
  /** Columns besides the registers, for the report. */
  readonly shows: string;
  /** Reads bytes start..end (without the line feed) into the row. */
  read(bytes: Uint8Array, start: number, end: number, row: CpuRow): LineKind;
  /** The fault of the last line of kind `LINE_BAD`. */
  complaint(): string;
}
