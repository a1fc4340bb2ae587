/** Exact fractions, below 0 as well. */
import { greatestDivisor } from './chance.js';

/** A fraction in lowest terms. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export const NONE: Fraction = { numerator: 0n, denominator: 1n };
export const ALL: Fraction = { numerator: 1n, denominator: 1n };

const size = (value: bigint): bigint => (value < 0n ? -value : value);

/** The same fraction in lowest terms; 0 where both are 0. */
export function lowest({ numerator, denominator }: Fraction): Fraction {
  const common = greatestDivisor(size(numerator), denominator);
  return common === 0n ? NONE : { numerator: numerator / common, denominator: denominator / common };
}

export function whole(value: number): Fraction {
  return { numerator: BigInt(value), denominator: 1n };
}

export function plus(a: Fraction, b: Fraction): Fraction {
  return lowest({
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  });
}

/** So many parts of a whole, of a fraction. */
export function partOf(fraction: Fraction, part: bigint, of: bigint): Fraction {
  return lowest({ numerator: fraction.numerator * part, denominator: fraction.denominator * of });
}

/** Below 0, 0, or above 0: a is less, equal, or more. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
