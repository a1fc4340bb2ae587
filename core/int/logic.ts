/**
 * And, or, exclusive or, bit test and byte exchange of the 65816's accumulator. Evidence: the
 * 65816-and*, -ora*, -eor*, -bit* and -xba vectors. C is never part of the flags here: these
 * operations leave it as it was.
 */
import { FLAG_N, FLAG_V, FLAG_Z, negativeZero8, negativeZero16, type Packed, pack } from './packed.js';

export function and8(a: number, b: number): Packed {
  const result = a & b;
  return pack(result, negativeZero8(result));
}

export function and16(a: number, b: number): Packed {
  const result = a & b;
  return pack(result, negativeZero16(result));
}

export function or8(a: number, b: number): Packed {
  const result = a | b;
  return pack(result, negativeZero8(result));
}

export function or16(a: number, b: number): Packed {
  const result = a | b;
  return pack(result, negativeZero16(result));
}

export function xor8(a: number, b: number): Packed {
  const result = a ^ b;
  return pack(result, negativeZero8(result));
}

export function xor16(a: number, b: number): Packed {
  const result = a ^ b;
  return pack(result, negativeZero16(result));
}

/**
 * Bit test with a memory operand: Z of a & b, N and V from the operand's two top bits. The result
 * field is a, unchanged.
 */
export function bit8(a: number, b: number): Packed {
  return pack(a, (b & (FLAG_N | FLAG_V)) | ((a & b) === 0 ? FLAG_Z : 0));
}

/**
 * Bit test with a memory operand: Z of a & b, N and V from the operand's two top bits. The result
 * field is a, unchanged.
 */
export function bit16(a: number, b: number): Packed {
  return pack(a, ((b >>> 8) & (FLAG_N | FLAG_V)) | ((a & b) === 0 ? FLAG_Z : 0));
}

/** Bit test with an immediate operand: only Z is defined. The result field is a, unchanged. */
export function bitImmediate(a: number, b: number): Packed {
  return pack(a, (a & b) === 0 ? FLAG_Z : 0);
}

/**
 * Swaps the accumulator's bytes; N and Z follow the new low byte whatever the accumulator's width
 * is.
 */
export function exchangeBytes(a: number): Packed {
  const low = a >>> 8;
  return pack(((a & 0xff) << 8) | low, negativeZero8(low));
}
