/**
 * The corpus of files of the trade, made up and as small as can be: each is recognised by its content whatever its name, and one that is
 * cut, doubled or in a wrapping is never taken for a fault of ours.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { formOfFile } from '../../../harness/base/file-kind.js';
import { FORMS } from '../../../harness/base/forms.js';
import { cli } from '../cli/run-cli.js';
import { testFolder } from '../fixtures/files.js';
import { FIELD, FIELD_FILES } from '../fuzz/field-targets.js';

const folder = testFolder();

/** What each file is. Undefined: not a form that is known here. */
const EXPECTED: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  readFileSync(join(FIELD, 'forms.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([file = '', form = '']) => [file, form === '' ? undefined : form]),
);

test('every file of the corpus has a row, and every row a file', () => {
  expect(Object.keys(EXPECTED).sort()).toEqual([...FIELD_FILES].sort());
  expect(readdirSync(FIELD).length).toBe(FIELD_FILES.length + 1);
  const known = FORMS.map(({ name }) => name);
  expect(Object.values(EXPECTED).filter((name) => name !== undefined && !known.includes(name))).toEqual([]);
});

describe.each(Object.entries(EXPECTED))('%s', (file, form) => {
  const content = readFileSync(join(FIELD, file));

  test('is recognised whatever its name, and in gzip with bytes behind it', () => {
    expect(formOfFile(join(FIELD, file))?.name).toBe(form);
    expect(formOfFile(folder.write('without-a-name', content))?.name).toBe(form);
    const packed = Buffer.concat([gzipSync(content), Buffer.alloc(5, 0xcc)]);
    expect(formOfFile(folder.write('packed', packed))?.name).toBe(form);
  });

  test('every verb says in one line of at most 300 characters what is wrong, or takes it', async () => {
    const path = folder.write('given', content);
    for (const words of [
      ['verify', path],
      ['convert', path, '-o', join(folder.path, 'out.bk2')],
      ['symbols', '--import', path],
    ]) {
      const run = await cli(words);
      expect([0, 1, 2], words.join(' ')).toContain(run.code);
      if (run.code === 0 || run.out !== '') continue;
      const lines = run.err.split('\n').filter((line) => line !== '' && !line.endsWith('left out'));
      expect(lines, words.join(' ')).toHaveLength(1);
      expect(lines[0]?.replaceAll(path, '').length, run.err).toBeLessThanOrEqual(300);
    }
  });
});
