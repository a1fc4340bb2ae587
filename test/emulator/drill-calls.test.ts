/** Call mode of the first image: thousands of cases on a real core, which take minutes. */
import { expect } from 'vitest';
import { findCore } from '../../harness/capture/record/find-core.js';
import { runScript, testWith } from './tools.js';

testWith(
  ['compiler', 'balanced'],
  'the drill ROM: its routines pass the original’s cases in call mode',
  () => {
    const core = findCore('balanced');
    const { status, text } = runScript('traces/homebrew/check-calls.mjs', 'traces/vectors', '--core', core, '--turn');
    const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(text.trim().split('\n').at(-1) ?? '') ?? [];
    expect([status, Number(failed)]).toEqual([0, 0]);
    expect(Number(passed)).toBeGreaterThan(20_000);
  },
  1_800_000,
);
