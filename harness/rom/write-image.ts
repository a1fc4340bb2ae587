/** Writes an image to a temporary name and renames it; never over what was read. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LockstepError } from '../errors.js';
import type { RomImage } from './image.js';

/** @throws LockstepError `E_OUTPUT_IS_INPUT`, `E_OUTPUT_WRITE` */
export function writeImage(rom: RomImage, output: string): void {
  const inputs = [rom.file, ...(rom.patch === null ? [] : [rom.patch.file])].map((file) => resolve(file));
  if (inputs.includes(resolve(output))) {
    throw new LockstepError('E_OUTPUT_IS_INPUT', 'the output would overwrite an input', {
      file: output,
      remedy: 'Give another name',
    });
  }
  const temporary = `${output}.tmp`;
  try {
    writeFileSync(temporary, rom.image);
    renameSync(temporary, output);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new LockstepError('E_OUTPUT_WRITE', 'the image cannot be written', {
      file: output,
      found: error instanceof Error ? error.message : String(error),
      remedy: 'Check its folder and rights',
    });
  }
}
