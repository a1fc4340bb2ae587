/**
 * Reads rows from bytes into one row object that is used again and again. Hand-written, because a
 * log holds millions of rows: a row with a pad word is decoded without allocation. Such a row goes
 * through `readPlainRow` in one pass; every other one, and every faulty one, through `parse`, which
 * names the fault.
 */

import { countText } from '../../../core/system/names.js';
import type { LockstepErrorCode } from '../../base/index.js';
import type { RowCommand, TraceHeader, TraceRow } from './types.js';

export interface RowParser {
  readonly row: TraceRow;
  /** Parses a row. @param end offset just after the last byte of the line, without its LF */
  parse(bytes: Uint8Array, start: number, end: number, line: number): void;
  /**
   * Parses a plain row whose line feed is among the bytes.
   * @returns offset behind its line feed; -1: `parse` must read it
   */
  parsePlain(bytes: Uint8Array, start: number, line: number): number;
}

/** Upper limit of the frames folded into one row. */
export const MAX_FOLD = 1_000_000;
/** Any 1,000 successive rows hold a full one, so that a viewer never reads further back. */
export const FULL_ROW_EVERY = 1000;

const LF = 0x0a;
const ZERO = 0x30;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const QUOTE = 0x22;
const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;
const BACKSLASH = 0x5c;

/** Reports a fault by its code, a message, what was found and a remedy. Never returns. */
type RowFailure = (code: LockstepErrorCode, message: string, found: string, remedy: string) => never;

/**
 * A place in the bytes of one row, the row that is being filled, and what it must satisfy; one
 * record is used for all rows of a log.
 */
interface RowCursor {
  readonly header: TraceHeader;
  /** Rows are frames; kept apart, because every header has a form of its own for the engine. */
  readonly isByFrame: boolean;
  readonly fail: RowFailure;
  readonly row: TraceRow;
  readonly cellCount: number;
  /** Maximum value of each cell. */
  readonly largest: Float64Array;
  bytes: Uint8Array;
  /** Offset of the next byte. */
  at: number;
  /** Offset just after the last byte of the row. */
  end: number;
  /** Smallest frame number that may come next. */
  nextFrame: number;
  /** Rows since the last full one, including it. */
  sinceFull: number;
}

/** A row to be filled, without changes. Every row is made here: one form is read the fastest. */
export function createRow(cellCount: number): TraceRow {
  return {
    line: 0,
    frame: 0,
    pad: -1,
    command: undefined,
    error: '',
    count: 1,
    full: false,
    changed: 0,
    changes: new Uint32Array(2 * cellCount),
    values: new Uint32Array(cellCount),
    drawCount: -1,
    draws: new Uint32Array(192),
  };
}

function createRowCursor(header: TraceHeader, fail: RowFailure): RowCursor {
  const cellCount = header.cells.length;
  return {
    header,
    isByFrame: header.unit === 'frame',
    fail,
    row: createRow(cellCount),
    cellCount,
    largest: new Float64Array(header.cells.map((cell) => 2 ** (8 * cell[2]) - 1)),
    bytes: new Uint8Array(0),
    at: 0,
    end: 0,
    nextFrame: 0,
    sinceFull: FULL_ROW_EVERY,
  };
}

/** A letter for each byte. */
function latin1Text(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** The next bytes of the row, for messages. */
function shownAt({ bytes, at, end }: RowCursor): string {
  const part = bytes.subarray(at, Math.min(end, at + 24));
  return at >= end ? 'the end of the line' : JSON.stringify(latin1Text(part));
}

/** Refuses the row at the cursor's place. */
function broken(cursor: RowCursor, expected: string): never {
  return cursor.fail('E_TRACE_ROW', `the row is broken: expected ${expected}`, shownAt(cursor), 'Record the log again');
}

/** Steps over one byte, which must be the given one. */
function take(cursor: RowCursor, byte: number, expected: string): void {
  if (cursor.at >= cursor.end || cursor.bytes[cursor.at] !== byte) broken(cursor, expected);
  cursor.at++;
}

/** Reads a non-negative integer without sign, leading zero or fraction. */
function takeNumber(cursor: RowCursor, limit: number, name: string): number {
  const { bytes, end } = cursor;
  const start = cursor.at;
  let at = start;
  let value = 0;
  let digit = (bytes[at] ?? 0) - 0x30;
  while (at < end && digit >= 0 && digit <= 9) {
    value = value * 10 + digit;
    at++;
    if (at - start > 16) break;
    digit = (bytes[at] ?? 0) - 0x30;
  }
  cursor.at = at;
  if (at === start || (bytes[start] === 0x30 && at - start > 1)) broken(cursor, name);
  if (value > limit) {
    cursor.fail('E_TRACE_WIDTH', `${name} is larger than ${limit}`, String(value), 'Record the log again');
  }
  return value;
}

/** Digits of the numbers of a row: more of them are left to the whole parser. */
const FRAME_DIGITS = 14;
const VALUE_DIGITS = 10;

/** A number that was read, and the offset behind it. */
const found = { value: 0, at: 0 };

/** False: there is no number of at most so many digits, or it begins with a 0. */
function readNumber(bytes: Uint8Array, from: number, digits: number): boolean {
  let at = from;
  let digit = (bytes[at] as number) - ZERO;
  const first = digit;
  let value = 0;
  while (digit >= 0 && digit <= 9) {
    value = value * 10 + digit;
    digit = (bytes[++at] as number) - ZERO;
  }
  found.value = value;
  found.at = at;
  const count = at - from;
  return count === 1 || (count > 1 && count <= digits && first !== 0);
}

/** Reads pairs up to the first byte that belongs to none. @returns its offset, or -1 */
function readPairs({ row, cellCount, largest }: RowCursor, bytes: Uint8Array, from: number): number {
  const { changes, values } = row;
  let slot = 0;
  let last = -1;
  let at = from;
  for (;;) {
    if (!readNumber(bytes, at, VALUE_DIGITS)) return -1;
    const index = found.value;
    if (index <= last || index >= cellCount || bytes[found.at] !== COMMA) return -1;
    if (!readNumber(bytes, found.at + 1, VALUE_DIGITS)) return -1;
    const { value } = found;
    at = found.at;

    if (value > (largest[index] as number)) return -1;
    values[index] = value;
    changes[slot] = index;
    changes[slot + 1] = value;
    slot += 2;
    last = index;
    if (bytes[at] !== COMMA) break;
    at++;
  }
  row.changed = slot >> 1;
  return at;
}

function fillRow(row: TraceRow, line: number, frame: number, pad: number, count: number): void {
  row.line = line;
  row.frame = frame;
  row.pad = pad;
  row.count = count;
  row.command = undefined;
  row.error = '';
  row.full = false;
  row.drawCount = -1;
}

/**
 * Reads a row with a pad word and changes. A line feed must follow somewhere behind it.
 * @returns offset behind the line feed of the row; -1: the row has another form, or a fault. The
 *   caller then reads it by the whole parser, which writes every value again.
 */
function readPlainRow(cursor: RowCursor, bytes: Uint8Array, start: number, line: number): number {
  const { row } = cursor;
  if (cursor.sinceFull >= FULL_ROW_EVERY || bytes[start] !== OPEN) return -1;
  if (!readNumber(bytes, start + 1, FRAME_DIGITS) || bytes[found.at] !== COMMA) return -1;
  const frame = found.value;
  if (frame < cursor.nextFrame || !readNumber(bytes, found.at + 1, VALUE_DIGITS)) return -1;
  const pad = found.value;
  let { at } = found;
  if (pad > 0xffff || bytes[at] !== COMMA || bytes[at + 1] !== OPEN) return -1;
  at += 2;
  if (bytes[at] === CLOSE) row.changed = 0;
  else at = readPairs(cursor, bytes, at);
  if (at < 0 || bytes[at] !== CLOSE) return -1;
  at++;
  let count = 1;
  if (bytes[at] === COMMA) {
    if (!readNumber(bytes, at + 1, VALUE_DIGITS)) return -1;
    count = found.value;
    at = found.at;
    if (count < 2 || count > MAX_FOLD) return -1;
  }
  if (bytes[at] !== CLOSE || bytes[at + 1] !== LF) return -1;
  fillRow(row, line, frame, pad, count);
  cursor.nextFrame = frame + count;
  cursor.sinceFull++;
  return at + 2;
}

function storeCell(cursor: RowCursor, index: number): void {
  const { row, header } = cursor;
  const value = takeNumber(cursor, 2 ** 53, 'a value');
  if (value > (cursor.largest[index] ?? 0)) {
    cursor.fail(
      'E_TRACE_WIDTH',
      `the value does not fit in cell ${header.cells[index]?.[0]}`,
      String(value),
      `Write a value of ${countText(header.cells[index]?.[2] ?? 0, 'byte')}`,
    );
  }
  row.values[index] = value;
  const slot = 2 * row.changed;
  row.changes[slot] = index;
  row.changes[slot + 1] = value;
  row.changed++;
}

/** Reads the pairs of a row of changes, up to the closing bracket. */
function takeChanges(cursor: RowCursor): void {
  const { bytes, cellCount, fail } = cursor;
  if (bytes[cursor.at] === CLOSE) return;
  const behind = readPairs(cursor, bytes, cursor.at);
  if (behind >= 0) {
    cursor.at = behind;
    return;
  }
  // some pair is faulty: read one by one, the fault is named
  let last = -1;
  for (;;) {
    const index = takeNumber(cursor, 2 ** 32, 'a cell index');
    if (index >= cellCount) {
      fail(
        'E_TRACE_CELL_INDEX',
        'the row changes a cell that the header does not declare',
        String(index),
        `Use an index from 0 to ${cellCount - 1}`,
      );
    }
    if (index <= last) {
      fail('E_TRACE_ROW', 'cell indexes of a row must ascend', `${index} after ${last}`, 'Write each cell once');
    }
    last = index;
    take(cursor, COMMA, 'a comma and a value');
    storeCell(cursor, index);
    if (bytes[cursor.at] !== COMMA) return;
    cursor.at++;
  }
}

function missing(cursor: RowCursor, index: number): never {
  return cursor.fail(
    'E_TRACE_CELL_MISSING',
    `a full row lacks cell ${cursor.header.cells[index]?.[0]} and all after it`,
    countText(index, 'value'),
    `Write all ${countText(cursor.cellCount, 'value')}`,
  );
}

/** Reads the values of a full row, up to the closing bracket. */
function takeAllCells(cursor: RowCursor): void {
  const { bytes, cellCount } = cursor;
  for (let index = 0; index < cellCount; index++) {
    if (bytes[cursor.at] === CLOSE) missing(cursor, index);
    if (index > 0) take(cursor, COMMA, 'a comma');
    storeCell(cursor, index);
  }
  if (bytes[cursor.at] !== COMMA) return;
  cursor.fail(
    'E_TRACE_CELL_INDEX',
    'a full row holds more values than the header declares cells',
    shownAt(cursor),
    `Write ${countText(cellCount, 'value')}, one for each cell`,
  );
}

const text = new TextDecoder('utf-8', { fatal: true });

/** Moves the cursor after the object's closing brace. */
function skipObject(cursor: RowCursor): void {
  const { bytes, end } = cursor;
  let depth = 0;
  let quoted = false;
  for (; cursor.at < end; cursor.at++) {
    const byte = bytes[cursor.at];
    if (quoted) {
      if (byte === BACKSLASH) cursor.at++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === BRACE_OPEN) depth++;
    else if (byte === BRACE_CLOSE && --depth === 0) break;
  }
  if (cursor.at >= end) broken(cursor, 'a closed command object');
  cursor.at++;
}

/** Reads the command at the cursor. */
function takeCommand(cursor: RowCursor): RowCommand {
  const start = cursor.at;
  skipObject(cursor);
  let value: unknown;
  try {
    value = JSON.parse(text.decode(cursor.bytes.subarray(start, cursor.at)));
  } catch (error) {
    // no JSON, or no UTF-8
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    cursor.at = start;
    broken(cursor, 'a command as JSON');
  }
  if (typeof (value as Record<string, unknown>)['command'] !== 'string') {
    cursor.at = start;
    broken(cursor, 'a command object with the key command');
  }
  return value as RowCommand;
}

const FRAME_LIMIT = 2 ** 48;
/** `"draws",[` */
const DRAWS = Uint8Array.from('"draws",[', (letter) => letter.charCodeAt(0));

/** Reads `full` or an error code, after its opening quote. */
function takeWord(cursor: RowCursor): string {
  const { bytes, end } = cursor;
  const start = cursor.at;
  let at = start;
  while (at < end && bytes[at] !== QUOTE && at - start < 64) at++;
  const found = latin1Text(bytes.subarray(start, at));
  if (found !== 'full' && !/^E_[A-Z0-9_]+$/.test(found)) broken(cursor, '"full" or an error code');
  cursor.at = at;
  take(cursor, QUOTE, 'a closing quote');
  take(cursor, COMMA, 'a comma');
  return found;
}

function takeWords(cursor: RowCursor): void {
  const { bytes, row } = cursor;
  for (let words = 0; bytes[cursor.at] === QUOTE; words++) {
    cursor.at++;
    const found = takeWord(cursor);
    if (found === 'full') {
      row.full = true;
      return;
    }
    if (words > 0 || row.command === undefined) {
      broken(cursor, 'no second error code, and none on a pad word');
    }
    row.error = found;
  }
}

function grown(words: Uint32Array): Uint32Array {
  const larger = new Uint32Array(2 * words.length);
  larger.set(words);
  return larger;
}

/** Reads `"draws",[site,before,after,...]`; a folded row has none. */
function takeDraws(cursor: RowCursor): void {
  const { bytes, row } = cursor;
  const start = cursor.at;
  for (const byte of DRAWS) {
    if (bytes[cursor.at] !== byte) {
      cursor.at = start;
      broken(cursor, '"draws" and a list');
    }
    cursor.at++;
  }
  let words = 0;
  while (bytes[cursor.at] !== CLOSE) {
    if (words > 0) take(cursor, COMMA, 'a comma');
    if (words === row.draws.length) row.draws = grown(row.draws);
    row.draws[words++] = takeNumber(cursor, 0xffff_ffff, 'a word of a draw');
  }
  cursor.at++;
  if (words % 3 !== 0) broken(cursor, 'three words for each draw');
  row.drawCount = words / 3;
  if (row.count > 1 && words > 0) broken(cursor, 'no draws in a folded row');
}

function takeBody(cursor: RowCursor): void {
  const { bytes, row } = cursor;
  takeWords(cursor);
  take(cursor, OPEN, 'a list of values');
  if (row.full) takeAllCells(cursor);
  else takeChanges(cursor);
  take(cursor, CLOSE, 'a closing bracket');
  if (bytes[cursor.at] === COMMA && bytes[cursor.at + 1] !== QUOTE) {
    cursor.at++;
    if (row.command !== undefined) broken(cursor, 'no count on a command');
    row.count = takeNumber(cursor, MAX_FOLD, 'a count of frames');
    if (row.count < 2) broken(cursor, 'a count of at least 2, or none');
  }
  if (bytes[cursor.at] === COMMA) {
    cursor.at++;
    takeDraws(cursor);
  }
}

function takeFrame(cursor: RowCursor): void {
  const frame = takeNumber(cursor, FRAME_LIMIT, 'a frame number');
  if (frame < cursor.nextFrame) {
    cursor.fail(
      'E_TRACE_ORDER',
      'frame numbers must ascend',
      `${frame} where ${cursor.nextFrame} is the smallest allowed`,
      'Record the log again, or put its lines back in order',
    );
  }
  cursor.row.frame = frame;
}

function takeInput(cursor: RowCursor): void {
  const { row } = cursor;
  if (cursor.bytes[cursor.at] === BRACE_OPEN) row.command = takeCommand(cursor);
  else if (cursor.isByFrame) row.pad = takeNumber(cursor, 0xffff, 'a pad word');
  else broken(cursor, 'a command object');
}

/** Counts the row after all other checks, so that a damaged row cannot reset the count. */
function countRow(cursor: RowCursor): void {
  const { row } = cursor;
  cursor.nextFrame = row.frame + row.count;
  cursor.sinceFull = row.full ? 1 : cursor.sinceFull + 1;
  if (cursor.sinceFull <= FULL_ROW_EVERY) return;
  cursor.fail(
    'E_TRACE_FULL_ROW',
    'a full row is due',
    'a row of changes',
    `Write the first row and one of any ${FULL_ROW_EVERY} rows in full`,
  );
}

function startRow(row: TraceRow, line: number): void {
  row.line = line;
  row.changed = 0;
  row.command = undefined;
  row.error = '';
  row.full = false;
  row.count = 1;
  row.pad = -1;
  row.drawCount = -1;
}

export function createRowParser(header: TraceHeader, fail: RowFailure): RowParser {
  const cursor = createRowCursor(header, fail);
  const { row } = cursor;
  return {
    row,
    parse(bytes, start, end, line) {
      cursor.bytes = bytes;
      cursor.at = start;
      cursor.end = end;
      startRow(row, line);
      take(cursor, OPEN, 'an opening bracket');
      takeFrame(cursor);
      take(cursor, COMMA, 'a comma');
      takeInput(cursor);
      take(cursor, COMMA, 'a comma');
      takeBody(cursor);
      take(cursor, CLOSE, 'a closing bracket');
      if (cursor.at !== end) broken(cursor, 'the end of the line');
      countRow(cursor);
    },
    parsePlain: (bytes, start, line) => (cursor.isByFrame ? readPlainRow(cursor, bytes, start, line) : -1),
  };
}
