/**
 * Every bundled log, recorded anew on our own console as `npm run build` compiled it: each declared cell of each frame, and the content
 * hash of the manifest.
 */
import { afterAll, expect, test } from 'vitest';
import { readManifest } from '../../harness/capture/record/bundle.js';
import { bundledLogs } from '../../harness/capture/record/bundled-logs.js';
import { playAgain, type Recorder } from '../harness/console/play-recording.js';

const FRAMES = 629_605;
const logs = bundledLogs();
const manifest = readManifest();
let frames = 0;

async function compiled(): Promise<Recorder> {
  const load = (name: string): Promise<unknown> =>
    import(/* @vite-ignore */ new URL(`../../dist/harness/capture/record/${name}`, import.meta.url).href);
  const { recordFrames } = (await load('record-frames.js')) as Pick<Recorder, 'recordFrames'>;
  const { recordingToTrace } = (await load('to-trace.js')) as Pick<Recorder, 'recordingToTrace'>;
  return { recordFrames, recordingToTrace };
}
const recorder = compiled();

test.each(logs.map((log) => [log.log, log] as const))(
  '%s has the content that an emulator recorded',
  async (_, log) => {
    const entry = manifest.find(({ file }) => file === `traces/logs/${log.log}.jsonl.gz`);
    const played = await playAgain(log, await recorder);
    expect(played.firstDifference).toBeUndefined();
    expect(played.mineHeader).toEqual(played.theirsHeader);
    expect([played.frames, played.contentSha256]).toEqual([entry?.frames, entry?.sha256]);
    frames += played.frames;
  },
);

afterAll(() => {
  expect(frames).toBe(FRAMES);
  console.log(`${frames} frames in ${logs.length} logs equal to what emulators recorded`);
});
