/** A log that is recorded anew against a bundled one of the first image layout. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { exportTrace } from '../../../../harness/capture/convert/export-trace.js';
import { asBundled } from '../../../../harness/capture/record/bundle.js';
import { testFolder } from '../../fixtures/files.js';

const LOG = join(fileURLToPath(new URL('../../../../', import.meta.url)), 'traces/logs/soak-27.jsonl.gz');
const folder = testFolder();
const bundled = gunzipSync(readFileSync(LOG)).toString('utf8');

test('the same log with the addresses of today is the bundled one; any other header or row stays a difference', async () => {
  const out = join(folder.path, 'anew.jsonl');
  await exportTrace(LOG, out, 'trace');
  const anew = readFileSync(out, 'utf8');
  expect(anew === bundled).toBe(false);
  expect(asBundled(anew, bundled) === bundled).toBe(true);
  for (const [was, is] of [
    ['"kind":"homebrew"', '"kind":"model"'],
    ['["padWord","HOST:0004",2]', '["padWord","HOST:0010",2]'],
    ['"HOST:0080":"00', '"HOST:0080":"ff'],
  ] as const) {
    const other = anew.replace(was, is);
    expect([was, other === anew, asBundled(other, bundled) === bundled]).toEqual([was, false, false]);
  }
  const lines = anew.split('\n');
  lines[5] = (lines[5] ?? '').replace(/\d+\]/, '9]');
  expect(asBundled(lines.join('\n'), bundled) === bundled).toBe(false);
});
