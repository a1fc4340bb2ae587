/**
 * Opens a trace, in any wrapping, and hands out its rows while it is being read; never holds the
 * file in memory. A small file is read and unpacked at once; a large one, and any that is damaged,
 * goes through a stream, so that memory stays bounded and every fault has its place.
 *
 * Usage: `do { while (reader.next()) use(reader.row); } while (await reader.fill());`
 */
import { closeSync, createReadStream, openSync, readFileSync, readSync, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { constants, createGunzip, type Gunzip, gunzipSync } from 'node:zlib';
import { countText } from '../../../core/system/names.js';
import {
  asReadError,
  isGzip,
  LockstepError,
  maskOfPadWord,
  noteInput,
  noteLeftOut,
  readPlain,
  startsLikeGzip,
  wholeMembers,
  wrappingOf,
} from '../../base/index.js';

import { inputOfMasks, MAX_ROWS, type MovieInput } from '../../files/index.js';
import {
  createTraceDecoder,
  type DecoderOptions,
  type RowsOfBytes,
  type TraceDecoder,
  withoutMark,
} from './decoder.js';
import type { TraceHeader } from './types.js';

/** A log larger than this is refused: damaged gzip data must not fill a disk or run for hours. */
const DEFAULT_MAX_BYTES = 64 * 1024 ** 3;

export interface ReaderOptions extends DecoderOptions {
  /** Largest decompressed size. */
  readonly maxBytes?: number;
}

export interface TraceReader extends RowsOfBytes {
  /** Reads more of the file. False: the log has ended and is whole. */
  fill(): Promise<boolean>;
  /** Bytes of the file that were used so far, still compressed. */
  used(): number;
  close(): void;
}

const PIECE_BYTES = 256 * 1024;
/** Largest file that is read at once, and its largest content. */
const WHOLE_FILE_BYTES = 4 * 1024 * 1024;
const WHOLE_CONTENT_BYTES = 64 * 1024 * 1024;
/** Unpacked bytes that are read for a checksum alone: some seconds. */
const MAX_CHECKED_BYTES = 1024 ** 3;
/** Largest content of a wrapping that is no gzip. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

/** The unpacked bytes of a log, piece by piece. */
interface ByteSource {
  /** Undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
  /** Whether a checksum at its end is still to be read: what is refused before may be damage. */
  readonly isUnchecked: boolean;
  /** Tells of bytes behind the gzip data, which are left out. */
  tellEnd(): void;
  /** Bytes of the file that were used so far. */
  used(): number;
  close(): void;
}

function createUnpacker(allowIncomplete: boolean): Gunzip {
  return createGunzip({ chunkSize: PIECE_BYTES, finishFlush: flushAtEnd(allowIncomplete) });
}

/** Viewers take what a cut file still holds; otherwise a cut is an error. */
function flushAtEnd(allowIncomplete: boolean): number {
  return allowIncomplete ? constants.Z_SYNC_FLUSH : constants.Z_FINISH;
}

/** @param file name for messages */
function streamSource(source: Readable, gzip: boolean, file: string, allowIncomplete: boolean): ByteSource {
  const gunzip = gzip ? createUnpacker(allowIncomplete) : undefined;
  const pieces = (gunzip ?? source)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  /** Bytes that came from the source, still compressed. */
  let sourceBytes = 0;
  let plainBytes = 0;
  if (gunzip !== undefined) {
    source.on('data', (bytes: Buffer) => {
      sourceBytes += bytes.length;
    });
    source.on('error', (error) => gunzip.destroy(error));
    source.pipe(gunzip);
  }
  return {
    isUnchecked: gunzip !== undefined,
    next: async () => {
      const result = await pieces.next();
      if (result.done === true) return undefined;
      plainBytes += result.value.length;
      return result.value;
    },
    tellEnd: () => {
      if (gunzip !== undefined) noteLeftOut(file, sourceBytes - gunzip.bytesWritten);
    },
    used: () => gunzip?.bytesWritten ?? plainBytes,
    close: () => {
      source.destroy();
      gunzip?.destroy();
    },
  };
}

/** The code of an error of Node's. */
function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

/** The whole content of gzip data, or undefined when they are damaged or unpack to too much. */
function unpackWhole(bytes: Buffer, allowIncomplete: boolean): Buffer | undefined {
  try {
    const unpacked = gunzipSync(bytes, {
      info: true,
      chunkSize: Math.min(Math.max(8 * bytes.length, 16 * 1024), 1024 * 1024),
      maxOutputLength: WHOLE_CONTENT_BYTES,
      finishFlush: flushAtEnd(allowIncomplete),
    }) as unknown as { readonly buffer: Buffer; readonly engine: Gunzip };
    return unpacked.engine.bytesWritten === bytes.length ? unpacked.buffer : undefined;
  } catch (error) {
    // the stream reads it again and names the fault
    if (!/^(?:Z_|ERR_BUFFER_TOO_LARGE)/u.test(String(codeOf(error)))) throw error;
    return undefined;
  }
}

/**
 * A small file at once.
 * @returns undefined for any other file
 * @throws an error of Node for a file that cannot be read; `asReadError` translates it
 */
function wholeSource(file: string, allowIncomplete: boolean): ByteSource | undefined {
  const stat = statSync(file);
  if (!stat.isFile()) return undefined;
  if (stat.size > WHOLE_FILE_BYTES) return isPacked(beginningOf(file)) ? unpackedSource(file) : undefined;
  const bytes = readFileSync(file);
  if (isPacked(bytes)) return unpackedSource(file);
  if (!isGzip(bytes)) return memorySource(bytes, bytes.length);
  const content = unpackWhole(bytes, allowIncomplete);
  if (content !== undefined) return memorySource(content, bytes.length);
  const members = wholeMembers(bytes, WHOLE_CONTENT_BYTES);
  if (members === undefined) return undefined;
  noteLeftOut(file, members.behind);
  return memorySource(members.bytes, bytes.length);
}

/** Whether bytes begin with a wrapping that is taken off as a whole: ZIP, Zstandard, RZIP. */
function isPacked(start: Uint8Array): boolean {
  const wrapping = wrappingOf(start);
  return wrapping !== undefined && wrapping !== 'gzip';
}

function beginningOf(file: string): Uint8Array {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(8);
    return bytes.subarray(0, readSync(handle, bytes));
  } finally {
    closeSync(handle);
  }
}

function unpackedSource(file: string): ByteSource {
  const { bytes } = readPlain(file, MAX_UNPACKED_BYTES);
  return memorySource(bytes, bytes.length);
}

/** @param size of the file that the content was unpacked from */
function memorySource(content: Uint8Array, size: number): ByteSource {
  let at = 0;
  return {
    isUnchecked: false,
    next: () => {
      const piece = content.subarray(at, at + PIECE_BYTES);
      at += piece.length;
      return Promise.resolve(piece.length === 0 ? undefined : piece);
    },
    tellEnd: () => undefined,
    used: () => (content.length === 0 ? 0 : (size * at) / content.length),
    close: () => {
      at = content.length;
    },
  };
}

/**
 * Opens a trace file, in any wrapping, and reads its header.
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
  /** What a row was refused for, while the checksum of its data is still to be read. */
  refused: LockstepError | undefined;
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

/** Reads on to the checksum of the data, whose damage comes before what it made of a row. */
async function failRow(state: ReaderState, refused: LockstepError): Promise<never> {
  let size = 0;
  while (size < MAX_CHECKED_BYTES) {
    const piece = await state.source.next();
    if (piece === undefined) break;
    size += piece.length;
  }
  throw refused;
}

async function fillDecoder(state: ReaderState): Promise<boolean> {
  if (state.ended) return false;
  try {
    if (state.refused !== undefined) await failRow(state, state.refused);
    const piece = await state.source.next();
    if (piece === undefined) {
      state.ended = true;
      state.source.tellEnd();
      state.decoder.finish();
      return false;
    }
    const isFirst = state.totalBytes === 0;
    countBytes(state, piece.length);
    state.decoder.push(isFirst ? withoutMark(piece) : piece);
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
    return state.refused === undefined && state.decoder.next();
  } catch (error) {
    if (state.source.isUnchecked && error instanceof LockstepError) {
      state.refused = error;
      return false;
    }
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
    refused: undefined,
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

// Rows recorded in the middle of a frame, which the log's sequence cells tell apart.

/** Whether the reader's current row is torn; a log without a sequence has no such row. */
export function tornReader({ header, row }: TraceReader): () => boolean {
  const { sequence, cells } = header;
  if (sequence === null) return () => false;
  const place = (name: string): number => cells.findIndex(([cell]) => cell === name);
  const [begin, end] = [place(sequence.begin), place(sequence.end)];
  return () => row.values[begin] !== row.values[end];
}

// The pad words of a trace as the rows of a movie.

interface TraceInput {
  readonly input: MovieInput;
  /**
   * Frame of the first recorded row. The rows before it are empty, because the log has no input for
   * them.
   */
  readonly first: number;
  /** Frames between rows that the log lacks; the pad stays as before. */
  readonly missing: number;
}

/**
 * Row N is the pad word of frame N.
 * @throws LockstepError `E_MOVIE_INPUT` for a trace without pad words, and those of a broken trace
 */
export async function inputOfTrace(file: string): Promise<TraceInput> {
  const reader = await openTrace(file);
  let masks = new Uint16Array(4096);
  let length = 0;
  let first = -1;
  let missing = 0;
  try {
    do {
      while (reader.next()) {
        const { frame, pad, count, line } = reader.row;
        if (pad < 0 || frame + count > MAX_ROWS) {
          throw new LockstepError('E_MOVIE_INPUT', 'this row of the trace cannot be a row of a movie', {
            file,
            line,
            found: pad < 0 ? 'a command' : `frame ${frame}`,
            expected: pad < 0 ? 'a pad word' : `frames below ${MAX_ROWS}`,
            remedy: 'Take a log of pad words, recorded from power-on',
          });
        }
        if (first < 0) first = frame;
        if (frame + count > masks.length) {
          const wider = new Uint16Array(2 * (frame + count));
          wider.set(masks);
          masks = wider;
        }
        if (length > 0 && frame > length) {
          missing += frame - length;
          masks.fill(masks[length - 1] ?? 0, length, frame);
        }
        masks.fill(maskOfPadWord(pad), frame, frame + count);
        length = frame + count;
      }
    } while (await reader.fill());
  } finally {
    reader.close();
  }
  return { input: inputOfMasks(masks.subarray(0, length)), first: Math.max(0, first), missing };
}
