/** Writes an image to a temporary name and renames it; never over what was read. */
import { writeFile } from '../../base/write-file.js';
import type { RomImage } from './image.js';

/**
 * Writes an image to a file.
 * @throws LockstepError `E_OUTPUT_IS_INPUT`, `E_OUTPUT_WRITE`
 */
export function writeImage(rom: RomImage, output: string): void {
  const inputs = [rom.file, ...(rom.patch === null ? [] : [rom.patch.file])];
  writeFile(output, rom.image, 'image', { inputs });
}
