/** Every 8-bit operation over all operands, carries and (where there is one) decimal modes, against the bit-serial reference. */
import { expect, test } from 'vitest';
import * as int from '../../../core/int/index.js';
import * as reference from '../../references/int.js';

const C = 0x01;
const D = 0x08;
const NVZC = 0xc3;
const NZC = 0x83;
const NZ = 0x82;

type Binary = (a: number, b: number, carry: number) => number;
type ReferenceBinary = (a: number, operand: number, p: number, width: reference.Width) => reference.Accumulator;

/** Counts disagreements and keeps the first, so that half a million comparisons stay fast. */
function compareAll(mine: Binary, theirs: ReferenceBinary, flags: number, decimal: number): void {
  let compared = 0;
  for (let a = 0; a < 256; a++) {
    for (let b = 0; b < 256; b++) {
      for (let carry = 0; carry < 2; carry++) {
        const packed = mine(a, b, carry);
        const expected = theirs(a, b, carry | decimal, 8);
        const agrees = int.resultOf(packed) === expected.a && int.flagsOf(packed) === (expected.p & flags);
        if (!agrees) {
          expect({ a, b, carry, result: int.resultOf(packed), flags: int.flagsOf(packed) }).toEqual({
            a,
            b,
            carry,
            result: expected.a,
            flags: expected.p & flags,
          });
        }
        compared++;
      }
    }
  }
  expect(compared).toBe(131_072);
}

test.each([
  ['addition', int.addWithCarry8, reference.addWithCarry, 0],
  ['subtraction', int.subtractWithBorrow8, reference.subtractWithBorrow, 0],
  ['decimal addition', int.addWithCarryDecimal8, reference.addWithCarry, D],
  ['decimal subtraction', int.subtractWithBorrowDecimal8, reference.subtractWithBorrow, D],
] as const)('8-bit %s is that of the bit-serial reference for all operands and carries', (_, mine, theirs, decimal) => {
  compareAll(mine, theirs, NVZC, decimal);
});

test.each([
  ['and', int.and8, reference.and],
  ['or', int.or8, reference.or],
  ['exclusive or', int.xor8, reference.exclusiveOr],
] as const)('8-bit %s is that of the bit-serial reference for all operands', (_, mine, theirs) => {
  compareAll(mine, theirs, NZ, 0);
});

test('the 8-bit bit test, immediate and in memory, is that of the bit-serial reference for all operands', () => {
  compareAll(int.bitImmediate, reference.testBitsImmediate, 0x02, 0);
  compareAll(int.bit8, reference.testBitsMemory, 0xc2, 0);
});

test('the 8-bit comparison is that of the bit-serial reference for all operands', () => {
  for (let a = 0; a < 256; a++) {
    for (let b = 0; b < 256; b++) {
      const packed = int.compare8(a, b);
      const expected = reference.compare(a, b, 0, 8);
      if (int.flagsOf(packed) !== (expected.p & NZC)) expect({ a, b, flags: int.flagsOf(packed) }).toEqual(expected);
      if (int.resultOf(packed) !== ((a - b) & 0xff)) expect({ a, b }).toBe('difference');
    }
  }
});

test.each([
  ['shift left', (a: number) => int.shiftLeft8(a), (a: number) => reference.shiftLeft(a, C, 8), NZC],
  ['shift right', (a: number) => int.shiftRight8(a), (a: number) => reference.shiftRight(a, C, 8), NZC],
  ['rotate left, carry 0', (a: number) => int.rotateLeft8(a, 0), (a: number) => reference.rotateLeft(a, 0, 8), NZC],
  ['rotate left, carry 1', (a: number) => int.rotateLeft8(a, 1), (a: number) => reference.rotateLeft(a, C, 8), NZC],
  ['rotate right, carry 0', (a: number) => int.rotateRight8(a, 0), (a: number) => reference.rotateRight(a, 0, 8), NZC],
  ['rotate right, carry 1', (a: number) => int.rotateRight8(a, 1), (a: number) => reference.rotateRight(a, C, 8), NZC],
  ['increment', (a: number) => int.increment8(a), (a: number) => reference.increment(a, 0, 8), NZ],
  ['decrement', (a: number) => int.decrement8(a), (a: number) => reference.decrement(a, 0, 8), NZ],
] as const)('8-bit %s is that of the bit-serial reference for all values', (_, mine, theirs, flags) => {
  for (let a = 0; a < 256; a++) {
    const packed = mine(a);
    const expected = theirs(a);
    expect([a, int.resultOf(packed), int.flagsOf(packed)]).toEqual([a, expected.a & 0xff, expected.p & flags]);
  }
});

test('the multiplier gives the product of all factors', () => {
  for (let a = 0; a < 256; a++) {
    for (let b = 0; b < 256; b++) {
      const { product } = reference.hardwareMultiply(a, b);
      if (int.multiply8x8(a, b) !== product || int.multiplyHigh8(a, b) !== product >>> 8) expect([a, b]).toBe(product);
    }
  }
});

test('the divider gives quotient and remainder for all divisors, and FFFFh and the dividend for 0', () => {
  const dividends = [0, 1, 12, 13, 255, 256, 257, 4095, 4096, 0x7fff, 0x8000, 0xfffe, 0xffff];
  for (const dividend of dividends) {
    for (let divisor = 0; divisor < 256; divisor++) {
      const expected = reference.hardwareDivide(dividend, divisor);
      expect([int.divideQuotient(dividend, divisor), int.divideRemainder(dividend, divisor)]).toEqual([
        expected.quotient,
        expected.remainder,
      ]);
    }
  }
});
