/** The register columns: `A:1234 X:0000 ... P:nvMXdIzC V:100 H:20`, in any order. */
import type { CpuRow } from '../instruction/instruction.js';

// Reads numbers and positions from the bytes of a trace line without making text.

const SPACE = 0x20;
/** Stands between text and registers where a row was copied out of a window. */
const TAB = 0x09;

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
  while (place < end && (bytes[place] === SPACE || bytes[place] === TAB)) place++;
  return place;
}

/** Position after the run of characters other than spaces. */
function endOfWord(bytes: Uint8Array, at: number, end: number): number {
  let place = at;
  while (place < end && bytes[place] !== SPACE && bytes[place] !== TAB) place++;
  return place;
}

const COLON = 0x3a;
/** Names of columns: one letter of these, or two. */
const BYTES_LETTERS = new Set(Buffer.from('AXYSDBPVHFC'));
const PAIRS = new Set(['SP', 'DB', 'HC', 'VC', 'FC'].map((pair) => (pair.charCodeAt(0) << 8) | pair.charCodeAt(1)));

/** Letters of the name of a column that stands at a place with its colon: 1, 2, or 0. */
function columnAt(bytes: Uint8Array, at: number): 0 | 1 | 2 {
  if (bytes[at + 1] === COLON) return BYTES_LETTERS.has(bytes[at] as number) ? 1 : 0;
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
    if ((before === SPACE || before === TAB || before === 0x5d) && columnAt(bytes, place) > 0) return place;
  }
  return -1;
}

// The effective address in square brackets behind an instruction's text.

interface ShownAddress {
  /** End of the instruction's text. */
  at: number;
  /** 24-bit address, or -1. */
  value: number;
}

/**
 * Finds `[7e0b34]`, `[$7E0B34]` or `[$7E:0B34]` after a space, and so not the operand `[$12],y`.
 * Fills `found`; without an address the text ends at `end`.
 */
export function splitAddress(bytes: Uint8Array, start: number, end: number, found: ShownAddress): void {
  found.at = end;
  found.value = -1;
  for (let at = start; at + 7 < end; at++) {
    if (bytes[at] !== 0x5b) continue;
    const first = bytes[at + 1] === 0x24 ? at + 2 : at + 1;
    let value = hexAt(bytes, first, 6, end);
    let close = first + 6;
    if (value < 0 && bytes[first + 2] === 0x3a) {
      const bank = hexAt(bytes, first, 2, end);
      const low = hexAt(bytes, first + 3, 4, end);
      value = bank < 0 || low < 0 ? -1 : bank * 0x1_0000 + low;
      close = first + 7;
    }
    if (value < 0 || bytes[close] !== 0x5d) continue;
    found.at = at;
    found.value = value;
    return;
  }
}

/** How a dialect writes its columns. */
export interface FieldStyle {
  /** `B:` is the data bank, or the bytes of the instruction. */
  readonly b: 'data bank' | 'bytes';
  /** Radix of `V:`. */
  readonly lineRadix: 10 | 16;
  /** `F:` counts frames without wrapping. */
  readonly frameIsAbsolute: boolean;
}

const A = 1;
const X = 2;
const Y = 4;
const S = 8;
const D = 16;
const DATA_BANK = 32;
const FLAGS = 64;
const NEEDED = A | X | Y | S | D | DATA_BANK | FLAGS;
/** Names of the columns, for messages. */
const NAMES = ['A', 'X', 'Y', 'S', 'D', 'data bank', 'flags'];

/** Letters of the flags, bit 7 first. */
const LETTERS = [0x4e, 0x56, 0x4d, 0x58, 0x44, 0x49, 0x5a, 0x43];
/** A row with more letters, digits or columns than this is no row of a trace. */
const MAX_FIELD_LENGTH = 20;

/** Results of `readFields` besides the registers. */
interface FieldResult {
  /** Bit set of columns; `missingColumns` turns it into names. */
  found: number;
  /** Bytes of the instruction, where the dialect shows them. */
  readonly bytes: Uint8Array;
  byteCount: number;
  /** True when the flags stand behind `P:`. */
  hasStatusColumn: boolean;
}

export function createFieldResult(): FieldResult {
  return { found: 0, bytes: new Uint8Array(4), byteCount: 0, hasStatusColumn: false };
}

/** Names of needed columns that a row lacks. */
export function missingColumns(found: number): string[] {
  return NAMES.filter((_name, bit) => (found & (1 << bit)) === 0);
}

export function isComplete(found: number): boolean {
  return (found & NEEDED) === NEEDED;
}

/**
 * Eight flag letters: a capital is set, a small letter or a dot is clear; `1` and `B` stand for M
 * and X in emulation mode.
 */
function readFlags(bytes: Uint8Array, at: number, row: CpuRow): boolean {
  let p = 0;
  let emulation = row.e;
  for (let bit = 0; bit < 8; bit++) {
    const code = bytes[at + bit] as number;
    const letter = LETTERS[bit] as number;
    const isEmulation = (bit === 2 && (code === 0x31 || code === 0x30)) || (bit === 3 && (code | 0x20) === 0x62);
    if (isEmulation) emulation = 1;
    if (code === letter || code === 0x31 || code === 0x42) p |= 0x80 >> bit;
    else if (code !== (letter | 0x20) && code !== 0x2e && !isEmulation) return false;
  }
  row.p = p;
  row.e = emulation;
  return true;
}

function readStatus(bytes: Uint8Array, at: number, length: number, row: CpuRow): boolean {
  if (length === 2) {
    row.p = hexAt(bytes, at, 2, at + 2);
    return row.p >= 0;
  }
  if (length === 9) {
    const emulation = bytes[at] as number;
    if ((emulation | 0x20) !== 0x65) return false;
    row.e = emulation === 0x45 ? 1 : 0;
    return readFlags(bytes, at + 1, row);
  }
  return length === 8 && readFlags(bytes, at, row);
}

function decimalAt(bytes: Uint8Array, at: number, end: number): number {
  let value = 0;
  for (let place = at; place < end; place++) {
    const digit = (bytes[place] as number) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return end > at && end - at <= MAX_FIELD_LENGTH ? value : -1;
}

/** Reads `A9 00` or `$A9 $00` up to the next column. */
function readBytes(bytes: Uint8Array, at: number, end: number, result: FieldResult): number {
  let place = at;
  result.byteCount = 0;
  while (result.byteCount < 4) {
    place = skipSpaces(bytes, place, end);
    const first = bytes[place] === 0x24 ? place + 1 : place;
    const value = hexAt(bytes, first, 2, end);
    if (value < 0 || (first + 2 < end && bytes[first + 2] !== 0x20)) break;
    result.bytes[result.byteCount++] = value;
    place = first + 2;
  }
  return place;
}

/**
 * Reads all columns from a place to the end of the line.
 * @returns false when a column cannot be read
 */
export function readFields(
  bytes: Uint8Array,
  start: number,
  end: number,
  row: CpuRow,
  style: FieldStyle,
  result: FieldResult,
): boolean {
  result.found = 0;
  result.byteCount = 0;
  result.hasStatusColumn = false;
  row.e = -1;
  row.v = -1;
  row.frame = -1;
  let at = skipSpaces(bytes, start, end);
  while (at < end) {
    const first = bytes[at] as number;
    let key = 0;
    let valueAt = at;
    if (bytes[at + 1] === 0x3a) {
      key = first;
      valueAt = at + 2;
    } else if (bytes[at + 2] === 0x3a) {
      key = (first << 8) | (bytes[at + 1] as number);
      valueAt = at + 3;
    }
    if (key === 0) {
      const wordEnd = endOfWord(bytes, at, end);
      if (wordEnd - at === 8 && (result.found & FLAGS) === 0) {
        if (!readFlags(bytes, at, row)) return false;
        result.found |= FLAGS;
      }
      // other words (Snes9x prints interrupt marks) carry nothing that is used
      at = skipSpaces(bytes, wordEnd, end);
      continue;
    }
    if (key === 0x42 && style.b === 'bytes') {
      at = skipSpaces(bytes, readBytes(bytes, valueAt, end, result), end);
      if (result.byteCount === 0) return false;
      continue;
    }
    const isCounter = key === 0x56 || key === 0x5643 || key === 0x46;
    // counters are padded on the left by some dialects
    if (isCounter || key === 0x48 || key === 0x4843 || key === 0x4643) valueAt = skipSpaces(bytes, valueAt, end);
    const wordEnd = endOfValue(bytes, key, valueAt, end);
    const isRead = isCounter
      ? readCounter(bytes, key, valueAt, wordEnd, row, style)
      : readRegister(bytes, key, valueAt, wordEnd, row, result);
    if (!isRead) return false;
    at = skipSpaces(bytes, wordEnd, end);
  }
  return true;
}

/** Digits of a register; 0: letters or a counter. */
function digitsOf(key: number): number {
  if (key === 0x42 || key === 0x4442) return 2;
  return key === 0x41 || key === 0x58 || key === 0x59 || key === 0x53 || key === 0x5350 || key === 0x44 ? 4 : 0;
}

/** End of a value: a space, or where the next column is glued to it (`A:0012X:0004`). */
function endOfValue(bytes: Uint8Array, key: number, at: number, end: number): number {
  const wordEnd = endOfWord(bytes, at, end);
  const digits = digitsOf(key);
  if (wordEnd - at <= (digits === 0 ? 2 : digits)) return wordEnd;
  if (digits > 0) return columnAt(bytes, at + digits) > 0 ? at + digits : wordEnd;
  for (let place = at + 1; place < wordEnd; place++) if (columnAt(bytes, place) > 0) return place;
  return wordEnd;
}

function word(bytes: Uint8Array, at: number, end: number): number {
  return end - at === 4 ? hexAt(bytes, at, 4, end) : -1;
}

/** Reads V, VC or F. */
function readCounter(bytes: Uint8Array, key: number, at: number, end: number, row: CpuRow, style: FieldStyle): boolean {
  if (key === 0x46) {
    if (!style.frameIsAbsolute) return true;
    row.frame = decimalAt(bytes, at, end);
    return row.frame >= 0;
  }
  row.v = style.lineRadix === 10 ? decimalAt(bytes, at, end) : hexAt(bytes, at, Math.min(end - at, 4), end);
  return row.v >= 0 && hexDigit(bytes[at] as number) >= 0;
}

/** Reads a register; other columns are not used. */
function readRegister(
  bytes: Uint8Array,
  key: number,
  at: number,
  end: number,
  row: CpuRow,
  result: FieldResult,
): boolean {
  switch (key) {
    case 0x41:
      row.a = word(bytes, at, end);
      result.found |= A;
      return row.a >= 0;
    case 0x58:
      row.x = word(bytes, at, end);
      result.found |= X;
      return row.x >= 0;
    case 0x59:
      row.y = word(bytes, at, end);
      result.found |= Y;
      return row.y >= 0;
    case 0x53: // S
    case 0x5350: // SP
      row.s = word(bytes, at, end);
      result.found |= S;
      return row.s >= 0;
    case 0x44:
      row.d = word(bytes, at, end);
      result.found |= D;
      return row.d >= 0;
    case 0x42: // B
    case 0x4442: // DB
      row.db = end - at === 2 ? hexAt(bytes, at, 2, end) : -1;
      result.found |= DATA_BANK;
      return row.db >= 0;
    case 0x50: // P
      result.found |= FLAGS;
      result.hasStatusColumn = true;
      return readStatus(bytes, at, end - at, row);
    default:
      return true;
  }
}
