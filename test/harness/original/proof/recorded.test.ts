/** States at the routines' calls in recorded logs: played again on our console, equal to the log, counted apart. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { PUBLISHED_SOURCE, recordedStates } from '../../../../harness/library/prove-image.js';
import { loadProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { type ImageUnderTest, imageUnderTest } from '../../../../harness/original/proof/choose-image.js';

import type { RecordedTotal } from '../../../../harness/original/proof/prove.js';
import {
  type ProveResult,
  type ProveSource,
  proveImage,
  wantedPlans,
} from '../../../../harness/original/proof/prove.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';
import { FAULTS, plant } from './faults.js';

const folder = testFolder();
const ROOT = packageRoot();
const DRILL = join(ROOT, 'traces', 'homebrew', 'drill.sfc');
const LOG = join(ROOT, 'traces', 'logs', 'party-charge.jsonl.gz');
const OTHER_LOG = join(ROOT, 'traces', 'logs', 'soak-25.jsonl.gz');
const rom = new Uint8Array(readFileSync(DRILL));
const profile = loadProfile('drill');

/** No published case: what is found is found by the log alone. */
const LOG_ALONE: ProveSource = {
  ...PUBLISHED_SOURCE,
  published: (plan) => ({ ...PUBLISHED_SOURCE.published(plan), cases: [] }),
};

async function byLog(image: ImageUnderTest, routine: string, frames: number, log = LOG): Promise<ProveResult> {
  const options = { cases: 0, seed: 1, instructions: 20_000, routine };
  const recorded = await recordedStates(image, wantedPlans(image, LOG_ALONE, options), { log, logFrames: frames });
  return proveImage(image, LOG_ALONE, { ...options, recorded });
}

test('the calls of a log agree, and are counted apart', { timeout: 60_000 }, async () => {
  const words = ['--routine', 'order-points-idle', '--cases', '0', '--log', LOG, '--log-frames', '60'];
  const run = await cli(['rom', 'prove', DRILL, ...words, '--json']);
  expect([run.code, run.err]).toEqual([0, '']);
  const data = JSON.parse(run.out) as {
    readonly cases: number;
    readonly equal: number;
    readonly recorded: RecordedTotal;
    readonly list: readonly {
      readonly published: { readonly cases: number };
      readonly played: { readonly cases: number };
    }[];
  };
  const { recorded } = data;
  expect(recorded).toMatchObject({ logs: [{ frames: 60 }], frames: 60, different: 0, notComparable: 0 });
  expect(recorded.cases).toBeGreaterThan(20);
  expect([recorded.equal, data.equal]).toEqual([recorded.cases, data.cases]);
  const [proof] = data.list;
  expect(data.cases).toBe(recorded.cases + (proof?.published.cases ?? 0) + (proof?.played.cases ?? 0));
  const text = await cli(['rom', 'prove', DRILL, ...words]);
  expect(text.out).toContain(
    `1 played again, 60 frames equal, ${recorded.calls} calls; at them ${recorded.cases} cases`,
  );
  expect(text.out).toContain(`${recorded.cases} recorded`);
});

test('a planted fault is found by the log alone, in the frame in which it shows', { timeout: 60_000 }, async () => {
  const fault = FAULTS.find((one) => one.what === 'a search of three');
  if (fault === undefined) throw new Error('no such fault');
  const whole = await byLog(imageUnderTest(rom, profile, true), fault.routine, 150);
  expect([whole.different, whole.recorded.logs[0]?.differs]).toEqual([0, undefined]);
  const result = await byLog(imageUnderTest(plant(rom, fault), profile, false), fault.routine, 150);
  expect(result.recorded.different).toBeGreaterThan(0);
  expect(result.first?.name).toBe(fault.routine);
  expect(result.first?.first?.cells.length).toBeLessThanOrEqual(12);
  expect(result.recorded.logs[0]?.differs).toBeDefined();
  expect(result.recorded.frames).toBeLessThan(150);
});

test('states of one routine are spread over a long log and held at a limit', { timeout: 60_000 }, async () => {
  const image = imageUnderTest(rom, profile, true);
  const [plan] = wantedPlans(image, PUBLISHED_SOURCE, { routine: 'ally-can-act' });
  if (plan === undefined) throw new Error('no such routine');
  const recorded = await recordedStates(image, [plan], { log: LOG, logFrames: 300 });
  const states = recorded.statesOf(plan);
  expect(recorded.calls()).toBeGreaterThan(states.length);
  expect(states.length).toBeGreaterThan(64);
  expect(states.length).toBeLessThanOrEqual(128);
});

test('a log of one’s own is played with the pads that it was recorded with', { timeout: 60_000 }, async () => {
  // it begins with the battle: the buttons of the menu stand in the script alone
  const copy = folder.write('own.jsonl.gz', new Uint8Array(readFileSync(LOG)));
  const script = join(ROOT, 'traces', 'homebrew', 'scripts', 'party-charge.txt');
  const words = ['rom', 'prove', DRILL, '--routine', 'order-points-idle', '--cases', '0', '--log-frames', '60'];
  const refused = await cli([...words, '--log', copy]);
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringMatching(/^E_OPTION [^\n]*Name with --input [^\n]*\n$/),
  ]);
  const played = await cli([...words, '--log', copy, '--input', script]);
  expect([played.code, played.out]).toEqual([0, expect.stringContaining('1 played again, 60 frames equal')]);
  const alone = await cli([...words, '--input', script]);
  expect([alone.code, alone.err]).toEqual([2, expect.stringMatching(/^E_OPTION: [^\n]*--log\n$/)]);
});

test('no log is played with --log-frames 0', { timeout: 60_000 }, async () => {
  const words = ['--routine', 'ap-add', '--cases', '0', '--log-frames', '0', '--json'];
  const { recorded } = JSON.parse((await cli(['rom', 'prove', DRILL, ...words])).out) as ProveResult;
  expect(recorded).toMatchObject({ cases: 0, equal: 0, different: 0, reasons: {}, logs: [], frames: 0, calls: 0 });
});

test.each([
  ['of another image', () => OTHER_LOG, 'E_OPTION', 'does not reach the first frame'],
  ['that is none', () => folder.write('none.jsonl', new TextEncoder().encode('{}\n')), 'E_TRACE', ''],
  ['that is not there', () => join(folder.path, 'missing.jsonl'), 'E_', ''],
])('a log %s: one message, exit 2', { timeout: 60_000 }, async (_, log, code, message) => {
  const run = await cli(['rom', 'prove', DRILL, '--routine', 'ap-add', '--cases', '0', '--log', log()]);
  expect([run.code, run.out]).toEqual([2, '']);
  expect(run.err).toMatch(new RegExp(`^${code}[^\\n]*${message}[^\\n]*\\n$`));
});
