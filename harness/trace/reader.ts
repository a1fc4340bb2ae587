/**
 * Opens a trace, plain or gzip, and hands out its rows while it is being read; never holds the file
 * in memory.
 *
 * Usage: `do { while (reader.next()) use(reader.row); } while (await reader.fill());`
 */
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { constants, createGunzip, type Gunzip } from 'node:zlib';
import { asReadError, startsLikeGzip } from '../base/byte-stream.js';
import { noteInput } from '../base/command-inputs.js';
import { LockstepError } from '../base/errors.js';
import { createTraceDecoder, type DecoderOptions, type TraceDecoder } from './decoder.js';
import type { TraceFooter, TraceHeader, TraceRow } from './types.js';

const CHUNK_BYTES = 256 * 1024;
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
  close(): void;
}

/**
 * Opens a trace file, plain or gzip, and reads its header.
 * @throws LockstepError for every damage, here or in `next` or `fill`
 */
export async function openTrace(file: string, options: ReaderOptions = {}): Promise<TraceReader> {
  let gzip: boolean;
  noteInput(file);
  try {
    gzip = await startsLikeGzip(file);
  } catch (error) {
    throw asReadError(error, file);
  }
  return readTraceStream(createReadStream(file, { highWaterMark: CHUNK_BYTES }), gzip, file, options);
}

interface ReaderState {
  readonly file: string;
  readonly source: Readable;
  readonly gunzip: Gunzip | undefined;
  readonly chunks: AsyncIterator<Buffer>;
  readonly decoder: TraceDecoder;
  readonly maxBytes: number;
  /** Bytes that came from the source, still compressed. */
  sourceBytes: number;
  /** Bytes that went to the decoder. */
  totalBytes: number;
  ended: boolean;
  /** A row that was decoded while the header was read: `next` hands it out first. */
  waiting: boolean;
}

function openGunzip(allowIncomplete: boolean): Gunzip {
  // Viewers take what a cut file still holds; otherwise a cut is an error.
  const finishFlush = allowIncomplete ? constants.Z_SYNC_FLUSH : constants.Z_FINISH;
  return createGunzip({ chunkSize: CHUNK_BYTES, finishFlush });
}

function openState(source: Readable, gzip: boolean, file: string, options: ReaderOptions): ReaderState {
  const gunzip = gzip ? openGunzip(options.allowIncomplete === true) : undefined;
  const state: ReaderState = {
    file,
    source,
    gunzip,
    chunks: (gunzip ?? source)[Symbol.asyncIterator]() as AsyncIterator<Buffer>,
    decoder: createTraceDecoder(file, options),
    maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
    sourceBytes: 0,
    totalBytes: 0,
    ended: false,
    waiting: false,
  };
  if (gunzip !== undefined) {
    source.on('data', (bytes: Buffer) => {
      state.sourceBytes += bytes.length;
    });
    source.on('error', (error) => gunzip.destroy(error));
    source.pipe(gunzip);
  }
  return state;
}

function closeState(state: ReaderState): void {
  state.ended = true;
  state.source.destroy();
  state.gunzip?.destroy();
}

function checkWholeGzip({ file, gunzip, sourceBytes }: ReaderState): void {
  if (gunzip === undefined || gunzip.bytesWritten === sourceBytes) return;
  throw new LockstepError('E_TRACE_AFTER_FOOTER', 'there are bytes after the end of the gzip data', {
    file,
    offset: gunzip.bytesWritten,
    found: `${sourceBytes - gunzip.bytesWritten} bytes`,
    remedy: 'Restore the file from a copy',
  });
}

function countBytes(state: ReaderState, bytes: number): void {
  state.totalBytes += bytes;
  if (state.totalBytes <= state.maxBytes) return;
  throw new LockstepError('E_TRACE_TOO_LARGE', 'the log is too large', {
    file: state.file,
    expected: `at most ${state.maxBytes} bytes`,
    remedy: 'Split the recording, or raise the limit of the reader',
  });
}

async function fillDecoder(state: ReaderState): Promise<boolean> {
  if (state.ended) return false;
  try {
    const result = await state.chunks.next();
    if (result.done === true) {
      state.ended = true;
      checkWholeGzip(state);
      state.decoder.finish();
      return false;
    }
    countBytes(state, result.value.length);
    state.decoder.push(result.value);
    return true;
  } catch (error) {
    closeState(state);
    throw asReadError(error, state.file, 'E_TRACE_GZIP', state.gunzip?.bytesWritten);
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

/**
 * Reads a trace from any stream of bytes.
 * @param file name for messages
 * @throws LockstepError for every damage, here or in `next` or `fill`
 */
export async function readTraceStream(
  source: Readable,
  gzip: boolean,
  file: string,
  options: ReaderOptions = {},
): Promise<TraceReader> {
  const state = openState(source, gzip, file, options);
  const header = await readHeader(state);
  return {
    file,
    header,
    row: state.decoder.row(),
    next: () => nextRow(state),
    fill: () => fillDecoder(state),
    footer: state.decoder.footer,
    close: () => closeState(state),
  };
}
