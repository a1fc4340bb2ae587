/** Tables of a bundle as texts: what is read back is what was written, whatever the values. */
import * as fc from 'fast-check';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { packRows, packTables, unpackRows } from '../../../../harness/tools/build/packed-rows.js';
import { runModule } from './run-module.js';

const NUMBER = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -300, max: 300 }),
  fc.integer({ min: -0x80000000, max: 0xffffffff }),
);
const TEXT = fc.oneof(
  fc.string(),
  fc.constantFrom('', '~', '~3', '"', 'a,b', 'a;b', '0', '\\', ['`$', '{x}`'].join(''), '斬り下ろし'),
);

const TABLE = fc
  .array(fc.boolean(), { minLength: 2, maxLength: 12 })
  .chain((kinds) =>
    fc.array(fc.tuple(...kinds.map((isText) => (isText ? TEXT : NUMBER))), { minLength: 1, maxLength: 9 }),
  );

const fits = (rows: readonly (readonly (string | number)[])[]): string | undefined => packRows(rows);

test('a table is read back as it was, or is left as it is', () => {
  let packed = 0;
  fc.assert(
    fc.property(TABLE, (rows) => {
      const text = fits(rows);
      if (text === undefined) return;
      packed++;
      expect(unpackRows(text)).toEqual(rows);
    }),
  );
  expect(packed).toBeGreaterThan(10);
});

test('runs of zeros and what stands above are short', () => {
  expect(
    packRows([
      ['a', 0, 0, 0, 0, 35, 7],
      ['b', 0, 1, 0, 0, -36, 7],
    ]),
  ).toBe(',\nsnnnnnn\na,~4,z,7\nb,,1,,,-10,"');
});

const bundle = (code: string): string => packTables(code, parseAst(code));
const long = (row: string): string => `[${Array.from({ length: 300 }, () => row).join(', ')}]`;

test('a long table of literals becomes a text, and a sum with a constant counts as one', () => {
  const written = `const BASE = 0x700;\nconst ROWS = ${long("['a', BASE + 2, -1]")};\nout.push(ROWS.length, ...ROWS[299]);`;
  const code = bundle(written);
  // beside what reads it
  expect(code.length - unpackRows.toString().length).toBeLessThan(written.length / 3);
  expect(runModule(code)).toEqual([300, 'a', 0x702, -1]);
});

test.each([
  ['holds what is worked out', long('[1, f()]')],
  ['holds lists', long('[1, [2]]')],
  ['has rows of different lengths', `[[1, 2], ${long('[1, 2, 3]').slice(1)}`],
  ['has a column of texts and numbers', `[['a', 2], ${long('[1, 2]').slice(1)}`],
  ['holds fractions', long('[1, 0.5]')],
  ['holds a name with two values', long('[1, TWICE]')],
  ['is short', '[[1, 2], [3, 4]]'],
])('a table that %s stays', (_what, table) => {
  const code = `const f = () => 1;\nconst TWICE = 1;\nconst g = () => { const TWICE = 2; return TWICE; };\nconst ROWS = ${table};`;
  expect(bundle(code)).toBe(code);
});
