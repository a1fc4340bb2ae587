/**
 * Writes a whole file to a temporary name and renames it: a reader sees the old file or the new
 * one, never a part.
 */
import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { LockstepError } from './errors.js';

/** A unique name in the folder of a file, for its content until it is complete. */
export function temporaryName(file: string): string {
  return `${file}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
}

/**
 * The error for a file that cannot be written.
 * @param what noun for the file in the message, such as `page`
 */
export function outputError(file: string, what: string, error: unknown): LockstepError {
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  return new LockstepError('E_OUTPUT_WRITE', `the ${what} cannot be written: ${code}`, {
    file,
    remedy: 'Check its folder, rights and room',
  });
}

/**
 * Writes a file. An earlier file of that name stays if this fails.
 * @param what noun for the file in the message, such as `page`
 * @throws LockstepError `E_OUTPUT_WRITE`
 */
export function writeFile(file: string, content: string | Uint8Array, what: string): void {
  const temporary = temporaryName(file);
  try {
    writeFileSync(temporary, content);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw outputError(file, what, error);
  }
}

/** Path of a file relative to the folder of another one, with `/` on every platform. */
export function pathBeside(file: string, target: string): string {
  return relative(dirname(resolve(file)), resolve(target))
    .split(sep)
    .join('/');
}
