/** The state of a trace decoder, and the faults between two rows. */
import { type ErrorDetails, LockstepError } from '../base/errors.js';
import { createSha256, type Sha256 } from '../base/sha256/sha256.js';
import type { RowParser } from './row-parser.js';
import type { TraceFooter, TraceHeader } from './types.js';

/** Longest line of a trace, in bytes. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

export interface DecoderState {
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

export function createDecoderState(file: string, allowIncomplete: boolean): DecoderState {
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
export function failLine(state: DecoderState, code: string, message: string, details: ErrorDetails = {}): never {
  throw new LockstepError(code, message, { file: state.file, line: state.line, ...details });
}

/** Refuses the next line as longer than `MAX_LINE_BYTES`. */
export function failLength(state: DecoderState): never {
  state.line++;
  return failLine(state, 'E_TRACE_LINE_LENGTH', 'the line is too long', {
    expected: `at most ${MAX_LINE_BYTES} bytes`,
    remedy: 'Record the log again: a trace has one row in each line',
  });
}

/** Refuses the next line as content after the footer. */
export function failAfterFooter(state: DecoderState): never {
  state.line++;
  return failLine(state, 'E_TRACE_AFTER_FOOTER', 'there is content after the footer', {
    remedy: 'Separate the logs that were joined: a trace ends with its footer',
  });
}

/** The text of a line of UTF-8. */
export function lineText(state: DecoderState, bytes: Uint8Array, start: number, end: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(start, end));
  } catch {
    return failLine(state, 'E_TRACE_JSON', 'the line is not UTF-8', {
      remedy: 'Name a trace, or restore it from a copy',
    });
  }
}
