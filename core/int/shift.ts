/**
 * Shifts, rotates, increment and decrement, 8 and 16 bits wide. Evidence: the 65816-asl*, -lsr*,
 * -rol*, -ror*, -inc* and -dec* vectors. Shifts and rotates put the bit that falls out into C;
 * increment and decrement leave C as it was.
 */
import { FLAG_C, negativeZero8, negativeZero16, type Packed, pack } from './packed.js';

export function shiftLeft8(a: number): Packed {
  return rotateLeft8(a, 0);
}

export function shiftLeft16(a: number): Packed {
  return rotateLeft16(a, 0);
}

export function shiftRight8(a: number): Packed {
  return rotateRight8(a, 0);
}

export function shiftRight16(a: number): Packed {
  return rotateRight16(a, 0);
}

/** @param carry 0 or 1, enters at bit 0 */
export function rotateLeft8(a: number, carry: number): Packed {
  const result = ((a << 1) | carry) & 0xff;
  return pack(result, negativeZero8(result) | (a >>> 7));
}

/** @param carry 0 or 1, enters at bit 0 */
export function rotateLeft16(a: number, carry: number): Packed {
  const result = ((a << 1) | carry) & 0xffff;
  return pack(result, negativeZero16(result) | (a >>> 15));
}

/** @param carry 0 or 1, enters at bit 7 */
export function rotateRight8(a: number, carry: number): Packed {
  const result = (a >>> 1) | (carry << 7);
  return pack(result, negativeZero8(result) | (a & FLAG_C));
}

/** @param carry 0 or 1, enters at bit 15 */
export function rotateRight16(a: number, carry: number): Packed {
  const result = (a >>> 1) | (carry << 15);
  return pack(result, negativeZero16(result) | (a & FLAG_C));
}

export function increment8(a: number): Packed {
  const result = (a + 1) & 0xff;
  return pack(result, negativeZero8(result));
}

export function increment16(a: number): Packed {
  const result = (a + 1) & 0xffff;
  return pack(result, negativeZero16(result));
}

export function decrement8(a: number): Packed {
  const result = (a - 1) & 0xff;
  return pack(result, negativeZero8(result));
}

export function decrement16(a: number): Packed {
  const result = (a - 1) & 0xffff;
  return pack(result, negativeZero16(result));
}
