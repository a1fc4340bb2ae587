/**
 * Binary recordings: a file that the C recorder wrote, files built from FORMAT.md, and every kind of damage.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { crc32 } from '../../../../harness/base/crc32.js';
import { LockstepError } from '../../../../harness/base/errors.js';
import { encodeHeader, encodeTrailer } from '../../../../harness/capture/record/binary-header.js';
import {
  type RecordingSummary,
  readRecording,
  readRecordingHeader,
} from '../../../../harness/capture/record/recording-reader.js';
import { errorOf } from './expect-error.js';
import { buildRecording, gzipCrc, withRightCrc } from './recording-bytes.js';

/** The header that `buildRecording` writes. */
const headerOf = (framesAsked: number) => ({
  ...{ flags: 1, framesAsked, framesPerSecond: 60.5 },
  windows: [
    { address: 0x100, length: 3 },
    { address: 0x1ffff, length: 1 },
  ],
  ...{ coreName: 'core', coreVersion: 'v1', options: ['a=b'] },
});

const scratch = mkdtempSync(join(tmpdir(), 'lockstep-reader-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let files = 0;
function fileWith(bytes: Uint8Array): string {
  const file = join(scratch, `${files++}.rec`);
  writeFileSync(file, bytes);
  return file;
}

interface Row {
  readonly frame: number;
  readonly mask: number;
  readonly hex: string;
}

async function readAll(bytes: Uint8Array): Promise<{ rows: Row[]; summary: RecordingSummary }> {
  const rows: Row[] = [];
  const file = fileWith(bytes);
  try {
    const summary = await readRecording(file, (record) => {
      rows.push({ frame: record.frame, mask: record.mask, hex: Buffer.from(record.bytes).toString('hex') });
    });
    return { rows, summary };
  } finally {
    rmSync(file);
  }
}

/**
 * Written by the C recorder: bsnes-mercury balanced, four frames of a ROM of ours whose NMI adds 1 to the word at 0100
 * and 510 to the word at 0102, and stores the pad word at 0108; A is held from frame 2 on.
 */
const FROM_C = `
  4c4b53545245430a01000100540000000c00000004000000239ffadda50c4e4002000000000100000400000008010000020000000d006273
  6e65732d6d6572637572790f0076303934202842616c616e636564290000000000000000000000000100000000000100fe01000002000000
  00010200fc0380000300000000010300fa058000ffffffff4c4b5354454e440a040000000000000042bd26cb
`;

describe('a whole recording', () => {
  test('a recording of the C recorder is read', async () => {
    const { rows, summary } = await readAll(Buffer.from(FROM_C.replaceAll(/\s/gu, ''), 'hex'));
    expect(summary).toEqual({
      header: {
        flags: 1,
        framesAsked: 4,
        framesPerSecond: expect.closeTo(60.0988, 4),
        windows: [
          { address: 0x100, length: 4 },
          { address: 0x108, length: 2 },
        ],
        coreName: 'bsnes-mercury',
        coreVersion: 'v094 (Balanced)',
        options: [],
      },
      frames: 4,
      complete: true,
    });
    expect(rows).toEqual([
      { frame: 0, mask: 0, hex: '000000000000' },
      { frame: 1, mask: 0, hex: '0100fe010000' }, // 510
      { frame: 2, mask: 0x100, hex: '0200fc038000' }, // 1020, A is bit 7 of the pad word
      { frame: 3, mask: 0x100, hex: '0300fa058000' }, // 1530
    ]);
  });

  test('a recording built from the format page is read', async () => {
    const { rows, summary } = await readAll(buildRecording(3).bytes);
    expect(summary.header).toEqual(headerOf(3));
    expect(rows).toEqual([
      { frame: 0, mask: 0, hex: '01020304' },
      { frame: 1, mask: 1, hex: '02030405' },
      { frame: 2, mask: 2, hex: '03040506' },
    ]);
  });

  // pieces are 1 MiB long: the sums below end before, at and behind such an edge with every remainder of a record
  test.each([104_850, 104_851, 104_857, 104_858, 209_720])(
    'a recording of %i frames, longer than one piece, is read whole',
    async (frames) => {
      const built = buildRecording(frames);
      let seen = 0;
      let wrong = 0;
      const summary = await readRecording(fileWith(built.bytes), ({ frame, mask, bytes }) => {
        const good =
          frame === seen && mask === (seen & 0xfff) && [0, 1, 2, 3].every((n) => bytes[n] === ((seen + n + 1) & 255));
        if (!good) wrong++;
        seen++;
      });
      expect({ seen, wrong, complete: summary.complete }).toEqual({ seen: frames, wrong: 0, complete: true });
    },
  );

  test('an interrupted recording is not complete', async () => {
    const { rows, summary } = await readAll(buildRecording(9, 4).bytes);
    expect({ rows: rows.length, complete: summary.complete, frames: summary.frames }).toEqual({
      rows: 4,
      complete: false,
      frames: 4,
    });
    expect((await readAll(buildRecording(9, 0).bytes)).summary.frames).toBe(0);
  });

  test('the header can be read alone', async () => {
    const built = buildRecording(5);
    const header = await readRecordingHeader(fileWith(built.bytes.subarray(0, built.headerLength)));
    expect(header.framesAsked).toBe(5);
  });
});

describe('damage', () => {
  const built = buildRecording(6);

  test('a file cut at any byte is refused, at that byte', async () => {
    for (let length = 0; length < built.bytes.length; length++) {
      const error = await errorOf(() => readAll(built.bytes.subarray(0, length)));
      const code = length === 0 ? 'E_RECORDING_MAGIC' : 'E_RECORDING_TRUNCATED';
      expect({ length, code: error.code, offset: error.details.offset }).toEqual({ length, code, offset: length });
      expect(error.details.expected).toBeTruthy();
      expect(error.details.remedy).toBeTruthy();
    }
  });

  test('any changed bit is noticed', async () => {
    for (let at = 0; at < built.bytes.length; at++) {
      for (const bit of [0, 3, 7]) {
        const bytes = Buffer.from(built.bytes);
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
        const error = await errorOf(() => readAll(bytes));
        expect(error.code).toMatch(/^E_RECORDING_/u);
        expect(error.details.offset).toBeLessThanOrEqual(bytes.length);
      }
    }
  });

  test.each([
    ['magic', 0, 'E_RECORDING_MAGIC', 0],
    ['version', 8, 'E_RECORDING_VERSION', 8],
    ['flags', 11, 'E_RECORDING_DAMAGED', 10],
    ['header length', 12, 'E_RECORDING_TRUNCATED', built.bytes.length],
    ['record length', 16, 'E_RECORDING_DAMAGED', 16],
    ['record length', 17, 'E_RECORDING_DAMAGED', 16],
    ['window length', 42, 'E_RECORDING_DAMAGED', 36],
    ['first frame number', built.headerLength, 'E_RECORDING_DAMAGED', built.headerLength],
    ['third frame number', built.headerLength + 20, 'E_RECORDING_DAMAGED', built.headerLength + 20],
    ['high byte of a mask', built.headerLength + 15, 'E_RECORDING_DAMAGED', built.headerLength + 14],
    ['trailer magic', built.bytes.length - 20, 'E_RECORDING_DAMAGED', built.bytes.length - 20],
    ['frame count', built.bytes.length - 12, 'E_RECORDING_DAMAGED', built.bytes.length - 12],
    ['status', built.bytes.length - 8, 'E_RECORDING_DAMAGED', built.bytes.length - 8],
  ])('a damaged byte in the %s is found without the CRC', async (_name, at, code, offset) => {
    const bytes = Buffer.from(built.bytes);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x80, at);
    const error = await errorOf(() => readAll(withRightCrc(bytes)));
    expect(error.code).toBe(code);
    expect(error.details.offset).toBe(offset);
  });

  test.each([
    ['complete, with frames missing', buildRecording(6, 4).bytes, 0],
    ['interrupted, with all frames', buildRecording(6, 6).bytes, 1],
  ])('a status of %s is refused', async (_name, whole, status) => {
    const bytes = Buffer.from(whole);
    bytes.writeUInt32LE(status, bytes.length - 8);
    const error = await errorOf(() => readAll(withRightCrc(bytes)));
    expect(error).toMatchObject({ code: 'E_RECORDING_DAMAGED', details: { offset: bytes.length - 8 } });
  });

  test('a changed window byte is found by the CRC, which stands in the last four bytes', async () => {
    const bytes = Buffer.from(built.bytes);
    bytes.writeUInt8(0x77, built.headerLength + 8);
    const error = await errorOf(() => readAll(bytes));
    expect(error.details.offset).toBe(bytes.length - 4);
    await expect(readAll(withRightCrc(bytes))).resolves.toMatchObject({ summary: { complete: true } });
  });

  test('bytes behind the trailer are refused', async () => {
    const error = await errorOf(() => readAll(Buffer.concat([built.bytes, Buffer.alloc(1)])));
    expect(error).toMatchObject({ code: 'E_RECORDING_DAMAGED', details: { offset: built.bytes.length } });
  });

  test('more records than the header announces are refused', async () => {
    const bytes = Buffer.from(built.bytes);
    bytes.writeUInt32LE(5, 20);
    const error = await errorOf(() => readAll(withRightCrc(bytes)));
    expect(error).toMatchObject({ code: 'E_RECORDING_DAMAGED', details: { offset: built.headerLength + 50 } });
  });

  test('a copy made in text mode is refused', async () => {
    const text = Buffer.from(built.bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
    expect((await errorOf(() => readAll(text))).code).toBe('E_RECORDING_MAGIC');
  });

  test('a header that announces more than there is costs no memory', async () => {
    const bytes = Buffer.from(built.bytes.subarray(0, 36));
    bytes.writeUInt32LE(0xfffffff0, 12);
    expect((await errorOf(() => readAll(bytes))).code).toBe('E_RECORDING_DAMAGED');
  });

  test('arbitrary bytes give a typed error, never another one', async () => {
    const start = built.bytes.subarray(0, 12);
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.concat([start, bytes])),
      fc.tuple(fc.nat(built.bytes.length - 1), fc.uint8Array({ minLength: 1, maxLength: 8 })).map(([at, patch]) => {
        const bytes = Buffer.from(built.bytes);
        bytes.set(patch.subarray(0, bytes.length - at), at);
        return bytes;
      }),
    );
    const check = async (bytes: Uint8Array): Promise<void> => {
      if (built.bytes.equals(bytes)) return;
      await expect(readAll(bytes)).rejects.toBeInstanceOf(LockstepError);
    };
    await fc.assert(fc.asyncProperty(noise, check), { numRuns: 500 });
  });

  test('a missing file and a folder are errors', async () => {
    const missing = await errorOf(() => readRecording(join(scratch, 'none'), () => {}));
    expect(missing.code).toBe('E_FILE_UNREADABLE');
    expect((await errorOf(() => readRecording(scratch, () => {}))).code).toBe('E_FILE_UNREADABLE');
  });

  test('an exception of the visitor reaches the caller', async () => {
    const stop = new Error('enough');
    const visit = (): never => {
      throw stop;
    };
    await expect(readRecording(fileWith(built.bytes), visit)).rejects.toBe(stop);
  });
});

describe('writing', () => {
  test('header and trailer are written as on the format page', () => {
    const built = buildRecording(2);
    const header = encodeHeader(headerOf(2));
    expect(header.toString('hex')).toBe(built.bytes.toString('hex', 0, built.headerLength));
    const before = built.bytes.subarray(0, -24);
    const trailer = encodeTrailer(2, true, (start) => crc32(start, crc32(before)));
    expect(trailer.toString('hex')).toBe(built.bytes.toString('hex', built.bytes.length - 24));
  });

  test('the CRC is that of gzip, in one piece and in several', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), (bytes, cut) => {
        expect(crc32(bytes)).toBe(gzipCrc(bytes));
        expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(gzipCrc(bytes));
      }),
    );
  });
});
