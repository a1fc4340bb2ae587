/** The command that tests run is the one that users run: the bundle. */
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
