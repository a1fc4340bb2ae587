/** Figures with a goal: which are met, and their table in a page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../harness/base/package-root.js';
import { figuresOf, goalLines, withFigures } from '../../harness/tools/bench/figures.js';
import type { BenchReport } from '../../harness/tools/bench/index.js';
import { benchText } from '../../harness/tools/bench/text.js';

const report: BenchReport = {
  node: 'v20.0.0',
  platform: 'linux x64',
  verify: {
    log: 'a.jsonl.gz',
    frames: 10,
    cells: 2,
    bytes: 5,
    repeats: 3,
    decoded: { median: 999_999, min: 1, max: 2_000_000 },
    endToEnd: { median: 300_000, min: 2, max: 400_000 },
  },
  snapshot: {
    bytes: 1,
    copies: 1,
    repeats: 1,
    lent: { median: 100.4, min: 55.55, max: 1234.5 },
    allocated: { median: 1, min: 1, max: 1 },
    checksum: '00000000',
  },
  heap: { steps: 1, growth: 5, growthWithEvents: 1_000_000, checksum: '00000000' },
  explain: { skipped: 'no log' },
};

test('a median on its goal is met, one unit beside it is not', () => {
  expect(figuresOf(report).map(({ part, measured, goal, met }) => [part, measured, goal, met])).toEqual([
    ['verify', '999,999 (1 to 2,000,000)', 'at least 1,000,000', false],
    ['verify', '300,000 (2 to 400,000)', 'at least 300,000', true],
    ['snapshot', '100 ns (55.5 to 1,235)', 'at most 100 ns', false],
    ['heap', '1,000,000 bytes', 'at most 1,000,000 bytes', true],
  ]);
  expect(goalLines(report)).toEqual([
    'goals: 2 of 4 met',
    '  NOT met: frames a second, decoded rows: 999,999 (1 to 2,000,000); goal at least 1,000,000',
    '  NOT met: a snapshot: 100 ns (55.5 to 1,235); goal at most 100 ns',
  ]);
});

test('the lines of the parts have the verdicts of the figures, on the goal as well', () => {
  const lines = benchText(report).split('\n');
  expect(lines).toContain('heap: 1 step; goal at most 1,000,000 bytes: met');
  expect(lines).toContain('  into a lent buffer  100.4 ns (55.5 to 1234.5); goal at most 100 ns: NOT met');
});

test('a table takes the place of the one of its machine, and nothing else changes', () => {
  const page =
    'before\n<!-- figures: idle -->\nold\n<!-- end of figures -->\nbetween\n<!-- figures: busy -->\n<!-- end of figures -->\nafter\n';
  const idle = withFigures(page, 'idle', report, 'page.md');
  expect(idle).toMatch(/^before\n<!-- figures: idle -->\n\nNode v20\.0\.0, linux x64: /u);
  expect(idle).not.toContain('old');
  expect(idle).toContain(
    '| `heap` | heap growth over a million steps | 1,000,000 bytes | at most 1,000,000 bytes | yes |',
  );
  expect(
    idle.endsWith('<!-- end of figures -->\nbetween\n<!-- figures: busy -->\n<!-- end of figures -->\nafter\n'),
  ).toBe(true);
  expect(withFigures(idle, 'idle', report, 'page.md')).toBe(idle);
  const busy = withFigures(idle, 'busy', report, 'page.md');
  expect(busy.split('| `heap` |')).toHaveLength(3);
  let refused: unknown;
  try {
    withFigures(page, 'other', report, 'page.md');
  } catch (error) {
    refused = error;
  }
  expect(refused).toMatchObject({ code: 'E_BENCH_PAGE', details: { file: 'page.md' } });
  // the remedy: both lines, where the table shall stand
  const mended = `${page}<!-- figures: other -->\n<!-- end of figures -->\n`;
  expect(withFigures(mended, 'other', report, 'page.md')).toContain('| `heap` |');
});

test.each(['PERFORMANCE.md', 'performance-notes.md'])('%s has both places', (name) => {
  const page = readFileSync(join(packageRoot(), 'docs', name), 'utf8');
  for (const machine of ['idle', 'busy']) expect(() => withFigures(page, machine, report, 'page.md')).not.toThrow();
});
