/** Options that every verb with a cartridge image has. */
import type { Command } from 'commander';
import { LockstepError } from '../../base/errors.js';
import { loadRomImage, type RomImage, type RomOptions } from '../../files/rom/image.js';
import { imageLines } from '../../files/rom/notes.js';
import { wordOption } from './offered-words.js';

export interface ImageOptions {
  readonly patch?: string;
  readonly as?: string;
  readonly forceRom?: boolean;
}

export function addImageOptions(command: Command): Command {
  return command
    .option('--patch <file>', 'apply an IPS, UPS or BPS patch in memory first')
    .addOption(
      wordOption('--as <image>', 'take an unknown image, where its header fits, as live-a-live; every output says so', [
        'live-a-live',
      ]),
    )
    .option('--force-rom', 'accept any image, without a look at its header; every output says so');
}

/**
 * The image of `--rom`, if given.
 * @throws LockstepError as `imageOf`, and `E_USAGE` for image options without it
 */
export function givenImage(options: ImageOptions & { readonly rom?: string }): RomImage | undefined {
  if (options.rom !== undefined) return imageOf(options.rom, options);
  if (options.patch === undefined && options.as === undefined && options.forceRom !== true) return undefined;
  throw new LockstepError('E_USAGE', '--patch, --as and --force-rom need --rom', {
    remedy: 'Name the image with --rom',
  });
}

/** Words that give the same image again. */
export function imageWords({ file, patch, forced, takenAs }: RomImage): readonly string[] {
  const patched = patch === null ? [] : ['--patch', patch.file];
  const accepted = takenAs === undefined ? ['--force-rom'] : ['--as', takenAs];
  return ['--rom', file, ...patched, ...(forced ? accepted : [])];
}

/** First lines of a result with a given image; empty without one. */
export function imageHead(image: RomImage | undefined): string {
  return image === undefined ? '' : `${imageLines(image).join('\n')}\n`;
}

/** @throws LockstepError when the image cannot be read, patched, or is not known */
export function imageOf(file: string, options: ImageOptions): RomImage {
  return loadRomImage(file, romOptions(options));
}

export function romOptions(options: ImageOptions): RomOptions {
  const { patch, as, forceRom } = options;
  return {
    ...(patch === undefined ? {} : { patch }),
    ...(as === undefined ? {} : { as }),
    force: forceRom === true,
  };
}
