/**
 * Independent slow reference of the accumulator arithmetic of the 65816 and of the console's multiplier and divider.
 *
 * What: every operation is built from one full adder that sees one bit at a time. Nothing here uses the host's `+`, `-`,
 * `*` or `/` on a whole operand, so a mistake in a fast implementation cannot be repeated here by the same shortcut.
 * Source: the hardware's published behaviour; expected values are those of the 65816-* vectors (evidence: executed).
 *
 * `a` is always the whole 16-bit accumulator: an 8-bit operation keeps the high byte. `p` is NVMXDIZC; M and X are not
 * looked at (the width is a parameter), D is.
 */

export type Width = 8 | 16;

/** The accumulator (or the value worked on) and the processor flags after an operation. */
export interface Accumulator {
  readonly a: number;
  readonly p: number;
}

export const flagNegative = 0x80;
export const flagOverflow = 0x40;
export const flagDecimal = 0x08;
export const flagZero = 0x02;
export const flagCarry = 0x01;

type Bits = readonly number[];

/** Least significant bit first. */
function toBits(value: number, width: number): number[] {
  const bits: number[] = [];
  for (let place = 0; place < width; place += 1) bits.push((value >> place) & 1);
  return bits;
}

function fromBits(bits: Bits): number {
  let value = 0;
  bits.forEach((bit, place) => {
    if (bit === 1) value += 2 ** place;
  });
  return value;
}

function bitAt(bits: Bits, place: number): number {
  const bit = bits[place];
  if (bit === undefined) throw new RangeError(`bit ${place} of ${bits.length}`);
  return bit;
}

/** One bit of an adder: two inputs and the carry in. */
function fullAdder(left: number, right: number, carry: number): { sum: number; carry: number } {
  const ones = [left, right, carry].filter((bit) => bit === 1).length;
  return { sum: ones === 1 || ones === 3 ? 1 : 0, carry: ones >= 2 ? 1 : 0 };
}

/** A chain of full adders; `carryIntoTop` is what the highest bit received. */
function ripple(left: Bits, right: Bits, carryIn: number): { bits: number[]; carry: number; carryIntoTop: number } {
  const bits: number[] = [];
  let carry = carryIn;
  let carryIntoTop = carryIn;
  for (let place = 0; place < left.length; place += 1) {
    carryIntoTop = carry;
    const step = fullAdder(bitAt(left, place), bitAt(right, place), carry);
    bits.push(step.sum);
    carry = step.carry;
  }
  return { bits, carry, carryIntoTop };
}

function complement(bits: Bits): number[] {
  return bits.map((bit) => (bit === 1 ? 0 : 1));
}

function hasFlag(p: number, flag: number): boolean {
  return (p & flag) !== 0;
}

function withFlag(p: number, flag: number, on: boolean): number {
  return on ? p | flag : p & (0xff - flag);
}

function withNegativeAndZero(p: number, bits: Bits): number {
  const negative = bitAt(bits, bits.length - 1) === 1;
  const zero = bits.every((bit) => bit === 0);
  return withFlag(withFlag(p, flagNegative, negative), flagZero, zero);
}

/** An 8-bit result leaves the hidden high byte alone. */
function intoAccumulator(a: number, bits: Bits): number {
  return bits.length === 8 ? (a & 0xff00) | fromBits(bits) : fromBits(bits);
}

/**
 * A decimal digit is four bits added as binary and then corrected: an addition digit above 9 (counting its carry) gets 6
 * more and carries; a subtraction digit without a carry gets 6 less. V is that of the highest digit before correction.
 */
function decimalDigits(left: Bits, right: Bits, carryIn: number, kind: 'add' | 'subtract') {
  const bits: number[] = [];
  let carry = carryIn;
  let overflow = false;
  for (let place = 0; place < left.length; place += 4) {
    const raw = ripple(left.slice(place, place + 4), right.slice(place, place + 4), carry);
    overflow = raw.carry !== raw.carryIntoTop;
    const digit = fromBits(raw.bits);
    if (kind === 'add') {
      const corrects = raw.carry === 1 || digit > 9;
      bits.push(...(corrects ? ripple(raw.bits, toBits(6, 4), 0).bits : raw.bits));
      carry = corrects ? 1 : 0;
    } else {
      const corrects = raw.carry === 0;
      bits.push(...(corrects ? ripple(raw.bits, complement(toBits(6, 4)), 1).bits : raw.bits));
      carry = raw.carry;
    }
  }
  return { bits, carry, overflow };
}

function addBits(a: number, right: Bits, p: number, kind: 'add' | 'subtract'): Accumulator {
  const left = toBits(a, right.length);
  const carryIn = hasFlag(p, flagCarry) ? 1 : 0;
  const binary = ripple(left, right, carryIn);
  const sum = hasFlag(p, flagDecimal)
    ? decimalDigits(left, right, carryIn, kind)
    : { bits: binary.bits, carry: binary.carry, overflow: binary.carry !== binary.carryIntoTop };
  const flags = withFlag(withFlag(p, flagOverflow, sum.overflow), flagCarry, sum.carry === 1);
  return { a: intoAccumulator(a, sum.bits), p: withNegativeAndZero(flags, sum.bits) };
}

/** ADC: the carry flag is added too. */
export function addWithCarry(a: number, operand: number, p: number, width: Width): Accumulator {
  return addBits(a, toBits(operand, width), p, 'add');
}

/** SBC: adding the complement; the carry flag clear means a borrow. */
export function subtractWithBorrow(a: number, operand: number, p: number, width: Width): Accumulator {
  return addBits(a, complement(toBits(operand, width)), p, 'subtract');
}

/** CMP: a binary subtraction without a borrow, of which only N, Z and C are kept. */
export function compare(a: number, operand: number, p: number, width: Width): Accumulator {
  const difference = ripple(toBits(a, width), complement(toBits(operand, width)), 1);
  return { a, p: withNegativeAndZero(withFlag(p, flagCarry, difference.carry === 1), difference.bits) };
}

function bitwise(a: number, operand: number, p: number, width: Width, rule: (left: number, right: number) => boolean) {
  const right = toBits(operand, width);
  const bits = toBits(a, width).map((bit, place) => (rule(bit, bitAt(right, place)) ? 1 : 0));
  return { a: intoAccumulator(a, bits), p: withNegativeAndZero(p, bits) };
}

export function and(a: number, operand: number, p: number, width: Width): Accumulator {
  return bitwise(a, operand, p, width, (left, right) => left === 1 && right === 1);
}

export function or(a: number, operand: number, p: number, width: Width): Accumulator {
  return bitwise(a, operand, p, width, (left, right) => left === 1 || right === 1);
}

export function exclusiveOr(a: number, operand: number, p: number, width: Width): Accumulator {
  return bitwise(a, operand, p, width, (left, right) => left !== right);
}

/** BIT with an immediate operand touches Z alone. */
export function testBitsImmediate(a: number, operand: number, p: number, width: Width): Accumulator {
  return { a, p: withFlag(p, flagZero, hasFlag(and(a, operand, 0, width).p, flagZero)) };
}

/** BIT with a memory operand also copies the operand's two highest bits to N and V. */
export function testBitsMemory(a: number, operand: number, p: number, width: Width): Accumulator {
  const bits = toBits(operand, width);
  const zero = testBitsImmediate(a, operand, p, width).p;
  const negative = withFlag(zero, flagNegative, bitAt(bits, width - 1) === 1);
  return { a, p: withFlag(negative, flagOverflow, bitAt(bits, width - 2) === 1) };
}

function shift(a: number, p: number, bits: Bits, carry: number): Accumulator {
  return { a: intoAccumulator(a, bits), p: withNegativeAndZero(withFlag(p, flagCarry, carry === 1), bits) };
}

/** ASL. For a memory cell pass its value as `a`. */
export function shiftLeft(a: number, p: number, width: Width): Accumulator {
  const bits = toBits(a, width);
  return shift(a, p, [0, ...bits.slice(0, -1)], bitAt(bits, width - 1));
}

/** LSR. */
export function shiftRight(a: number, p: number, width: Width): Accumulator {
  const bits = toBits(a, width);
  return shift(a, p, [...bits.slice(1), 0], bitAt(bits, 0));
}

/** ROL: the carry flag enters at the bottom. */
export function rotateLeft(a: number, p: number, width: Width): Accumulator {
  const bits = toBits(a, width);
  return shift(a, p, [hasFlag(p, flagCarry) ? 1 : 0, ...bits.slice(0, -1)], bitAt(bits, width - 1));
}

/** ROR: the carry flag enters at the top. */
export function rotateRight(a: number, p: number, width: Width): Accumulator {
  const bits = toBits(a, width);
  return shift(a, p, [...bits.slice(1), hasFlag(p, flagCarry) ? 1 : 0], bitAt(bits, 0));
}

/** INC, INX, INY: N and Z only. */
export function increment(a: number, p: number, width: Width): Accumulator {
  const bits = ripple(toBits(a, width), toBits(0, width), 1).bits;
  return { a: intoAccumulator(a, bits), p: withNegativeAndZero(p, bits) };
}

/** DEC, DEX, DEY: N and Z only. */
export function decrement(a: number, p: number, width: Width): Accumulator {
  const bits = ripple(toBits(a, width), complement(toBits(0, width)), 0).bits;
  return { a: intoAccumulator(a, bits), p: withNegativeAndZero(p, bits) };
}

/** XBA: the flags follow the new low byte whatever the width is. */
export function exchangeBytes(a: number, p: number): Accumulator {
  const bits = toBits(a, 16);
  const low = bits.slice(8);
  return { a: fromBits([...low, ...bits.slice(0, 8)]), p: withNegativeAndZero(p, low) };
}

/** What the registers $4216/17 (`product`) and $4214/15 (`quotientRegister`) hold after a multiplication. */
export interface HardwareProduct {
  readonly product: number;
  readonly quotientRegister: number;
}

/** $4202 x $4203 by shifting and adding; the divider's result register is left holding the second factor. */
export function hardwareMultiply(factorA: number, factorB: number): HardwareProduct {
  let product = toBits(0, 16);
  toBits(factorB, 8).forEach((bit, place) => {
    const shifted = [...toBits(0, place), ...toBits(factorA, 8), ...toBits(0, 8 - place)];
    if (bit === 1) product = ripple(product, shifted, 0).bits;
  });
  return { product: fromBits(product), quotientRegister: fromBits(toBits(factorB, 8)) };
}

/** What $4214/15 and $4216/17 hold after a division. */
export interface HardwareQuotient {
  readonly quotient: number;
  readonly remainder: number;
}

/**
 * $4204/05 : $4206 the way it is done on paper: bring down one bit, take the divisor away when it fits.
 * A divisor of 0 fits every time, which is why the quotient is FFFFh and the remainder the dividend.
 */
export function hardwareDivide(dividend: number, divisor: number): HardwareQuotient {
  const quotient: number[] = [];
  let rest = toBits(0, 17);
  for (const bit of toBits(dividend, 16).reverse()) {
    rest = [bit, ...rest.slice(0, -1)];
    const difference = ripple(rest, complement(toBits(divisor, 17)), 1);
    const fits = difference.carry === 1;
    if (fits) rest = difference.bits;
    quotient.unshift(fits ? 1 : 0);
  }
  return { quotient: fromBits(quotient), remainder: fromBits(rest.slice(0, 16)) };
}
