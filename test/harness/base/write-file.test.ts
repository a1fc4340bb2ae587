/** Output files: whole or not at all, and paths in them that read the same on every platform. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pathBeside, writeFile } from '../../../harness/base/output-file.js';
import { readText } from '../../../harness/play/branches/file.js';
import { lockstepErrorOf, testFolder } from '../fixtures/files.js';

const folder = testFolder();

test('a file that cannot get its name leaves nothing behind, and what was there stays', async () => {
  const taken = join(folder.path, 'taken');
  mkdirSync(taken);
  writeFileSync(join(taken, 'inside'), 'kept');
  const error = await lockstepErrorOf(() => writeFile(taken, 'text', 'page'));
  expect([error.code, error.sentence]).toEqual([
    'E_OUTPUT_WRITE',
    expect.stringContaining('the page cannot be written'),
  ]);
  expect(readdirSync(folder.path)).toEqual(['taken']);
  expect(readFileSync(join(taken, 'inside'), 'utf8')).toBe('kept');
});

test('a path in a file is relative to it, with slashes', () => {
  const { path } = folder;
  expect(pathBeside(join(path, 'plans', 'a.toml'), join(path, 'logs', 'b.jsonl'))).toBe('../logs/b.jsonl');
  expect(pathBeside(join(path, 'a.toml'), join(path, 'b.jsonl'))).toBe('b.jsonl');
});

test.runIf(process.platform === 'linux')(
  'a file without an end is refused, not read until memory is full',
  async () => {
    expect((await lockstepErrorOf(() => readText('/dev/zero'))).code).toBe('E_TEXT_SIZE');
  },
);
