/** Bits of attributes: two bytes are shifted left through the carry, as the processor does it. */
import { expect, test } from 'vitest';
import { attributeBit, bitShiftedOut } from '../../../../core/live-a-live/memory/state-bits.js';

/** The carry after so many shifts to the left, the low byte's first. */
function carryAfter(high: number, low: number, shifts: number): number {
  let [first, second, carry] = [high, low, 0];
  for (let shift = 0; shift < shifts; shift++) {
    const between = second >= 0x80 ? 1 : 0;
    second = (second * 2) % 256;
    carry = first >= 0x80 ? 1 : 0;
    first = ((first * 2) % 256) + between;
  }
  return carry;
}

test.each([
  [0x80, 0x00],
  [0x00, 0x01],
  [0xff, 0xff],
  [0xa5, 0x3c],
  [0x01, 0x80],
])(
  'of %i and %i every shift pushes out the next bit, and none comes before the first or after the last',
  (high, low) => {
    const shifts = Array.from({ length: 256 }, (_, count) => count);
    expect(shifts.map((count) => bitShiftedOut(high, low, count))).toEqual(
      shifts.map((count) => carryAfter(high, low, count)),
    );
  },
);

test('attribute 0 is the top bit of the first byte, 15 the lowest of the second', () => {
  expect([0, 7, 8, 15].map(attributeBit)).toEqual([0x8000, 0x0100, 0x0080, 0x0001]);
});
