import { expect, test } from 'vitest';
import { comparedFigure, comparisonText, timesOf } from '../../../../harness/tools/bench/compare.js';

test('rates become times, ratios within a build are left out', () => {
  const report = {
    node: 'v20',
    cpu: { perSecond: { median: 50, min: 40, max: 60 }, checksum: 'ab' },
    snapshot: { lent: { median: 20, min: 19, max: 21 } },
    battle: [{ typescript: { median: 4, min: 4, max: 4 }, ratio: { median: 1.2 } }],
  };
  expect([...timesOf(report)]).toEqual([
    ['cpu.perSecond', 0.02],
    ['snapshot.lent', 20],
    ['battle.0.typescript', 0.25],
  ]);
});

test('slower is what three quarters of the pairs show, faster likewise', () => {
  expect(comparedFigure('a', [1.2, 1.1, 1.3, 1.2]).verdict).toBe('slower');
  expect(comparedFigure('b', [0.8, 0.9, 0.7, 0.8]).verdict).toBe('faster');
  expect(comparedFigure('c', [0.9, 1.2, 1, 1.01]).verdict).toBe('alike');
});

test('the text begins with what became slower and counts it', () => {
  const figures = [comparedFigure('quick', [0.5]), comparedFigure('slow', [2]), comparedFigure('same', [1])];
  const lines = comparisonText({ other: 'old.js', pairs: 1, figures }).trim().split('\n');
  expect(lines[0]).toContain('1 pair of runs');
  expect(lines.slice(1).map((line) => line.split(' ')[0])).toEqual(['slower', 'faster', 'alike', '1']);
  expect(lines.at(-1)).toBe('1 of 3 became slower');
});
