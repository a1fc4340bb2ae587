/** Places where one more or one less would show: decimal digits above 9 at the last correction, saturation, errors' words. */
import { describe, expect, test } from 'vitest';
import * as int from '../../../core/int/index.js';
import { RuleError } from '../../../core/system/system.js';
import * as reference from '../../references/int.js';

const DECIMAL = 0x08;
/** Digits that sum to one below, at and above the point where a digit is corrected, valid and not. */
const DIGITS = [0x0, 0x1, 0x4, 0x5, 0x9, 0xc, 0xf];
const NIBBLE_WORDS = DIGITS.flatMap((top) => DIGITS.map((rest) => (top << 12) | (rest << 8) | (rest << 4) | rest));

test('16-bit decimal sums and differences are those of the bit-serial reference, for all pairs of digits with equal low places', () => {
  for (const a of NIBBLE_WORDS) {
    for (const b of NIBBLE_WORDS) {
      for (const carry of [0, 1]) {
        const sum = reference.addWithCarry(a, b, carry | DECIMAL, 16);
        const difference = reference.subtractWithBorrow(a, b, carry | DECIMAL, 16);
        const mine = [int.addWithCarryDecimal16(a, b, carry), int.subtractWithBorrowDecimal16(a, b, carry)];
        expect([a, b, carry, ...mine.map(int.resultOf), ...mine.map(int.flagsOf)]).toEqual([
          ...[a, b, carry, sum.a, difference.a],
          ...[sum.p & 0xc3, difference.p & 0xc3],
        ]);
      }
    }
  }
});

test('a packed result has the overflow flag in its place', () => {
  expect([int.overflowOf(int.addWithCarry8(0x7f, 1, 0)), int.overflowOf(int.addWithCarry8(0x7e, 1, 0))]).toEqual([
    0x40, 0,
  ]);
  expect([int.overflowOf(int.addWithCarry16(0x8000, 0xffff, 0)), int.overflowOf(int.compare16(0, 1))]).toEqual([
    0x40, 0,
  ]);
});

test('saturating subtraction keeps a positive difference', () => {
  expect([int.saturatingSub8(9, 4), int.saturatingSub8(4, 4), int.saturatingSub8(255, 0)]).toEqual([5, 0, 255]);
  expect([int.saturatingSub16(900, 400), int.saturatingSub16(400, 900)]).toEqual([500, 0]);
});

describe('an error of the arithmetic', () => {
  const errorOf = (run: () => number): RuleError => {
    try {
      run();
    } catch (error) {
      if (error instanceof RuleError) return error;
    }
    throw new Error('nothing was thrown');
  };
  test.each([
    [() => int.checkedAdd8(200, 56), '200 + 56', '255'],
    [() => int.checkedAdd16(65_000, 536), '65000 + 536', '65535'],
    [() => int.checkedSub8(3, 4), '3 - 4', '255'],
    [() => int.checkedSub16(7, 9), '7 - 9', '65535'],
  ])('names the sum and the width that it does not fit: %#', (run, sum, largest) => {
    const error = errorOf(run);
    expect(error.code).toBe('E_WIDTH');
    expect(error.message).toContain(sum);
    expect(error.message).toContain(largest);
    expect([error.name, error.path]).toEqual(['RuleError', '']);
  });
  test('names a number that is no integer', () => {
    const error = errorOf(() => int.checkedAdd16(0.5, 1));
    expect(error.code).toBe('E_INT');
    expect(error.message).toContain('0.5 + 1');
  });
  test('keeps the path that it was given', () => {
    expect(new RuleError('E_RANGE', 'words', 'setup.allies[0]').path).toBe('setup.allies[0]');
  });
});
