/** The checker of certificates shares no code with the search. */
import { expect, test } from 'vitest';
import { importsOf } from './imports.js';
import { readSources } from './sources.js';

const imports = importsOf(readSources());

/** Every file that these files need, directly or through others. */
function neededBy(files: readonly string[]): ReadonlySet<string> {
  const needed = new Set(files);
  for (const path of needed) for (const { from, to } of imports) if (from === path) needed.add(to);
  return needed;
}

test('no file of harness/solve/check needs a file of the search', () => {
  const own = [...new Set(imports.map(({ from }) => from))].filter((path) => path.startsWith('harness/solve/check/'));
  expect(own.length).toBeGreaterThan(8);
  const needed = [...neededBy(own)];
  expect(needed.filter((path) => path.startsWith('harness/'))).toContain('harness/play/plan/read-plan.ts');
  expect(needed.filter((path) => /^harness\/(search|odds|route|settle|cli)\//u.test(path))).toEqual([]);
});

test('the search uses the form of a certificate and the key of a state, and nothing else of the checker', () => {
  const used = imports.filter(
    ({ from, to }) => from.startsWith('harness/solve/search/') && to.startsWith('harness/solve/check/'),
  );
  const files = new Set(used.map(({ to }) => to));
  expect([...files].sort()).toEqual(['harness/solve/check/form.ts', 'harness/solve/check/state-key.ts']);
  expect(used.every(({ from }) => from.startsWith('harness/solve/search/certificate/'))).toBe(true);
});
