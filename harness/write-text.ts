/** Writes a text file to a temporary name and renames it: a reader sees the old file or the new one, never a part. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { LockstepError } from './errors.js';

/** @param what what the file is, for the message: `page`. @throws LockstepError `E_OUTPUT_WRITE` */
export function writeText(file: string, text: string, what: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new LockstepError('E_OUTPUT_WRITE', `the ${what} cannot be written: ${code}`, {
      file,
      remedy: 'Check its folder and rights',
    });
  }
}
