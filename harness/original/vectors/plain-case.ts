/**
 * The case that vector files hold by the ten thousand, in one pass over its bytes: fields in their
 * usual order, no blanks, cells in ascending order; and the cells of a sequence's step. Any other
 * form, and every fault, is left to the whole parser, which says what is wrong.
 */
import { type ByteMap, DEFAULT_P, type Registers, type VectorCase } from './format.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const CLOSE = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const ZERO = 0x30;
const LF = 0x0a;
const ADDRESS_DIGITS = 6;

/** Value of a hex digit as addresses have them, by its character code; 255: it is none. */
const DIGITS = new Uint8Array(256).fill(255);
for (const [value, digit] of [...'0123456789ABCDEF'].entries()) DIGITS[digit.charCodeAt(0)] = value;

/** Registers, and what each can hold. */
const NAMES = ['A', 'X', 'Y', 'P', 'D', 'DB'] as const;
const LARGEST = [0xffff, 0xffff, 0xffff, 0xff, 0xffff, 0xff] as const;

const NO_BYTES: ByteMap = new Map();
const NO_REGISTERS: Readonly<Partial<Registers>> = {};
const NO_DRAWS: readonly number[] = [];

/** The bytes of a file, the offset of the next one, and the number that was read last. */
interface Cursor {
  readonly bytes: Buffer;
  at: number;
  value: number;
}

function literal(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const OP = literal('{"op":"');
const MODE = literal('","mode":"');
const IN_BEHIND_MODE = literal('","in":{');
const IN = literal('{"in":{');
const REGISTERS = literal('"regs":{');
const MEMORY = literal('"mem":{');
const TABLES = literal('"rom":{');
const OPERAND = literal('"operand":');
const OUT = literal('},"out":{"exit":"');
const DRAWS = literal(',"draws":[');
const KEYS = NAMES.map((name) => literal(`"${name}":`));

/** Takes a text that must stand here. False: another one does, and nothing was taken. */
function take(cursor: Cursor, text: Uint8Array): boolean {
  const { bytes, at } = cursor;
  for (let index = 0; index < text.length; index++) if (bytes[at + index] !== text[index]) return false;
  cursor.at = at + text.length;
  return true;
}

function takeByte(cursor: Cursor, byte: number): boolean {
  if (cursor.bytes[cursor.at] !== byte) return false;
  cursor.at++;
  return true;
}

/** Takes a number up to the largest one, without zeros in front. */
function takeNumber(cursor: Cursor, largest: number): boolean {
  const { bytes } = cursor;
  const from = cursor.at;
  let at = from;
  let value = 0;
  let digit = (bytes[at] as number) - ZERO;
  while (digit >= 0 && digit <= 9 && value <= largest) {
    value = value * 10 + digit;
    digit = (bytes[++at] as number) - ZERO;
  }
  cursor.at = at;
  cursor.value = value;
  return at > from && value <= largest && (at === from + 1 || bytes[from] !== ZERO);
}

/** The text up to its closing quote; undefined: it has characters that stand for others. */
function takeText(cursor: Cursor): string | undefined {
  const { bytes, at } = cursor;
  let end = at;
  for (;;) {
    const code = bytes[end] as number;
    if (code === QUOTE) break;
    if (!(code >= 0x20 && code < 0x7f) || code === BACKSLASH) return undefined;
    end++;
  }
  cursor.at = end;
  return bytes.toString('latin1', at, end);
}

/** Takes the address of a cell in its quotes. @returns -1: there is none */
function takeAddress(cursor: Cursor): number {
  const { bytes, at } = cursor;
  if (bytes[at] !== QUOTE) return -1;
  let address = 0;
  for (let index = 1; index <= ADDRESS_DIGITS; index++) {
    const digit = DIGITS[bytes[at + index] as number] as number;
    if (digit > 15) return -1;
    address = address * 16 + digit;
  }
  if (bytes[at + ADDRESS_DIGITS + 1] !== QUOTE || bytes[at + ADDRESS_DIGITS + 2] !== COLON) return -1;
  cursor.at = at + ADDRESS_DIGITS + 3;
  return address;
}

/** Bytes from an address on, behind an opened bracket. @returns address of the last one, or -1 */
function takeList(cursor: Cursor, from: number, cells: Map<number, number>): number {
  for (let address = from; ; address++) {
    if (!takeNumber(cursor, 0xff)) return -1;
    cells.set(address, cursor.value);
    if (takeByte(cursor, COMMA)) continue;
    return takeByte(cursor, CLOSE_LIST) ? address : -1;
  }
}

/** Cells and their bytes behind an opened brace, with the brace that closes them. */
function takeCells(cursor: Cursor): ByteMap | undefined {
  if (takeByte(cursor, CLOSE)) return NO_BYTES;
  const cells = new Map<number, number>();
  let last = -1;
  for (;;) {
    const address = takeAddress(cursor);
    // ascending, so that no cell stands there twice
    if (address <= last) return undefined;
    if (takeByte(cursor, OPEN_LIST)) {
      last = takeList(cursor, address, cells);
      if (last < 0) return undefined;
    } else {
      if (!takeNumber(cursor, 0xff)) return undefined;
      cells.set(address, cursor.value);
      last = address;
    }
    if (takeByte(cursor, COMMA)) continue;
    return takeByte(cursor, CLOSE) ? cells : undefined;
  }
}

/** Takes the name of a register with its colon. @returns its index, or -1 */
function takeName(cursor: Cursor): number {
  for (let index = 0; index < KEYS.length; index++) if (take(cursor, KEYS[index] as Uint8Array)) return index;
  return -1;
}

/** Registers behind an opened brace, with the brace that closes them. */
function takeRegisters(cursor: Cursor): Partial<Record<keyof Registers, number>> | undefined {
  const registers: Partial<Record<keyof Registers, number>> = {};
  for (let seen = 0; ; ) {
    const index = takeName(cursor);
    // no register stands there twice
    if (index < 0 || (seen & (1 << index)) !== 0) return undefined;
    if (!takeNumber(cursor, LARGEST[index] as number)) return undefined;
    seen |= 1 << index;
    registers[NAMES[index] as keyof Registers] = cursor.value;
    if (takeByte(cursor, COMMA)) continue;
    return takeByte(cursor, CLOSE) ? registers : undefined;
  }
}

/** Draws behind an opened bracket, with the bracket that closes them. */
function takeDraws(cursor: Cursor): readonly number[] | undefined {
  const draws: number[] = [];
  for (;;) {
    if (!takeNumber(cursor, 0xff)) return undefined;
    draws.push(cursor.value);
    if (takeByte(cursor, COMMA)) continue;
    return takeByte(cursor, CLOSE_LIST) ? draws : undefined;
  }
}

/** Fields of the case before the call. A comma stands between two of them. */
interface Before {
  registers: Readonly<Partial<Registers>>;
  memory: ByteMap;
  tables: ByteMap;
  operand: number | undefined;
}

/** False: a field has another form. */
function takeBefore(cursor: Cursor, before: Before): boolean {
  if (take(cursor, REGISTERS)) {
    const registers = takeRegisters(cursor);
    if (registers === undefined) return false;
    before.registers = registers;
    if (!takeByte(cursor, COMMA)) return true;
  }
  if (take(cursor, MEMORY)) {
    const memory = takeCells(cursor);
    if (memory === undefined) return false;
    before.memory = memory;
    if (!takeByte(cursor, COMMA)) return true;
  }
  if (take(cursor, TABLES)) {
    const tables = takeCells(cursor);
    if (tables === undefined) return false;
    before.tables = tables;
    return true;
  }
  if (!take(cursor, OPERAND) || !takeNumber(cursor, 0xffff)) return false;
  before.operand = cursor.value;
  return true;
}

function entryRegisters({ A = 0, X = 0, Y = 0, P = DEFAULT_P, D, DB }: Readonly<Partial<Registers>>): Registers {
  if (D === undefined && DB === undefined) return { A, X, Y, P };
  return { A, X, Y, P, ...(D === undefined ? {} : { D }), ...(DB === undefined ? {} : { DB }) };
}

/** What follows the exit, up to the end of the line. */
function takeAfter(cursor: Cursor): Pick<VectorCase, 'outRegisters' | 'outMemory' | 'draws'> | undefined {
  let outRegisters: Readonly<Partial<Registers>> | undefined = NO_REGISTERS;
  let outMemory: ByteMap | undefined = NO_BYTES;
  let draws: readonly number[] | undefined = NO_DRAWS;
  if (!takeByte(cursor, QUOTE)) return undefined;
  let more = takeByte(cursor, COMMA);
  if (more && take(cursor, REGISTERS)) {
    outRegisters = takeRegisters(cursor);
    more = takeByte(cursor, COMMA);
  }
  if (more && take(cursor, MEMORY)) {
    outMemory = takeCells(cursor);
    more = false;
  }
  if (more || !takeByte(cursor, CLOSE)) return undefined;
  if (take(cursor, DRAWS)) draws = takeDraws(cursor);
  if (outRegisters === undefined || outMemory === undefined || draws === undefined) return undefined;
  return takeByte(cursor, CLOSE) && cursor.bytes[cursor.at] === LF ? { outRegisters, outMemory, draws } : undefined;
}

/**
 * Reads a case that has the usual form.
 * @param from offset of its line, which ends with a line feed
 * @returns undefined: the line has another form, or a fault
 */
export function readPlainCase(bytes: Buffer, from: number, line: number): VectorCase | undefined {
  const cursor: Cursor = { bytes, at: from, value: 0 };
  let op: string | undefined;
  let mode: string | undefined;
  if (!take(cursor, IN)) {
    if (!take(cursor, OP)) return undefined;
    op = takeText(cursor);
    if (op === undefined || !take(cursor, MODE)) return undefined;
    mode = takeText(cursor);
    if (mode === undefined || !take(cursor, IN_BEHIND_MODE)) return undefined;
  }
  const before: Before = { registers: NO_REGISTERS, memory: NO_BYTES, tables: NO_BYTES, operand: undefined };
  if (!takeBefore(cursor, before) || !take(cursor, OUT)) return undefined;
  const exit = takeText(cursor);
  if (exit === undefined) return undefined;
  const after = takeAfter(cursor);
  if (after === undefined) return undefined;
  const { memory, tables, operand } = before;
  return { line, op, mode, operand, registers: entryRegisters(before.registers), memory, tables, exit, ...after };
}

const CELLS_OF_STEP = ',"mem":{';

/** A step of a sequence: its line without its cells, `"mem":{}`, and these. */
interface CellsApart {
  readonly text: string;
  readonly cells: ByteMap;
}

/**
 * Takes the cells out of a step's line.
 * @returns undefined: the line has another form, or a fault
 */
export function cellsApart(text: string): CellsApart | undefined {
  const from = text.indexOf(CELLS_OF_STEP) + CELLS_OF_STEP.length;
  if (from < CELLS_OF_STEP.length) return undefined;
  const cursor: Cursor = { bytes: Buffer.from(text.slice(from)), at: 0, value: 0 };
  const cells = takeCells(cursor);
  // what was taken are characters of one byte
  const rest = text.slice(from + cursor.at - 1);
  return cells === undefined || rest.includes('"mem"') ? undefined : { text: text.slice(0, from) + rest, cells };
}
