/** Reads a text file that users bring: bounded, UTF-8, and with a clear error for anything else. */

import { closeSync, createReadStream, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { countText } from '../../core/system/names.js';
import { noteInput, noteLeftOut } from './command-inputs.js';
import { crc32 } from './crc32.js';
import type { LockstepErrorCode } from './error-codes.js';
import { LockstepError } from './errors.js';
import { utf16Order } from './forms.js';
import { gzipMember } from './gzip.js';
import { gzipHeaderEnd, PackedFault } from './inflate.js';
import { isGzip } from './is-gzip.js';
import { lineFeeds, withLineFeeds } from './line-ends.js';
import { openOutput, outputError } from './output-file.js';
import { unreadable } from './unreadable.js';
import { type Plain, unwrapped, wrappingOf } from './unwrap.js';

const PIECE_BYTES = 1024 * 1024;

/**
 * Reads a UTF-8 text file, plain or in any wrapping; a byte order mark is dropped.
 * @param maxBytes limit of a file, a device or a pipe, and of what is in a wrapping
 * @throws LockstepError `E_FILE`, `E_TEXT_SIZE`, `E_TEXT`, and those of a damaged wrapping
 */
export function readTextFile(file: string, maxBytes: number): string {
  const { bytes, name } = readPlain(file, maxBytes);
  return decodeText(bytes, name);
}

/**
 * Reads the bytes of a file without its wrappings.
 * @throws LockstepError `E_FILE`, `E_TEXT_SIZE`, and those of a damaged wrapping
 */
export function readPlain(file: string, maxBytes: number): Plain {
  const plain = unwrapped(readBounded(file, maxBytes), file, maxBytes);
  noteLeftOut(file, plain.behind);
  return plain;
}

/**
 * Reads the bytes of a file, a device or a pipe, up to a limit.
 * @throws LockstepError `E_FILE`, `E_TEXT_SIZE`
 */
export function readBounded(file: string, maxBytes: number): Buffer {
  const pieces: Buffer[] = [];
  let total = 0;
  let descriptor = -1;
  noteInput(file);
  try {
    descriptor = openSync(file, 'r');
    // a device or a pipe tells no size; one byte more finds the end of a file
    const room = Math.min(fstatSync(descriptor).size + 1, PIECE_BYTES);
    for (;;) {
      const piece = Buffer.allocUnsafe(pieces.length === 0 && room > 1 ? room : PIECE_BYTES);
      const got = readSync(descriptor, piece, 0, piece.length, null);
      if (got === 0) return Buffer.concat(pieces, total);
      total += got;
      if (total > maxBytes) {
        throw new LockstepError('E_TEXT_SIZE', 'the file is too large for its kind', {
          file,
          expected: `at most ${countText(maxBytes, 'byte')}`,
          remedy: 'Check that this is the right file',
        });
      }
      pieces.push(piece.subarray(0, got));
    }
  } catch (error) {
    if (error instanceof LockstepError) throw error;
    throw unreadable(file, error);
  } finally {
    if (descriptor >= 0) closeSync(descriptor);
  }
}

/** What bytes are that are no UTF-8 text: another encoding by its name, or no text. */
function encodingFault(start: Uint8Array): string {
  const order = utf16Order(start);
  return order === undefined
    ? 'the file holds bytes of value 0: it is not text'
    : `the file is UTF-16, ${order}-endian`;
}

/**
 * The error for bytes that are no UTF-8 text.
 * @param zero offset of the first byte of value 0, or -1
 */
function textError(start: Uint8Array, file: string, zero: number): LockstepError {
  const message = zero < 0 ? 'the file is not UTF-8' : encodingFault(start);
  const isText = !message.endsWith('not text');
  return new LockstepError('E_TEXT', message, {
    file,
    ...(zero < 0 ? {} : { offset: zero }),
    expected: 'UTF-8 text',
    remedy: isText ? 'Save it as UTF-8' : 'Check that this is the right file',
  });
}

/**
 * Decodes UTF-8 text; a byte order mark is dropped.
 * @param file name for the error
 * @throws LockstepError `E_TEXT`
 */
export function decodeText(bytes: Uint8Array, file: string): string {
  const zero = bytes.indexOf(0);
  if (zero >= 0) throw textError(bytes, file, zero);
  try {
    return withLineFeeds(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw textError(bytes, file, -1);
  }
}

// The bytes of a file that users bring, without its wrappings, in chunks: memory stays bounded
// whatever the file holds.

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
export function asReadError(error: unknown, file: string, gzipCode: LockstepErrorCode = 'E_GZIP', offset = 0): unknown {
  if (error instanceof LockstepError || !(error instanceof Error)) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code.startsWith('Z_')) {
    const details = { file, ...(offset === 0 ? {} : { offset }), remedy: 'Restore the file from a copy' };
    const message = `the gzip data are damaged or cut: ${error.message}`;
    return new LockstepError(gzipCode, message, details, { cause: error });
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
    if (!(error instanceof PackedFault)) throw error;
    throw damagedGzip(file, first, error.message);
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

/**
 * Runs an action that reads a file in pieces. What it refuses may be the work of damaged gzip data,
 * whose checksum stands at their end: that is looked for before the content is blamed.
 * @throws LockstepError `E_GZIP` for damage, else what the action throws
 */
export async function withDamageFirst<Result>(file: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof LockstepError && error.code !== 'E_INTERNAL') await checkGzip(file);
    throw error;
  }
}

/** Unpacked bytes that are read for a checksum alone: some seconds. */
const MAX_CHECKED = 1024 ** 3;

/**
 * Reads a file in gzip to its end; any other one is let be.
 * @throws LockstepError `E_GZIP` for damage
 */
export async function checkGzip(file: string): Promise<void> {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true || !(await startsLikeGzip(file))) return;
  const source = createReadStream(file, { highWaterMark: PIECE_BYTES });
  try {
    let size = 0;
    for await (const { length } of gunzipAll(chunksOf(source as AsyncIterable<Buffer>), file, PIECE_BYTES)) {
      size += length;
      if (size > MAX_CHECKED) return;
    }
  } finally {
    source.destroy();
  }
}

// Writes lines to a file, which has its name only when it is whole. A name that ends in `.gz` is
// compressed.

/** Text kept before it is written, and (compressed) the content of one gzip member. */
const PIECE_CHARACTERS = 4 * 1024 * 1024;

export interface LineFile {
  /** Takes a line without its LF. */
  emit(line: string): void;
  /** Writes the rest and gives the file its name. */
  finish(): void;
  /** Removes the unfinished file. */
  abort(): void;
  /** Runs an action that writes lines; removes the unfinished file if it throws. */
  guarded<Result>(action: () => Result): Result;
}

/**
 * Creates a file that is written line by line.
 * @param what noun for the file in a message, such as `trace`
 * @throws LockstepError `E_OUTPUT_WRITE`, `E_OUTPUT_IS_INPUT`
 */
export function createLineFile(file: string, what = 'file'): LineFile {
  const output = openOutput(file, what);
  const compress = file.endsWith('.gz');
  let lines: string[] = [];
  let characters = 0;

  function guarded<Result>(action: () => Result): Result {
    try {
      return action();
    } catch (error) {
      output.abort();
      if (error instanceof LockstepError) throw error;
      throw outputError(file, what, error);
    }
  }

  function flush(): void {
    if (lines.length === 0) return;
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    lines = [];
    characters = 0;
    output.write(compress ? gzipMember(bytes) : bytes);
  }

  return {
    emit: (line) => {
      lines.push(line);
      characters += line.length + 1;
      if (characters >= PIECE_CHARACTERS) guarded(flush);
    },
    finish: () =>
      guarded(() => {
        flush();
        output.finish();
      }),
    abort: output.abort,
    guarded,
  };
}

// Streams a text file that users bring, plain or gzip, in decoded pieces; memory stays bounded
// whatever the file holds.

/** Decompressed bytes after which a file is refused: a bomb must not run for hours. */
const MAX_BYTES = 64 * 1024 ** 3;
const CHUNK_BYTES = 256 * 1024;

/**
 * Reads a UTF-8 text file, plain or gzip, in pieces of text.
 * @throws LockstepError `E_FILE`, `E_GZIP`, `E_TEXT`, `E_TEXT_SIZE`
 */
export async function* readChunks(file: string, maxBytes = MAX_BYTES): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const feeds = lineFeeds();
  let total = 0;
  const decode = (bytes: Buffer | undefined): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new LockstepError('E_TEXT', 'the file is not UTF-8', {
        file,
        offset: total,
        expected: 'UTF-8 text',
        remedy: 'Save it as UTF-8',
      });
    }
  };
  for await (const bytes of readBytes(file, CHUNK_BYTES)) {
    const zero = bytes.indexOf(0);
    if (zero >= 0) throw textError(total === 0 ? bytes : bytes.subarray(0, 0), file, total + zero);
    const text = decode(bytes);
    total += bytes.length;
    if (total > maxBytes) {
      throw new LockstepError('E_TEXT_SIZE', 'the file is too large', {
        file,
        expected: `at most ${countText(maxBytes, 'byte')}`,
        remedy: 'Split it',
      });
    }
    yield feeds(text);
  }
  yield feeds(decode(undefined)) + feeds('');
}
