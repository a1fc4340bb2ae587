/** Deflated data without Node, held against zlib. */
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Member, openArchive, unpack } from '../../../../harness/base/archive.js';
import { bytesSource } from '../../../../harness/base/bytes-source.js';
import { gunzipped, inflated, PackedFault, unpacking } from '../../../../harness/base/inflate.js';
import { zipOf } from '../movies/zip-bytes.js';

const MOST = 1 << 20;
const bytes = fc.uint8Array({ maxLength: 5000 });

test('a zlib stream is unpacked, and where it ends is told, whatever follows', () => {
  fc.assert(
    fc.property(bytes, bytes, (content, behind) => {
      const packed = deflateSync(content);
      const found = inflated(Uint8Array.from([...packed, ...behind]), MOST);
      expect(found && [...found.bytes]).toEqual([...content]);
      expect(found?.used).toBe(packed.length);
    }),
    { numRuns: 60 },
  );
});

test('a damaged, a cut and a too large stream are none', () => {
  const content = Uint8Array.from({ length: 4000 }, (_, index) => (index * index) & 0xff);
  const packed = deflateSync(content);
  expect(inflated(packed.subarray(0, packed.length - 5), MOST)).toBeUndefined();
  const wrong = Uint8Array.from(packed);
  wrong.fill(0xa5, packed.length - 4);
  expect(inflated(wrong, MOST)).toBeUndefined();
  expect(inflated(packed, content.length - 1)).toBeUndefined();
});

test('gzip data are unpacked; damage and too much are refused', () => {
  const content = new Uint8Array(300_000).fill(7);
  const packed = gzipSync(content);
  expect(gunzipped(packed, MOST)).toEqual(content);
  expect(() => gunzipped(packed, 1000)).toThrow('over 1000 bytes');
  const wrong = Uint8Array.from(packed);
  wrong[packed.length - 6] = 1;
  expect(() => gunzipped(wrong, MOST)).toThrow('CRC-32');
});

test('what is no fault of the data is never called one', () => {
  const stop = new TypeError('a fault of ours');
  const failing = (error: Error) => (): never => {
    throw error;
  };
  expect(() => unpacking(failing(stop))).toThrow(stop);
  // as fflate and fzstd throw: with a number
  expect(() => unpacking(failing(Object.assign(new Error('invalid distance'), { code: 3 })))).toThrow(PackedFault);
  const archive = openArchive(bytesSource(zipOf([{ name: 'a', content: 'text' }]), 'a.zip'));
  const [member] = archive.members.values();
  expect(() => unpack(archive, member as Member, failing(stop))).toThrow(stop);
});
