/**
 * What a user gives beside a file: a cartridge image, what it has settled, the language of names.
 * Verbs that play declare it, read it and say what their result rests on here.
 */
import { type Command, Option } from 'commander';
import type { Language, System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { type Standing, standingLines } from '../../base/standing.js';
import type { RomImage } from '../../files/rom/image.js';
import { imageJson } from '../../files/rom/notes.js';
import type { Settled } from '../../original/settle/settled-file.js';
import { withImageCodeAll } from '../../original/settle/with-original.js';
import { openedSettled, withSettled } from '../../original/settle/with-settled.js';
import { findPlanSystem } from '../../play/plan/start.js';
import type { Plan } from '../../play/plan/types.js';
import type { LoadOptions } from '../../play/timeline/loaded-line.js';
import type { CliContext } from './context.js';
import { addNamesOption, givenNames, type NamesOptions } from './names-option.js';
import { addImageOptions, givenImage, type ImageOptions } from './rom-options.js';
import { addProfileOption, givenSettled, type SettledOptions } from './settled-options.js';

export interface GivenOptions extends ImageOptions, SettledOptions, NamesOptions {
  readonly rom?: string;
}

/** `--rom`, where the verb lists it. */
export function romOption(): Option {
  return new Option(
    '--rom <image>',
    "read the game's tables from your own cartridge image; its code fills holes of ours",
  );
}

/** What goes with `--rom`: patch, doubt, profile. */
export function addGivenImage(command: Command): Command {
  return addProfileOption(addImageOptions(command));
}

/** The same, and the language of names. */
export function addGivenOptions(command: Command): Command {
  return addNamesOption(addGivenImage(command));
}

export interface Given {
  readonly image: RomImage | undefined;
  readonly settled: Settled | undefined;
  /** Those of the command; the ones that read a cartridge with the image's tables and code. */
  readonly systems: readonly System[];
  readonly language: Language;
}

/** @throws LockstepError for an image, patch, profile or language that cannot be used */
export function givenOf({ systems }: CliContext, options: GivenOptions): Given {
  const image = givenImage(options);
  return {
    image,
    settled: givenSettled(options.profile, image),
    systems: withImageCodeAll(systems, image),
    language: givenNames(options),
  };
}

/** Options that open logs, plans and branches under what is given. */
export function loadGiven({ systems, settled, language }: Given): LoadOptions {
  return { systems, language, ...openedSettled(settled) };
}

/**
 * A plan and its system under what is given.
 * @param id of the system, where it is not the plan's own
 * @throws LockstepError as `findPlanSystem`, `E_CAPABILITY` for an image that nothing would read
 */
export async function planGiven(
  { image, settled, systems }: Given,
  written: Plan,
  id = written.system,
): Promise<{ readonly system: System; readonly plan: Plan }> {
  const system = await findPlanSystem(systems, { ...written, system: id });
  if (image !== undefined && system.capabilities.cartridge === undefined) {
    throw new LockstepError('E_CAPABILITY', `${system.id} reads no cartridge image`, { remedy: 'Leave --rom out' });
  }
  return { system, plan: withSettled(written, system, settled) };
}

/** The image of a result in JSON. */
export function imageField({ image }: Given): { readonly image: object | null } {
  return { image: image === undefined ? null : imageJson(image) };
}

/** What a result rests on, a line for each part. @param by who settled, in words */
export function restLines({ image }: Given, standing: Standing, by: string | undefined): readonly string[] {
  return standingLines(standing, by, image?.identity.sha256);
}
