/** Options of odds and seeds that contradict each other, and what is said where a limit is reached. */
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { cli } from './run-cli.js';

test('a plan refuses options of other kinds of starts', async () => {
  const plan = 'traces/live-a-live/present-day-namcat.toml';
  const refusal = async (...words: string[]) => (await cli(['seeds', plan, ...words], { systems: SYSTEMS })).err;
  expect(await refusal('--starts', 'waits', '--timer', '9')).toMatch(/^E_OPTION: --timer is for --starts timers/);
  expect(await refusal('--frames', '9')).toMatch(/^E_OPTION: --frames is for --starts waits/);
});

test('where a limit is reached, every percentage is a bound', async () => {
  const { out } = await cli(
    ['odds', 'traces/live-a-live/takahara-namcat.toml', '--at', '4', '--skill', 'reppu-seiken-zuki', '--limit', '5'],
    { systems: SYSTEMS },
  );
  const [row] = out.split('\n').filter((line) => /^reppu-seiken-zuki +namcat, front/.test(line));
  expect(row).toMatch(/and more\? +\d+\.\d\d\.\.\d+\.\d\d% +0\.00\.\.\d+\.\d\d%$/);
  expect(out).toMatch(/limit reached: \d+\.\d\d% of the draws were not looked at: every chance above is a bound/);
});
