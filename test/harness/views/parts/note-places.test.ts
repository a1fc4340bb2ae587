/** Notes on the board: no two stand on each other, whatever squares they belong to, and all lie on the board. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { notePlaces } from '../../../../harness/views/parts/note-places.js';

/** Letters of a note are 6.6 wide and 12 high, a square is 40. */
const boxOf = ({ middle, base, half }: { middle: number; base: number; half: number }) =>
  [middle - half, middle + half, base - 12, base] as const;

describe('places of notes', () => {
  test('a note stands above its square, in the first row below it', () => {
    const [lower, upper] = notePlaces(
      [
        { x: 3, y: 4, text: '-136' },
        { x: 3, y: 0, text: '-7' },
      ],
      [7, 7],
      [],
    );
    expect(lower).toEqual({ middle: 140, base: 157, half: 13.2 });
    expect(upper?.base).toBe(50);
  });

  test('neighbours and what happened on the same square have lines of their own', () => {
    const taken = [...notePlaces([{ x: 1, y: 1, text: '-140' }], [7, 7], [])];
    const places = notePlaces(
      [
        { x: 1, y: 1, text: '-7 KO 100%' },
        { x: 2, y: 1, text: '-7 KO 100%' },
      ],
      [7, 7],
      taken,
    );
    expect(new Set([...taken, ...places].map(({ base }) => base)).size).toBe(3);
  });

  test('up to eight notes of a board of seven by seven', () => {
    const note = fc.record({
      x: fc.integer({ min: 0, max: 6 }),
      y: fc.integer({ min: 0, max: 6 }),
      text: fc.constantFrom('-7', '-136', '-7 KO 100%', '+1234 KO 50%'),
    });
    fc.assert(
      fc.property(fc.array(note, { minLength: 2, maxLength: 8 }), (notes) => {
        const boxes = notePlaces(notes, [7, 7], []).map(boxOf);
        for (const [index, [left, right, top, bottom]] of boxes.entries()) {
          expect(left).toBeGreaterThanOrEqual(-0.001);
          expect(right).toBeLessThanOrEqual(280.001);
          expect(bottom).toBeLessThanOrEqual(280);
          for (const [otherLeft, otherRight, otherTop, otherBottom] of boxes.slice(index + 1)) {
            const isApart =
              right <= otherLeft + 0.001 || otherRight <= left + 0.001 || bottom <= otherTop || otherBottom <= top;
            expect(isApart).toBe(true);
          }
        }
      }),
    );
  });
});
