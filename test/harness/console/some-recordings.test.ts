/** A few of the bundled logs, recorded anew on our own console; `npm run test:console` plays all of them. */
import { expect, test } from 'vitest';
import { readManifest } from '../../../harness/capture/record/bundle.js';
import { bundledLogs } from '../../../harness/capture/record/bundled-logs.js';
import { recordFrames } from '../../../harness/capture/record/record-frames.js';
import { recordingToTrace } from '../../../harness/capture/record/to-trace.js';
import { playAgain } from './play-recording.js';

const SOME = ['worked-example', 'worked-example-accuracy', 'overflow', 'party-charge', 'soak-25', 'soak-26-accuracy'];
const logs = bundledLogs().filter(({ log }) => SOME.includes(log));

test.each(logs.map((log) => [log.log, log] as const))(
  '%s has the content that an emulator recorded',
  async (_, log) => {
    const entry = readManifest().find(({ file }) => file === `traces/logs/${log.log}.jsonl.gz`);
    const played = await playAgain(log, { recordFrames, recordingToTrace });
    expect(played.firstDifference).toBeUndefined();
    expect(played.mineHeader).toEqual(played.theirsHeader);
    expect([played.mineKind, played.notes]).toEqual(['own-cpu', []]);
    expect([played.frames, played.contentSha256]).toEqual([entry?.frames, entry?.sha256]);
  },
);

test('all recordings of this test are there', () => {
  expect(logs.length).toBe(SOME.length);
});
