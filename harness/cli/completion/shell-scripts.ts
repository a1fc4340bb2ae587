/** Completion scripts of bash, zsh and fish. They start no program when a key is pressed. */
import type { Command } from 'commander';
import { wordsOf } from '../base/options.js';

// What may follow each verb on the command line, read from the declarations of the verbs.

/** A verb, or a group of verbs, and what may stand behind it. */
interface VerbWords {
  /** The words that name it, such as `route branch fork`; empty for the command itself. */
  readonly path: string;
  /** Its verbs, of a group. */
  readonly parts: readonly string[];
  /** Words of its first argument; empty where a file or any text stands there. */
  readonly words: readonly string[];
  readonly options: readonly OptionWords[];
}

interface OptionWords {
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

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** The script of a shell, from what may follow each verb. */
export function completionScript(shell: Shell, verbs: readonly VerbWords[]): string {
  if (shell === 'fish') return fishScript(verbs);
  return shell === 'bash' ? bashScript(verbs) : zshScript(verbs);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Paths of verbs and groups, as patterns of a shell. */
function paths(verbs: readonly VerbWords[]): readonly string[] {
  return verbs.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
}

function valueLines({ path, options }: VerbWords): readonly string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ flags, words }) => {
      const patterns = flags.map((flag) => quoted(`${path}:${flag}`)).join(' | ');
      return `    ${patterns}) words=${quoted(words.join(' '))} ;;`;
    });
}

function lines(verbs: readonly VerbWords[], words: (verb: VerbWords) => readonly string[]): readonly string[] {
  return verbs
    .filter((verb) => words(verb).length > 0)
    .map((verb) => `          ${quoted(verb.path)}) words=${quoted(words(verb).join(' '))} ;;`);
}

function firstWords({ parts, words }: VerbWords): readonly string[] {
  return [...parts, ...words];
}

/**
 * The function of bash and zsh. It follows the verbs on the line; then it offers words of an
 * option's value, options behind a dash, or what stands first behind the verb. Where it offers
 * nothing, the shell completes file names.
 */
function shellFunction(verbs: readonly VerbWords[]): readonly string[] {
  return [
    '_lockstep() {',
    `  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"`,
    "  local verb='' next='' words='' index",
    '  for ((index = 1; index < COMP_CWORD; index++)); do',
    `    next="\${verb:+$verb }\${COMP_WORDS[index]}"`,
    '    case "$next" in',
    `      ${paths(verbs).join(' | ')}) verb=$next ;;`,
    '    esac',
    '  done',
    '  case "$verb:$previous" in',
    ...verbs.flatMap(valueLines),
    '    *)',
    '      if [[ "$current" == -* ]]; then',
    '        case "$verb" in',
    ...lines(verbs, ({ options }) => options.flatMap(({ flags }) => flags)),
    '        esac',
    `      elif [[ "$previous" == "\${verb##* }" || $COMP_CWORD == 1 ]]; then`,
    '        case "$verb" in',
    ...lines(verbs, firstWords),
    '        esac',
    '      fi ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -o default -F _lockstep lockstep',
  ];
}

function bashScript(verbs: readonly VerbWords[]): string {
  return ['# Completion of lockstep for bash: eval "$(lockstep completion bash)"', ...shellFunction(verbs), ''].join(
    '\n',
  );
}

function zshScript(verbs: readonly VerbWords[]): string {
  return [
    '# Completion of lockstep for zsh: eval "$(lockstep completion zsh)"',
    'autoload -Uz compinit bashcompinit',
    'whence compdef > /dev/null || compinit',
    'bashcompinit',
    ...shellFunction(verbs),
    '',
  ].join('\n');
}

function fishOption(path: string, { flags, description, takesValue, words }: OptionWords): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value = words.length > 0 ? ` -r -f -a ${quoted(words.join(' '))}` : takesValue ? ' -r -F' : '';
  return `complete -c lockstep -n "__lockstep_at ${quoted(path)}" ${names.join(' ')}${value} -d ${quoted(description)}`;
}

/** The script of fish: the verb on the line, then one rule for each option and list of words. */
function fishScript(verbs: readonly VerbWords[]): string {
  const rules = verbs.flatMap((verb) => {
    const first = firstWords(verb);
    const begin = `complete -c lockstep -n "__lockstep_first ${quoted(verb.path)}" -f -a ${quoted(first.join(' '))}`;
    return [...(first.length > 0 ? [begin] : []), ...verb.options.map((option) => fishOption(verb.path, option))];
  });
  return [
    '# Completion of lockstep for fish: lockstep completion fish | source',
    'function __lockstep_verb',
    '  set -l verb',
    '  for word in (commandline -opc)[2..-1]',
    '    set -l next (string join -- " " $verb $word)',
    `    contains -- "$next" ${paths(verbs).join(' ')}; and set verb $next`,
    '  end',
    '  echo "$verb"',
    'end',
    'function __lockstep_at',
    '  set -l verb (__lockstep_verb)',
    '  test "$verb" = "$argv[1]"',
    'end',
    'function __lockstep_first',
    '  __lockstep_at $argv[1]; or return 1',
    '  set -l last (string split " " -- "lockstep $argv[1]" | string match -v -- "")[-1]',
    '  test (commandline -opc)[-1] = $last',
    'end',
    ...rules,
    '',
  ].join('\n');
}
