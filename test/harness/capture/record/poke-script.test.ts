/**
 * Poke scripts and window lists: written form and refusals.
 */

import { describe, expect, test } from 'vitest';
import { formatPokeScript, parsePokeScript } from '../../../../harness/capture/record/poke-script.js';
import { formatWindows, parseWindows } from '../../../../harness/capture/record/recorded-windows.js';
import { errorOf } from './expect-error.js';

describe('poke scripts', () => {
  test('lines of one frame keep their order', () => {
    expect(parsePokeScript('3 01E22 0D00 # A\n3 1E20 0b\n9 0x1FFFF ff\n')).toEqual([
      { frame: 3, address: 0x1e22, bytes: Uint8Array.of(0x0d, 0) },
      { frame: 3, address: 0x1e20, bytes: Uint8Array.of(0x0b) },
      { frame: 9, address: 0x1ffff, bytes: Uint8Array.of(0xff) },
    ]);
  });

  test('a written script is read back as the same pokes', () => {
    const text = '0 00000 00\n0 1FFFE ABCD\n70000 00100 0102030405\n';
    expect(formatPokeScript(parsePokeScript(text))).toBe(text);
  });

  test.each([
    ['0 100\n', 'E_SCRIPT_SYNTAX', 1],
    ['0 100 00 00\n', 'E_SCRIPT_SYNTAX', 1],
    ['0 20000 00\n', 'E_SCRIPT_SYNTAX', 1],
    ['0 7E0100 00\n', 'E_SCRIPT_SYNTAX', 1],
    ['0 1FFFF 0000\n', 'E_SCRIPT_SYNTAX', 1],
    ['0 100 0\n', 'E_SCRIPT_SYNTAX', 1],
    ['0 100 0g\n', 'E_SCRIPT_SYNTAX', 1],
    ['x 100 00\n', 'E_SCRIPT_SYNTAX', 1],
    ['4 100 00\n# c\n3 100 00\n', 'E_SCRIPT_ORDER', 3],
  ])('refuses %j with %s on line %i', async (text, code, line) => {
    const error = await errorOf(() => parsePokeScript(text, 'pokes.txt'));
    expect(error.code).toBe(code);
    expect(error.details).toMatchObject({ file: 'pokes.txt', line });
  });

  test.each([
    [[{ frame: 0, address: 0x1ffff, bytes: new Uint8Array(2) }], 'E_SCRIPT_SYNTAX'],
    [[{ frame: 0, address: 0, bytes: new Uint8Array(0) }], 'E_SCRIPT_SYNTAX'],
    [[{ frame: 0, address: -1, bytes: new Uint8Array(1) }], 'E_SCRIPT_SYNTAX'],
    [
      [
        { frame: 2, address: 0, bytes: new Uint8Array(1) },
        { frame: 1, address: 0, bytes: new Uint8Array(1) },
      ],
      'E_SCRIPT_ORDER',
    ],
  ])('a poke that does not fit is not written: %j', async (pokes, code) => {
    expect((await errorOf(() => formatPokeScript(pokes))).code).toBe(code);
  });
});

describe('windows', () => {
  test('address and length are hexadecimal', () => {
    const windows = [
      { address: 0x1e00, length: 0x10 },
      { address: 0x1ffff, length: 1 },
    ];
    expect(parseWindows('1E00:10,0x1ffff:1')).toEqual(windows);
    expect(formatWindows(windows)).toBe('01E00:10,1FFFF:1');
  });

  test.each(['', '100', '100:', ':1', '100:0', '100:1:1', '20000:1', '1FFFF:2', '100:1,', '100:g', '7E0100:1', '-1:2'])(
    'refuses %j',
    async (text) => {
      expect((await errorOf(() => parseWindows(text))).code).toBe('E_WINDOW');
    },
  );

  test('the sum of their lengths has a limit', async () => {
    const whole = { address: 0, length: 0x20000 };
    expect(formatWindows(Array.from({ length: 128 }, () => whole))).toContain('00000:20000');
    expect((await errorOf(() => formatWindows(Array.from({ length: 129 }, () => whole)))).code).toBe('E_WINDOW');
  });
});
