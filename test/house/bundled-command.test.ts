/** The command that tests run is the one that users run: the bundle. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../harness/base/systems.js';
import { bundleRuns, cli } from '../harness/cli/run-cli.js';
import { isBuilt, PROJECT } from '../harness/fixtures/is-built.js';

/** The one file that imports the command line as modules: it takes the bundle where one is built. */
const RUNNER = 'test/harness/cli/run-cli.ts';

test('no test goes round the bundle: one file imports the command line', () => {
  const files = readdirSync(join(PROJECT, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.m?[jt]s$/u.test(name));
  expect(files.length).toBeGreaterThan(300);
  const importing = files.filter((name) =>
    /import\b(?! type)[^;]*?\bharness\/cli\/(?:program|command|main)\.js'/u.test(
      readFileSync(join(PROJECT, name), 'utf8'),
    ),
  );
  expect(importing).toEqual([RUNNER]);
});

test('a command line of a test is run by the bundle, by systems of the command and by small ones', async () => {
  if (!isBuilt()) throw new Error('dist is older than the sources: npm run build');
  const before = bundleRuns();
  expect((await cli(['--version'], { systems: SYSTEMS })).code).toBe(0);
  expect((await cli(['--version'])).code).toBe(0);
  expect(bundleRuns() - before).toBe(2);
});

test('the bundle is a program of its own, as `npx lockstep` runs it', () => {
  const file = join(PROJECT, 'dist/harness/cli/lockstep.js');
  expect(readFileSync(file, 'utf8').slice(0, 20)).toBe('#!/usr/bin/env node\n');
  // no system but Windows, whose npm writes a starter, takes the first line
  if (process.platform === 'win32') return;
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };
  expect(execFileSync(file, ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`);
});
