/** The packed package as publint and Are the types wrong see it: how Node and bundlers find its modules and types. npx fetches both. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackage } from '../../harness/tools/installed-package.js';

const project = mkdtempSync(join(tmpdir(), 'lockstep-resolution-'));
let packed = '';

beforeAll(() => {
  packed = installPackage(project).tarball;
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

test.each([
  ['publint@0.3.25', '--strict'],
  // the package has modules alone: what CommonJS would see of it is left out
  ['@arethetypeswrong/cli@0.18.5', '--profile', 'esm-only', '--format', 'ascii'],
])(
  '%s has nothing to say',
  (name, ...words) => {
    const { status, stdout, stderr } = spawnSync('npx', ['-y', name, packed, ...words], {
      cwd: project,
      encoding: 'utf8',
    });
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
  },
  300_000,
);
