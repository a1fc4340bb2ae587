/** Reads a file whose size is checked before: no device, and nothing larger than its kind. */

import { readFileSync, statSync } from 'node:fs';
import { noteInput } from '../../base/command-inputs.js';
import { LockstepError } from '../../base/errors.js';
import { countText } from '../../base/number-text.js';

/**
 * Reads a file up to a size limit.
 * @param sizeCode code for a larger one
 * @param what noun for the file in the message, such as `patch`
 * @throws LockstepError `E_FILE` also for what is no file, and `sizeCode`
 */
export function readSized(file: string, limit: number, sizeCode: string, what: string): Uint8Array {
  let size: number;
  let bytes: Uint8Array;
  noteInput(file);
  try {
    const status = statSync(file);
    if (!status.isFile()) throw new Error('it is not a file');
    size = status.size;
    bytes = size > limit ? new Uint8Array() : readFileSync(file);
  } catch (error) {
    throw new LockstepError('E_FILE', `the ${what} cannot be read`, {
      file,
      found: error instanceof Error ? error.message : String(error),
      remedy: 'Check its name and permissions',
    });
  }
  if (size <= limit) return bytes;
  throw new LockstepError(sizeCode, `the file is larger than any ${what}`, {
    file,
    found: countText(size, 'byte'),
    expected: `at most ${countText(limit, 'byte')}`,
    remedy: `Name the ${what} itself`,
  });
}
