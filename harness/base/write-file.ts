/**
 * Writes a whole file to a temporary name and renames it: a reader sees the old file or the new
 * one, never a part.
 */
import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { LockstepError } from './errors.js';

/** A name beside a file, under which it is written until it is whole. No other process has it. */
export function temporaryName(file: string): string {
  return `${file}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
}

/** @param what what the file is, for the message: `page` */
export function outputError(file: string, what: string, error: unknown): LockstepError {
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  return new LockstepError('E_OUTPUT_WRITE', `the ${what} cannot be written: ${code}`, {
    file,
    remedy: 'Check its folder, rights and room',
  });
}

/**
 * @param what what the file is, for the message: `page`.
 * @throws LockstepError `E_OUTPUT_WRITE`; the file before is still there then
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

/**
 * Path of a file as it stands in another one: relative to that one's folder, with `/` on every
 * platform.
 */
export function pathBeside(file: string, target: string): string {
  return relative(dirname(resolve(file)), resolve(target))
    .split(sep)
    .join('/');
}
