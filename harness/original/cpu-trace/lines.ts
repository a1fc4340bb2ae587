/** The lines of a file of any size, plain or gzip, with bounded memory. */
import { readBytes } from '../../base/byte-stream.js';
import { LockstepError } from '../../base/errors.js';

const CHUNK_BYTES = 1024 * 1024;
/** No emulator writes longer lines. */
export const MAX_LINE_LENGTH = 8192;

/** Bytes start..end of a buffer are one line without its end. Return false to stop. */
export type LineTaker = (bytes: Uint8Array, start: number, end: number, line: number) => boolean;

export interface LinesResult {
  readonly lines: number;
  readonly bytes: number;
  /** The file does not end with a line feed: its last line may be cut and is left out. */
  readonly lastCut: boolean;
}

function tooLong(file: string, line: number): LockstepError {
  return new LockstepError('E_CPU_TRACE_LINE', 'the line is too long for a trace', {
    file,
    line,
    expected: `at most ${MAX_LINE_LENGTH} bytes`,
    remedy: 'Name a text trace of one of the emulators that README lists',
  });
}

/**
 * Hands out every line, without CR and LF.
 * @throws LockstepError `E_FILE`, `E_GZIP`, `E_CPU_TRACE_LINE`
 */
export async function readFileLines(file: string, take: LineTaker, signal?: AbortSignal): Promise<LinesResult> {
  const carry = Buffer.alloc(MAX_LINE_LENGTH * 2);
  let kept = 0;
  let line = 0;
  let total = 0;

  /** False: the taker stopped. */
  function handOut(bytes: Uint8Array, start: number, end: number): boolean {
    line++;
    const from =
      line === 1 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf ? start + 3 : start;
    return take(bytes, from, end > from && bytes[end - 1] === 0x0d ? end - 1 : end, line);
  }

  for await (const chunk of readBytes(file, CHUNK_BYTES)) {
    total += chunk.length;
    let at = 0;
    if (kept > 0) {
      const found = chunk.indexOf(10);
      const end = found < 0 ? chunk.length : found;
      if (kept + end > MAX_LINE_LENGTH) throw tooLong(file, line + 1);
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
      if (found - at > MAX_LINE_LENGTH) throw tooLong(file, line + 1);
      if (!handOut(chunk, at, found)) return { lines: line, bytes: total, lastCut: false };
      at = found + 1;
    }
    if (chunk.length - at > MAX_LINE_LENGTH) throw tooLong(file, line + 1);
    chunk.copy(carry, 0, at);
    kept = chunk.length - at;
    if (signal?.aborted === true) break;
  }
  return { lines: line, bytes: total, lastCut: kept > 0 };
}
