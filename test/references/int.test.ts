/** The bit-serial reference against every case of the 65816-* vectors (executed), and a few identities worked by hand. */
import { describe, expect, it } from 'vitest';
import {
  type Accumulator,
  addWithCarry,
  and,
  compare,
  decrement,
  exchangeBytes,
  exclusiveOr,
  hardwareDivide,
  hardwareMultiply,
  increment,
  or,
  rotateLeft,
  rotateRight,
  shiftLeft,
  shiftRight,
  subtractWithBorrow,
  testBitsImmediate,
  testBitsMemory,
  type Width,
} from './int.js';
import { readVectorFile, type VectorCase, type VectorMemory, vectorNames } from './vector-files.js';

type TwoOperands = (a: number, operand: number, p: number, width: Width) => Accumulator;
type OneOperand = (value: number, p: number, width: Width) => Accumulator;

const withOperand = new Map<string, TwoOperands>([
  ['ADC imm', addWithCarry],
  ['SBC imm', subtractWithBorrow],
  ['CMP imm', compare],
  ['AND imm', and],
  ['ORA imm', or],
  ['EOR imm', exclusiveOr],
  ['BIT imm', testBitsImmediate],
  ['BIT mem', testBitsMemory],
]);

const onOneValue = new Map<string, OneOperand>([
  ['ASL', shiftLeft],
  ['LSR', shiftRight],
  ['ROL', rotateLeft],
  ['ROR', rotateRight],
  ['INC', increment],
  ['INX', increment],
  ['INY', increment],
  ['DEC', decrement],
  ['DEX', decrement],
  ['DEY', decrement],
  ['XBA', exchangeBytes],
]);

function cell(memory: VectorMemory | undefined, address: string): number {
  const value = memory?.[address];
  if (value === undefined) throw new Error(`no cell ${address}`);
  return value;
}

function memoryOperand(memory: VectorMemory | undefined, width: Width): number {
  return cell(memory, '7E0010') + (width === 16 ? 256 * cell(memory, '7E0011') : 0);
}

/** Runs one case and gives the part of `out` that an instruction determines, in the vectors' own shape. */
function runCase(given: VectorCase, width: Width): VectorCase['out'] {
  const op = given.op ?? '';
  const a = given.in.regs?.A ?? 0;
  const p = given.in.regs?.P ?? 0x20;
  const exit = 'return';
  const two = withOperand.get(`${op} ${given.mode}`);
  if (two !== undefined) {
    const operand = given.mode === 'mem' ? memoryOperand(given.in.mem, width) : given.in.operand;
    if (operand === undefined) throw new Error('no operand');
    const result = two(a, operand, p, width);
    return { exit, regs: { A: result.a, P: result.p } };
  }
  const one = onOneValue.get(op);
  if (one === undefined) throw new Error(`unknown instruction ${op} ${given.mode}`);
  if (given.mode === 'mem') {
    const result = one(memoryOperand(given.in.mem, width), p, width);
    const high = width === 16 ? { '7E0011': result.a >> 8 } : {};
    return { exit, regs: { A: a, P: result.p }, mem: { '7E0010': result.a & 0xff, ...high } };
  }
  if (op.endsWith('X')) {
    const result = one(given.in.regs?.X ?? 0, p, width);
    return { exit, regs: { A: a, X: result.a, P: result.p } };
  }
  if (op.endsWith('Y')) {
    const result = one(given.in.regs?.Y ?? 0, p, width);
    return { exit, regs: { A: a, Y: result.a, P: result.p } };
  }
  const result = one(a, p, width);
  return { exit, regs: { A: result.a, P: result.p } };
}

function word(low: string, high: string, value: number): VectorMemory {
  return { [low]: value & 0xff, [high]: value >> 8 };
}

describe('accumulator vectors', () => {
  const names = vectorNames('65816-').filter((name) => !name.startsWith('65816-hw-'));

  it('are 27 files', () => {
    expect(names).toHaveLength(27);
  });

  it.each(names)('%s: every case is as executed', (name) => {
    const file = readVectorFile(name);
    const width: Width = name.endsWith('16') ? 16 : 8;
    for (const [index, given] of file.cases.entries()) {
      expect(runCase(given, width), `${name} case ${index}`).toEqual(given.out);
    }
  });

  it.each(['65816-adc8', '65816-adc16', '65816-sbc8', '65816-sbc16'])('%s holds decimal digits above 9', (name) => {
    const hasBadDigit = (value: number) => [0, 4, 8, 12].some((place) => ((value >> place) & 15) > 9);
    const decimal = readVectorFile(name).cases.filter((given) => ((given.in.regs?.P ?? 0) & 8) !== 0);
    expect(decimal.filter((given) => hasBadDigit(given.in.operand ?? 0)).length).toBeGreaterThan(10);
  });
});

describe('multiplier and divider vectors', () => {
  it('65816-hw-multiply: every case is as executed', () => {
    for (const [index, given] of readVectorFile('65816-hw-multiply').cases.entries()) {
      const result = hardwareMultiply(cell(given.in.mem, '004202'), cell(given.in.mem, '004203'));
      const registers = {
        ...word('004214', '004215', result.quotientRegister),
        ...word('004216', '004217', result.product),
      };
      expect(registers, `case ${index}`).toEqual(given.out.mem);
    }
  });

  it('65816-hw-divide: every case is as executed', () => {
    for (const [index, given] of readVectorFile('65816-hw-divide').cases.entries()) {
      const dividend = cell(given.in.mem, '004204') + 256 * cell(given.in.mem, '004205');
      const result = hardwareDivide(dividend, cell(given.in.mem, '004206'));
      const registers = {
        ...word('004214', '004215', result.quotient),
        ...word('004216', '004217', result.remainder),
      };
      expect(registers, `case ${index}`).toEqual(given.out.mem);
    }
  });
});

describe('worked by hand', () => {
  it('decimal 99 + 1 is 00 with a carry, 00 - 1 is 99 with a borrow', () => {
    expect(addWithCarry(0x99, 0x01, 0x28, 8)).toEqual({ a: 0x00, p: 0x2b });
    expect(subtractWithBorrow(0x00, 0x01, 0x29, 8)).toEqual({ a: 0x99, p: 0xa8 });
    expect(addWithCarry(0x9999, 0x0001, 0x08, 16)).toEqual({ a: 0x0000, p: 0x0b });
  });

  it('every decimal sum of two proper bytes is the sum of the numbers they print', () => {
    const packed = (value: number) => Math.floor(value / 10) * 16 + (value % 10);
    for (let left = 0; left < 100; left += 1) {
      for (let right = 0; right < 100; right += 1) {
        const sum = addWithCarry(packed(left), packed(right), 0x28, 8);
        expect([sum.a, sum.p & 1]).toEqual([packed((left + right) % 100), left + right > 99 ? 1 : 0]);
        const difference = subtractWithBorrow(packed(left), packed(right), 0x29, 8);
        expect([difference.a, difference.p & 1]).toEqual([packed((left - right + 100) % 100), left >= right ? 1 : 0]);
      }
    }
  });

  it('a product divided by a factor gives the other factor', () => {
    for (let left = 0; left < 256; left += 5) {
      for (let right = 1; right < 256; right += 7) {
        const { product } = hardwareMultiply(left, right);
        expect(hardwareDivide(product, right)).toEqual({ quotient: left, remainder: 0 });
      }
    }
  });

  it('XBA: the flags follow the new low byte alone', () => {
    expect(exchangeBytes(0x00ff, 0x80)).toEqual({ a: 0xff00, p: 0x02 });
    expect(exchangeBytes(0x8000, 0x02)).toEqual({ a: 0x0080, p: 0x80 });
  });

  it('a division by zero gives FFFFh and the dividend', () => {
    expect(hardwareDivide(0x1234, 0)).toEqual({ quotient: 0xffff, remainder: 0x1234 });
  });
});
