/** The compiler's limits: what would end the process never happens. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../harness/base/package-root.js';

const PROGRAM = `
import v8 from 'node:v8';
import { syncBuiltinESMExports } from 'node:module';
const set = [];
v8.setFlagsFromString = (flag) => set.push(flag.slice(2).split('='));
syncBuiltinESMExports();
const limits = await import('./dist/harness/base/input-limits.js');
limits.allowLimits();
const frameSearch = (search) => limits.withSearchLimits(search, 'frame');
for (const within of [limits.withSearchLimits, frameSearch, limits.withBattleLimits, limits.withFrameLimits, limits.withSearchLimits])
  await within(async () => set.push(['work', '0']));
console.log(JSON.stringify(set));
`;

function flagsSet(): [string, string][] {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: packageRoot(),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as [string, string][];
}

test('the limit for one function is never lowered, the one for their sum is set back', () => {
  const set = flagsSet();
  const valuesOf = (name: string): number[] => set.flatMap(([flag, value]) => (flag === name ? [Number(value)] : []));
  // Node's own limit comes first
  const largest = [460, ...valuesOf('max-inlined-bytecode-size')];
  expect(largest.length).toBeGreaterThan(2);
  expect(largest).toEqual([...largest].sort((a, b) => a - b));
  const sums = valuesOf('max-inlined-bytecode-size-cumulative');
  expect(sums.filter((_, index) => index % 2 === 1)).toEqual([920, 920, 920, 920, 920]);
  const larger = sums.filter((_, index) => index % 2 === 0);
  expect(Math.min(...larger)).toBeGreaterThan(920);
  // a search by frames has a larger one than other searches
  expect(larger[1]).toBeGreaterThan(larger[0] ?? 0);
  expect(valuesOf('work')).toHaveLength(5);
});
