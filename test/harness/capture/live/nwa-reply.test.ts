/** Replies of emulator network access in pieces of any size. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNwaReplies, type NwaReply } from '../../../../harness/capture/live/connect.js';

const TEXT = Buffer.from('\nname:a:b\nversion:1\nname:second\n\n');
const EMPTY = Buffer.from('\n\n');
const DATA = Buffer.from([0, 0, 0, 0, 3, 0x0a, 0x0a, 0x00]);
const NO_DATA = Buffer.from([0, 0, 0, 0, 0]);

function plain(reply: NwaReply): unknown {
  return reply.kind === 'data' ? [...reply.bytes] : [...reply.values];
}

test('a reply in pieces is read as the same reply in one piece', () => {
  const replies = [TEXT, DATA, EMPTY, NO_DATA, DATA, TEXT];
  const meant = [
    [
      ['name', 'a:b'],
      ['version', '1'],
    ],
    [10, 10, 0],
    [],
    [],
    [10, 10, 0],
    [
      ['name', 'a:b'],
      ['version', '1'],
    ],
  ];
  const stream = Buffer.concat(replies);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 60, maxLength: 90 }), (sizes) => {
      const parser = createNwaReplies('nwa://localhost:1');
      const found: unknown[] = [];
      let at = 0;
      for (const size of [...sizes, stream.length]) {
        found.push(...parser.feed(stream.subarray(at, at + size)).map(plain));
        at += size;
      }
      expect(found).toEqual(meant);
    }),
    { numRuns: 50 },
  );
});

test.each([
  ['another first byte', Buffer.from('OK\n')],
  ['data of four thousand million bytes', Buffer.from([0, 0xff, 0xff, 0xff, 0xff])],
  ['text without an end', Buffer.from(`\n${'a'.repeat(70_000)}`)],
])('a wrong reply is refused: %s', (_name, bytes) => {
  const place = 'nwa://localhost:1';
  expect(() => createNwaReplies(place).feed(bytes)).toThrow(
    expect.objectContaining({ code: 'E_LIVE_REPLY', details: expect.objectContaining({ file: place }) }),
  );
});
