/** What may follow each verb on the command line, read from the declarations of the verbs. */
import type { Command } from 'commander';
import { wordsOf } from '../base/offered-words.js';

/** A verb, or a group of verbs, and what may stand behind it. */
export interface VerbWords {
  /** The words that name it, such as `route branch fork`; empty for the command itself. */
  readonly path: string;
  /** Its verbs, of a group. */
  readonly parts: readonly string[];
  /** Words of its first argument; empty where a file or any text stands there. */
  readonly words: readonly string[];
  readonly options: readonly OptionWords[];
}

export interface OptionWords {
  /** Its forms, such as `--output` and `-o`. */
  readonly flags: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** The words that its value may be; empty for any text or file. */
  readonly words: readonly string[];
}

const HELP: OptionWords = {
  flags: ['--help', '-h'],
  description: 'how it is used',
  takesValue: false,
  words: [],
};

/** Every verb and group of a program, the program itself first. */
export function commandWords(program: Command, path = ''): readonly VerbWords[] {
  const options = program.options.map((option) => ({
    flags: [option.long, option.short].filter((flag) => flag !== undefined && flag !== null),
    description: option.description,
    takesValue: option.required || option.optional,
    words: wordsOf(option),
  }));
  const [first] = program.registeredArguments;
  const own: VerbWords = {
    path,
    parts: program.commands.map((verb) => verb.name()),
    words: first === undefined ? [] : wordsOf(first),
    options: [...options, HELP],
  };
  return [own, ...program.commands.flatMap((verb) => commandWords(verb, `${path} ${verb.name()}`.trim()))];
}
