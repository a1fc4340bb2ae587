/** `--names`: the language of the names in sentences and lists, for every verb that has them. */
import type { Command } from 'commander';
import { LANGUAGES, type Language } from '../../../core/system/system.js';
import { languageOf } from '../../base/told.js';
import { wordOption } from './offered-words.js';

export interface NamesOptions {
  readonly names?: string;
}

export function addNamesOption(command: Command): Command {
  return command.addOption(
    wordOption(
      '--names <language>',
      'names of units and skills: en, ja, or id as plans write them (default: en)',
      LANGUAGES,
    ),
  );
}

/** @throws LockstepError `E_OPTION` */
export function givenNames({ names }: NamesOptions): Language {
  return languageOf(names);
}
