/** Zstandard by the optional package fzstd. A page has it inside, in the place of this file. */
import { createRequire } from 'node:module';
import { LockstepError } from './errors.js';

/** The part of the package that is used. */
interface Zstandard {
  readonly Decompress: new (visit: (piece: Uint8Array) => void) => { push(piece: Uint8Array, last: boolean): void };
}

/** @throws LockstepError `E_STATE_PACKAGE` */
export function zstandard(file: string): Zstandard {
  try {
    return createRequire(import.meta.url)('fzstd') as Zstandard;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new LockstepError('E_STATE_PACKAGE', 'Zstandard needs the optional package fzstd, which is not installed', {
      file,
      remedy: 'npm install fzstd@0.1.1, or write the work RAM (128 KiB) to a file',
    });
  }
}
