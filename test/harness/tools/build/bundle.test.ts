/** The bundle that `npm start` runs against the compiled modules it is made of. Both are written by `npm run build`. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import * as Host from '../../../../core/live-a-live/memory/cells/host.js';
import * as Species from '../../../../core/live-a-live/memory/cells/species.js';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { BUNDLES } from '../../../../harness/tools/build/entries.js';

const DIST = join(packageRoot(), 'dist');

function run(script: string, words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(DIST, script), ...words], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test.each([
  ['--help'],
  ['verify', 'traces/logs/worked-example.jsonl.gz', '--json'],
  ['run', 'kurogane-engage', 'traces/kurogane-engage/guide.toml', '--odds', '--json'],
  ['vectors', 'traces/vectors/C1-92C3-choose-enemy.jsonl.gz', '--json'],
  ['verify', 'no-such-file.jsonl'],
])('the bundle and the modules give the same output: %s %s', (...words) => {
  const bundled = run('harness/cli/lockstep.js', words);
  expect(bundled).toEqual(run('harness/cli/main.js', words));
  expect(bundled.stdout + bundled.stderr).not.toBe('');
});

/** What a bundle imports when it starts; its statements may stand in one line. */
function importsOf(code: string): readonly string[] {
  return [...code.matchAll(/(?:^|;)import\b[^'";]*['"]([^'"]+)['"]/gmu)].map((match) => match[1] ?? '');
}

test('every bundle of the command is one file that imports nothing but Node when it starts', () => {
  expect(BUNDLES.length).toBeGreaterThan(0);
  for (const { to } of BUNDLES.filter(({ platform, isLibrary }) => platform === 'node' && isLibrary !== true)) {
    const code = readFileSync(join(DIST, to), 'utf8');
    expect(importsOf(code).length).toBeGreaterThan(0);
    expect(importsOf(code).filter((name) => !isBuiltin(name))).toEqual([]);
  }
});

test('the library imports the compiled core and ROM map, and besides them nothing but Node when it starts', () => {
  const libraries = BUNDLES.filter(({ isLibrary }) => isLibrary === true);
  expect(libraries.map(({ to }) => to)).toEqual(['harness/library.js']);
  const code = readFileSync(join(DIST, 'harness/library.js'), 'utf8');
  const imported = importsOf(code);
  expect(imported.filter((name) => !isBuiltin(name) && !/^\.\.\/(core|rom-map)\//u.test(name))).toEqual([]);
  expect(imported).toContain('../core/live-a-live/index.js');
});

test('cells of a namespace are constants in every bundle that plays battles', () => {
  // the names of properties stay in a bundle, and these are those of cells alone
  const names = [Ally, Enemy, Host, Species]
    .flatMap((cells) => Object.keys(cells))
    .filter((name) => name.includes('_'));
  expect(names).toContain('ORDER_POINTS');
  const looksUpCell = new RegExp(`\\.(?:${names.join('|')})\\b`, 'u');
  expect(looksUpCell.test('ram[e+Ne.ORDER_POINTS]')).toBe(true);
  const playing = BUNDLES.filter(
    ({ platform, isLibrary, to }) => platform === 'node' && isLibrary !== true && !to.endsWith('koffi-child.js'),
  );
  expect(playing.map(({ to }) => to)).toEqual(['harness/cli/lockstep.js']);
  for (const { to } of playing) {
    const code = readFileSync(join(DIST, to), 'utf8');
    expect(looksUpCell.exec(code)?.[0], to).toBe(undefined);
    expect(code, to).toMatch(/const [\w$]+=[\w$]+\(`enemy`,`orderPoints`\)/u);
  }
});
