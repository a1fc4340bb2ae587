/** The way of `examples/state-to-proof.mjs` on an emulator core: dumped by it, searched, exported, played by it, verified. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { packageRoot } from '../../harness/base/package-root.js';
import { testWith } from './tools.js';

testWith(
  ['compiler', 'balanced'],
  'a battle out of the core’s memory comes back as a recording that its plan holds on',
  () => {
    const script = join(packageRoot(), 'examples/state-to-proof.mjs');
    const text = execFileSync(process.execPath, [script, 'balanced'], { encoding: 'utf8', timeout: 280_000 });
    expect(text).toMatch(/^searched from the dump \(proven\): .*skill/);
    expect(text).toMatch(/exported: [1-9]\d* rows; recorded again: [1-9]\d* changed states equal in \d{3} cells/);
  },
);
