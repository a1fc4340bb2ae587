/** Verification on several threads: the same report as on one, whatever the files hold. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { progressText } from '../../../../harness/cli/base/progress.js';
import { type VerifyProgress, verifyTogether } from '../../../../harness/original/together/verify-together.js';
import { ownerOfCell } from '../../../../harness/play/verify/difference.js';

import { builtCommand } from '../../fixtures/compile-sources.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const traces = join(packageRoot(), 'traces');
const logs = readdirSync(join(traces, 'logs'))
  .filter((name) => /^(duel-\d-accuracy|soak-2[0-3]|worked)/u.test(name))
  .map((name) => join(traces, 'logs', name));
const [whole = Buffer.alloc(0)] = logs.map((file) => readFileSync(file));
const damaged = Buffer.from(whole);
damaged[whole.length >> 1] = (damaged[whole.length >> 1] ?? 0) ^ 0x55;
const files = [
  ...logs,
  folder.write('cut.jsonl.gz', whole.subarray(0, whole.length >> 1)),
  folder.write('damaged.jsonl.gz', damaged),
  join(folder.path, 'missing.jsonl'),
  ...readdirSync(join(traces, 'golden/srpg-movement')).map((name) => join(traces, 'golden/srpg-movement', name)),
];
const vectors = [join(traces, 'vectors/sequences')];

async function reportOn(
  workers: number,
  signal = new AbortController().signal,
  progress?: (to: VerifyProgress) => void,
) {
  // threads run the built command
  builtCommand();
  return verifyTogether(files, vectors, {
    systems: SYSTEMS,
    ownerOf: ownerOfCell,
    signal,
    workers,
    ...(progress === undefined ? {} : { progress }),
  });
}

test('the report is the same on one thread and on three', async () => {
  const one = await reportOn(1);
  expect(one.errors.map(({ code }) => code)).toEqual([
    'E_TRACE_INCOMPLETE',
    expect.stringMatching(/^E_TRACE/),
    'E_FILE',
  ]);
  expect(one.logs.length).toBe(files.length - 2);
  expect(one.totals.originalCode?.equal).toBe(one.totals.originalCode?.cases);
  const seen: VerifyProgress[] = [];
  const three = await reportOn(3, undefined, (progress) => seen.push(progress));
  expect(JSON.stringify(three)).toBe(JSON.stringify(one));
  const last = seen.at(-1);
  expect(seen.length).toBeGreaterThan(0);
  expect(last?.share).toBeGreaterThan(0);
  expect(last?.share).toBeLessThanOrEqual(1);
}, 60_000);

test('an interruption ends every thread and keeps what was compared', async () => {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 100);
  const report = await reportOn(3, stop.signal);
  expect([report.exit, report.interrupted]).toEqual([130, true]);
  expect(report.logs.length).toBeLessThan(files.length);
}, 60_000);

test('progress names files, frames, their rate and the time left', () => {
  const half = { files: 3, allFiles: 8, frames: 120_000, share: 0.25 };
  expect(progressText(half, 1000, 3000)).toBe('3 of 8 files, 120,000 frames, 60,000 frames/s, 6 s left');
  expect(progressText({ ...half, share: 0.001 }, 1000, 3000)).toBe('3 of 8 files, 120,000 frames, 60,000 frames/s');
});
