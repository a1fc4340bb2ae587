/**
 * Pad scripts: the written form that the recorder's --input takes, its refusals with their lines, and the pad
 * word.
 */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatPadScript,
  maskOfPadWord,
  PAD_BITS,
  type PadEvent,
  padWordOfMask,
  parsePadScript,
} from '../../../harness/base/pad-script.js';
import { errorOf } from '../capture/record/expect-error.js';

describe('parsing a pad script', () => {
  test('takes comments, blank lines, carriage returns and both spellings of hexadecimal', () => {
    const text = '# start\r\n0 000\r\n\r\n  20\t100 # A\n25 0x8\n4294967294 FfF\n'.replace('FfF', 'F0F');
    expect(parsePadScript(text)).toEqual([
      { frame: 0, mask: 0 },
      { frame: 20, mask: 0x100 },
      { frame: 25, mask: 8 },
      { frame: 4294967294, mask: 0xf0f },
    ]);
  });

  test('an empty script is one without events', () => {
    expect(parsePadScript('')).toEqual([]);
    expect(parsePadScript('# nothing\n')).toEqual([]);
  });

  test.each([
    ['0 0\n1\n', 'E_SCRIPT_SYNTAX', 2],
    ['0 0 0\n', 'E_SCRIPT_SYNTAX', 1],
    ['-1 0\n', 'E_SCRIPT_SYNTAX', 1],
    ['1.5 0\n', 'E_SCRIPT_SYNTAX', 1],
    ['1e3 0\n', 'E_SCRIPT_SYNTAX', 1],
    ['4294967295 0\n', 'E_SCRIPT_SYNTAX', 1],
    ['0 1000\n', 'E_SCRIPT_SYNTAX', 1],
    ['0 G\n', 'E_SCRIPT_SYNTAX', 1],
    ['0 0x\n', 'E_SCRIPT_SYNTAX', 1],
    ['# a\n0 \u0000\n', 'E_SCRIPT_SYNTAX', 2],
    ['5 0\n5 1\n', 'E_SCRIPT_ORDER', 2],
    ['5 0\n\n4 1\n', 'E_SCRIPT_ORDER', 3],
    ['0 30\n', 'E_SCRIPT_OPPOSITE', 1],
    ['0 0\n9 0C1\n', 'E_SCRIPT_OPPOSITE', 2],
  ])('refuses %j with %s on line %i', async (text, code, line) => {
    const error = await errorOf(() => parsePadScript(text, { file: 'pads.txt' }));
    expect(error.code).toBe(code);
    expect(error.details).toMatchObject({ file: 'pads.txt', line });
  });

  test('takes opposite directions when they are allowed, and neighbours always', () => {
    expect(parsePadScript('0 F0', { allowOpposite: true })).toEqual([{ frame: 0, mask: 0xf0 }]);
    for (const mask of ['50', '90', '60', 'A0']) expect(parsePadScript(`0 ${mask}`)).toHaveLength(1);
  });
});

describe('formatting a pad script', () => {
  test('each event is written on a line of its own', () => {
    expect(
      formatPadScript([
        { frame: 0, mask: 0 },
        { frame: 7, mask: 0x10a },
      ]),
    ).toBe('0 000\n7 10A\n');
  });

  test('a written script is read back as the same events', () => {
    const legal = fc.integer({ min: 0, max: 0xfff }).filter((mask) => (mask & 0x30) !== 0x30 && (mask & 0xc0) !== 0xc0);
    const script = fc.uniqueArray(fc.integer({ min: 0, max: 0xfffffffe })).chain((frames) => {
      const sorted = [...frames].sort((a, b) => a - b);
      return fc.tuple(...sorted.map((frame) => legal.map((mask): PadEvent => ({ frame, mask }))));
    });
    fc.assert(
      fc.property(script, (events) => {
        expect(parsePadScript(formatPadScript(events))).toEqual(events);
      }),
    );
  });

  test.each([
    [
      [
        { frame: 1, mask: 0 },
        { frame: 1, mask: 1 },
      ],
      'E_SCRIPT_ORDER',
    ],
    [[{ frame: 0, mask: 0x30 }], 'E_SCRIPT_OPPOSITE'],
    [[{ frame: 0, mask: 0x1000 }], 'E_SCRIPT_SYNTAX'],
    [[{ frame: -1, mask: 0 }], 'E_SCRIPT_SYNTAX'],
    [[{ frame: 0.5, mask: 0 }], 'E_SCRIPT_SYNTAX'],
    [[{ frame: Number.NaN, mask: 0 }], 'E_SCRIPT_SYNTAX'],
  ])('a script with %j is refused', async (events, code) => {
    expect((await errorOf(() => formatPadScript(events))).code).toBe(code);
  });
});

describe('the pad word of a button mask', () => {
  // $4218: byete axlr 0000 from bit 15 down: B Y Select Start Up Down Left Right, A X L R
  test.each([
    ['B', 0x8000],
    ['Y', 0x4000],
    ['Select', 0x2000],
    ['Start', 0x1000],
    ['Up', 0x0800],
    ['Down', 0x0400],
    ['Left', 0x0200],
    ['Right', 0x0100],
    ['A', 0x0080],
    ['X', 0x0040],
    ['L', 0x0020],
    ['R', 0x0010],
  ] as const)('%s is %i', (button, word) => {
    expect(padWordOfMask(1 << PAD_BITS[button])).toBe(word);
    expect(maskOfPadWord(word)).toBe(1 << PAD_BITS[button]);
  });

  test('every mask is the same after conversion to a pad word and back; the signature bits do not count', () => {
    for (let mask = 0; mask <= 0xfff; mask++) expect(maskOfPadWord(padWordOfMask(mask) | 0xf)).toBe(mask);
  });
});
