/** Tables of published figures: battles share one set, and a copy is its owner's alone. */
import { expect, test } from 'vitest';
import { publishedTables, sharedTables } from '../../../../core/live-a-live/memory/tables.js';

test('battles share one set of tables', () => {
  expect(sharedTables()).toBe(sharedTables());
});

test.each(['bankC0', 'bankC1', 'bankD5', 'bankD6'] as const)('what is written to a copy of %s stays there', (bank) => {
  const shared = sharedTables()[bank];
  const copy = publishedTables()[bank];
  expect(Buffer.compare(copy, shared)).toBe(0);
  const before = shared[0] as number;
  copy[0] = before ^ 0xff;
  const kept = shared[0];
  shared[0] = before;
  expect(kept).toBe(before);
});
