/** 16-bit operations: properties against the bit-serial reference, composition of two 8-bit operations, edges. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as int from '../../../core/int/index.js';
import { RuleError } from '../../../core/system/system.js';
import * as reference from '../../references/int.js';

const word = fc.oneof(fc.constantFrom(0, 1, 0xff, 0x100, 0x7fff, 0x8000, 0x9999, 0xfffe, 0xffff), fc.nat(0xffff));
const bit = fc.constantFrom(0, 1);
const D = 0x08;

function same(packed: number, expected: reference.Accumulator, flags: number): void {
  expect([int.resultOf(packed), int.flagsOf(packed)]).toEqual([expected.a, expected.p & flags]);
}

describe('a 16-bit operation is that of the bit-serial reference', () => {
  test.each([
    ['addition', int.addWithCarry16, reference.addWithCarry, 0],
    ['subtraction', int.subtractWithBorrow16, reference.subtractWithBorrow, 0],
    ['decimal addition', int.addWithCarryDecimal16, reference.addWithCarry, D],
    ['decimal subtraction', int.subtractWithBorrowDecimal16, reference.subtractWithBorrow, D],
  ] as const)('%s', (_, mine, theirs, decimal) => {
    fc.assert(
      fc.property(word, word, bit, (a, b, carry) => same(mine(a, b, carry), theirs(a, b, carry | decimal, 16), 0xc3)),
      { numRuns: 5000 },
    );
  });

  test('AND, OR, exclusive OR and bit test', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        same(int.and16(a, b), reference.and(a, b, 0, 16), 0x82);
        same(int.or16(a, b), reference.or(a, b, 0, 16), 0x82);
        same(int.xor16(a, b), reference.exclusiveOr(a, b, 0, 16), 0x82);
        same(int.bit16(a, b), reference.testBitsMemory(a, b, 0, 16), 0xc2);
        expect(int.flagsOf(int.compare16(a, b))).toBe(reference.compare(a, b, 0, 16).p & 0x83);
      }),
      { numRuns: 3000 },
    );
  });

  test('shifts, rotates, steps and byte exchange of all words', () => {
    for (let a = 0; a < 0x10000; a += 1) {
      const left = int.rotateLeft16(a, 1);
      const right = int.rotateRight16(a, 1);
      const wrong =
        int.resultOf(left) !== ((a * 2 + 1) & 0xffff) ||
        int.carryOf(left) !== a >> 15 ||
        int.resultOf(right) !== 0x8000 + (a >> 1) ||
        int.carryOf(right) !== (a & 1) ||
        int.resultOf(int.increment16(a)) !== (a + 1) % 0x10000 ||
        int.resultOf(int.decrement16(a)) !== (a + 0xffff) % 0x10000;
      if (wrong) expect(a).toBe('wrong');
    }
    fc.assert(
      fc.property(word, bit, (a, carry) => {
        same(int.shiftLeft16(a), reference.shiftLeft(a, carry, 16), 0x83);
        same(int.shiftRight16(a), reference.shiftRight(a, carry, 16), 0x83);
        same(int.rotateLeft16(a, carry), reference.rotateLeft(a, carry, 16), 0x83);
        same(int.rotateRight16(a, carry), reference.rotateRight(a, carry, 16), 0x83);
        same(int.increment16(a), reference.increment(a, 0, 16), 0x82);
        same(int.decrement16(a), reference.decrement(a, 0, 16), 0x82);
        same(int.exchangeBytes(a), reference.exchangeBytes(a, 0), 0x82);
      }),
    );
  });

  test('quotient and remainder of the divider', () => {
    fc.assert(
      fc.property(word, fc.nat(255), (dividend, divisor) => {
        const expected = reference.hardwareDivide(dividend, divisor);
        expect(int.divideQuotient(dividend, divisor)).toBe(expected.quotient);
        expect(int.divideRemainder(dividend, divisor)).toBe(expected.remainder);
      }),
    );
  });
});

test('a 16-bit sum is two 8-bit sums with the carry between them', () => {
  fc.assert(
    fc.property(word, word, bit, (a, b, carry) => {
      const low = int.addWithCarry8(a & 0xff, b & 0xff, carry);
      const high = int.addWithCarry8(a >> 8, b >> 8, int.carryOf(low));
      const whole = int.addWithCarry16(a, b, carry);
      expect(int.resultOf(whole)).toBe((int.resultOf(high) << 8) | int.resultOf(low));
      expect(int.carryOf(whole)).toBe(int.carryOf(high));
      expect(int.overflowOf(whole)).toBe(int.overflowOf(high));
    }),
  );
});

test('a signed 16 x 8 product keeps its low 24 bits', () => {
  expect(int.multiplySigned16x8(999, 1)).toBe(999);
  expect(int.multiplySigned16x8(0xffff, 1)).toBe(0xff_ffff);
  expect(int.multiplySigned16x8(0x8000, 0x80)).toBe(0x40_0000);
  expect(int.multiplySigned16x8(0x7fff, 0xff)).toBe(0xff_8001);
});

test('a sum past its width wraps, stops at the end or is refused, as its form says', () => {
  expect([int.wrapAdd8(255, 1), int.wrapAdd16(65535, 1), int.wrapSub8(0, 1), int.wrapSub16(0, 1)]).toEqual([
    0, 0, 255, 65535,
  ]);
  expect([int.saturatingAdd8(200, 100), int.saturatingAdd16(65000, 1000)]).toEqual([255, 65535]);
  expect([int.saturatingSub8(3, 4), int.saturatingSub16(4, 3)]).toEqual([0, 1]);
  expect([int.asInt8(0x80), int.asInt8(0x7f), int.asInt16(0x8000), int.asInt16(0xffff)]).toEqual([
    -128, 127, -32768, -1,
  ]);
  expect([int.floorDivide(7, 2), int.floorDivide(65535, 256)]).toEqual([3, 255]);
  const code = (run: () => number): string => {
    try {
      return String(run());
    } catch (error) {
      return error instanceof RuleError ? error.code : 'other';
    }
  };
  expect(code(() => int.checkedAdd8(255, 1))).toBe('E_WIDTH');
  expect(code(() => int.checkedAdd16(65535, 1))).toBe('E_WIDTH');
  expect(code(() => int.checkedSub8(0, 1))).toBe('E_WIDTH');
  expect(code(() => int.checkedSub16(0, 1))).toBe('E_WIDTH');
  expect(code(() => int.checkedAdd8(1.5, 1))).toBe('E_INT');
  expect(int.checkedAdd16(65534, 1)).toBe(65535);
  expect(int.checkedSub8(5, 5)).toBe(0);
});

test('words are read and written low byte first', () => {
  const bytes = new Uint8Array(8);
  int.write32(bytes, 1, 0xfedcba98);
  expect([...bytes]).toEqual([0, 0x98, 0xba, 0xdc, 0xfe, 0, 0, 0]);
  expect([int.read8(bytes, 1), int.read16(bytes, 2), int.read32(bytes, 1)]).toEqual([0x98, 0xdcba, 0xfedcba98]);
  expect([0, 1, 2, 3, 4].map((width) => int.readUnsigned(bytes, 1, width))).toEqual([
    0, 0x98, 0xba98, 0xdcba98, 0xfedcba98,
  ]);
  int.write8(bytes, 0, 0x1ff);
  expect(int.read8(bytes, 0)).toBe(0xff);
});
