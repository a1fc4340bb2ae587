/** Exact fractions, below 0 as well. */
import { greatestDivisor } from '../graph/chance.js';
import type { Fraction } from '../policy/policy-tree.js';

export const NONE: Fraction = { numerator: 0n, denominator: 1n };
export const ALL: Fraction = { numerator: 1n, denominator: 1n };

const size = (value: bigint): bigint => (value < 0n ? -value : value);

function reduced(numerator: bigint, denominator: bigint): Fraction {
  const common = greatestDivisor(size(numerator), denominator);
  return { numerator: numerator / common, denominator: denominator / common };
}

export function whole(value: number): Fraction {
  return { numerator: BigInt(value), denominator: 1n };
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return reduced(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

/** So many parts of a whole, of a fraction. */
export function partOf(fraction: Fraction, part: bigint, of: bigint): Fraction {
  return reduced(fraction.numerator * part, fraction.denominator * of);
}

/** Below 0, 0, or above 0: a is less, equal, or more. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
