/** Random plans through the menus of the test ROM on our own console and back: every command, draw and cell. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';

test('random plans close', () => {
  const script = join(packageRoot(), 'examples/menu-loop.mjs');
  const text = execFileSync(process.execPath, [script, '6', 'builtin', '7'], { encoding: 'utf8', timeout: 110_000 });
  expect(text).toMatch(/^6 of 6 plans close: [1-9]\d* commands in [1-9]\d* rows, [1-9]\d* changed states/);
  // every wait has one length in the image: a spread would be a cause that nobody looked for
  expect(text).toMatch(/\d\d waits learned, 0 of them with a spread/);
});
