/** Wrappings are taken off before a reader sees a file: made here with zlib and by hand. */
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LockstepError } from '../../../harness/base/errors.js';
import { readBytes, readTextFile } from '../../../harness/base/reading.js';

import { unwrapped } from '../../../harness/base/unwrap.js';
import { zipOf } from '../files/movies/zip-bytes.js';
import { lockstepErrorOf, testFolder } from '../fixtures/files.js';

const MOST = 1 << 22;
const folder = testFolder();
const content = Buffer.from(Array.from({ length: 9000 }, (_, index) => (index * index + (index >> 3)) & 0xff));

/** RetroArch's form: a header of 20 bytes, then chunks of zlib data with their lengths. */
function rzip(bytes: Buffer, chunk: number): Buffer {
  const header = Buffer.alloc(20);
  header.write('#RZIPv\x01#', 'latin1');
  header.writeUInt32LE(chunk, 8);
  header.writeUInt32LE(bytes.length, 12);
  const parts = [header];
  for (let at = 0; at < bytes.length; at += chunk) {
    const packed = deflateSync(bytes.subarray(at, at + chunk));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(packed.length);
    parts.push(length, packed);
  }
  return Buffer.concat(parts);
}

async function streamed(file: string, chunk = 512): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of readBytes(file, chunk)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

const PADDINGS: readonly (readonly [string, Buffer])[] = [
  ['nothing', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(7)],
  ['bytes CC', Buffer.alloc(700, 0xcc)],
  ['text', Buffer.from('more')],
  ['the first byte of gzip data', Buffer.from([0x1f])],
  ['a kilobyte that is no member', Buffer.concat([Buffer.from([0x1f, 0x8b, 7]), Buffer.alloc(1021, 0x5a)])],
];

describe('gzip', () => {
  test.each(PADDINGS)('with %s behind it', async (_name, behind) => {
    const packed = Buffer.concat([gzipSync(content), gzipSync(content.subarray(0, 100)), behind]);
    const whole = Buffer.concat([content, content.subarray(0, 100)]);
    const plain = unwrapped(packed, 'x', MOST);
    expect(Buffer.from(plain.bytes).equals(whole)).toBe(true);
    expect([plain.wrappings, plain.behind]).toEqual([['gzip'], behind.length]);
    expect((await streamed(folder.write('padded.gz', packed))).equals(whole)).toBe(true);
  });

  test('any content and any bytes behind it come out the same, as a whole and in pieces', async () => {
    const bytes = fc.uint8Array({ maxLength: 3000 });
    await fc.assert(
      fc.asyncProperty(bytes, bytes, fc.integer({ min: 64, max: 400 }), async (inside, behind, chunk) => {
        fc.pre(!(behind[0] === 0x1f && behind[1] === 0x8b && behind[2] === 8));
        const packed = Buffer.concat([gzipSync(inside), behind]);
        expect(unwrapped(packed, 'x', MOST).behind).toBe(behind.length);
        expect((await streamed(folder.write('any.gz', packed), chunk)).equals(Buffer.from(inside))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test('a cut and a damaged one are refused, never read in part', async () => {
    const packed = gzipSync(content);
    const wrong = Buffer.from(packed);
    wrong[packed.length - 6] = (wrong[packed.length - 6] as number) ^ 1;
    for (const bad of [packed.subarray(0, packed.length - 3), packed.subarray(0, 40), packed.subarray(0, 6), wrong]) {
      const file = folder.write('bad.gz', bad);
      expect((await lockstepErrorOf(() => unwrapped(bad, file, MOST))).code).toBe('E_GZIP');
      expect((await lockstepErrorOf(() => streamed(file))).code).toBe('E_GZIP');
    }
  });
});

describe('other wrappings', () => {
  test.each([
    ['RZIP', rzip(content, 4096), 'RZIP'],
    ['RZIP of one chunk', rzip(content, 128 * 1024), 'RZIP'],
    ['a ZIP with one file', zipOf([{ name: 'inner.bin', content }]), 'ZIP'],
    [
      'a ZIP with a folder and a file',
      zipOf([
        { name: 'a/', content: '' },
        { name: 'a/inner.bin', content },
      ]),
      'ZIP',
    ],
  ] as const)('%s', async (_name, packed, wrapping) => {
    const plain = unwrapped(packed, 'x', MOST);
    expect([Buffer.from(plain.bytes).equals(content), plain.wrappings]).toEqual([true, [wrapping]]);
    expect((await streamed(folder.write('wrapped', packed))).equals(content)).toBe(true);
  });

  test('a ZIP that is cut or damaged is called a movie only where it begins as one', async () => {
    const packed = zipOf([{ name: 'log.jsonl', content }]);
    const changed = Buffer.from(packed);
    changed[60] = (changed[60] as number) ^ 1;
    const cuts = [packed.length - 10, packed.length >> 1, 45].map((length) => packed.subarray(0, length));
    for (const bad of [...cuts, changed]) {
      const error = await lockstepErrorOf(() => unwrapped(bad, 'x.zip', MOST));
      expect([error.code, /movie|emulator/u.test(error.message)]).toEqual(['E_GZIP', false]);
    }
    const movie = zipOf([{ name: 'Header.txt', content }]).subarray(0, -10);
    expect((await lockstepErrorOf(() => unwrapped(movie, 'x.bk2', MOST))).code).toBe('E_MOVIE_ARCHIVE');
  });

  test('RZIP that is cut, damaged or announces too much', async () => {
    const packed = rzip(content, 4096);
    const wrong = Buffer.from(packed);
    wrong.fill(0, 40, 60);
    const large = Buffer.from(packed);
    large.writeUInt32LE(0xffffffff, 12);
    for (const bad of [packed.subarray(0, -9), packed.subarray(0, 12), wrong, large]) {
      expect((await lockstepErrorOf(() => unwrapped(bad, 'x', MOST))).code).toBe('E_GZIP');
    }
  });

  test('wrapping in wrapping ends, and more inside than is allowed is refused', () => {
    let bytes: Uint8Array = content;
    for (let depth = 0; depth < 4; depth++) bytes = gzipSync(bytes);
    expect(unwrapped(bytes, 'x', MOST).wrappings).toHaveLength(4);
    expect(() => unwrapped(gzipSync(bytes), 'x', MOST)).toThrow(LockstepError);
    expect(() => unwrapped(gzipSync(content), 'x', 100)).toThrow(LockstepError);
  });
});

test('text: a byte order mark is dropped, UTF-16 is called by its name', async () => {
  expect(readTextFile(folder.write('bom.txt', '\uFEFFa'), 10)).toBe('a');
  expect(readTextFile(folder.write('zipped.txt', zipOf([{ name: 'a.txt', content: '\uFEFFa' }])), 1000)).toBe('a');
  const little = await lockstepErrorOf(() =>
    readTextFile(folder.write('l.txt', Buffer.from('plan = 1', 'utf16le')), 99),
  );
  expect([little.code, little.sentence]).toEqual(['E_TEXT', 'the file is UTF-16, little-endian']);
  const big = Buffer.from('\uFEFFplan = 1', 'utf16le').swap16();
  expect((await lockstepErrorOf(() => readTextFile(folder.write('b.txt', big), 99))).sentence).toContain('big-endian');
});
