/** Options and arguments that take one of a few words: what completion offers for them. */
import { Argument, Option } from 'commander';

const WORDS = new WeakMap<Option | Argument, readonly string[]>();

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
