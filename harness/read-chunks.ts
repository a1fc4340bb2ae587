/** Streams a text file that users bring, plain or gzip, in decoded pieces; memory stays bounded whatever the file holds. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { LockstepError } from './errors.js';

/** Decompressed bytes after which a file is refused: a bomb must not run for hours. */
const MAX_BYTES = 64 * 1024 ** 3;
const CHUNK_BYTES = 256 * 1024;

async function startsLikeGzip(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const start = Buffer.alloc(2);
    const { bytesRead } = await handle.read(start, 0, 2, 0);
    return bytesRead === 2 && start[0] === 0x1f && start[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file, { highWaterMark: CHUNK_BYTES });
  if (!(await startsLikeGzip(file))) {
    yield* source as AsyncIterable<Buffer>;
    return;
  }
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  source.on('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

function asReadError(error: unknown, file: string): unknown {
  if (error instanceof LockstepError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code.startsWith('Z_')) {
    return new LockstepError('E_GZIP', `the gzip data are damaged or cut: ${(error as Error).message}`, {
      file,
      remedy: 'Restore the file from a copy',
    });
  }
  if (!/^E[A-Z0-9]+$/.test(code)) return error;
  return new LockstepError('E_FILE', `the file cannot be read: ${code}`, { file, remedy: 'Check its name and rights' });
}

/** @throws LockstepError `E_FILE`, `E_GZIP`, `E_TEXT`, `E_TEXT_SIZE` */
export async function* readChunks(file: string, maxBytes = MAX_BYTES): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const refuse = (message: string, offset: number): LockstepError =>
    new LockstepError('E_TEXT', message, { file, offset, expected: 'UTF-8 text', remedy: 'Save it as UTF-8' });
  let total = 0;
  const decode = (bytes: Buffer | undefined): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw refuse('the file is not UTF-8', total);
    }
  };
  try {
    for await (const bytes of bytesOf(file)) {
      const zero = bytes.indexOf(0);
      if (zero >= 0) throw refuse('the file holds zero bytes: it is no text, or UTF-16', total + zero);
      const text = decode(bytes);
      total += bytes.length;
      if (total > maxBytes) {
        throw new LockstepError('E_TEXT_SIZE', 'the file is too large', {
          file,
          expected: `at most ${maxBytes} bytes`,
          remedy: 'Split it',
        });
      }
      yield text;
    }
    yield decode(undefined);
  } catch (error) {
    throw asReadError(error, file);
  }
}
