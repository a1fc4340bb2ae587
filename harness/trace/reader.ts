/**
 * Opens a trace, plain or gzip, and hands out its rows while it is being read; never holds the file
 * in memory.
 *
 * Usage: `do { while (reader.next()) use(reader.row); } while (await reader.fill());`
 */

import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { asReadError, startsLikeGzip } from '../base/byte-stream.js';
import { noteInput } from '../base/command-inputs.js';
import { LockstepError } from '../base/errors.js';
import { countText } from '../base/number-text.js';
import { type ByteSource, PIECE_BYTES, streamSource, wholeSource } from './byte-source.js';
import { createTraceDecoder, type DecoderOptions, type TraceDecoder } from './decoder.js';
import type { TraceFooter, TraceHeader, TraceRow } from './types.js';

/** A log larger than this is refused: damaged gzip data must not fill a disk or run for hours. */
export const DEFAULT_MAX_BYTES = 64 * 1024 ** 3;

export interface ReaderOptions extends DecoderOptions {
  /** Largest decompressed size. */
  readonly maxBytes?: number;
}

export interface TraceReader {
  readonly file: string;
  readonly header: TraceHeader;
  /** The current row; every `next` overwrites it. */
  readonly row: TraceRow;
  /** True when a row was decoded. */
  next(): boolean;
  /** Reads more of the file. False: the log has ended and is whole. */
  fill(): Promise<boolean>;
  /** Undefined before the end, and on an incomplete log. */
  footer(): TraceFooter | undefined;
  /** Bytes of the file that were used so far, still compressed. */
  used(): number;
  close(): void;
}

/**
 * Opens a trace file, plain or gzip, and reads its header.
 * @throws LockstepError for every damage, here or in `next` or `fill`
 */
export async function openTrace(file: string, options: ReaderOptions = {}): Promise<TraceReader> {
  noteInput(file);
  const allowIncomplete = options.allowIncomplete === true;
  let source: ByteSource;
  try {
    source =
      wholeSource(file, allowIncomplete) ??
      streamSource(
        createReadStream(file, { highWaterMark: PIECE_BYTES }),
        await startsLikeGzip(file),
        file,
        allowIncomplete,
      );
  } catch (error) {
    throw asReadError(error, file);
  }
  return readSource(source, file, options);
}

interface ReaderState {
  readonly file: string;
  readonly source: ByteSource;
  readonly decoder: TraceDecoder;
  readonly maxBytes: number;
  /** Bytes that went to the decoder. */
  totalBytes: number;
  ended: boolean;
  /** A row that was decoded while the header was read: `next` hands it out first. */
  waiting: boolean;
}

function closeState(state: ReaderState): void {
  state.ended = true;
  state.source.close();
}

function countBytes(state: ReaderState, bytes: number): void {
  state.totalBytes += bytes;
  if (state.totalBytes <= state.maxBytes) return;
  throw new LockstepError('E_TRACE_TOO_LARGE', 'the log is too large', {
    file: state.file,
    expected: `at most ${countText(state.maxBytes, 'byte')}`,
    remedy: 'Split the recording, or raise the limit of the reader',
  });
}

async function fillDecoder(state: ReaderState): Promise<boolean> {
  if (state.ended) return false;
  try {
    const piece = await state.source.next();
    if (piece === undefined) {
      state.ended = true;
      state.source.checkEnd();
      state.decoder.finish();
      return false;
    }
    countBytes(state, piece.length);
    state.decoder.push(piece);
    return true;
  } catch (error) {
    closeState(state);
    throw asReadError(error, state.file, 'E_TRACE_GZIP', state.source.used());
  }
}

function nextRow(state: ReaderState): boolean {
  if (state.waiting) {
    state.waiting = false;
    return true;
  }
  try {
    return state.decoder.next();
  } catch (error) {
    closeState(state);
    throw error;
  }
}

async function readHeader(state: ReaderState): Promise<TraceHeader> {
  const { decoder, file } = state;
  let more = true;
  while (more && decoder.header() === undefined) {
    more = await fillDecoder(state);
    state.waiting = more && nextRow(state);
  }
  const header = decoder.header();
  if (header === undefined) throw new LockstepError('E_TRACE_EMPTY', 'the file holds no trace', { file, offset: 0 });
  return header;
}

async function readSource(source: ByteSource, file: string, options: ReaderOptions): Promise<TraceReader> {
  const state: ReaderState = {
    file,
    source,
    decoder: createTraceDecoder(file, options),
    maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
    totalBytes: 0,
    ended: false,
    waiting: false,
  };
  const header = await readHeader(state);
  return {
    file,
    header,
    row: state.decoder.row(),
    next: () => nextRow(state),
    fill: () => fillDecoder(state),
    footer: state.decoder.footer,
    used: () => source.used(),
    close: () => closeState(state),
  };
}

/**
 * Reads a trace from any stream of bytes.
 * @param file name for messages
 * @throws LockstepError for every damage, here or in `next` or `fill`
 */
export function readTraceStream(
  source: Readable,
  gzip: boolean,
  file: string,
  options: ReaderOptions = {},
): Promise<TraceReader> {
  return readSource(streamSource(source, gzip, file, options.allowIncomplete === true), file, options);
}
