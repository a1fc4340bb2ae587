/**
 * Random access to the bytes of a file, so that a large movie is never read whole.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { noteInput } from './command-inputs.js';
import { LockstepError } from './errors.js';
import { unreadable } from './unreadable.js';

export interface ByteSource {
  /** Named in errors. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The bytes from `at` on; fewer than `length` only at the end. */
  read(at: number, length: number): Uint8Array;
  close(): void;
}

/**
 * Opens a file for random access.
 * @throws LockstepError `E_FILE`
 */
export function fileSource(file: string): ByteSource {
  let descriptor: number;
  noteInput(file);
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    throw unreadable(file, error);
  }
  const status = fstatSync(descriptor);
  if (!status.isFile()) {
    closeSync(descriptor);
    throw new LockstepError('E_FILE', 'this is not a file', { file, remedy: 'Name a file, not a folder' });
  }
  return {
    name: file,
    size: status.size,
    read: (at, length) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, status.size - at)));
      let got = 0;
      try {
        while (got < bytes.length) {
          const read = readSync(descriptor, bytes, got, bytes.length - got, at + got);
          if (read === 0) break;
          got += read;
        }
      } catch (error) {
        throw unreadable(file, error);
      }
      return bytes.subarray(0, got);
    },
    close: () => closeSync(descriptor),
  };
}
