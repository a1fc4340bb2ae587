/**
 * `lockstep` alone on a terminal: a short choice of what to do. Each choice asks for one file at
 * most, shows the command that it stands for, and runs it.
 */
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { packageFile, plainText, shellWord, shortPath } from '../base/index.js';
import type { ExitCode, GivenContext } from './base/context.js';

interface Guide extends Pick<GivenContext, 'out'> {
  /** Asks one question; undefined once the user has left. */
  readonly ask: (question: string) => Promise<string | undefined>;
  /** Shows a command line and runs it. */
  readonly run: (...words: readonly string[]) => Promise<ExitCode>;
}

interface Choice {
  readonly title: string;
  /** Asks, runs and says what to do next. Returns undefined where the user left. */
  readonly act: (guide: Guide) => Promise<ExitCode | undefined>;
}

/** The first of some files of this package that is there, as it is typed from here. */
function shipped(...paths: readonly string[]): string | undefined {
  const file = paths.map(packageFile).find((path) => path !== undefined);
  return file === undefined ? undefined : shortPath(file);
}

/** Asks for a file until there is one. Without an answer it is the example, where there is one. */
async function askFile({ ask, out }: Guide, what: string, example?: string): Promise<string | undefined> {
  for (;;) {
    const answer = (await ask(`${what}${example === undefined ? '' : ` (Enter: ${example})`}: `))?.trim();
    if (answer === undefined) return undefined;
    const file = answer === '' ? example : answer;
    if (file === undefined) return undefined;
    if (existsSync(file) && statSync(file).isFile()) return file;
    out(`There is no file ${plainText(file)}. Type its path from this folder, or a whole path.\n`);
  }
}

/** Where a page of a plan goes: a name that is free. */
function freePage(stem: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${stem}.html` : `${stem}-${number}.html`;
    if (!existsSync(name)) return name;
  }
}

const LOG = ['traces/logs/worked-example.jsonl.gz', 'examples/regression/logs/worked-example.jsonl.gz'];

const CHOICES: readonly Choice[] = [
  {
    title: 'look at a recording: compare it frame by frame, then step through it',
    async act(guide) {
      const log = await askFile(guide, 'Recording', shipped(...LOG));
      if (log === undefined) return undefined;
      const verified = await guide.run('verify', log);
      const answer = await guide.ask('Step through it? (Enter: yes, n: no) ');
      return answer === undefined || /^n/iu.test(answer.trim()) ? verified : guide.run('step', log);
    },
  },
  {
    title: 'plan a battle: a page with board, choices, odds and search',
    async act(guide) {
      const plan = await askFile(guide, 'Plan', shipped('traces/live-a-live/takahara-namcat.toml'));
      if (plan === undefined) return undefined;
      const page = freePage(basename(plan).replace(/\.[^.]*$/u, ''));
      const code = await guide.run('plan', plan, '-o', page);
      if (code === 0) guide.out(`Open ${page} in a browser. docs/tutorial begins with this battle.\n`);
      return code;
    },
  },
  {
    title: 'check your cartridge: its own code beside our functions, routine by routine',
    async act(guide) {
      const image = await askFile(guide, 'Image of the cartridge (.sfc, .smc; it is only read)');
      if (image === undefined) return undefined;
      const known = await guide.run('rom', 'info', image);
      if (known !== 0) return known;
      const code = await guide.run('rom', 'prove', image);
      guide.out('docs/EVIDENCE.md says what each total means.\n');
      return code;
    },
  },
  {
    title: 'write a test that holds a recording',
    async act(guide) {
      const log = await askFile(guide, 'Recording', shipped(...LOG));
      if (log === undefined) return undefined;
      guide.out(
        [
          'battle.test.ts, to be run by `npx vitest run`:',
          '',
          "  import { expect, test } from 'vitest';",
          "  import 'battle-lockstep/vitest';",
          `  test('the battle holds', () => expect(${JSON.stringify(log)}).toHoldInLockstep());`,
          '',
          `examples/regression is such a project, with a plan and a CI file.\n`,
        ].join('\n'),
      );
      return guide.run('verify', log);
    },
  },
];

const QUESTION = [
  'Battle logic of LIVE A LIVE and four other systems, with the integers of the original.',
  'What do you want to do?',
  '',
  ...CHOICES.map(({ title }, index) => `  ${index + 1}  ${title}`),
  '',
  'Enter alone leaves; `lockstep --help` lists every verb.',
  '',
].join('\n');

/**
 * Asks what to do and does it.
 * @param runWords runs a command line
 * @returns the exit code of the last command that ran; 0 where the user left before
 */
export async function runGuided(
  terminal: NonNullable<GivenContext['terminal']>,
  out: GivenContext['out'],
  runWords: (words: readonly string[]) => Promise<ExitCode>,
): Promise<ExitCode> {
  /** A reader of one line: a command that runs between two questions has the keys for itself. */
  const ask = (question: string): Promise<string | undefined> =>
    new Promise((resolve) => {
      const reader = createInterface(terminal);
      reader.once('close', () => resolve(undefined));
      reader.question(question, (answer) => {
        resolve(answer);
        reader.close();
      });
    });
  const guide: Guide = {
    ask,
    out,
    run(...words) {
      out(`\n$ lockstep ${words.map((word) => shellWord(plainText(word))).join(' ')}\n`);
      return runWords(words);
    },
  };
  out(QUESTION);
  for (;;) {
    const answer = (await ask(`1 to ${CHOICES.length}: `))?.trim();
    if (answer === undefined || answer === '') return 0;
    const choice = /^\d$/u.test(answer) ? CHOICES[Number(answer) - 1] : undefined;
    if (choice !== undefined) return (await choice.act(guide)) ?? 0;
    out(`${plainText(answer)} is none of the numbers 1 to ${CHOICES.length}.\n`);
  }
}
