/**
 * A page of the tutorial as steps: files to write, and commands with what stands below them. Every block is one or the
 * other; only those of the shell (`sh`), which builds, are left out.
 */
export interface WrittenFile {
  readonly name: string;
  readonly content: string;
}

export interface ShownCommand {
  /** Without the dollar sign. */
  readonly command: string;
  readonly shown: string;
  readonly exitCode: number;
}

export type PageStep = { readonly file: WrittenFile } | { readonly run: ShownCommand };

/** Words of a command line; quotes hold a word together. */
export function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/gu)].map(([, one, two, three]) => one ?? two ?? three ?? '');
}

/** Whether an output is what a page shows; `...` alone on a line stands for any lines. */
export function isShown(shown: string, output: string): boolean {
  const parts = shown.split(/^\.\.\.\n/mu).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&'));
  return new RegExp(`^${parts.join('(?:.*\\n)*?')}$`, 'u').test(output);
}

const EXIT_CODE = /^\$ echo \$\?\n(\d+)\n/u;

/** The commands of one block; `echo $?` tells the exit code of the command before it, which is else 0. */
function commandsOf(text: string): PageStep[] {
  const steps: PageStep[] = [];
  let rest = text;
  while (rest !== '') {
    const [whole, command, shown] = /^\$ ([^\n]+)\n((?:(?!\$ )[^\n]*\n)*)/u.exec(rest) ?? [];
    if (whole === undefined || command === undefined || shown === undefined) {
      throw new Error(`a block of text begins with a command: ${rest}`);
    }
    rest = rest.slice(whole.length);
    const [ended, code = '0'] = EXIT_CODE.exec(rest) ?? [''];
    rest = rest.slice(ended.length);
    steps.push({ run: { command, shown, exitCode: Number(code) } });
  }
  return steps;
}

/** @throws Error for a block that is neither a named file nor commands */
export function stepsOfPage(page: string): readonly PageStep[] {
  return [...page.matchAll(/^```([^\n]*)\n(.*?)^```$/gmsu)].flatMap(([, info = '', content = '']): PageStep[] => {
    const [language, name] = info.split(' ');
    if (language === 'sh') return [];
    if (name !== undefined) return [{ file: { name, content } }];
    if (language === 'text') return commandsOf(content);
    throw new Error(`a block has neither a file's name nor commands: ${info}`);
  });
}
