/**
 * The bytes of a file that users bring, plain or gzip, unpacked in chunks: memory stays bounded
 * whatever the file holds.
 */
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { noteInput } from './command-inputs.js';
import { LockstepError } from './errors.js';
import { isGzip } from './gzip/is-gzip.js';
import { unreadable } from './read-text.js';

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

async function* unpacked(file: string, chunkBytes: number): AsyncGenerator<Buffer> {
  const stat = statSync(file);
  if (stat.isFile() && stat.size <= chunkBytes) {
    // One read instead of a stream, which small files would spend their time on.
    const whole = readFileSync(file);
    if (!isGzip(whole)) {
      if (whole.length > 0) yield whole;
      return;
    }
  }
  const source = createReadStream(file, { highWaterMark: chunkBytes });
  try {
    if (!(await startsLikeGzip(file))) {
      yield* source as AsyncIterable<Buffer>;
      return;
    }
    const gunzip = createGunzip({ chunkSize: chunkBytes });
    source.on('error', (error) => gunzip.destroy(error));
    source.pipe(gunzip);
    try {
      yield* gunzip as AsyncIterable<Buffer>;
      if (gunzip.bytesWritten !== source.bytesRead) {
        throw new LockstepError('E_GZIP', 'there are bytes after the end of the gzip data', {
          file,
          offset: gunzip.bytesWritten,
          remedy: 'Copy the file again, or pack it again',
        });
      }
    } finally {
      gunzip.destroy();
    }
  } finally {
    source.destroy();
  }
}

/**
 * Reads a file in chunks and unpacks gzip. The caller limits the number of chunks.
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
