/** Cases a second of original code: counted without those that every run begins with, all of them equal. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { benchProve } from '../../../../harness/tools/bench/prove.js';
import { benchText } from '../../../../harness/tools/bench/text.js';

const traces = join(fileURLToPath(new URL('../../../../', import.meta.url)), 'traces');

test('small routines of the test ROM, with the goal', () => {
  const result = benchProve(traces, 800, 1);
  if ('skipped' in result) throw new Error(result.skipped);
  expect(result.map(({ routine }) => routine)).toEqual(['C1:17C2', 'C1:1C02', 'C1:2800', 'C1:9357', 'C1:96CB']);
  for (const { cases, perSecond, equal } of result) {
    // of 800 varied cases a quarter runs where every branch went both ways, and 400 more give single bits;
    // half is taken off, and the edges
    expect(cases).toBeGreaterThanOrEqual(50);
    expect(cases).toBeLessThanOrEqual(600);
    expect(equal).toBeGreaterThan(cases);
    expect(perSecond.median).toBeGreaterThan(0);
  }
  const text = benchText({ node: 'v20', platform: 'linux x64', prove: result });
  expect(text).toMatch(/cases\/s of the slowest: goal at least 100,000: (NOT )?met\n {2}C1:17C2 level-change {6}/);
});

test('a folder without the test ROM is skipped with the reason', () => {
  expect(benchProve(join(traces, 'vectors'), 2000, 1)).toEqual({ skipped: expect.stringContaining('drill.sfc') });
});
