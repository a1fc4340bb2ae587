/** The lines of a file of any size, plain or gzip, with bounded memory. */
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { LockstepError } from '../errors.js';

const CHUNK_BYTES = 1024 * 1024;
/** No emulator writes longer lines. */
export const LONGEST_LINE = 8192;

/** Bytes start..end of a buffer are one line without its end. Return false to stop. */
export type LineTaker = (bytes: Uint8Array, start: number, end: number, line: number) => boolean;

export interface LinesResult {
  readonly lines: number;
  readonly bytes: number;
  /** The file does not end with a line feed: its last line may be cut and was not handed out. */
  readonly lastCut: boolean;
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const start = Buffer.alloc(2);
    const { bytesRead } = await handle.read(start, 0, 2, 0);
    return bytesRead === 2 && start[0] === 0x1f && start[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

function readError(error: unknown, file: string): unknown {
  if (error instanceof LockstepError || !(error instanceof Error)) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code.startsWith('Z_')) {
    return new LockstepError('E_GZIP', `the gzip data are damaged or cut: ${error.message}`, {
      file,
      remedy: 'Copy the file again, or pack it again',
    });
  }
  if (/^E[A-Z0-9]+$/.test(code)) {
    return new LockstepError('E_FILE', `the file cannot be read: ${code}`, {
      file,
      remedy: 'Check its name and rights',
    });
  }
  return error;
}

/** Chunks of the unpacked file. */
async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  const stat = statSync(file);
  if (stat.isFile() && stat.size <= CHUNK_BYTES) {
    const whole = readFileSync(file);
    if (whole[0] !== 0x1f || whole[1] !== 0x8b) {
      yield whole;
      return;
    }
  }
  const source = createReadStream(file, { highWaterMark: CHUNK_BYTES });
  try {
    if (!(await isGzip(file))) {
      yield* source as AsyncIterable<Buffer>;
      return;
    }
    const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
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

function tooLong(file: string, line: number): LockstepError {
  return new LockstepError('E_CPU_TRACE_LINE', 'the line is too long for a trace', {
    file,
    line,
    expected: `at most ${LONGEST_LINE} bytes`,
    remedy: 'Name a text trace of one of the emulators that README lists',
  });
}

/**
 * Hands out every line, without CR and LF.
 * @throws LockstepError `E_FILE`, `E_GZIP`, `E_CPU_TRACE_LINE`
 */
export async function readFileLines(file: string, take: LineTaker, signal?: AbortSignal): Promise<LinesResult> {
  const carry = Buffer.alloc(LONGEST_LINE * 2);
  let kept = 0;
  let line = 0;
  let total = 0;

  /** False: the taker wants no more. */
  function handOut(bytes: Uint8Array, start: number, end: number): boolean {
    line++;
    const from =
      line === 1 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf ? start + 3 : start;
    return take(bytes, from, end > from && bytes[end - 1] === 0x0d ? end - 1 : end, line);
  }

  try {
    for await (const chunk of chunksOf(file)) {
      total += chunk.length;
      let at = 0;
      if (kept > 0) {
        const found = chunk.indexOf(10);
        const end = found < 0 ? chunk.length : found;
        if (kept + end > LONGEST_LINE) throw tooLong(file, line + 1);
        chunk.copy(carry, kept, 0, end);
        kept += end;
        if (found < 0) continue;
        const length = kept;
        kept = 0;
        at = found + 1;
        if (!handOut(carry, 0, length)) return { lines: line, bytes: total, lastCut: false };
      }
      for (;;) {
        const found = chunk.indexOf(10, at);
        if (found < 0) break;
        if (found - at > LONGEST_LINE) throw tooLong(file, line + 1);
        if (!handOut(chunk, at, found)) return { lines: line, bytes: total, lastCut: false };
        at = found + 1;
      }
      if (chunk.length - at > LONGEST_LINE) throw tooLong(file, line + 1);
      chunk.copy(carry, 0, at);
      kept = chunk.length - at;
      if (signal?.aborted === true) break;
    }
  } catch (error) {
    throw readError(error, file);
  }
  return { lines: line, bytes: total, lastCut: kept > 0 };
}
