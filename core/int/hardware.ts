/**
 * The console's arithmetic registers: the 8 x 8 multiplier ($4202/$4203), the 16 / 8 divider
 * ($4204-$4206) and the PPU's signed 16 x 8 multiplier ($211B/$211C). Evidence: the 65816-hw-*
 * vectors, read after the unit has finished; early reads are not modelled.
 */

/** Product of two bytes, 0..65025. */
export function multiply8x8(a: number, b: number): number {
  return a * b;
}

/** High byte of the product of two bytes: hi(a*b) of the rules. */
export function multiplyHigh8(a: number, b: number): number {
  return (a * b) >>> 8;
}

/** Quotient of a word by a byte; by zero it is 65535. */
export function divideQuotient(dividend: number, divisor: number): number {
  return divisor === 0 ? 0xffff : (dividend / divisor) | 0;
}

/** Remainder of a word by a byte; by zero it is the dividend. */
export function divideRemainder(dividend: number, divisor: number): number {
  return divisor === 0 ? dividend : dividend % divisor;
}

/**
 * Signed 16 x 8 product as the 24 bits found in $2134-$2136. @param a word @param b byte, both as
 * stored
 */
export function multiplySigned16x8(a: number, b: number): number {
  return (((a << 16) >> 16) * ((b << 24) >> 24)) & 0xff_ffff;
}
