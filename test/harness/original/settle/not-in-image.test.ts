/** `rom settle` of images without code: nothing is said about our reading, whatever fills them. */
import { expect, test } from 'vitest';
import { cartridgeProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { imageUnderTest } from '../../../../harness/original/proof/choose-image.js';
import { type SettledRow, settleImage } from '../../../../harness/original/settle/settle.js';
import { publishedCasesOf } from '../../../../harness/original/vectors/files.js';
import { UNPUBLISHED } from '../../../../rom-map/unpublished.js';
import { imageOf } from './settled-image.js';

const SIZE = 0x20_0000;

function rowsOf(image: Uint8Array, wanted: readonly string[] = []): ReadonlyMap<string, SettledRow> {
  const { rows } = settleImage(imageUnderTest(image, cartridgeProfile(), false), publishedCasesOf, undefined, wanted);
  return new Map(rows.map((row) => [row.name, row]));
}

// BRK, COP, STP and the bytes of empty memory; EA is an instruction that does nothing
test.each([0x00, 0x02, 0xdb, 0xff, 0xea])('an image of %i alone settles nothing', (fill) => {
  const rows = [...rowsOf(new Uint8Array(SIZE).fill(fill)).values()];
  expect(rows).toHaveLength(UNPUBLISHED.length);
  for (const { name, reason, value, verdict } of rows) {
    expect([name, verdict]).toEqual([name, expect.stringMatching(/^not (?:in this image|reached)$/u)]);
    expect([name, value]).toEqual([name, undefined]);
    expect(reason).not.toBe('');
  }
});

test('a stretch of one byte over and over is not in the image, with its place', () => {
  const image = imageOf({});
  const name = 'nobodyChosen';
  const before = rowsOf(image, [name]).get(name);
  expect(before?.verdict).not.toBe('not in this image');
  // C1:9336, where no enemy was chosen: its bytes become those of empty memory
  image.fill(0xff, 0x1_9330, 0x1_9357);
  expect(rowsOf(image, [name]).get(name)).toMatchObject({
    verdict: 'not in this image',
    value: undefined,
    reason: expect.stringMatching(/^C1:93[0-9A-F]{2}(?:-93[0-9A-F]{2})? holds FF alone$/u),
  });
});
