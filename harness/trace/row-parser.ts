/**
 * Reads one row from bytes into a row object that is used again and again. Hand-written, because a
 * log holds millions of rows: a row with a pad word is decoded without allocation.
 */

import { takePlainRow } from './plain-row.js';
import { takeAllCells, takeChanges } from './row-cells.js';
import { BRACE_OPEN, takeCommand } from './row-command.js';
import {
  broken,
  CLOSE,
  COMMA,
  createRowCursor,
  FULL_ROW_EVERY,
  latin1Text,
  MAX_FOLD,
  OPEN,
  QUOTE,
  type RowCursor,
  type RowFailure,
  take,
  takeNumber,
} from './row-cursor.js';
import type { TraceHeader, TraceRow } from './types.js';

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
    parsePlain: (bytes, start, line) => (cursor.isByFrame ? takePlainRow(cursor, bytes, start, line) : -1),
  };
}
