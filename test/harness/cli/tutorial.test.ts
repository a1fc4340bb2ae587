/** The tutorial: every command of every page is run, in order, and prints what the page shows. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtCommand } from '../fixtures/compile-sources.js';
import { testFolder } from '../fixtures/files.js';
import { PROJECT } from '../fixtures/is-built.js';
import { isShown, type ShownCommand, stepsOfPage, wordsOf } from './tutorial-pages.js';
import { compiledProgram } from './tutorial-programs.js';

const TUTORIAL = join(PROJECT, 'docs/tutorial');
const PAGES = readdirSync(TUTORIAL).filter((name) => /^\d.*\.md$/u.test(name));
const scratch = testFolder();

/** A folder as the repository's is for a reader: with the traces and the package. */
function folderFor(page: string): string {
  const folder = join(scratch.path, page.replace('.md', ''));
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const name of ['traces', 'examples']) symlinkSync(join(PROJECT, name), join(folder, name));
  symlinkSync(PROJECT, join(folder, 'node_modules/battle-lockstep'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  return folder;
}

/** What the types of a page's programs are wrong in. */
function typeErrors(folder: string, names: readonly string[]): string {
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(PROJECT, 'node_modules/@types')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: names }));
  return spawnSync(process.execPath, [join(PROJECT, 'node_modules/typescript/bin/tsc')], {
    cwd: folder,
    encoding: 'utf8',
  }).stdout;
}

/** Node's words for a command of a page. */
function nodeWords(command: string): readonly string[] {
  const [program, ...words] = wordsOf(command);
  if (program === 'lockstep') return [builtCommand(), ...words];
  if (program === 'node') return words.map((word, at) => (at === 0 ? word.replace(/\.ts$/u, '.js') : word));
  throw new Error(`not a command of the tutorial: ${command}`);
}

function runShown(folder: string, { command, shown, exitCode }: ShownCommand): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, nodeWords(command), { cwd: folder, encoding: 'utf8' });
  expect([command, status]).toEqual([command, exitCode]);
  // on a terminal both streams are one, in either order
  if (isShown(shown, stderr + stdout) || isShown(shown, stdout + stderr)) return;
  expect(`$ ${command}\n${stderr}${stdout}`).toBe(`$ ${command}\n${shown}`);
}

test('eight pages, and the index names each of them with its minutes', () => {
  const index = readFileSync(join(TUTORIAL, 'README.md'), 'utf8');
  const rows = [...index.matchAll(/^\| \[[^\]]+\]\(([^)]+)\) \| [^|]+ \| (\d+) \|$/gmu)];
  expect(PAGES).toHaveLength(8);
  expect(rows.map(([, page]) => page)).toEqual(PAGES);
  for (const [, page = '', minutes] of rows) {
    expect(readFileSync(join(TUTORIAL, page), 'utf8')).toMatch(new RegExp(`^${minutes} minutes\\. You need `, 'mu'));
  }
});

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(TUTORIAL, page), 'utf8');

  test('its commands print what it shows', { timeout: 60_000 }, () => {
    const folder = folderFor(page);
    const steps = stepsOfPage(text);
    expect(steps.filter((step) => 'run' in step).length).toBeGreaterThan(1);
    for (const step of steps) {
      if ('run' in step) runShown(folder, step.run);
      else {
        const { name, content } = step.file;
        writeFileSync(join(folder, name), content);
        if (name.endsWith('.ts')) writeFileSync(join(folder, name.replace(/\.ts$/u, '.js')), compiledProgram(content));
      }
    }
    const programs = steps.flatMap((step) =>
      'file' in step && step.file.name.endsWith('.ts') ? [step.file.name] : [],
    );
    expect(programs.length === 0 ? '' : typeErrors(folder, programs)).toBe('');
  });
  test('it says what the reader has, and where to go', () => {
    expect(text).toContain('\n**You have now** ');
    expect(text).toContain('\n**Where next:** ');
  });
});

describe('how a page is read', () => {
  test('named blocks are files, other ones commands with their output and exit code', () => {
    const page =
      '```toml a.toml\nx = 1\n```\n\n```sh\nnpm ci\n```\n\n```text\n$ lockstep a\none\n$ node b\n$ echo $?\n2\n```\n';
    expect(stepsOfPage(page)).toEqual([
      { file: { name: 'a.toml', content: 'x = 1\n' } },
      { run: { command: 'lockstep a', shown: 'one\n', exitCode: 0 } },
      { run: { command: 'node b', shown: '', exitCode: 2 } },
    ]);
  });
  test('a block that nobody runs is refused', () => {
    expect(() => stepsOfPage('```text\nno command\n```\n')).toThrow('begins with a command');
    expect(() => stepsOfPage('```toml\nx = 1\n```\n')).toThrow('neither');
  });
  test('only dots stand for other lines', () => {
    expect(isShown('a\n...\nc\n', 'a\nb\nc\n')).toBe(true);
    expect(isShown('a\n...\n', 'a\n')).toBe(true);
    expect(isShown('a\nc\n', 'a\nb\nc\n')).toBe(false);
    expect(isShown('a\n', 'a\nb\n')).toBe(false);
    expect(isShown('...\nb\n', 'a\nb\nc\n')).toBe(false);
    expect(isShown('...\nb (1.5)\n', 'ab (1.5)\n')).toBe(false);
    expect(isShown('b (1.5)\n', 'b (1x5)\n')).toBe(false);
  });
});
