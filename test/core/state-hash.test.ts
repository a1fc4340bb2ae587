/** The hash of a state against the published values of 64-bit FNV-1a. */
import { expect, test } from 'vitest';
import { stateHash } from '../../core/system/battle.js';
import type { Battle } from '../../core/system/system.js';

/** Only what the hash reads. @param scratch offset of a byte that is not compared */
function battleOf(text: string, scratch = -1): Battle {
  const image = new TextEncoder().encode(text);
  const cells = Array.from(image, (_, offset) => ({
    name: `c${offset}`,
    offset,
    width: 1,
    scratch: offset === scratch,
  }));
  return { image, cells } as unknown as Battle;
}

test.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['foobar', '85944171f73967e8'],
])('%s', (text, hash) => {
  expect(stateHash(battleOf(text))).toBe(hash);
});

test('a working byte is no part of it', () => {
  expect(stateHash(battleOf('fooXbar', 3))).toBe('85944171f73967e8');
});
