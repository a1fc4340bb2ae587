/** Writes an image to a temporary name and renames it; never over what was read. */
import { resolve } from 'node:path';
import { LockstepError } from '../base/errors.js';
import { writeFile } from '../base/write-file.js';
import type { RomImage } from './image.js';

/**
 * Writes an image to a file.
 * @throws LockstepError `E_OUTPUT_IS_INPUT`, `E_OUTPUT_WRITE`
 */
export function writeImage(rom: RomImage, output: string): void {
  const inputs = [rom.file, ...(rom.patch === null ? [] : [rom.patch.file])].map((file) => resolve(file));
  if (inputs.includes(resolve(output))) {
    throw new LockstepError('E_OUTPUT_IS_INPUT', 'the output would overwrite an input', {
      file: output,
      remedy: 'Give another name',
    });
  }
  writeFile(output, rom.image, 'image');
}
