/** The work RAM of a running game in one piece of time: a game that goes on is refused, a paused one is taken. */
import { expect, test } from 'vitest';
import { dumpLive } from '../../../../harness/capture/live/connect.js';
import type { LiveSource } from '../../../../harness/capture/live/source.js';

const BYTES = 0x20000;

/** A game whose memory holds one byte everywhere: the number of frames that it has run. @param framesOf frames between two ranges of a read */
function game(framesOf: (read: number) => number): LiveSource & { readonly reads: () => number } {
  let [reads, frame] = [0, 0];
  return {
    name: 'a game',
    version: '1',
    reads: () => reads,
    read: async (ranges, into) => {
      let at = 0;
      for (const { length } of ranges) {
        into.fill(frame & 0xff, at, at + length);
        at += length;
        frame += framesOf(reads);
      }
      reads++;
    },
    close: () => undefined,
  };
}

test('a game that ends a frame within a read is read again, until one read holds still', async () => {
  const source = game((read) => (read < 3 ? 1 : 0));
  const ram = await dumpLive(source);
  expect([ram.length, source.reads(), new Set(ram).size]).toEqual([BYTES, 4, 1]);
});

test('a game that never holds still is refused, and its remedy helps: paused, it is taken', async () => {
  let frames = 1;
  const source = game(() => frames);
  await expect(dumpLive(source)).rejects.toMatchObject({
    code: 'E_LIVE_TORN',
    details: { remedy: 'Pause the game, then take the battle' },
  });
  expect(source.reads()).toBe(40);
  frames = 0;
  expect(await dumpLive(source)).toHaveLength(BYTES);
});
