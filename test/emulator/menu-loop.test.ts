/**
 * The closing loop on a real core: random plans are exported through the menus of the test ROM, played, recorded and
 * compared: every command, draw and cell. A hundred take minutes, which the whole of the suites does not have.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { packageRoot } from '../../harness/base/package-root.js';
import { testWith } from './tools.js';

describe('plan, export, emulator, log, comparison', () => {
  testWith(
    ['compiler', 'balanced'],
    'ten random plans close (`node examples/menu-loop.mjs 100 balanced` plays a hundred)',
    () => {
      const script = join(packageRoot(), 'examples/menu-loop.mjs');
      const text = execFileSync(process.execPath, [script, '10', 'balanced', '1'], { encoding: 'utf8' });
      expect(text).toMatch(/^10 of 10 plans close/);
    },
    1_200_000,
  );
});
