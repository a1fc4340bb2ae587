/**
 * How an accumulator operation returns its result and its flags in one number, without an object
 * and without module state.
 *
 * Bits 0-15 hold the result, bits 16-23 the flags at the places they have in the 65816's status
 * register.
 */

/** Negative: the result's top bit. */
export const FLAG_N = 0x80;
/** Signed overflow. */
export const FLAG_V = 0x40;
/** The result is zero. */
export const FLAG_Z = 0x02;
/** Carry out of an addition, "no borrow" of a subtraction, the bit shifted out. */
export const FLAG_C = 0x01;

/** A result and its flags in one number. */
export type Packed = number;

const FLAG_SHIFT = 16;
/** Carry flag of a packed value, in place. */
export const PACKED_C = FLAG_C << FLAG_SHIFT;
/** Zero flag of a packed value, in place. */
export const PACKED_Z = FLAG_Z << FLAG_SHIFT;

/** @param result 0..65535 @param flags FLAG_N | FLAG_V | FLAG_Z | FLAG_C */
export function pack(result: number, flags: number): Packed {
  return result | (flags << FLAG_SHIFT);
}

/** Result, 0..255 or 0..65535 by the operation's width. */
export function resultOf(packed: Packed): number {
  return packed & 0xffff;
}

/** Flags as FLAG_N | FLAG_V | FLAG_Z | FLAG_C. */
export function flagsOf(packed: Packed): number {
  return packed >>> FLAG_SHIFT;
}

/** Carry out, 0 or 1. */
export function carryOf(packed: Packed): number {
  return (packed >>> FLAG_SHIFT) & FLAG_C;
}

/** N and Z of an 8-bit result. */
export function negativeZero8(result: number): number {
  return (result & FLAG_N) | (result === 0 ? FLAG_Z : 0);
}

/** N and Z of a 16-bit result. */
export function negativeZero16(result: number): number {
  return ((result >>> 8) & FLAG_N) | (result === 0 ? FLAG_Z : 0);
}
