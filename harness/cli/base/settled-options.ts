/**
 * `--profile`: what an owner's image has settled, for the verbs that name unpublished stretches.
 */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { RomImage } from '../../files/rom/image.js';
import { readSettled, type Settled } from '../../original/settle/settled-file.js';

export interface SettledOptions {
  readonly profile?: string;
}

/** Where a profile is looked for beside an image. */
export function profileBeside(image: string): string {
  return `${image}.profile.json`;
}

export function addProfileOption(command: Command): Command {
  return command.option(
    '--profile <file>',
    'what your cartridge has settled (`lockstep rom settle -o`); else IMAGE.profile.json beside --rom',
  );
}

/** @throws LockstepError for a profile that is broken, or of another image than the given one */
export function givenSettled(profile: string | undefined, image: RomImage | undefined): Settled | undefined {
  if (profile !== undefined) return readSettled(profile, image?.image);
  if (image === undefined || !existsSync(profileBeside(image.file))) return undefined;
  return readSettled(profileBeside(image.file), image.image);
}
