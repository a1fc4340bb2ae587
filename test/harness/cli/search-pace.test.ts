/** How often a search shows its progress, on a terminal and in a log. */
import { expect, test } from 'vitest';
import { atPace } from '../../../harness/cli/verbs/route/progress-line.js';

test('off a terminal a line comes every five seconds, and none of a short search', () => {
  let now = 0;
  const shown: number[] = [];
  const { progress, progressEvery } = atPace(
    { showProgress: false },
    (done: number) => shown.push(done),
    () => now,
  );
  expect(progressEvery).toBe(5000);
  for (now = 500; now <= 11_000; now += 500) progress(now);
  expect(shown).toEqual([5000, 10_000]);
});

test('on a terminal every report is shown', () => {
  const shown: number[] = [];
  const { progress } = atPace({ showProgress: true }, (done: number) => shown.push(done));
  progress(1);
  progress(2);
  expect(shown).toEqual([1, 2]);
});
