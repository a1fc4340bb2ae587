/**
 * The row that a log holds by the million, `[frame,pad,[index,value,...]]` or with a count of
 * frames, in one pass over its bytes and without knowing where its line ends.
 */
import { CLOSE, COMMA, FULL_ROW_EVERY, MAX_FOLD, OPEN, type RowCursor } from './row-cursor.js';
import type { TraceRow } from './types.js';

const LF = 0x0a;
const ZERO = 0x30;
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
export function takePlainRow(cursor: RowCursor, bytes: Uint8Array, start: number, line: number): number {
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
