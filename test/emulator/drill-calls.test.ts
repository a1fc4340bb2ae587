/** Call mode of the first image: thousands of cases on a real core, which take minutes. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { findCore } from '../../harness/capture/record/find-core.js';
import { testWith } from './tools.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

function run(script: string, ...words: readonly string[]): { readonly status: number | null; readonly text: string } {
  const done = spawnSync(process.execPath, [join(root, script), ...words], { encoding: 'utf8', cwd: root });
  return { status: done.status, text: `${done.stdout}${done.stderr}` };
}

testWith(
  ['compiler', 'balanced'],
  'the drill ROM: its routines pass the original’s cases in call mode',
  () => {
    const core = findCore('balanced');
    const { status, text } = run('traces/homebrew/check-calls.mjs', 'traces/vectors', '--core', core, '--turn');
    const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(text.trim().split('\n').at(-1) ?? '') ?? [];
    expect([status, Number(failed)]).toEqual([0, 0]);
    expect(Number(passed)).toBeGreaterThan(20_000);
  },
  1_800_000,
);
