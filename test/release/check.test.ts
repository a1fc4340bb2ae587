/**
 * A release as its user meets it: packed, installed into an empty folder, then the README's example, the first page of
 * the tutorial and the tests of the types, on each supported Node. A Node that cannot be had is said, not passed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../harness/base/package-root.js';
import { installPackage } from '../../harness/tools/installed-package.js';
import { isShown, stepsOfPage, wordsOf } from '../harness/cli/tutorial-pages.js';
import { releaseFaults } from './faults.js';
import { checkedNodes, MAJORS } from './nodes.js';

const ROOT = packageRoot();
const project = mkdtempSync(join(tmpdir(), 'lockstep-release-'));
const installed = join(project, 'node_modules/battle-lockstep');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const write = (name: string, text: string): void => writeFileSync(join(project, name), text);

/** What a test file needs of vitest, so that it runs with Node alone. */
const STAND_IN = `
export const test = (_name: string, run: () => void): void => run();
export const expect = (value: unknown) => ({
  toBe(wanted: unknown): void {
    if (value !== wanted) throw new Error(String(value) + ' is not ' + String(wanted));
  },
  toThrow(wanted: string | RegExp): void {
    let said: string | undefined;
    try {
      (value as () => void)();
    } catch (error) {
      said = String((error as { code?: string }).code) + ' ' + (error as Error).message;
    }
    if (said === undefined || !(typeof wanted === 'string' ? said.includes(wanted) : wanted.test(said))) {
      throw new Error(String(said) + ' is not ' + String(wanted));
    }
  },
});
`;

beforeAll(() => {
  installPackage(project);
  symlinkSync(join(installed, 'traces'), join(project, 'traces'));
  for (const name of ['@types/node', 'undici-types']) {
    mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
  }
  write('readme.ts', /```ts\n([\s\S]*?)```/u.exec(read('README.md'))?.[1] ?? '');
  const types = read('test/core/declared.test.ts');
  write(
    'types.ts',
    types.replace("'../../core/index.js'", "'battle-lockstep/core'").replace("'vitest'", "'./vitest.js'"),
  );
  write('vitest.ts', STAND_IN);
  const compilerOptions = { target: 'ES2022', module: 'NodeNext', strict: true, types: ['node'], outDir: 'out' };
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const nodes = checkedNodes();

test('the supported versions begin with the one of package.json', () => {
  expect((JSON.parse(read('package.json')) as { engines: { node: string } }).engines.node).toBe(`>=${MAJORS[0]}`);
});

/** What git says in one line, or undefined. */
function git(...words: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

test('the version has its section in the changelog, and its tag is free', ({ skip }) => {
  const versionOf = (file: string): string => (JSON.parse(read(file)) as { version: string }).version;
  const version = versionOf('package.json');
  const head = git('rev-parse', 'HEAD');
  skip(head === undefined, 'this is no clone, and has no tags');
  const tagged = git('rev-parse', '--quiet', '--verify', `refs/tags/v${version}^{commit}`);
  const locked = versionOf('package-lock.json');
  expect(releaseFaults({ version, locked, changelog: read('CHANGELOG.md'), tagged, head: head ?? '' })).toEqual([]);
});

describe.each(nodes)('$name', ({ name, program, why }) => {
  if (program === undefined) {
    process.stderr.write(`NOT CHECKED: ${name} cannot be had here: ${why}\n`);
    test.skip(`cannot be had here: ${why}`, () => undefined);
    return;
  }
  const run = (...words: string[]): string => execFileSync(program, words, { cwd: project, encoding: 'utf8' });

  test('the README’s example and the tests of the types compile and run', () => {
    rmSync(join(project, 'out'), { recursive: true, force: true });
    const { stdout } = spawnSync(program, [join(ROOT, 'node_modules/typescript/bin/tsc')], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
    expect(run('out/readme.js')).toBe('57\n');
    expect(run('out/types.js')).toBe('');
  });

  test('the first page of the tutorial prints what it shows', () => {
    let commands = 0;
    for (const step of stepsOfPage(read('docs/tutorial/1-first-battle.md'))) {
      if ('file' in step) {
        write(step.file.name, step.file.content);
        continue;
      }
      commands++;
      const { command, shown, exitCode } = step.run;
      const words = [join(installed, 'dist/harness/cli/lockstep.js'), ...wordsOf(command).slice(1)];
      const { status, stdout, stderr } = spawnSync(program, words, { cwd: project, encoding: 'utf8' });
      expect([command, status]).toEqual([command, exitCode]);
      expect([command, isShown(shown, stderr + stdout) || isShown(shown, stdout + stderr)]).toEqual([command, true]);
    }
    expect(commands).toBeGreaterThan(2);
  });
});
