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

const COLON = 0x3a;
/** Names of columns: one letter of these, or two. */
const LETTERS = new Set(Buffer.from('AXYSDBPVHFC'));
const PAIRS = new Set(['SP', 'DB', 'HC', 'VC', 'FC'].map((pair) => (pair.charCodeAt(0) << 8) | pair.charCodeAt(1)));

/** Letters of the name of a column that stands at a place with its colon: 1, 2, or 0. */
export function columnAt(bytes: Uint8Array, at: number): 0 | 1 | 2 {
  if (bytes[at + 1] === COLON) return LETTERS.has(bytes[at] as number) ? 1 : 0;
  if (bytes[at + 2] !== COLON) return 0;
  return PAIRS.has(((bytes[at] as number) << 8) | (bytes[at + 1] as number)) ? 2 : 0;
}

/**
 * Position of the first column, whichever it is, or -1: the start of every dialect's registers. It
 * follows a space or the bracket of an address.
 */
export function findRegisters(bytes: Uint8Array, at: number, end: number): number {
  for (let place = at; place + 3 <= end; place++) {
    if (bytes[place + 1] !== COLON && bytes[place + 2] !== COLON) continue;
    const before = bytes[place - 1];
    if ((before === SPACE || before === 0x5d) && columnAt(bytes, place) > 0) return place;
  }
  return -1;
}
