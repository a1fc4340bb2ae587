/**
 * Decodes bytes to rows, in pieces of any size. It knows nothing of files or gzip, so that files,
 * sockets, pages and tests share it. Usage: `push` a chunk, call `next` until it is false, push the
 * next one; at the end `finish`. `rowsOfBytes` does so for a trace that is in memory as a whole.
 */

import { countText } from '../../../core/system/names.js';
import {
  createSha256,
  type ErrorDetails,
  jsonOf,
  LockstepError,
  type LockstepErrorCode,
  type Sha256,
} from '../../base/index.js';

import { parseHeader } from './header.js';
import { headerToday } from './layout.js';
import { createRowParser, type RowParser } from './row-parser.js';
import { findFault } from './schemas/check.js';
import type { TraceFooter, TraceHeader, TraceRow } from './types.js';

export interface DecoderOptions {
  /** For viewers: a log without its footer ends where its last whole line ends. */
  readonly allowIncomplete?: boolean;
}

export interface TraceDecoder {
  /** Gives the decoder its next bytes after it has used all earlier ones. */
  push(chunk: Uint8Array): void;
  /** Decodes the next row into `row()`. False: more bytes are needed. */
  next(): boolean;
  /** Ends the log. @throws LockstepError when the log is not whole */
  finish(): void;
  /** Undefined until the first line is read. */
  header(): TraceHeader | undefined;
  /** The present row, the same object every time. @throws LockstepError before the header */
  row(): TraceRow;
  /** The footer; undefined before the last line and on an incomplete log. */
  footer(): TraceFooter | undefined;
}

/** Digits of a hash in a message: enough to tell two apart. */
const SHOWN_DIGITS = 16;
const LF = 0x0a;
const CR = 0x0d;
const BRACE_OPEN = 0x7b;
const SPACE = 0x20;
const TAB = 0x09;
const LF_REMEDY = 'Convert the line ends (dos2unix); keep `*.jsonl -text` in .gitattributes';

/** Longest line of a trace, in bytes. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

interface DecoderState {
  readonly file: string;
  /** For viewers: a log without its footer ends where its last whole line ends. */
  readonly allowIncomplete: boolean;
  readonly hash: Sha256;
  chunk: Uint8Array;
  /** Offset of the next byte of the chunk. */
  at: number;
  /** Offset of the chunk's last line feed, or -1. */
  lastLineEnd: number;
  /** Offset of the first byte of the chunk that is not hashed yet. */
  unhashed: number;
  /** Pieces of an unfinished line. */
  carried: Uint8Array[];
  carriedBytes: number;
  /** 1-based number of the last line read. */
  line: number;
  rows: number;
  frames: number;
  header: TraceHeader | undefined;
  footer: TraceFooter | undefined;
  parser: RowParser | undefined;
}

function createDecoderState(file: string, allowIncomplete: boolean): DecoderState {
  return {
    file,
    allowIncomplete,
    hash: createSha256(),
    chunk: new Uint8Array(0),
    at: 0,
    lastLineEnd: -1,
    unhashed: 0,
    carried: [],
    carriedBytes: 0,
    line: 0,
    rows: 0,
    frames: 0,
    header: undefined,
    footer: undefined,
    parser: undefined,
  };
}

/** Refuses the last line read. */
function failLine(state: DecoderState, code: LockstepErrorCode, message: string, details: ErrorDetails = {}): never {
  throw new LockstepError(code, message, { file: state.file, line: state.line, ...details });
}

/** Refuses the next line as longer than `MAX_LINE_BYTES`. */
function failLength(state: DecoderState): never {
  state.line++;
  return failLine(state, 'E_TRACE_LINE_LENGTH', 'the line is too long', {
    expected: `at most ${MAX_LINE_BYTES} bytes`,
    remedy: 'Record the log again: a trace has one row in each line',
  });
}

/** Characters of what stands behind the footer that its message shows. */
const SHOWN_BEHIND = 24;

/**
 * Passes over white space behind the footer, as editors and copies leave it, and refuses all else.
 * @param end offset of the byte of the chunk where to stop
 */
function passBehindFooter(state: DecoderState, end: number): void {
  const { chunk } = state;
  for (; state.at < end; state.at++) {
    const byte = chunk[state.at];
    if (byte === LF) state.line++;
    else if (byte !== CR && byte !== SPACE && byte !== TAB) failAfterFooter(state);
  }
  state.unhashed = state.at;
}

/** Refuses the line in which the chunk's next byte stands as content after the footer. */
function failAfterFooter(state: DecoderState): never {
  state.line++;
  const behind = state.chunk.subarray(state.at, state.at + SHOWN_BEHIND);
  const [shown = ''] = new TextDecoder().decode(behind).split('\n');
  return failLine(state, 'E_TRACE_AFTER_FOOTER', 'there is content after the footer', {
    found: JSON.stringify(shown),
    remedy:
      behind[0] === BRACE_OPEN
        ? 'Separate the logs that were joined: a trace ends with its footer'
        : 'Take it out: a trace ends with its footer',
  });
}

/** The text of a line of UTF-8. */
function lineText(state: DecoderState, bytes: Uint8Array, start: number, end: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(start, end));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return failLine(state, 'E_TRACE_JSON', 'the line is not UTF-8', {
      remedy: 'Name a trace, or restore it from a copy',
    });
  }
}

function parseFooter(state: DecoderState, content: string): TraceFooter {
  const data = jsonOf(content, (found) =>
    failLine(state, 'E_TRACE_JSON', 'the footer is not JSON', {
      found,
      remedy: 'Record the log again or restore it from a copy',
    }),
  );
  const fault = findFault('trace-footer', data);
  if (fault !== undefined) {
    failLine(state, 'E_TRACE_FOOTER', `the footer is wrong at ${fault.path.join('.') || 'its top'}`, {
      expected: fault.unknownKey ? 'no such key' : fault.expected,
      remedy: '`lockstep schema trace-footer` prints the form',
    });
  }
  return data as TraceFooter;
}

/**
 * The footer, when its hash and its counts are those of the lines before it.
 * @throws LockstepError `E_TRACE_JSON`, `E_TRACE_FOOTER`, `E_TRACE_HASH`
 */
function checkedFooter(state: DecoderState, content: string): TraceFooter {
  const footer = parseFooter(state, content);
  const sha256 = state.hash.hex();
  if (footer.sha256 !== sha256) {
    failLine(state, 'E_TRACE_HASH', 'the content does not match the footer: the log was changed after it was written', {
      found: `SHA-256 ${sha256.slice(0, SHOWN_DIGITS)}...`,
      expected: `${footer.sha256.slice(0, SHOWN_DIGITS)}...`,
      remedy: 'Record it again or restore it from a copy',
    });
  }
  const { rows, frames } = state;
  if (footer.rows !== rows || footer.frames !== frames) {
    failLine(state, 'E_TRACE_FOOTER', 'the footer counts differently', {
      found: `${countText(rows, 'row')}, ${countText(frames, 'frame')}`,
      expected: `${countText(footer.rows, 'row')}, ${countText(footer.frames, 'frame')}`,
      remedy: 'Record it again with another recorder',
    });
  }
  return footer;
}

function pushChunk(state: DecoderState, bytes: Uint8Array): void {
  if (state.at < state.chunk.length) {
    throw new LockstepError('E_INTERNAL', 'a chunk was pushed before the last one was used up');
  }
  state.chunk = bytes;
  state.at = 0;
  state.lastLineEnd = bytes.lastIndexOf(LF);
  state.unhashed = 0;
}

/** Takes a plain row of the chunk. False: the next line is none, or ends in a later chunk. */
function takePlainRow(state: DecoderState): boolean {
  const { parser, chunk, at, lastLineEnd } = state;
  if (at >= lastLineEnd || state.carriedBytes > 0 || parser === undefined || state.footer !== undefined) return false;
  const end = parser.parsePlain(chunk, at, state.line + 1);
  if (end < 0) return false;
  state.line++;
  state.at = end;
  state.rows++;
  state.frames += parser.row.count;
  return true;
}

/** Moves the unfinished end of the chunk to `carried`. */
function carryRest(state: DecoderState): void {
  const { chunk, at } = state;
  if (state.unhashed < at) state.hash.update(chunk.subarray(state.unhashed, at));
  if (at < chunk.length) {
    state.carried.push(chunk.slice(at));
    state.carriedBytes += chunk.length - at;
    if (state.carriedBytes > MAX_LINE_BYTES) failLength(state);
  }
  state.at = chunk.length;
  state.unhashed = state.at;
}

function checkLength(state: DecoderState, bytes: number): void {
  if (bytes <= MAX_LINE_BYTES) return;
  state.line--;
  failLength(state);
}

/** True when the line was a row. */
function takeLine(state: DecoderState, bytes: Uint8Array, start: number, end: number): boolean {
  if (end > start && bytes[end - 1] === CR) {
    failLine(state, 'E_TRACE_CR', 'the line ends with CR LF', {
      expected: 'LF alone',
      remedy: LF_REMEDY,
    });
  }
  const { parser } = state;
  if (parser === undefined) {
    const header = headerToday(parseHeader(lineText(state, bytes, start, end), state.file), state.file);
    state.header = header;
    state.parser = createRowParser(header, (code, message, found, remedy) =>
      failLine(state, code, message, { found, remedy }),
    );
    return false;
  }
  if (bytes[start] === BRACE_OPEN) {
    // The hash holds every line before this one: both callers saw to it.
    state.footer = checkedFooter(state, lineText(state, bytes, start, end));
    return false;
  }
  parser.parse(bytes, start, end, state.line);
  state.rows++;
  state.frames += parser.row.count;
  return true;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Takes a line that began in an earlier chunk. @param found offset of its LF in the chunk */
function takeCarriedLine(state: DecoderState, found: number): boolean {
  const whole = joined([...state.carried, state.chunk.subarray(state.at, found + 1)]);
  checkLength(state, whole.length - 1);
  state.carried = [];
  state.carriedBytes = 0;
  const isRow = takeLine(state, whole, 0, whole.length - 1);
  if (state.footer === undefined) state.hash.update(whole);
  state.at = found + 1;
  state.unhashed = state.at;
  return isRow;
}

/** Takes a line that lies in the chunk as a whole. @param found offset of its LF */
function takeChunkLine(state: DecoderState, found: number): boolean {
  const { chunk, at } = state;
  checkLength(state, found - at);
  if (state.line > 1 && chunk[at] === BRACE_OPEN && state.unhashed < at) {
    state.hash.update(chunk.subarray(state.unhashed, at));
    state.unhashed = at;
  }
  const isRow = takeLine(state, chunk, at, found);
  state.at = found + 1;
  if (state.footer !== undefined) state.unhashed = state.at;
  return isRow;
}

function nextRow(state: DecoderState): boolean {
  for (;;) {
    if (takePlainRow(state)) return true;
    if (state.footer !== undefined) passBehindFooter(state, state.chunk.length);
    const found = state.chunk.indexOf(LF, state.at);
    if (found < 0) {
      carryRest(state);
      return false;
    }
    state.line++;
    if (state.carriedBytes > 0 ? takeCarriedLine(state, found) : takeChunkLine(state, found)) return true;
  }
}

function finishLog(state: DecoderState): void {
  const { file, rows, carriedBytes, allowIncomplete } = state;
  if (state.line === 0 && state.carried.some((bytes) => bytes.includes(CR))) {
    state.line++;
    failLine(state, 'E_TRACE_CR', 'the lines end with CR alone', { expected: 'LF alone', remedy: LF_REMEDY });
  }
  if (carriedBytes > 0 && !allowIncomplete) {
    state.line++;
    failLine(state, 'E_TRACE_INCOMPLETE', 'the log is cut in the middle of this line', {
      remedy: 'Record it again; viewers, and `lockstep verify --partial`, take the whole rows before the cut',
    });
  }
  if (state.header === undefined) {
    throw new LockstepError('E_TRACE_EMPTY', 'the file holds no trace', {
      file,
      offset: 0,
      found: carriedBytes === 0 ? 'an empty file' : 'a piece of a header',
      remedy: 'Record it again',
    });
  }
  if (state.footer === undefined && !allowIncomplete) {
    state.line++;
    failLine(state, 'E_TRACE_INCOMPLETE', 'the log has no footer: its recording was cut', {
      found: countText(rows, 'row'),
      remedy: 'Record it again; viewers, and `lockstep verify --partial`, take it as it is',
    });
  }
}

/**
 * A decoder for one trace.
 * @param file name for messages
 */
export function createTraceDecoder(file: string, options: DecoderOptions = {}): TraceDecoder {
  const state = createDecoderState(file, options.allowIncomplete === true);
  return {
    push: (chunk) => pushChunk(state, chunk),
    next: () => nextRow(state),
    finish: () => finishLog(state),
    header: () => state.header,
    row: () => state.parser?.row ?? failLine(state, 'E_INTERNAL', 'a row was asked for before the header was read'),
    footer: () => state.footer,
  };
}

/** Bytes without the byte order mark that editors put in front. */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** The rows of a trace that is in memory as a whole: what a reader gives of a file. */
export interface RowsOfBytes {
  readonly file: string;
  readonly header: TraceHeader;
  /** The current row; every `next` overwrites it. */
  readonly row: TraceRow;
  /** True when a row was decoded. */
  next(): boolean;
  /** Ends the log. False: it is whole. */
  fill(): Promise<boolean>;
  /** Undefined before the end, and on an incomplete log. */
  footer(): TraceFooter | undefined;
}

/**
 * Reads a trace from its bytes, unpacked.
 * @param file name for messages
 * @throws LockstepError for every damage, here or in `next` or `fill`
 */
export function rowsOfBytes(bytes: Uint8Array, file: string, options: DecoderOptions = {}): RowsOfBytes {
  const decoder = createTraceDecoder(file, options);
  decoder.push(withoutMark(bytes));
  // the header is read with the first row, which is handed out first
  let isWaiting = decoder.next();
  let isOpen = true;
  if (decoder.header() === undefined) decoder.finish();
  const header = decoder.header();
  if (header === undefined) throw new LockstepError('E_TRACE_EMPTY', 'the file holds no trace', { file, offset: 0 });
  return {
    ...{ file, header, row: decoder.row(), footer: decoder.footer },
    next() {
      if (!isWaiting) return decoder.next();
      isWaiting = false;
      return true;
    },
    async fill() {
      if (isOpen) decoder.finish();
      isOpen = false;
      return false;
    },
  };
}
