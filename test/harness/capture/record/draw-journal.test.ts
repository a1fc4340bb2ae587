/** The draw journal of the test ROM's second image, read from bytes laid out by hand as traces/homebrew/PROGRAM.md has them. */
import { describe, expect, test } from 'vitest';
import { openDrawJournal } from '../../../../harness/capture/record/image-profile.js';
import { cell, IMAGE_BYTES, offsetOf } from '../../../../rom-map/index.js';

const WINDOWS = [
  { address: 0x0338, length: 4 },
  { address: 0x1f80, length: 0x300 },
];
/** The journal starts this far into a recorded row. */
const JOURNAL_AT = 4 + 0x80;

function image(sequence: number, end: number, generator: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(IMAGE_BYTES);
  bytes.set([sequence & 0xff, sequence >> 8, end & 0xff, end >> 8], cell('sequenceBegin'));
  bytes.set(generator, offsetOf(0x7e0338));
  return bytes;
}

function row(count: number, entries: readonly (readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(4 + 0x300).fill(0xee);
  bytes.set([count & 0xff, count >> 8, ...entries.flat()], JOURNAL_AT);
  return bytes;
}

const BEFORE = image(0x00ff, 0x00ff, [1, 2, 3, 4]);
const NOW = image(0x0100, 0x0100, [3, 4, 0x13, 0xff]);
// site low, site high, the four state bytes after the draw
const TWO = row(2, [
  [0x26, 0xd7, 2, 3, 4, 0x13],
  [0x70, 0xd8, 3, 4, 0x13, 0xff],
]);

describe('the journal of draws', () => {
  test('each draw has its routine, and its state before is the state after the previous draw', () => {
    expect(openDrawJournal(WINDOWS)?.read(TWO, BEFORE, NOW)).toEqual([
      ...[0xc1d726, 0x04030201, 0x13040302],
      ...[0xc1d870, 0x13040302, 0xff130403],
    ]);
  });

  test('a tick without a draw has an empty list, and so has a frame without a tick', () => {
    const journal = openDrawJournal(WINDOWS);
    expect(journal?.read(row(0, []), BEFORE, NOW)).toEqual([]);
    expect(journal?.read(TWO, NOW, NOW)).toEqual([]);
  });

  test('a torn frame, and one with more draws than the journal holds, have no list', () => {
    const journal = openDrawJournal(WINDOWS);
    expect(journal?.read(TWO, BEFORE, image(0x0100, 0x00ff, [0, 0, 0, 0]))).toBe(undefined);
    expect(journal?.read(row(86, []), BEFORE, NOW)).toBe(undefined);
    expect(journal?.read(row(85, []), BEFORE, NOW)?.length).toBe(85 * 3);
  });

  test('windows with only a part of the journal have no journal', () => {
    expect(openDrawJournal([{ address: 0x2000, length: 0x1ff }])).toBe(undefined);
    expect(openDrawJournal([{ address: 0x2001, length: 0x200 }])).toBe(undefined);
    expect(openDrawJournal([])).toBe(undefined);
  });
});
