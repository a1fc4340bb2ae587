/** Rows of a trace, read and written by the format page, and any states read back. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LockstepError } from '../../../../harness/base/errors.js';
import { createTraceEncoder } from '../../../../harness/play/trace/encoder.js';
import type { TraceHeader } from '../../../../harness/play/trace/types.js';
import { decodeText } from '../../fixtures/read-rows.js';
import { rowLines, sealed, somePads, tickerHeader, tickerRows } from '../../fixtures/ticker-log.js';

function encode(header: unknown, write: (encoder: ReturnType<typeof createTraceEncoder>) => void): string {
  const lines: string[] = [];
  const encoder = createTraceEncoder(header as TraceHeader, (line) => lines.push(line));
  write(encoder);
  encoder.finish();
  return `${lines.join('\n')}\n`;
}

/** The example of FORMAT.md. */
const EXAMPLE_HEADER = tickerHeader({
  cells: [
    ['small', '000000', 1],
    ['wide', '000001', 2],
  ],
});
const EXAMPLE = ['[0,0,"full",[3,500]]', '[1,256,[0,4]]', '[2,0,[1,510],58]', '[60,0,[0,3,1,520]]'];

describe('rows of a trace', () => {
  test('the example of the format page is read', () => {
    const rows = decodeText(sealed(EXAMPLE_HEADER, EXAMPLE, 61));
    expect(rows.map((row) => [row.frame, row.input, row.count, row.full, row.values])).toEqual([
      [0, 0, 1, true, [3, 500]],
      [1, 256, 1, false, [4, 500]],
      [2, 0, 58, false, [4, 510]],
      [60, 0, 1, false, [3, 520]],
    ]);
    expect(rows.map((row) => row.line)).toEqual([2, 3, 4, 5]);
  });

  test('the example of the format page is written byte for byte', () => {
    const text = encode(EXAMPLE_HEADER, (encoder) => {
      encoder.frame(0, 0, [3, 500]);
      encoder.frame(1, 256, [4, 500]);
      for (let frame = 2; frame < 60; frame++) encoder.frame(frame, 0, [4, 510]);
      encoder.frame(60, 0, [3, 520]);
    });
    expect(text).toBe(sealed(EXAMPLE_HEADER, EXAMPLE, 61));
  });

  test('2,500 frames are written as the reference writes them, with full rows every 1,000', () => {
    const rows = tickerRows(somePads(2500));
    const text = encode(tickerHeader(), (encoder) => {
      for (const row of rows) encoder.frame(row.frame, row.pad, row.values);
    });
    expect(text).toBe(sealed(tickerHeader(), rowLines(rows)));
  });

  test('a log of any form of rows gives the same rows or the same error in one piece and byte by byte', () => {
    // in pieces of a byte no line lies in its piece as a whole, and the whole parser reads each of them
    const outcome = (text: string, piece?: number): unknown => {
      try {
        return decodeText(text, piece);
      } catch (error) {
        return (error as LockstepError).sentence;
      }
    };
    const row = fc.stringMatching(
      /^\[[0-9]{1,3},[0-9]{1,6},\[([0-3],[0-9]{1,4}(,[1-3],[0-9]{1,6})?)?\](,[0-9]{1,7})?\]?$/,
    );
    const rows = fc.array(fc.oneof(row, fc.constantFrom(...EXAMPLE, '[61,0,[]]', '[07,0,[]]')), { maxLength: 4 });
    fc.assert(
      fc.property(rows, (lines) => {
        const text = sealed(EXAMPLE_HEADER, [EXAMPLE[0] ?? '', ...lines], 61);
        expect(outcome(text)).toEqual(outcome(text, 1));
      }),
      { numRuns: 500 },
    );
  });

  test.each([1, 7, 4096])('pieces of %i bytes give the same rows', (piece) => {
    const rows = tickerRows(somePads(300));
    const read = decodeText(sealed(tickerHeader(), rowLines(rows)), piece);
    expect(read.map((row) => row.values)).toEqual(rows.map((row) => row.values));
    expect(read.map((row) => row.input)).toEqual(rows.map((row) => row.pad));
  });

  test('commands, rejected commands and text inside of them are read and written', () => {
    const header = tickerHeader({ unit: 'command', cells: [['a', '000000', 4]] });
    const say = { command: 'say', text: 'a "}]\\ {é' };
    const lines = [
      `[0,${JSON.stringify(say)},"full",[4294967295]]`,
      '[1,{"command":"end"},"E_PHASE",[]]',
      '[5,{"command":"end"},[0,1]]',
    ];
    const rows = decodeText(sealed(header, lines), 3);
    expect(rows.map((row) => [row.frame, row.input, row.error, row.values])).toEqual([
      [0, say, '', [4294967295]],
      [1, { command: 'end' }, 'E_PHASE', [4294967295]],
      [5, { command: 'end' }, '', [1]],
    ]);
    const text = encode(header, (encoder) => {
      encoder.command(0, say, '', [4294967295]);
      encoder.command(1, { command: 'end' }, 'E_PHASE', [4294967295]);
      encoder.command(5, { command: 'end' }, '', [1]);
    });
    expect(text).toBe(sealed(header, lines));
  });

  test('frames that are not neighbours, or have another pad, are not folded', () => {
    const header = tickerHeader({ cells: [['a', '000000', 1]] });
    const text = encode(header, (encoder) => {
      encoder.frame(0, 0, [1]);
      encoder.frame(1, 0, [1]);
      encoder.frame(2, 5, [1]);
      encoder.frame(4, 5, [1]);
      encoder.frame(5, 5, [1]);
    });
    expect(text).toBe(sealed(header, ['[0,0,"full",[1],2]', '[2,5,[]]', '[4,5,[],2]'], 5));
  });

  test('any states are read back as they were written', () => {
    const state = fc.tuple(fc.nat(255), fc.nat(65535), fc.nat(4294967295));
    const frame = fc.record({ gap: fc.integer({ min: 1, max: 3 }), pad: fc.nat(2), state });
    const header = tickerHeader({
      cells: [
        ['a', '000000', 1],
        ['b', '000001', 2],
        ['c', '000003', 4],
      ],
    });
    fc.assert(
      fc.property(
        fc.array(frame, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 50 }),
        (frames, piece) => {
          let number = 0;
          const written = frames.flatMap(({ gap, pad, state: values }) => {
            number += gap;
            return [
              { frame: number, pad, values },
              // Repeats make folding likely.
              { frame: ++number, pad, values },
            ];
          });
          const text = encode(header, (encoder) => {
            for (const row of written) encoder.frame(row.frame, row.pad, row.values);
          });
          const read = decodeText(text, piece).flatMap((row) =>
            Array.from({ length: row.count }, (_, index) => ({
              frame: row.frame + index,
              pad: row.input,
              values: row.values,
            })),
          );
          expect(read).toEqual(written);
        },
      ),
      { seed: 20261121, numRuns: 200 },
    );
  });

  test('values that do not fit and frames out of order are refused by the encoder', () => {
    const header = tickerHeader({ cells: [['a', '000000', 1]] });
    expect(() => encode(header, (encoder) => encoder.frame(0, 0, [256]))).toThrow('does not fit');
    expect(() => encode(header, (encoder) => encoder.frame(0, 0, [-1]))).toThrow('does not fit');
    expect(() => encode(header, (encoder) => encoder.frame(0, 0, []))).toThrow('does not fit');
    expect(() => encode(header, (encoder) => encoder.frame(0, 65536, [1]))).toThrow('16 bits');
    expect(() =>
      encode(header, (encoder) => {
        encoder.frame(3, 0, [1]);
        encoder.frame(3, 0, [1]);
      }),
    ).toThrow('ascend');
  });
});
