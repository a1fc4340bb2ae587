/**
 * Addition, subtraction and comparison of the 65816's accumulator, 8 and 16 bits wide, binary and
 * decimal.
 *
 * Evidence: the 65816-adc*, -sbc* and -cmp* vectors. Carry in and out are explicit: a carry of 1
 * into a subtraction means "no borrow". Decimal operations take any digits; above 9 they behave as
 * the processor does. V is that of the processor: in decimal mode it comes from the sum before the
 * last digit is corrected.
 */
import { FLAG_C, FLAG_V, negativeZero8, negativeZero16, type Packed, pack } from './packed.js';

/**
 * Adds two bytes and a carry; sets N, V, Z and C. @param a 0..255 @param b 0..255 @param carry 0 or
 * 1
 */
export function addWithCarry8(a: number, b: number, carry: number): Packed {
  const sum = a + b + carry;
  const result = sum & 0xff;
  const overflow = ((a ^ sum) & (b ^ sum) & 0x80) >>> 1;
  return pack(result, negativeZero8(result) | overflow | (sum >>> 8));
}

/**
 * Adds two words and a carry; sets N, V, Z and C. @param a 0..65535 @param b 0..65535 @param carry
 * 0 or 1
 */
export function addWithCarry16(a: number, b: number, carry: number): Packed {
  const sum = a + b + carry;
  const result = sum & 0xffff;
  const overflow = ((a ^ sum) & (b ^ sum) & 0x8000) >>> 9;
  return pack(result, negativeZero16(result) | overflow | (sum >>> 16));
}

/** Binary a - b - (1 - carry). @param carry 1 = no borrow */
export function subtractWithBorrow8(a: number, b: number, carry: number): Packed {
  return addWithCarry8(a, b ^ 0xff, carry);
}

/** Binary a - b - (1 - carry). @param carry 1 = no borrow */
export function subtractWithBorrow16(a: number, b: number, carry: number): Packed {
  return addWithCarry16(a, b ^ 0xffff, carry);
}

/**
 * One decimal digit at bit `shift`: sum of both digits and the carry below, corrected, carry in the
 * bit above.
 */
function addDigit(a: number, b: number, below: number, shift: number): number {
  const digitMask = 0xf << shift;
  const sum = (a & digitMask) + (b & digitMask) + below;
  // 9 at this place, with ones below it: anything larger has to be corrected
  const largest = ((0xa << shift) >>> 0) - 1;
  return sum > largest ? ((sum + (6 << shift)) & (digitMask | ((1 << shift) - 1))) + (0x10 << shift) : sum;
}

/** One decimal digit of a subtraction; `b` is complemented already. */
function subtractDigit(a: number, b: number, below: number, shift: number): number {
  const digitMask = 0xf << shift;
  const sum = (a & digitMask) + (b & digitMask) + below;
  return sum < 0x10 << shift ? (sum - (6 << shift)) & (digitMask | ((1 << shift) - 1)) : sum;
}

/** Decimal addition; the last digit's correction comes after V is taken. */
export function addWithCarryDecimal8(a: number, b: number, carry: number): Packed {
  let sum = (a & 0xf0) + (b & 0xf0) + addDigit(a, b, carry, 0);
  const overflow = ((a ^ sum) & ~(a ^ b) & 0x80) >>> 1;
  if (sum > 0x9f) sum += 0x60;
  const result = sum & 0xff;
  return pack(result, negativeZero8(result) | overflow | (sum > 0xff ? FLAG_C : 0));
}

export function addWithCarryDecimal16(a: number, b: number, carry: number): Packed {
  const low = addDigit(a, b, addDigit(a, b, addDigit(a, b, carry, 0), 4), 8);
  let sum = (a & 0xf000) + (b & 0xf000) + low;
  const overflow = ((a ^ sum) & ~(a ^ b) & 0x8000) >>> 9;
  if (sum > 0x9fff) sum += 0x6000;
  const result = sum & 0xffff;
  return pack(result, negativeZero16(result) | overflow | (sum > 0xffff ? FLAG_C : 0));
}

/** Decimal a - b - (1 - carry). @param carry 1 = no borrow */
export function subtractWithBorrowDecimal8(a: number, b: number, carry: number): Packed {
  const complement = b ^ 0xff;
  let sum = (a & 0xf0) + (complement & 0xf0) + subtractDigit(a, complement, carry, 0);
  const overflow = ((a ^ sum) & ~(a ^ complement) & 0x80) >>> 1;
  const noBorrow = sum > 0xff;
  if (!noBorrow) sum -= 0x60;
  const result = sum & 0xff;
  return pack(result, negativeZero8(result) | overflow | (noBorrow ? FLAG_C : 0));
}

/** Decimal a - b - (1 - carry). @param carry 1 = no borrow */
export function subtractWithBorrowDecimal16(a: number, b: number, carry: number): Packed {
  const complement = b ^ 0xffff;
  const low = subtractDigit(a, complement, subtractDigit(a, complement, subtractDigit(a, complement, carry, 0), 4), 8);
  let sum = (a & 0xf000) + (complement & 0xf000) + low;
  const overflow = ((a ^ sum) & ~(a ^ complement) & 0x8000) >>> 9;
  const noBorrow = sum > 0xffff;
  if (!noBorrow) sum -= 0x6000;
  const result = sum & 0xffff;
  return pack(result, negativeZero16(result) | overflow | (noBorrow ? FLAG_C : 0));
}

/**
 * Flags of a comparison; the result field is the difference, V is never set (the processor leaves
 * its own).
 */
export function compare8(a: number, b: number): Packed {
  const result = (a - b) & 0xff;
  return pack(result, negativeZero8(result) | (a >= b ? FLAG_C : 0));
}

/**
 * Flags of a comparison; the result field is the difference, V is never set (the processor leaves
 * its own).
 */
export function compare16(a: number, b: number): Packed {
  const result = (a - b) & 0xffff;
  return pack(result, negativeZero16(result) | (a >= b ? FLAG_C : 0));
}

/** V of a packed value, as FLAG_V or 0. */
export function overflowOf(packed: Packed): number {
  return (packed >>> 16) & FLAG_V;
}
