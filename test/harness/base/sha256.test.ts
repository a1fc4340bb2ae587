/** The plain SHA-256 against Node's, and against the values of the standard. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPlainSha256 } from '../../../harness/base/plain-sha256.js';
import { createSha256 } from '../../../harness/base/sha256.js';

test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
])('"%s" has the value of FIPS 180-4', (text, expected) => {
  expect(createPlainSha256().update(text).hex()).toBe(expected);
  expect(createSha256().update(text).hex()).toBe(expected);
});

test('bytes in pieces of any size have the hash that Node gives them', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }), (pieces) => {
      const plain = createPlainSha256();
      const node = createHash('sha256');
      for (const piece of pieces) {
        plain.update(piece);
        node.update(piece);
      }
      expect(plain.hex()).toBe(node.digest('hex'));
    }),
  );
});
