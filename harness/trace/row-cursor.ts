/** A place in the bytes of one row, the row that is being filled, and what the row must satisfy. */
import type { TraceHeader, TraceRow } from './types.js';

/** Upper limit of the frames folded into one row. */
export const MAX_FOLD = 1_000_000;
/** Any 1,000 successive rows hold a full one, so that a viewer never reads further back. */
export const FULL_ROW_EVERY = 1000;

export const COMMA = 0x2c;
export const OPEN = 0x5b;
export const CLOSE = 0x5d;
export const QUOTE = 0x22;

/** Reports a fault by its code, a message, what was found and a remedy. Never returns. */
export type RowFailure = (code: string, message: string, found: string, remedy: string) => never;

/** The state of a row parser; one record is used for all rows of a log. */
export interface RowCursor {
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

export function createRowCursor(header: TraceHeader, fail: RowFailure): RowCursor {
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
export function latin1Text(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** The next bytes of the row, for messages. */
export function shownAt({ bytes, at, end }: RowCursor): string {
  const part = bytes.subarray(at, Math.min(end, at + 24));
  return at >= end ? 'the end of the line' : JSON.stringify(latin1Text(part));
}

/** Refuses the row at the cursor's place. */
export function broken(cursor: RowCursor, expected: string): never {
  return cursor.fail('E_TRACE_ROW', `the row is broken: expected ${expected}`, shownAt(cursor), 'Record the log again');
}

/** Steps over one byte, which must be the given one. */
export function take(cursor: RowCursor, byte: number, expected: string): void {
  if (cursor.at >= cursor.end || cursor.bytes[cursor.at] !== byte) broken(cursor, expected);
  cursor.at++;
}

/** Reads a non-negative integer without sign, leading zero or fraction. */
export function takeNumber(cursor: RowCursor, limit: number, name: string): number {
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
