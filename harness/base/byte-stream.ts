/**
 * The bytes of a file that users bring, without its wrappings, in chunks: memory stays bounded
 * whatever the file holds.
 */
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { noteInput, noteLeftOut } from './command-inputs.js';
import { crc32 } from './crc32.js';
import { LockstepError } from './errors.js';
import { gzipHeaderEnd } from './inflate.js';
import { isGzip } from './is-gzip.js';
import { readPlain } from './read-text.js';
import { unreadable } from './unreadable.js';
import { wrappingOf } from './unwrap.js';

/**
 * Whether a file begins with the two bytes of gzip data.
 * @throws an error of Node for a file that cannot be read; `asReadError` translates it
 */
export async function startsLikeGzip(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const start = Buffer.alloc(2);
    const { bytesRead } = await handle.read(start, 0, 2, 0);
    return bytesRead === 2 && isGzip(start);
  } finally {
    await handle.close();
  }
}

/**
 * Turns an error of the file system or of zlib into a `LockstepError`; returns any other error
 * unchanged.
 * @param gzipCode code for damaged gzip data
 * @param offset byte offset in the gzip data, if known
 */
export function asReadError(error: unknown, file: string, gzipCode = 'E_GZIP', offset = 0): unknown {
  if (error instanceof LockstepError || !(error instanceof Error)) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code.startsWith('Z_')) {
    return new LockstepError(gzipCode, `the gzip data are damaged or cut: ${error.message}`, {
      file,
      ...(offset === 0 ? {} : { offset }),
      remedy: 'Restore the file from a copy',
    });
  }
  if (!/^E[A-Z0-9]+$/.test(code)) return error;
  return unreadable(file, error);
}

/** Bytes of a gzip member before its data, at most: no emulator writes longer names. */
const MAX_GZIP_HEADER = 64 * 1024;
const GZIP_TAIL = 8;
/** Largest content of a wrapping that is taken off as a whole: ZIP, Zstandard, RZIP. */
const MAX_WHOLE = 512 * 1024 * 1024;
/** CRC-32 of zlib where Node has it (20.15 and later). */
const crcOf: (bytes: Uint8Array, before: number) => number =
  (zlib as unknown as { crc32?: (bytes: Uint8Array, before: number) => number }).crc32 ?? crc32;

/** Chunks of a file that can be put back. */
interface Chunks {
  next(): Promise<Buffer | undefined>;
  /** Puts bytes back in front. */
  back(bytes: Buffer): void;
}

function chunksOf(source: AsyncIterable<Buffer>): Chunks {
  const iterator = source[Symbol.asyncIterator]();
  const kept: Buffer[] = [];
  return {
    next: async () => {
      const own = kept.pop();
      if (own !== undefined) return own;
      const result = await iterator.next();
      return result.done === true ? undefined : result.value;
    },
    back: (bytes) => {
      if (bytes.length > 0) kept.push(bytes);
    },
  };
}

/** At least so many bytes, or all that are left. */
async function atLeast(chunks: Chunks, length: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  while (size < length) {
    const piece = await chunks.next();
    if (piece === undefined) break;
    pieces.push(piece);
    size += piece.length;
  }
  return Buffer.concat(pieces, size);
}

function damagedGzip(file: string, offset: number, found: string): LockstepError {
  return new LockstepError('E_GZIP', 'the gzip data are damaged or cut', {
    file,
    ...(offset === 0 ? {} : { offset }),
    found,
    remedy: 'Restore the file from a copy',
  });
}

/** The data of one gzip member; puts back what stands behind it. Returns the member's bytes. */
async function* gunzipMember(
  chunks: Chunks,
  file: string,
  chunkBytes: number,
  first: number,
): AsyncGenerator<Buffer, number> {
  const head = await atLeast(chunks, MAX_GZIP_HEADER);
  let start: number;
  try {
    start = gzipHeaderEnd(head, 0);
  } catch (error) {
    throw damagedGzip(file, first, (error as Error).message);
  }
  chunks.back(head.subarray(start));
  const inflate = zlib.createInflateRaw({ chunkSize: chunkBytes });
  /**
   * Chunks that went in last, with the place of their first byte: the data may end in any of them.
   */
  const given: { at: number; bytes: Buffer }[] = [];
  let fed = 0;
  const source = Readable.from(
    (async function* () {
      for (;;) {
        const bytes = await chunks.next();
        if (bytes === undefined) return;
        while (given.length > 0 && (given[0]?.at ?? 0) + (given[0]?.bytes.length ?? 0) <= inflate.bytesWritten)
          given.shift();
        given.push({ at: fed, bytes });
        fed += bytes.length;
        yield bytes;
      }
    })(),
    { objectMode: true, highWaterMark: 1 },
  );
  source.on('error', (error) => inflate.destroy(error));
  source.pipe(inflate);
  let crc = 0;
  let size = 0;
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      crc = crcOf(piece, crc);
      size += piece.length;
      yield piece;
    }
  } catch (error) {
    if (error instanceof LockstepError || !(error instanceof Error) || !isZlib(error)) throw error;
    throw damagedGzip(file, first + start + inflate.bytesWritten, error.message);
  } finally {
    source.destroy();
    inflate.destroy();
  }
  const used = inflate.bytesWritten;
  const rest = given.flatMap(({ at, bytes }) =>
    at + bytes.length <= used ? [] : [bytes.subarray(Math.max(0, used - at))],
  );
  chunks.back(Buffer.concat(rest));
  const tail = await atLeast(chunks, GZIP_TAIL);
  if (tail.length < GZIP_TAIL)
    throw damagedGzip(file, first + start + used, 'no checksum behind the data: unexpected end of file');
  if (tail.readUInt32LE(0) !== crc >>> 0 || tail.readUInt32LE(4) !== size % 2 ** 32) {
    throw damagedGzip(file, first + start + used, 'a wrong checksum');
  }
  chunks.back(tail.subarray(GZIP_TAIL));
  return start + used + GZIP_TAIL;
}

function isZlib(error: Error): boolean {
  return ((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_');
}

/** The members of gzip data; whatever stands behind the last one is left out and told. */
async function* gunzipAll(chunks: Chunks, file: string, chunkBytes: number): AsyncGenerator<Buffer> {
  let at = 0;
  for (;;) {
    at += yield* gunzipMember(chunks, file, chunkBytes, at);
    const next = await atLeast(chunks, 3);
    chunks.back(next);
    if (isGzip(next) && next[2] === 8) continue;
    let behind = 0;
    for (let bytes = await chunks.next(); bytes !== undefined; bytes = await chunks.next()) behind += bytes.length;
    noteLeftOut(file, behind);
    return;
  }
}

async function* unpacked(file: string, chunkBytes: number): AsyncGenerator<Buffer> {
  const stat = statSync(file);
  if (stat.isFile() && stat.size <= chunkBytes) {
    // One read instead of a stream, which small files would spend their time on.
    const whole = readFileSync(file);
    if (wrappingOf(whole) === undefined) {
      if (whole.length > 0) yield whole;
      return;
    }
  }
  const source = createReadStream(file, { highWaterMark: chunkBytes });
  try {
    const chunks = chunksOf(source as AsyncIterable<Buffer>);
    const head = await atLeast(chunks, 8);
    chunks.back(head);
    const wrapping = wrappingOf(head);
    if (wrapping === 'gzip') yield* gunzipAll(chunks, file, chunkBytes);
    else if (wrapping !== undefined) yield* inPieces(readPlain(file, MAX_WHOLE).bytes, chunkBytes);
    else for (let bytes = await chunks.next(); bytes !== undefined; bytes = await chunks.next()) yield bytes;
  } finally {
    source.destroy();
  }
}

function* inPieces(bytes: Uint8Array, length: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) {
    const piece = bytes.subarray(at, at + length);
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.length);
  }
}

/**
 * Reads a file in chunks without its wrappings. The caller limits the number of chunks.
 * @param chunkBytes maximum size of a chunk
 * @throws LockstepError `E_FILE`, `E_GZIP`
 */
export async function* readBytes(file: string, chunkBytes: number): AsyncGenerator<Buffer> {
  noteInput(file);
  try {
    yield* unpacked(file, chunkBytes);
  } catch (error) {
    throw asReadError(error, file);
  }
}
