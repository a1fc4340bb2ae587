/**
 * Reads one row from bytes into a row object that is used again and again. Hand-written, because a log holds millions
 * of rows: a row with a pad word is decoded without allocating anything.
 */
import type { RowCommand, TraceHeader, TraceRow } from './types.js';

/** Any 1,000 rows in a row hold a full one, so that a viewer never reads further than that. */
export const FULL_ROW_EVERY = 1000;
/** Upper limit of frames folded into one row. */
export const MAX_FOLD = 1_000_000;

/** Called with a code, a message, what was found and what to do. Never returns. */
export type RowFailure = (code: string, message: string, found: string, remedy: string) => never;

export interface RowParser {
  readonly row: TraceRow;
  /** @param end offset just after the last byte of the line, without its LF */
  parse(bytes: Uint8Array, start: number, end: number, line: number): void;
}

const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const FRAME_LIMIT = 2 ** 48;
/** `"draws",[` */
const DRAWS = Uint8Array.from('"draws",[', (letter) => letter.charCodeAt(0));

function grown(words: Uint32Array): Uint32Array {
  const larger = new Uint32Array(2 * words.length);
  larger.set(words);
  return larger;
}

export function createRowParser(header: TraceHeader, fail: RowFailure): RowParser {
  const cellCount = header.cells.length;
  const largest = new Float64Array(header.cells.map((cell) => 2 ** (8 * cell[2]) - 1));
  const padsAllowed = header.unit === 'frame';
  const text = new TextDecoder('utf-8', { fatal: true });
  const row: TraceRow = {
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
  let bytes: Uint8Array = new Uint8Array(0);
  let at = 0;
  let end = 0;
  let nextFrame = 0;
  let sinceFull = FULL_ROW_EVERY;

  function shown(): string {
    const part = bytes.subarray(at, Math.min(end, at + 24));
    const start = JSON.stringify(Buffer.from(part).toString('latin1'));
    return at >= end ? 'the end of the line' : start;
  }

  function broken(expected: string): never {
    return fail('E_TRACE_ROW', `the row is broken: expected ${expected}`, shown(), 'Record the log again');
  }

  function take(byte: number, expected: string): void {
    if (at >= end || bytes[at] !== byte) broken(expected);
    at++;
  }

  /** A non-negative integer without sign, leading zero or fraction. */
  function number(limit: number, name: string): number {
    const start = at;
    let value = 0;
    let digit = (bytes[at] ?? 0) - 0x30;
    while (at < end && digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      at++;
      if (at - start > 16) break;
      digit = (bytes[at] ?? 0) - 0x30;
    }
    if (at === start || (bytes[start] === 0x30 && at - start > 1)) broken(name);
    if (value > limit) {
      fail('E_TRACE_WIDTH', `${name} is larger than ${limit}`, String(value), 'Record the log again');
    }
    return value;
  }

  function command(): RowCommand {
    const start = at;
    let depth = 0;
    let quoted = false;
    for (; at < end; at++) {
      const byte = bytes[at];
      if (quoted) {
        if (byte === BACKSLASH) at++;
        else if (byte === QUOTE) quoted = false;
      } else if (byte === QUOTE) quoted = true;
      else if (byte === BRACE_OPEN) depth++;
      else if (byte === BRACE_CLOSE && --depth === 0) break;
    }
    if (at >= end) broken('a closed command object');
    at++;
    let value: unknown;
    try {
      value = JSON.parse(text.decode(bytes.subarray(start, at)));
    } catch {
      at = start;
      broken('a command as JSON');
    }
    if (typeof (value as Record<string, unknown>)['command'] !== 'string') {
      at = start;
      broken('a command object with the key command');
    }
    return value as RowCommand;
  }

  /** After the opening quote: `full"`, or an error's code. Returns true for `full`. */
  function word(): string {
    const start = at;
    while (at < end && bytes[at] !== QUOTE && at - start < 64) at++;
    const found = Buffer.from(bytes.subarray(start, at)).toString('latin1');
    if (found !== 'full' && !/^E_[A-Z0-9_]+$/.test(found)) {
      at = start;
      broken('"full" or an error code');
    }
    take(QUOTE, 'a closing quote');
    take(COMMA, 'a comma');
    return found;
  }

  /**
   * Reads pairs for as long as they are as expected, with everything in local variables. Stops before the first pair that
   * is not, so that `pairs` reads it again and says what is wrong.
   */
  function plainPairs(): number {
    const source = bytes;
    const { changes, values } = row;
    let place = at;
    let last = -1;
    for (;;) {
      const start = place;
      let index = 0;
      let digit = (source[place] as number) - 0x30;
      const firstDigit = digit;
      while (digit >= 0 && digit <= 9) {
        index = index * 10 + digit;
        digit = (source[++place] as number) - 0x30;
      }
      const indexDigits = place - start;
      if (index <= last || index >= cellCount || source[place] !== COMMA) break;
      let value = 0;
      const valueStart = ++place;
      digit = (source[place] as number) - 0x30;
      const firstOfValue = digit;
      while (digit >= 0 && digit <= 9) {
        value = value * 10 + digit;
        digit = (source[++place] as number) - 0x30;
      }
      const valueDigits = place - valueStart;
      const length = indexDigits > 0 && valueDigits > 0 && valueDigits <= 10;
      const zeros = (firstDigit === 0 && indexDigits > 1) || (firstOfValue === 0 && valueDigits > 1);
      if (!length || zeros || value > (largest[index] as number)) break;
      values[index] = value;
      changes[2 * row.changed] = index;
      changes[2 * row.changed + 1] = value;
      row.changed++;
      last = index;
      at = place;
      if (source[place] !== COMMA) break;
      place++;
    }
    return last;
  }

  function pairs(): void {
    if (bytes[at] === CLOSE) return;
    let last = plainPairs();
    if (last >= 0) {
      if (bytes[at] !== COMMA) return;
      at++;
    }
    for (;;) {
      const index = number(2 ** 32, 'a cell index');
      if (index >= cellCount) {
        fail(
          'E_TRACE_CELL_INDEX',
          'the row changes a cell that the header does not declare',
          String(index),
          `The header declares ${cellCount} cells, 0 to ${cellCount - 1}`,
        );
      }
      if (index <= last) {
        fail('E_TRACE_ROW', 'cell indexes of a row must ascend', `${index} after ${last}`, 'Write each cell once');
      }
      last = index;
      take(COMMA, 'a comma and a value');
      store(index);
      if (bytes[at] !== COMMA) return;
      at++;
    }
  }

  function everything(): void {
    for (let index = 0; index < cellCount; index++) {
      if (index > 0) {
        if (bytes[at] === CLOSE) missing(index);
        take(COMMA, 'a comma');
      } else if (bytes[at] === CLOSE) missing(0);
      store(index);
    }
    if (bytes[at] === COMMA) {
      fail(
        'E_TRACE_CELL_INDEX',
        'a full row holds more values than the header declares cells',
        shown(),
        `The header declares ${cellCount} cells`,
      );
    }
  }

  function missing(index: number): never {
    return fail(
      'E_TRACE_CELL_MISSING',
      `a full row lacks cell ${header.cells[index]?.[0]} and all after it`,
      `${index} values`,
      `A full row holds ${cellCount} values`,
    );
  }

  function store(index: number): void {
    const value = number(2 ** 53, 'a value');
    if (value > (largest[index] ?? 0)) {
      fail(
        'E_TRACE_WIDTH',
        `the value does not fit in cell ${header.cells[index]?.[0]}`,
        String(value),
        `It is ${header.cells[index]?.[2]} bytes wide`,
      );
    }
    row.values[index] = value;
    const slot = 2 * row.changed;
    row.changes[slot] = index;
    row.changes[slot + 1] = value;
    row.changed++;
  }

  function parse(source: Uint8Array, start: number, stop: number, line: number): void {
    bytes = source;
    at = start;
    end = stop;
    row.line = line;
    row.changed = 0;
    row.command = undefined;
    row.error = '';
    row.full = false;
    row.count = 1;
    row.pad = -1;
    row.drawCount = -1;
    take(OPEN, 'an opening bracket');
    const frame = number(FRAME_LIMIT, 'a frame number');
    if (frame < nextFrame) {
      fail(
        'E_TRACE_ORDER',
        'frame numbers must ascend',
        `${frame} where ${nextFrame} is the least`,
        'Record the log again, or put its lines back in order',
      );
    }
    row.frame = frame;
    take(COMMA, 'a comma');
    if (bytes[at] === BRACE_OPEN) row.command = command();
    else if (padsAllowed) row.pad = number(0xffff, 'a pad word');
    else broken('a command object');
    take(COMMA, 'a comma');
    body();
    take(CLOSE, 'a closing bracket');
    if (at !== end) broken('the end of the line');
    nextFrame = frame + row.count;
    // Counted after the checks, so that a damaged row cannot reset it.
    sinceFull = row.full ? 1 : sinceFull + 1;
    if (sinceFull > FULL_ROW_EVERY) {
      fail(
        'E_TRACE_FULL_ROW',
        'a full row is due',
        `a row of changes`,
        `The first row and at least one of any ${FULL_ROW_EVERY} rows must be full`,
      );
    }
  }

  function body(): void {
    for (let words = 0; bytes[at] === QUOTE; words++) {
      at++;
      const found = word();
      if (found === 'full') {
        row.full = true;
        break;
      }
      if (words > 0 || row.command === undefined) broken('no second error code, and none on a pad word');
      row.error = found;
    }
    take(OPEN, 'a list of values');
    if (row.full) everything();
    else pairs();
    take(CLOSE, 'a closing bracket');
    if (bytes[at] === COMMA && bytes[at + 1] !== QUOTE) {
      at++;
      if (row.command !== undefined) broken('no count on a command');
      row.count = number(MAX_FOLD, 'a count of frames');
      if (row.count < 2) broken('a count of at least 2, or none');
    }
    if (bytes[at] === COMMA) {
      at++;
      draws();
    }
  }

  /** `"draws",[site,before,after,...]`; none in a folded row. */
  function draws(): void {
    const start = at;
    for (const byte of DRAWS) {
      if (bytes[at] !== byte) {
        at = start;
        broken('"draws" and a list');
      }
      at++;
    }
    let words = 0;
    while (bytes[at] !== CLOSE) {
      if (words > 0) take(COMMA, 'a comma');
      if (words === row.draws.length) row.draws = grown(row.draws);
      row.draws[words++] = number(0xffff_ffff, 'a word of a draw');
    }
    at++;
    if (words % 3 !== 0) broken('three words for each draw');
    row.drawCount = words / 3;
    if (row.count > 1 && words > 0) broken('no draws in a folded row');
  }

  return { row, parse };
}
