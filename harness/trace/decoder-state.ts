/** The state of a trace decoder, and the faults that it can meet between two rows. */
import { createHash, type Hash } from 'node:crypto';
import { type ErrorDetails, LockstepError } from '../base/errors.js';
import type { RowParser } from './row-parser.js';
import type { TraceFooter, TraceHeader } from './types.js';

/** Longest line of a trace, in bytes. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

export interface DecoderState {
  readonly file: string;
  /** For viewers: a log without its footer ends where its last whole line ends. */
  readonly allowIncomplete: boolean;
  readonly hash: Hash;
  chunk: Uint8Array;
  /** Offset of the next byte of the chunk. */
  at: number;
  /** Offset of the first byte of the chunk that is not in the hash yet. */
  unhashed: number;
  /** Pieces of a line whose end has not come yet. */
  carried: Uint8Array[];
  carriedBytes: number;
  /** 1-based number of the line that was read last. */
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
    hash: createHash('sha256'),
    chunk: new Uint8Array(0),
    at: 0,
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

/** Refuses the line that was read last. */
export function failLine(state: DecoderState, code: string, message: string, details: ErrorDetails = {}): never {
  throw new LockstepError(code, message, { file: state.file, line: state.line, ...details });
}

/** Refuses the next line as longer than `MAX_LINE_BYTES`. */
export function failLength(state: DecoderState): never {
  state.line++;
  return failLine(state, 'E_TRACE_LINE_LENGTH', 'the line is too long', {
    expected: `at most ${MAX_LINE_BYTES} bytes`,
    remedy: 'A trace holds one row a line; record it again',
  });
}

/** Refuses the next line as content after the footer. */
export function failAfterFooter(state: DecoderState): never {
  state.line++;
  return failLine(state, 'E_TRACE_AFTER_FOOTER', 'there is content after the footer', {
    remedy: 'A trace ends with its footer; separate logs that were joined',
  });
}

/** The text of a line of UTF-8. */
export function lineText(state: DecoderState, bytes: Uint8Array, start: number, end: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(start, end));
  } catch {
    return failLine(state, 'E_TRACE_JSON', 'the line is not UTF-8', {
      remedy: 'Is this a trace? Restore it from a copy',
    });
  }
}
