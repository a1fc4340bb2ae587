/** Kept states when the room is far too small, with a state whose bytes are known from its position. */
import { expect, test } from 'vitest';
import { createGreenzone } from '../../../../harness/play/timeline/greenzone.js';

/** Low byte, high byte, a byte that changes once in 3,000 entries, one that never does, one that is not in a word. */
function stateOf(at: number): Uint8Array {
  return Uint8Array.of(at & 0xff, at >> 8, Math.floor(at / 3000), 7, at % 5);
}

const ENTRIES = 20_000;
const DRAWS = new Set([1, 700, 5121, 19_999]);

function filled(limit?: number): ReturnType<typeof createGreenzone> {
  const image = stateOf(0);
  const greenzone = createGreenzone(image.length, limit);
  greenzone.start(image);
  for (let at = 1; at <= ENTRIES; at++) {
    image.set(stateOf(at));
    greenzone.after(at, image, DRAWS.has(at));
  }
  return greenzone;
}

test.each([1, 200, undefined])('room for %s bytes: every kept state is that of its position', (limit) => {
  const greenzone = filled(limit);
  if (limit !== undefined) expect(greenzone.interval).toBeGreaterThan(256);
  for (const at of [0, 1, 255, 256, 257, 8191, 8192, 12_345, 19_999, ENTRIES]) {
    const kept = greenzone.nearest(at);
    expect(kept.at).toBeLessThanOrEqual(at);
    expect(at - kept.at).toBeLessThan(greenzone.interval);
    expect([...kept.image]).toEqual([...stateOf(kept.at)]);
  }
});

test.each([1, undefined])('room for %s bytes: every block knows what changed in it', (limit) => {
  const greenzone = filled(limit);
  for (let at = 1; at <= ENTRIES; at += 97) {
    const block = greenzone.blockOf(at);
    const [first, last] = greenzone.rangeOf(block);
    expect(at >= first && at <= last).toBe(true);
    const changes = (offset: number): boolean => {
      for (let entry = first; entry <= last; entry++) {
        if (stateOf(entry)[offset] !== stateOf(entry - 1)[offset]) return true;
      }
      return false;
    };
    for (let offset = 0; offset < 5; offset++) expect(greenzone.touched(block, [offset])).toBe(changes(offset));
    expect(greenzone.drew(block)).toBe([...DRAWS].some((entry) => entry >= first && entry <= last));
  }
});

test('where no search will follow the states are kept, and every block counts as touched', () => {
  const [image, kept] = [stateOf(0), filled()];
  const greenzone = createGreenzone(image.length, undefined, false);
  greenzone.start(image);
  for (let at = 1; at <= ENTRIES; at++) {
    image.set(stateOf(at));
    greenzone.after(at, image, false);
  }
  for (const at of [0, 255, 256, 12_345, ENTRIES]) expect(greenzone.nearest(at)).toEqual(kept.nearest(at));
  // byte 3 never changes: who notes it knows that, who does not has to look
  expect([kept.touched(0, [3]), greenzone.touched(0, [3]), kept.drew(1), greenzone.drew(1)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  // a state at the start and one at the end of each interval, and nothing beside them
  expect(greenzone.bytes()).toBe((Math.floor(ENTRIES / greenzone.interval) + 1) * image.length);
  expect(kept.bytes()).toBeGreaterThan(greenzone.bytes());
});
