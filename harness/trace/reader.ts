/**
 * Opens a trace, plain or gzip, and hands out its rows while it is being read; never holds the file in memory.
 *
 * Usage: `do { while (reader.next()) use(reader.row); } while (await reader.fill());`
 */
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { constants, createGunzip, type Gunzip } from 'node:zlib';
import { asReadError, startsLikeGzip } from '../base/byte-stream.js';
import { LockstepError } from '../base/errors.js';
import { createTraceDecoder, type DecoderOptions } from './decoder.js';
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
  /** Filled anew by every `next`. */
  readonly row: TraceRow;
  /** True when a row was decoded. */
  next(): boolean;
  /** Reads on. False: the log is at its end and was whole. */
  fill(): Promise<boolean>;
  /** Undefined before the end, and on an incomplete log. */
  footer(): TraceFooter | undefined;
  close(): void;
}

/** @throws LockstepError for every damage, here or in `next` or `fill` */
export async function openTrace(file: string, options: ReaderOptions = {}): Promise<TraceReader> {
  let gzip: boolean;
  try {
    gzip = await startsLikeGzip(file);
  } catch (error) {
    throw asReadError(error, file);
  }
  return readTraceStream(createReadStream(file, { highWaterMark: CHUNK_BYTES }), gzip, file, options);
}

/** Reads a trace from any stream of bytes. */
export async function readTraceStream(
  source: Readable,
  gzip: boolean,
  file: string,
  options: ReaderOptions = {},
): Promise<TraceReader> {
  const decoder = createTraceDecoder(file, options);
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  let sourceBytes = 0;
  let total = 0;
  let ended = false;
  let gunzip: Gunzip | undefined;
  if (gzip) {
    // Viewers take what a cut file still holds; otherwise a cut is an error.
    const finishFlush = options.allowIncomplete === true ? constants.Z_SYNC_FLUSH : constants.Z_FINISH;
    gunzip = createGunzip({ chunkSize: CHUNK_BYTES, finishFlush });
    const target = gunzip;
    source.on('data', (bytes: Buffer) => {
      sourceBytes += bytes.length;
    });
    source.on('error', (error) => target.destroy(error));
    source.pipe(gunzip);
  }
  const chunks = (gunzip ?? source)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;

  function close(): void {
    ended = true;
    source.destroy();
    gunzip?.destroy();
  }

  async function fill(): Promise<boolean> {
    if (ended) return false;
    try {
      const result = await chunks.next();
      if (result.done === true) {
        ended = true;
        checkWholeGzip();
        decoder.finish();
        return false;
      }
      total += result.value.length;
      if (total > maxBytes) {
        throw new LockstepError('E_TRACE_TOO_LARGE', 'the log is too large', {
          file,
          expected: `at most ${maxBytes} bytes`,
          remedy: 'Split the recording, or raise the limit of the reader',
        });
      }
      decoder.push(result.value);
      return true;
    } catch (error) {
      close();
      throw asReadError(error, file, 'E_TRACE_GZIP', gunzip?.bytesWritten);
    }
  }

  function checkWholeGzip(): void {
    if (gunzip === undefined || gunzip.bytesWritten === sourceBytes) return;
    throw new LockstepError('E_TRACE_AFTER_FOOTER', 'there are bytes after the end of the gzip data', {
      file,
      offset: gunzip.bytesWritten,
      found: `${sourceBytes - gunzip.bytesWritten} bytes`,
      remedy: 'Restore the file from a copy',
    });
  }

  function next(): boolean {
    try {
      return decoder.next();
    } catch (error) {
      close();
      throw error;
    }
  }

  // The header is always read here; the first row may already stand in the decoder, so `next` hands it out first.
  let waiting = false;
  for (;;) {
    const more = await fill();
    waiting = more && next();
    if (decoder.header() !== undefined || !more) break;
  }
  const header = decoder.header();
  if (header === undefined) throw new LockstepError('E_TRACE_EMPTY', 'the file holds no trace', { file, offset: 0 });
  return {
    file,
    header,
    row: decoder.row(),
    next: () => {
      if (waiting) {
        waiting = false;
        return true;
      }
      return next();
    },
    fill,
    footer: decoder.footer,
    close,
  };
}
