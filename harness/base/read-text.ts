/** Reads a text file that users bring: bounded, UTF-8, and with a clear error for anything else. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { noteInput } from './command-inputs.js';
import { LockstepError } from './errors.js';
import { countText } from './number-text.js';

const PIECE_BYTES = 1024 * 1024;

/** Errors of Node that a user can do something about. */
const KNOWN: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  EISDIR: ['it is a folder', 'Name a file'],
  ESPIPE: ['it is a pipe', 'Save what comes through it as a file, and name that'],
};

/** The error for a file that cannot be read. @param error of Node, with a code such as `ENOENT` */
export function unreadable(file: string, error: unknown): LockstepError {
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  const [what, remedy] = KNOWN[code] ?? [code, 'Check its name and permissions'];
  return new LockstepError('E_FILE', `the file cannot be read: ${what}`, { file, remedy });
}

/**
 * Reads a UTF-8 text file.
 * @param maxBytes limit of a file, a device or a pipe
 * @throws LockstepError `E_FILE`, `E_TEXT_SIZE`, `E_TEXT`
 */
export function readTextFile(file: string, maxBytes: number): string {
  return decodeText(readBounded(file, maxBytes), file);
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

/**
 * Decodes UTF-8 text.
 * @param file name for the error
 * @throws LockstepError `E_TEXT`
 */
export function decodeText(bytes: Uint8Array, file: string): string {
  const zero = bytes.indexOf(0);
  if (zero >= 0) {
    const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    throw new LockstepError('E_TEXT', wide ? 'the file is UTF-16' : 'the file holds bytes of value 0: it is not text', {
      file,
      offset: zero,
      expected: 'UTF-8 text',
      remedy: wide ? 'Save it as UTF-8' : 'Check that this is the right file',
    });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new LockstepError('E_TEXT', 'the file is not UTF-8', { file, remedy: 'Save it as UTF-8' });
  }
}
