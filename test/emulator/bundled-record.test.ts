/**
 * `lockstep record` as it is installed, one bundled file: the recorder runs the test ROM on a real core and
 * what it wrote holds against the model. Needs the balanced core and koffi.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { testWith } from './tools.js';
import { openWorkshop, run } from './workshop.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const command = `${root}dist/harness/cli/lockstep.js`;
const FRAMES = 420;

const shop = openWorkshop();
afterAll(() => shop.close());

testWith(['balanced', 'koffi'], 'the bundled command records on a real core', async () => {
  expect(existsSync(command), 'npm run build').toBe(true);
  const trace = shop.file('mine.jsonl');
  const rom = `${root}traces/homebrew/drill.sfc`;
  const pads = `${root}traces/homebrew/scripts/worked-example.txt`;
  const order = ['--core', 'balanced', '--input', pads, '--frames', String(FRAMES), '-o', trace];
  const recorded = await run(process.execPath, [command, 'record', rom, ...order]);
  expect(recorded.stderr).toBe('');
  expect(recorded.code).toBe(0);
  expect(recorded.stdout).toContain(', koffi recorder\n');
  const verified = await run(process.execPath, [command, 'verify', trace, '--json']);
  expect(verified.code).toBe(0);
  expect(JSON.parse(verified.stdout)).toMatchObject({ exit: 0 });
});
