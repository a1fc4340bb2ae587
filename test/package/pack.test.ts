/** The package as users get it: packed, put into an empty project, type-checked and run with the README's and the bundled examples. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'lockstep-package-'));

function run(command: string, args: readonly string[], cwd = project): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

beforeAll(() => {
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, 'battle-lockstep'), { recursive: true });
  run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', project], root);
  const tarball = readdirSync(project).find((name) => name.endsWith('.tgz')) ?? '';
  run('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(modules, 'battle-lockstep')]);
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  // what npm would install beside it, taken from here: the test needs no network
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name.startsWith('.') || name === '.bin') continue;
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  expect(Object.keys(dependencies).length).toBeGreaterThan(0);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'user', type: 'module', private: true }));
  const compilerOptions = {
    target: 'ES2022',
    module: 'NodeNext',
    strict: true,
    skipLibCheck: false,
    types: ['node'],
    outDir: 'out',
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

test('the README’s program and the examples type-check and run against the packed package', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const program = /```ts\n([\s\S]*?)```/.exec(readme)?.[1];
  expect(program).toBeDefined();
  writeFileSync(join(project, 'readme.ts'), program ?? '');
  cpSync(join(root, 'examples'), project, { recursive: true, filter: (source) => !source.endsWith('.toml') });
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')]);
  expect(run(process.execPath, ['out/readme.js'])).toBe('57\n');
  const lines = run(process.execPath, ['out/turn-engine.js']).trim().split('\n');
  // L7, L8, L5 of the rules: 57 for a step at speed 31, 28 for a turn, 510 for a skill
  expect(lines.map((line) => Number(/(\d+) action points/.exec(line)?.[1]))).toEqual([0, 57, 85, 85, 595]);
  const verify = (file: string): string => run(process.execPath, ['out/verify-log.js', join(root, file)]).trim();
  expect(verify('traces/logs/party-charge.jsonl.gz')).toBe('363 of 363 frames equal');
  expect(verify('test/fixtures/rom-M511.jsonl.gz')).toBe('frame 166: actionPoints is 539, recorded 540');
});

test('the command line runs with plain node from the package', () => {
  const main = join(project, 'node_modules/battle-lockstep/dist/harness/cli/main.js');
  const answer = JSON.parse(run(process.execPath, [main, 'predict', '--ap', '29', '--json'])) as { freeMoves: number };
  expect(answer.freeMoves).toBe(3);
});

test('nothing of the tests, and no game image, is packed', () => {
  const files = run('tar', ['-tzf', readdirSync(project).find((name) => name.endsWith('.tgz')) ?? '']).split('\n');
  expect(files.filter((name) => name.includes('/test/'))).toEqual([]);
  expect(files.filter((name) => /\.(sfc|smc|srm)$/.test(name)).sort()).toEqual([
    'package/traces/homebrew/drill-battle.sfc',
    'package/traces/homebrew/drill.sfc',
  ]);
});
