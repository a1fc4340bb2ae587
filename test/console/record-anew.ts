/** Bundled logs, recorded anew on our own console: each declared cell of each frame, and the content hash of the manifest. */
import { afterAll, expect, test } from 'vitest';
import { readManifest } from '../../harness/capture/record/bundle.js';
import { bundledLogs } from '../../harness/capture/record/bundled-logs.js';
import { playAgain } from './play-recording.js';

const FRAMES = 737_257;
/** Each half is a test file of its own, so that both cores record. */
const HALVES = 2;

/** Tests of every second log. @param half 0 or 1 */
export function recordAnew(half: number): void {
  const manifest = new Map(readManifest().map((entry) => [entry.file, entry]));
  const logs = bundledLogs().map((log) => ({ log, entry: manifest.get(`traces/logs/${log.log}.jsonl.gz`) }));
  const framesOf = (some: typeof logs): number => some.reduce((sum, { entry }) => sum + (entry?.frames ?? 0), 0);
  const own = logs.filter((_, index) => index % HALVES === half);
  let frames = 0;

  test.each(own.map(({ log, entry }) => [log.log, log, entry] as const))(
    '%s has the content that an emulator recorded',
    async (_, log, entry) => {
      const played = await playAgain(log);
      expect(played.firstDifference).toBeUndefined();
      expect(played.mineHeader).toEqual(played.theirsHeader);
      expect([played.mineKind, played.notes]).toEqual(['own-cpu', []]);
      expect([played.frames, played.contentSha256]).toEqual([entry?.frames, entry?.sha256]);
      frames += played.frames;
    },
  );

  afterAll(() => {
    expect([frames, framesOf(logs)]).toEqual([framesOf(own), FRAMES]);
    console.log(`${frames} frames in ${own.length} logs equal to what emulators recorded`);
  });
}
