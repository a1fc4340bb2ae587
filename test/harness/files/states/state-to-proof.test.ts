/** The script of the examples: dumped, searched, exported, played, verified, on our own console. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';

test('a battle out of a dump comes back as a recording that its plan holds on', () => {
  const script = join(packageRoot(), 'examples/state-to-proof.mjs');
  const text = execFileSync(process.execPath, [script, 'builtin'], { encoding: 'utf8', timeout: 110_000 });
  expect(text).toMatch(/^searched from the dump \(proven\): .*skill/);
  expect(text).toMatch(/exported: [1-9]\d* rows; recorded again: [1-9]\d* changed states equal in \d{3} cells/);
});
