/**
 * Bits of attributes: attribute 0 is the top bit of the first byte, 15 the lowest of the second.
 */

/**
 * Bit that `shifts` left shifts push out of two bytes, 0 or 1; none for 0 or more than 16 shifts.
 * @param high first byte @param low second byte
 */
export function bitShiftedOut(high: number, low: number, shifts: number): number {
  return shifts === 0 || shifts > 16 ? 0 : (((high << 8) | low) >> (16 - shifts)) & 1;
}

/** The two bytes with only the attribute's bit, high byte first. */
export function attributeBit(attribute: number): number {
  return 0x8000 >> attribute;
}
