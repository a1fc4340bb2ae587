/**
 * The closing loop on a real core: a hundred random plans are exported through the menus of the test ROM, played, recorded and
 * compared: every command, draw and cell.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { packageRoot } from '../../harness/base/package-root.js';
import { testWith } from './tools.js';

describe('plan, export, emulator, log, comparison', () => {
  testWith(
    ['compiler', 'balanced'],
    'a hundred random plans close',
    () => {
      const script = join(packageRoot(), 'examples/menu-loop.mjs');
      const text = execFileSync(process.execPath, [script, '100', 'balanced', '1'], { encoding: 'utf8' });
      expect(text).toMatch(/^100 of 100 plans close/);
    },
    1_200_000,
  );
});
