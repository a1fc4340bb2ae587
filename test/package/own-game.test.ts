/**
 * The example of a game of one's own, as its user meets it: copied into an empty folder beside the installed package,
 * green, then broken on purpose.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../harness/base/package-root.js';
import { installPackage } from '../../harness/tools/installed-package.js';

const root = packageRoot();
const template = join(root, 'examples/own-game');
const project = mkdtempSync(join(tmpdir(), 'lockstep-own-game-'));

beforeAll(() => {
  installPackage(project);
  cpSync(template, project, { recursive: true });
  for (const name of ['vitest', '@types/node', 'undici-types']) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function node(...words: string[]): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', VITEST: undefined, VITEST_WORKER_ID: undefined, VITEST_POOL_ID: undefined },
  });
  return { status, said: stdout + stderr };
}

const runTests = () => node(join(root, 'node_modules/vitest/vitest.mjs'), 'run');

/** Runs the tests with other words in the table of routines. */
function runBroken(before: string, after: string): ReturnType<typeof runTests> {
  const path = join(project, 'routines.ts');
  const source = readFileSync(path, 'utf8');
  expect(source).toContain(before);
  writeFileSync(path, source.replace(before, after));
  try {
    return runTests();
  } finally {
    writeFileSync(path, source);
  }
}

describe('the example', () => {
  test('is green as it comes', () => {
    const { status, said } = runTests();
    expect([status, said]).toEqual([0, expect.stringMatching(/Tests {2}4 passed \(4\)/u)]);
  });

  // what each routine does stands in the source of the image: 99 lives at most, 0400h at most, eight thresholds
  test.each([
    [
      'a limit that is forgotten',
      ['if (coins >= 100 && lives < 99)', 'if (coins >= 100)'],
      ['00:8020 addCoins', 'lives (7E0012): mine 100 (64h), theirs 99 (63h), before 99 (63h)', 'lives = 99'],
    ],
    [
      'a comparison that is one off',
      ['const isLanded = height >= floor', 'const isLanded = height > floor'],
      ['00:8050 fall', 'register C: mine 0, theirs 1', 'velocity = '],
    ],
    [
      'a table that ends too early',
      ['while (level < 8 &&', 'while (level < 7 &&'],
      ['00:8090 levelOf', 'level (7E001C): mine 7 (07h), theirs 8 (08h)', 'smallest state: experience = 2550\n'],
    ],
  ] as const)('%s is named: routine, cell, mine, theirs, smallest state', (_, [before, after], shown) => {
    const { status, said } = runBroken(before, after);
    expect([status, said]).toEqual([1, expect.stringMatching(/Tests {2}2 failed \| 2 passed \(4\)/u)]);
    for (const words of shown) expect(said).toContain(words);
    expect(said).toContain('smallest state: ');
  });

  test('a name that the table lacks is refused with those that it has', () => {
    const { status, said } = runBroken("game.write('level', level)", "game.write('levle', level)");
    expect(status).toBe(1);
    expect(said).toContain('writes levle, which its table does not name as written; found levle; expected level');
  });
});

test('the image is what its source writes', () => {
  const before = readFileSync(join(project, 'game.sfc'));
  expect(node('make-rom.mjs').status).toBe(0);
  expect(readFileSync(join(project, 'game.sfc')).equals(before)).toBe(true);
});

test.each(['NodeNext', 'Bundler'])(
  'the types under %s: a wrong key and a wrong register are named',
  (moduleResolution) => {
    const module = moduleResolution === 'Bundler' ? 'ESNext' : 'NodeNext';
    const compilerOptions = {
      ...{ target: 'ES2022', module, moduleResolution, strict: true, skipLibCheck: true, types: ['node'] },
      noEmit: true,
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const program = [
      "import type { OwnRoutine } from 'battle-lockstep/harness';",
      "const one: OwnRoutine = { name: 'a', entry: '00:8000', raeds: {}, ours() {} };",
      "const other: OwnRoutine = { name: 'a', entry: '00:8000', gives: ['B'], ours: (game) => void game.Q };",
      'console.log(one, other);',
    ];
    writeFileSync(join(project, 'wrong.ts'), program.join('\n'));
    const { said } = node(join(root, 'node_modules/typescript/bin/tsc'));
    rmSync(join(project, 'wrong.ts'));
    expect(said.match(/^\S+\(\d+/gmu)).toEqual([2, 3, 3].map((line) => `wrong.ts(${line}`));
    expect(said).toContain("'raeds' does not exist in type 'OwnRoutine'. Did you mean to write 'reads'?");
  },
);

test('the example holds what its page says', () => {
  const page = readFileSync(join(template, 'README.md'), 'utf8');
  for (const name of readdirSync(template)) if (name !== 'README.md') expect(page).toContain(`\`${name}\``);
});
