/** Reads numbers and positions from the bytes of a trace line without making text. */

const SPACE = 0x20;

/** 0..15, or -1. */
export function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** `digits` hexadecimal digits at a place, or -1. */
export function hexAt(bytes: Uint8Array, at: number, digits: number, end: number): number {
  if (at + digits > end) return -1;
  let value = 0;
  for (let index = at; index < at + digits; index++) {
    const digit = hexDigit(bytes[index] as number);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

export function skipSpaces(bytes: Uint8Array, at: number, end: number): number {
  let place = at;
  while (place < end && bytes[place] === SPACE) place++;
  return place;
}

/** Position after the run of characters other than spaces. */
export function endOfWord(bytes: Uint8Array, at: number, end: number): number {
  let place = at;
  while (place < end && bytes[place] !== SPACE) place++;
  return place;
}

/**
 * Position of `A:` and a hexadecimal digit after a space, or -1: the start of every dialect's
 * registers.
 */
export function findRegisters(bytes: Uint8Array, at: number, end: number): number {
  for (let place = at; place + 6 <= end; place++) {
    if (
      bytes[place] === 0x41 &&
      bytes[place + 1] === 0x3a &&
      bytes[place - 1] === SPACE &&
      hexDigit(bytes[place + 2] as number) >= 0
    ) {
      return place;
    }
  }
  return -1;
}
