/** `--names`: the language of the names in sentences and lists, for every verb that has them. */
import type { Command } from 'commander';
import type { Language } from '../../../core/system/system.js';
import { languageOf } from '../../base/told.js';

export interface NamesOptions {
  readonly names?: string;
}

export function addNamesOption(command: Command): Command {
  return command.option(
    '--names <language>',
    'names of units and skills: en, ja, or id as plans write them (default: en)',
  );
}

/** @throws LockstepError `E_OPTION` */
export function givenNames({ names }: NamesOptions): Language {
  return languageOf(names);
}
