/** Reads a text file that users bring: bounded, UTF-8, and with a clear error for anything else. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { noteInput, noteLeftOut } from './command-inputs.js';
import { LockstepError } from './errors.js';
import { countText } from './number-text.js';
import { unreadable } from './unreadable.js';
import { type Plain, unwrapped } from './unwrap.js';

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
export function encodingFault(start: Uint8Array): string {
  const mark = start[0] === 0xff && start[1] === 0xfe ? 'little' : start[0] === 0xfe && start[1] === 0xff ? 'big' : '';
  const pairs = Math.min(start.length, 256) >> 1;
  const zeros = (odd: number): number => {
    let count = 0;
    for (let pair = 0; pair < pairs; pair++) if (start[2 * pair + odd] === 0) count++;
    return count;
  };
  const little = mark === 'little' || (mark === '' && pairs > 1 && 4 * zeros(1) > 3 * pairs && zeros(0) === 0);
  const big = mark === 'big' || (mark === '' && pairs > 1 && 4 * zeros(0) > 3 * pairs && zeros(1) === 0);
  return little || big
    ? `the file is UTF-16, ${little ? 'little' : 'big'}-endian`
    : 'the file holds bytes of value 0: it is not text';
}

/**
 * The error for bytes that are no UTF-8 text.
 * @param zero offset of the first byte of value 0, or -1
 */
export function textError(start: Uint8Array, file: string, zero: number): LockstepError {
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
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw textError(bytes, file, -1);
  }
}
