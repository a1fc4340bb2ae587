/** The progress line of `rom prove`: figures from a clock of the test. */
import { expect, test } from 'vitest';
import { createProveProgress } from '../../../../harness/cli/verbs/rom/prove.js';

test('the line has cases, cases a second and time left, within a routine and after it', () => {
  const lines: string[] = [];
  let time = 0;
  const progress = createProveProgress(
    (text) => lines.push(text),
    () => time,
  );
  const place = { done: 1, all: 4, routine: 'C1:1C02', cases: 0 };
  // 1,024 cases in 512 ms, 2,048 in 1,024 ms: 2,000 a second; one of four routines took as long
  for (const cases of [1024, 2048]) {
    time += 512;
    progress({ ...place, cases });
  }
  expect(lines).toEqual([
    '\r1/4 routines, C1:1C02, 1,024 cases, 2,000 cases/s, 2 s left   ',
    '\r1/4 routines, C1:1C02, 2,048 cases, 2,000 cases/s, 4 s left   ',
  ]);
  time = 2048;
  progress({ ...place, done: 4, cases: 2048 });
  expect(lines.at(-1)).toBe('\r4/4 routines, C1:1C02, 2,048 cases, 1,000 cases/s, 0 s left   \n');
});

test('no line is printed while no time passes', () => {
  const lines: string[] = [];
  const progress = createProveProgress(
    (text) => lines.push(text),
    () => 0,
  );
  for (let cases = 0; cases < 100_000; cases += 1024) progress({ done: 0, all: 1, routine: 'C1:1C02', cases });
  expect(lines).toEqual([]);
});
