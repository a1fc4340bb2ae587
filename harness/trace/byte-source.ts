/**
 * The unpacked bytes of a log, piece by piece. A small file is read and unpacked at once; a large
 * one, and any that is damaged, goes through a stream, so that memory stays bounded and every fault
 * has its place.
 */

import { readFileSync, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { constants, createGunzip, type Gunzip, gunzipSync } from 'node:zlib';
import { LockstepError } from '../base/errors.js';
import { isGzip } from '../base/gzip/is-gzip.js';
import { countText } from '../base/number-text.js';

export const PIECE_BYTES = 256 * 1024;
/** Largest file that is read at once, and its largest content. */
const WHOLE_FILE_BYTES = 4 * 1024 * 1024;
const WHOLE_CONTENT_BYTES = 64 * 1024 * 1024;

export interface ByteSource {
  /** Undefined at the end. */
  next(): Promise<Uint8Array | undefined>;
  /** @throws LockstepError `E_TRACE_AFTER_FOOTER` for bytes behind the gzip data */
  checkEnd(): void;
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
export function streamSource(source: Readable, gzip: boolean, file: string, allowIncomplete: boolean): ByteSource {
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
    next: async () => {
      const result = await pieces.next();
      if (result.done === true) return undefined;
      plainBytes += result.value.length;
      return result.value;
    },
    checkEnd: () => {
      if (gunzip === undefined || gunzip.bytesWritten === sourceBytes) return;
      throw new LockstepError('E_TRACE_AFTER_FOOTER', 'there are bytes after the end of the gzip data', {
        file,
        offset: gunzip.bytesWritten,
        found: countText(sourceBytes - gunzip.bytesWritten, 'byte'),
        remedy: 'Restore the file from a copy',
      });
    },
    used: () => gunzip?.bytesWritten ?? plainBytes,
    close: () => {
      source.destroy();
      gunzip?.destroy();
    },
  };
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
  } catch {
    // the stream reads it again and names the fault
    return undefined;
  }
}

/**
 * A small file at once.
 * @returns undefined for any other file
 * @throws an error of Node for a file that cannot be read; `asReadError` translates it
 */
export function wholeSource(file: string, allowIncomplete: boolean): ByteSource | undefined {
  const stat = statSync(file);
  if (!stat.isFile() || stat.size > WHOLE_FILE_BYTES) return undefined;
  const bytes = readFileSync(file);
  const content = isGzip(bytes) ? unpackWhole(bytes, allowIncomplete) : bytes;
  if (content === undefined) return undefined;
  let at = 0;
  return {
    next: () => {
      const piece = content.subarray(at, at + PIECE_BYTES);
      at += piece.length;
      return Promise.resolve(piece.length === 0 ? undefined : piece);
    },
    checkEnd: () => undefined,
    used: () => (content.length === 0 ? 0 : (bytes.length * at) / content.length),
    close: () => {
      at = content.length;
    },
  };
}
