/** Options that every verb with a cartridge image has. */
import type { Command } from 'commander';
import { LockstepError } from '../../base/errors.js';
import { loadRomImage, type RomImage, type RomOptions } from '../../rom/image.js';

export interface ImageOptions {
  readonly patch?: string;
  readonly forceRom?: boolean;
}

export function addImageOptions(command: Command): Command {
  return command
    .option('--patch <file>', 'apply an IPS, UPS or BPS patch in memory first')
    .option('--force-rom', 'accept an unknown image; every output says so');
}

/**
 * The image of `--rom`, if given.
 * @throws LockstepError as `imageOf`, and `E_USAGE` for image options without it
 */
export function givenImage(options: ImageOptions & { readonly rom?: string }): RomImage | undefined {
  if (options.rom !== undefined) return imageOf(options.rom, options);
  if (options.patch === undefined && options.forceRom !== true) return undefined;
  throw new LockstepError('E_USAGE', '--patch and --force-rom need --rom', { remedy: 'Name the image with --rom' });
}

/** Words that give the same image again. */
export function imageWords(image: RomImage): readonly string[] {
  const patch = image.patch === null ? [] : ['--patch', image.patch.file];
  return ['--rom', image.file, ...patch, ...(image.forced ? ['--force-rom'] : [])];
}

/** @throws LockstepError when the image cannot be read, patched, or is not known */
export function imageOf(file: string, options: ImageOptions): RomImage {
  return loadRomImage(file, romOptions(options));
}

export function romOptions(options: ImageOptions): RomOptions {
  return { ...(options.patch === undefined ? {} : { patch: options.patch }), force: options.forceRom === true };
}
