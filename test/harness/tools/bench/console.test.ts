/** What the console's benchmark says, with an emulator core and without. */
import { expect, test } from 'vitest';
import type { ConsoleGame } from '../../../../harness/tools/bench/console.js';
import { benchText } from '../../../../harness/tools/bench/text.js';

const rate = (median: number) => ({ median, min: median / 2, max: median * 2 });
const game: ConsoleGame = {
  image: 'LOCKSTEP DRILL',
  log: 'soak-05',
  frames: 3000,
  repeats: 5,
  framesPerSecond: rate(2999),
  checksum: '0123abcd',
};
const text = (console: Parameters<typeof benchText>[0]['console']): string =>
  benchText({ node: 'v20', platform: 'linux x64', ...(console === undefined ? {} : { console }) });

test('the report has frames a second beside the goal, and the reason for a missing comparison', () => {
  const alone = text({ games: [game], peer: { skipped: "the emulator core 'balanced' is not installed" } });
  expect(alone).toContain('console, LOCKSTEP DRILL, soak-05: 3,000 frames, checksum 0123abcd; 2,999 frames/s');
  expect(alone).toContain('goal at least 3,000: NOT met');
  expect(alone).toContain("beside an emulator core: skipped: the emulator core 'balanced' is not installed");
});

test('a recording beside an emulator core has the checksum of both', () => {
  const peer = {
    name: 'bsnes-mercury v094 (Balanced)',
    log: 'soak-05',
    frames: 3000,
    ours: rate(9000),
    theirs: rate(1000),
    ratio: rate(9),
    checksum: '89abcdef',
  };
  const both = text({ games: [{ ...game, framesPerSecond: rate(3000) }], peer });
  expect(both).toContain('goal at least 3,000: met');
  expect(both).toContain('ours 9,000 frames/s (4,500 to 18,000), bsnes-mercury v094 (Balanced) 1,000 frames/s');
  expect(both).toContain('9.0 times our time; same checksum 89abcdef; goal at least 1: met');
});
