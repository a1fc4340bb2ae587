/** `--names`: the language of the names in sentences and lists, for every verb that has them. */
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { LANGUAGES, type Language } from '../../../core/system/system.js';
import { LockstepError, languageOf } from '../../base/index.js';

// Reads whole numbers given as options.

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(value)) throw new InvalidArgumentError('It must be 0, 1, 2 ...');
  return value;
}

export function fromOne(text: string): number {
  if (/^[1-9][0-9]{0,9}$/u.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 9999999999.');
}

/** Threads of a search: more take memory and time, and no machine of a user has as many cores. */
const MOST_THREADS = 64;

/** The threads that a verb starts unless it is told. */
export function usualThreads(cores: number): number {
  return Math.min(cores, MOST_THREADS);
}

export function threadCount(text: string): number {
  if (/^[1-9][0-9]?$/u.test(text) && Number(text) <= MOST_THREADS) return Number(text);
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_THREADS}.`);
}

// Options and arguments that take one of a few words: what completion offers for them.

const WORDS = new WeakMap<Option | Argument, readonly string[]>();

/** Reads an option that may be repeated: its words in their order. */
export function addWord(word: string, before: readonly string[]): string[] {
  return [...before, word];
}

/**
 * An option that takes one of these words. The verb checks the word itself, with a message and a
 * remedy of its own.
 */
export function wordOption(flags: string, description: string, words: readonly string[], standard?: string): Option {
  const option = new Option(flags, description);
  if (standard !== undefined) option.default(standard);
  WORDS.set(option, words);
  return option;
}

/** An argument that is one of these words, and is checked by the verb as well. */
export function wordArgument(name: string, description: string, words: readonly string[]): Argument {
  const argument = new Argument(name, description);
  WORDS.set(argument, words);
  return argument;
}

/** Words of an option or argument; empty where any text may stand. */
export function wordsOf(part: Option | Argument): readonly string[] {
  return WORDS.get(part) ?? part.argChoices ?? [];
}

// Numbers on the command line.

/** A decimal or 0x number within its width. @throws LockstepError `E_OPTION` naming the option */
export function parseNumber(text: string, name: string, largest: number): number {
  const value = /^(0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isInteger(value) || value > largest) {
    throw new LockstepError('E_OPTION', `--${name} is not a number in its range`, {
      found: text,
      expected: `an integer from 0 to ${largest}`,
      remedy: 'Give a decimal or 0x number',
    });
  }
  return value;
}

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
