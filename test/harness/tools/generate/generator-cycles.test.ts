/** The committed page on the generator's cycles, against an independent walk. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The generator from its description alone: bytes in a list. */
function walk(bytes: readonly number[]): number[] {
  const [a0 = 0, a1 = 0, a2 = 0, a3 = 0] = bytes;
  return [a1, a2, a3, Math.floor((a1 * 256 + a0) / 13) % 256];
}

const rows = [...readFileSync('rom-map/GENERATOR.md', 'utf8').matchAll(/^\| ([\d,]+) \| ([0-9A-F ]+) \|/gmu)].map(
  (row) => ({
    length: Number((row[1] ?? '').replaceAll(',', '')),
    bytes: (row[2] ?? '')
      .trim()
      .split(' ')
      .map((byte) => Number.parseInt(byte, 16)),
  }),
);

test('the page names at least three cycles', () => {
  expect(rows.length).toBeGreaterThanOrEqual(3);
});

test.each(rows)(
  'a cycle of $length comes back to its smallest state for the first time after that many draws',
  ({ length, bytes }) => {
    const key = (state: readonly number[]): number => state.reduce((sum, byte, index) => sum + byte * 256 ** index, 0);
    const least = key(bytes);
    let state = walk(bytes);
    let steps = 1;
    while (key(state) !== least && steps <= length) {
      if (key(state) < least) throw new Error(`a smaller state after ${steps} draws`);
      state = walk(state);
      steps++;
    }
    expect(steps).toBe(length);
  },
);
