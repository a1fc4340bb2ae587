/** Every bundled log, recorded anew on our own console: each declared cell of each frame, and the content hash of the manifest. */
import { afterAll, expect, test } from 'vitest';
import { readManifest } from '../../harness/capture/record/bundle.js';
import { bundledLogs } from '../../harness/capture/record/bundled-logs.js';
import { playAgain } from './play-recording.js';

const FRAMES = 737_257;
const logs = bundledLogs();
const manifest = readManifest();
let frames = 0;

test.each(logs.map((log) => [log.log, log] as const))(
  '%s has the content that an emulator recorded',
  async (_, log) => {
    const entry = manifest.find(({ file }) => file === `traces/logs/${log.log}.jsonl.gz`);
    const played = await playAgain(log);
    expect(played.firstDifference).toBeUndefined();
    expect(played.mineHeader).toEqual(played.theirsHeader);
    expect([played.mineKind, played.notes]).toEqual(['own-cpu', []]);
    expect([played.frames, played.contentSha256]).toEqual([entry?.frames, entry?.sha256]);
    frames += played.frames;
  },
);

afterAll(() => {
  expect(frames).toBe(FRAMES);
  console.log(`${frames} frames in ${logs.length} logs equal to what emulators recorded`);
});
