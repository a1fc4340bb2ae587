/** The page's own battle by its rules: what is told, shown as columns and foretold. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { cli } from '../../../harness/cli/run-cli.js';

const PLAN = 'traces/live-a-live-guide/worked-example.toml';
const said = async (...words: string[]): Promise<string> => {
  const { code, out, err } = await cli(words, { systems: SYSTEMS });
  expect([code, err]).toEqual([0, '']);
  return out;
};

test('run --tell names every figure of the page, and who is next', async () => {
  const out = await said('run', join(packageRoot(), PLAN), '--tell');
  // L1 to L8: the figures of the page, after 0
  const figures = [57, 114, 171, 228, 285, 29, 539, 515, 572, 60, 117, 174, 231, 288];
  expect([...out.matchAll(/action points: \d+ to (\d+)/gu)].map(([, to]) => Number(to))).toEqual(figures);
  expect(out).toContain('order points of enemy 0: 206 to 156');
  expect(out.match(/the allies are next/gu)).toHaveLength(3);
  expect(out.match(/enemy 0 acts next/gu)).toHaveLength(4);
});

test('route verify has the figures as columns', async () => {
  const out = await said('route', 'verify', join(packageRoot(), PLAN));
  expect(out).toMatch(/action points +order points of enemy 0|action points .*order points of enemy 0/u);
  expect(out).toContain('holds; 14 commands');
});

test('predict counts moves, turns and presses by the page, as its page of the documentation shows', async () => {
  const out = await said('predict', join(packageRoot(), PLAN));
  // L7, L8: 64 - 7 = 57, half of it 28; 254 / 57 and 254 / 28; A2: 65026 / 28, rounded up
  expect(out).toContain('ally 0 moves before the enemies: 4, each costs 57');
  expect(out).toContain('ally 0 turns before the enemies: 9, each costs 28');
  expect(out).toContain(`presses of L or R to the overflow: ${Math.ceil(65026 / 28)}`);
  const shown = out.slice(out.indexOf('\n')).trim();
  expect(readFileSync(join(packageRoot(), 'docs/systems/guide.md'), 'utf8')).toContain(shown);
});

test('--names ja tells the figures in the words of the page', async () => {
  const out = await said('run', join(packageRoot(), PLAN), '--tell', '--names', 'ja');
  expect(out).toContain('  行動ポイント：228→285\n  敵0の順序ポイント：205→206\n');
  expect(out).toContain('  味方0が技を使う\n');
  const page = readFileSync(join(packageRoot(), 'docs/systems/guide.md'), 'utf8');
  const { terms = {} } = SYSTEMS.find(({ id }) => id === 'live-a-live-guide') ?? {};
  for (const word of ['行動ポイント', '順序ポイント', '味方', '敵', '技']) {
    expect(Object.values(terms)).toContain(word);
    expect(page).toContain(word);
  }
});
