/** Comments of the source are narrow enough to be read beside code. */
import { expect, test } from 'vitest';
import { measureWideComments } from './habits.js';
import { wideComments } from './offences.js';
import { complaints, knownOffences } from './sources.js';

test('no comment is wider than the list of known offences says', () => {
  expect(complaints(wideComments(), knownOffences().wideComments ?? {})).toEqual([]);
});

test('comments wider than 100 columns count, code as wide does not', () => {
  const wide = 'w'.repeat(98);
  const text = `/**\n * ${wide}\n */\n// ${wide.slice(1)}\n// ${wide}\nx('${wide}');\n`;
  expect([...measureWideComments([{ path: 'core/a.ts', text }], () => 'core')]).toEqual([['core', 2]]);
});
