/** One executed instruction of a CPU trace: the machine as it was before the instruction. */

/** Flags of P in `CpuRow.p`. */
export const FLAG_N = 0x80;
export const FLAG_V = 0x40;
export const FLAG_M = 0x20;
export const FLAG_X = 0x10;
export const FLAG_D = 0x08;
export const FLAG_I = 0x04;
export const FLAG_Z = 0x02;
export const FLAG_C = 0x01;

/** One row, overwritten by the reader for every row; -1: not shown by the dialect. */
export interface CpuRow {
  /** 1-based line in the (unpacked) file. */
  line: number;
  /** 24-bit address of the instruction. */
  pc: number;
  /** Opcode byte. */
  opcode: number;
  /**
   * Operand: immediate, 8-, 16- or 24-bit address, branch target (16 bit), or `destination << 8 |
   * source` of a block move.
   */
  operand: number;
  a: number;
  x: number;
  y: number;
  s: number;
  d: number;
  db: number;
  p: number;
  /** Emulation mode: 1, 0; -1 not shown. */
  e: number;
  /** 24-bit effective address as printed, or -1. */
  shownAddress: number;
  /** Byte or word at the effective address before the instruction as printed, or -1. */
  shownValue: number;
  /** Bytes of `shownValue`: 1 or 2. */
  shownWidth: number;
  /** Scan line, or -1. */
  v: number;
  /** Frame number as printed when it never wraps, or -1. */
  frame: number;
}

export function createRow(): CpuRow {
  return {
    line: 0,
    pc: 0,
    opcode: 0,
    operand: 0,
    a: 0,
    x: 0,
    y: 0,
    s: 0,
    d: 0,
    db: 0,
    p: 0,
    e: -1,
    shownAddress: -1,
    shownValue: -1,
    shownWidth: 0,
    v: -1,
    frame: -1,
  };
}

/** The accumulator is 8 bits wide. */
export function isByteA(row: CpuRow): boolean {
  return (row.p & FLAG_M) !== 0 || row.e === 1;
}

/** The index registers are 8 bits wide. */
export function isByteIndex(row: CpuRow): boolean {
  return (row.p & FLAG_X) !== 0 || row.e === 1;
}
