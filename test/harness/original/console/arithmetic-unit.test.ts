/** Multiplier and divider by closed forms of what they hold after some cycles, and the counter of early reads. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createArithmeticUnit,
  isBusy,
  passCycles,
  startDivide,
  startMultiply,
} from '../../../../harness/original/console/arithmetic-unit.js';
import { ranConsole, STAY, word } from './program.js';

const byte = fc.integer({ min: 0, max: 0xff });

test('after n cycles a product is that of the lowest n bits of the factor; after 8 it is complete', () => {
  fc.assert(
    fc.property(byte, byte, fc.integer({ min: 0, max: 12 }), (factor, value, cycles) => {
      const unit = createArithmeticUnit();
      unit.factor = factor;
      startMultiply(unit, value);
      passCycles(unit, cycles);
      const seen = Math.min(cycles, 8);
      expect(unit.product).toBe((factor % 2 ** seen) * value);
      expect(isBusy(unit)).toBe(cycles < 8);
      if (cycles >= 8) expect(unit.quotient).toBe(value);
    }),
  );
});

test('after n cycles a quotient is that by the divisor times 2 to the 16 - n; after 16 it is complete', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 0xffff }),
      byte,
      fc.integer({ min: 0, max: 20 }),
      (dividend, divisor, cycles) => {
        fc.pre(divisor > 0);
        const unit = createArithmeticUnit();
        unit.dividend = dividend;
        startDivide(unit, divisor);
        passCycles(unit, cycles);
        const seen = Math.min(cycles, 16);
        const place = divisor * 2 ** (16 - seen);
        expect([unit.quotient, unit.product]).toEqual([Math.floor(dividend / place), dividend % place]);
        expect(isBusy(unit)).toBe(cycles < 16);
      },
    ),
  );
});

test('a division by 0 gives FFFF, with the dividend as remainder', () => {
  const unit = createArithmeticUnit();
  unit.dividend = 0x1234;
  startDivide(unit, 0);
  passCycles(unit, 16);
  expect([unit.quotient, unit.product]).toEqual([0xffff, 0x1234]);
});

test('a second start while the unit works clears the product and starts nothing', () => {
  const unit = createArithmeticUnit();
  unit.factor = 0xff;
  startMultiply(unit, 0xff);
  passCycles(unit, 4);
  startMultiply(unit, 0x01);
  expect([unit.product, unit.multiplyLeft]).toEqual([0, 4]);
  passCycles(unit, 4);
  expect(unit.product).toBe(0xff * 0xf0);
});

const MULTIPLY = 'A9 FF 8D 02 42 A9 FF 8D 03 42'; // FFh times FFh
const DIVIDE = 'A2 34 12 8E 04 42 A9 07 8D 06 42'; // 1234h by 7
const nops = (count: number): string => 'EA'.repeat(count);

test.each([
  // LDA a reads in its fourth cycle: three have passed, and two with each NOP
  [0, 0xff * 0x07, 1],
  [1, 0xff * 0x1f, 1],
  [2, 0xff * 0x7f, 1],
  [3, 0xff * 0xff, 0],
])('a product read after %i NOP is %i, early: %i', (count, product, early) => {
  const console = ranConsole(
    `${MULTIPLY} ${nops(count)} C2 20 AD 16 42 8D 00 01 E2 20 ${STAY}`.replace('C2 20 AD', 'AD'),
  );
  expect(console.workRam[0x100]).toBe(product & 0xff);
  expect(console.notes().map(({ kind, count: times }) => [kind, times])).toEqual(
    early === 0 ? [] : [['early-product', 1]],
  );
});

test.each([
  [6, true],
  [7, false],
])('a quotient read after %i NOP is early: %s', (count, early) => {
  // three cycles of the read, two of each NOP: 15 and 17
  const console = ranConsole(`${DIVIDE} ${nops(count)} AE 14 42 8E 00 01 AC 16 42 8C 02 01 ${STAY}`);
  if (!early) {
    expect([word(console.workRam, 0x100), word(console.workRam, 0x102)]).toEqual([0x299, 0x1234 - 7 * 0x299]);
    expect(0x299).toBe(Math.floor(0x1234 / 7));
  }
  expect(console.notes().map(({ kind }) => kind)).toEqual(early ? ['early-quotient'] : []);
});
