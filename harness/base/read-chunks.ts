/**
 * Streams a text file that users bring, plain or gzip, in decoded pieces; memory stays bounded
 * whatever the file holds.
 */

import { readBytes } from './byte-stream.js';
import { LockstepError } from './errors.js';
import { countText } from './number-text.js';
import { textError } from './read-text.js';

/** Decompressed bytes after which a file is refused: a bomb must not run for hours. */
const MAX_BYTES = 64 * 1024 ** 3;
const CHUNK_BYTES = 256 * 1024;

/**
 * Reads a UTF-8 text file, plain or gzip, in pieces of text.
 * @throws LockstepError `E_FILE`, `E_GZIP`, `E_TEXT`, `E_TEXT_SIZE`
 */
export async function* readChunks(file: string, maxBytes = MAX_BYTES): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
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
    yield text;
  }
  yield decode(undefined);
}
