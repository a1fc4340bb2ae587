/** Bytes at 16-bit addresses: those of the windows of `rom-map/windows.ts`, and 0 between them. */
import { expect, test } from 'vitest';
import { byteAt } from '../../../../core/live-a-live/memory/skill-record.js';
import { IMAGE_BYTES } from '../../../../rom-map/index.js';

test('an address leads to its byte from the first of a window to its last, and to nothing outside of them', () => {
  // windows from 0000, 0300 and 1A00 on, of 100h, 300h and 340h bytes
  const image = new Uint8Array(IMAGE_BYTES).fill(0x77);
  image.set([1], 0);
  image.set([2], 0xff);
  image.set([3], 0x100);
  const at = [0x0000, 0x00ff, 0x0300, 0x1a00, 0x1d3f].map((address) => byteAt(image, address));
  expect(at).toEqual([1, 2, 3, 0x77, 0x77]);
  expect([0x0100, 0x02ff, 0x19ff, 0x1d40, 0x1fff, 0x2000, 0xffff].map((address) => byteAt(image, address))).toEqual(
    Array(7).fill(0),
  );
});
