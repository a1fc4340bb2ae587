/** Cases of `rom prove -o` that read tables: they name the cells alone, and `lockstep vectors --rom` reads them back. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { PUBLISHED_SOURCE } from '../../../../harness/library/prove-image.js';
import { loadProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { createCaseCollector } from '../../../../harness/original/proof/cases-file.js';
import { imageUnderTest } from '../../../../harness/original/proof/choose-image.js';

import { proveImage } from '../../../../harness/original/proof/prove.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const HOMEBREW = join(packageRoot(), 'traces', 'homebrew');
const DRILL = join(HOMEBREW, 'drill.sfc');
const rom = new Uint8Array(readFileSync(DRILL));

interface CaseJson {
  readonly in: { readonly tables?: readonly string[]; readonly rom?: Readonly<Record<string, number>> };
  readonly out: { readonly mem: Readonly<Record<string, number>>; readonly copies?: Readonly<Record<string, string>> };
}

/** Cases of a routine that reads the abnormality rows, and the file's lines. */
function casesOf(routine: string): readonly string[] {
  const image = imageUnderTest(rom, loadProfile('drill'), true);
  const collect = createCaseCollector(image.sha256, 'test', 1);
  proveImage(image, PUBLISHED_SOURCE, { cases: 100, seed: 1, instructions: 20_000, collect, routine });
  return (collect.text() ?? '').trimEnd().split('\n');
}

const write = (name: string, lines: readonly string[]): string =>
  folder.write(name, new TextEncoder().encode(`${lines.join('\n')}\n`));

test('cases name the addresses of table bytes without their values, and pass when read back with the image', {
  timeout: 60_000,
}, async () => {
  const lines = casesOf('abnormality-row');
  const cases = lines.slice(1).map((line) => JSON.parse(line) as CaseJson);
  // the pointer at D5:0060 and bytes of an abnormality's row are ROM bytes: named, never written out
  expect(cases.every((one) => one.in.tables?.includes('D50060') === true)).toBe(true);
  expect(cases.every((one) => (one.in.tables?.length ?? 0) > 2 && one.in.rom === undefined)).toBe(true);
  // the row that is copied to 7E0320-0327 is named by its place, too
  expect(cases.every((one) => Object.keys(one.out.mem).length === 0)).toBe(true);
  expect(cases.every((one) => Object.keys(one.out.copies ?? {}).length === 8)).toBe(true);
  const file = write('rows.jsonl', lines);
  const read = await cli(['vectors', file, '--rom', DRILL, '--json']);
  expect([read.code, read.err]).toEqual([0, '']);
  expect(JSON.parse(read.out)).toMatchObject({ cases: cases.length, equal: cases.length, different: 0 });
});

test('a changed result is found when the file is read back', { timeout: 60_000 }, async () => {
  const lines = casesOf('abnormality-onset');
  const changed = lines.map((line, index) =>
    index === 5
      ? line.replace(
          /("out":.*"mem":\{"[0-9A-F]{6}":)(\d+)/,
          (_, head: string, value: string) => `${head}${Number(value) ^ 1}`,
        )
      : line,
  );
  const read = await cli(['vectors', write('changed.jsonl', changed), '--rom', DRILL, '--json']);
  expect(read.code).toBe(1);
  expect(JSON.parse(read.out)).toMatchObject({ different: 1, list: [{ first: { line: 6 } }] });
});

test.each([
  ['no image', [], 'no image'],
  ['another image', ['--rom', join(HOMEBREW, 'drill-battle.sfc')], 'an image with SHA-256'],
])('cases read back with %s: one message, exit 2', { timeout: 60_000 }, async (_, words, found) => {
  const file = write('rows.jsonl', casesOf('abnormality-row'));
  const read = await cli(['vectors', file, ...words]);
  expect([read.code, read.out]).toEqual([2, '']);
  expect(read.err).toMatch(new RegExp(`^E_OPTION[^\\n]*table bytes[^\\n]*${found}[^\\n]*--rom\\n$`));
});
