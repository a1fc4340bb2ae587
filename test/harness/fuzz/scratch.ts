/** Files that the targets read or write: one folder of the process, removed at its end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'lockstep-fuzz-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

export const scratchPath = (name: string): string => join(folder, name);

/** Writes a file of the folder and returns its path. */
export function written(name: string, bytes: Buffer | string): string {
  const file = scratchPath(name);
  writeFileSync(file, bytes);
  return file;
}
