/** Options that every verb with a cartridge image has. */
import type { Command } from 'commander';
import { loadRomImage, type RomImage } from '../../rom/image.js';

export interface ImageOptions {
  readonly patch?: string;
  readonly forceRom?: boolean;
}

export function addImageOptions(command: Command): Command {
  return command
    .option('--patch <file>', 'apply an IPS, UPS or BPS patch in memory first')
    .option('--force-rom', 'go on with an image that is not known; every output says so');
}

/** @throws LockstepError when the image cannot be read, patched, or is not known */
export function imageOf(file: string, options: ImageOptions): RomImage {
  return loadRomImage(file, {
    ...(options.patch === undefined ? {} : { patch: options.patch }),
    force: options.forceRom === true,
  });
}
