/** Exact chances of draws: a numerator over a power of two. */

export interface Chance {
  readonly numerator: bigint;
  /** Exponent of the denominator. */
  readonly bits: number;
}

export const NEVER: Chance = { numerator: 0n, bits: 0 };
export const CERTAIN: Chance = { numerator: 1n, bits: 0 };

/** The sum of two chances. */
export function sumOf(a: Chance, b: Chance): Chance {
  if (a.numerator === 0n) return b;
  const bits = Math.max(a.bits, b.bits);
  return reduced((a.numerator << BigInt(bits - a.bits)) + (b.numerator << BigInt(bits - b.bits)), bits);
}

/** The sum of any number of chances. */
export function totalOf(chances: readonly Chance[]): Chance {
  const bits = chances.reduce((most, chance) => Math.max(most, chance.bits), 0);
  return reduced(
    chances.reduce((sum, chance) => sum + (chance.numerator << BigInt(bits - chance.bits)), 0n),
    bits,
  );
}

/** The product of two chances. */
export function productOf(a: Chance, b: Chance): Chance {
  return reduced(a.numerator * b.numerator, a.bits + b.bits);
}

/** Below 0, 0, or above 0: a is less, equal, or more. */
export function compareChances(a: Chance, b: Chance): number {
  const bits = Math.max(a.bits, b.bits);
  const difference = (a.numerator << BigInt(bits - a.bits)) - (b.numerator << BigInt(bits - b.bits));
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** What is left of the first without the second. */
export function differenceOf(a: Chance, b: Chance): Chance {
  return sumOf(a, { numerator: -b.numerator, bits: b.bits });
}

/** A chance of which so many of 256 values are a share. @param count 1..256 */
export function shareOf({ numerator, bits }: Chance, count: number): Chance {
  const zeros = 31 - Math.clz32(count & -count);
  return { numerator: numerator * BigInt(count >> zeros), bits: bits + 8 - zeros };
}

/**
 * So many of a whole that the chance is made of: the numerator is a multiple of the whole but for
 * powers of two.
 * @param part 0..whole @param whole 1..256
 */
export function partOf({ numerator, bits }: Chance, part: number, whole: number): Chance {
  const zeros = 31 - Math.clz32(whole & -whole);
  return reduced((numerator * BigInt(part)) / BigInt(whole >> zeros), bits + zeros);
}

function reduced(numerator: bigint, bits: number): Chance {
  let [top, left] = [numerator, bits];
  while (left > 0 && top !== 0n && (top & 1n) === 0n) {
    top >>= 1n;
    left--;
  }
  return { numerator: top, bits: top === 0n ? 0 : left };
}

/** Digits of a denominator that a table still shows. */
const LONGEST = 1_000_000_000n;

/**
 * The lowest fraction, such as `13/16`; a longer one than nine digits is left to the percentage.
 */
export function fractionText({ numerator, bits }: Chance): string {
  if (bits === 0) return String(numerator);
  const denominator = 1n << BigInt(bits);
  return denominator > LONGEST ? '' : `${numerator}/${denominator}`;
}

/** Percent with two decimals, rounded down; more than nothing is never shown as 0. */
export function percentText({ numerator, bits }: Chance): string {
  const hundredths = (numerator * 10_000n) >> BigInt(bits);
  if (hundredths === 0n && numerator > 0n) return '<0.01%';
  if (hundredths === 9_999n && numerator < 1n << BigInt(bits)) return '>99.99%';
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}%`;
}

/** An end of a bound with two decimals, the lower rounded down and the upper up. */
function endText({ numerator, bits }: Chance, isUpper: boolean): string {
  const hundredths = (numerator * 10_000n + (isUpper ? (1n << BigInt(bits)) - 1n : 0n)) >> BigInt(bits);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

/**
 * A chance as far as it is known: exactly, where nothing is open; else at least `least`, and at
 * most `least` with all that was not looked at.
 */
interface Bounded {
  readonly least: Chance;
  /** What was not looked at. */
  readonly open: Chance;
}

/** What is open may be another target's: of what is certain nothing is. */
function isExact({ least, open }: Bounded): boolean {
  return open.numerator === 0n || isCertain(least);
}

function isCertain({ numerator, bits }: Chance): boolean {
  return numerator >= 1n << BigInt(bits);
}

/** The most that it may be: never more than 1. */
export function mostOf({ least, open }: Bounded): Chance {
  const most = sumOf(least, open);
  return isCertain(most) ? CERTAIN : most;
}

/** `81.25%`; as a bound `28.00..99.36%`, its lower end rounded down and its upper end up. */
export function boundedPercent(chance: Bounded): string {
  const { least } = chance;
  return isExact(chance) ? percentText(least) : `${endText(least, false)}..${endText(mostOf(chance), true)}%`;
}

/** `13/16 = 81.25%`, a long fraction left out; a bound is no fraction. */
export function boundedText(chance: Bounded): string {
  const fraction = isExact(chance) ? fractionText(chance.least) : '';
  return `${fraction === '' ? '' : `${fraction} = `}${boundedPercent(chance)}`;
}

/** A chance as plain data: with a numerator it is exact, else it is a bound. */
export type PlainChance =
  | (PlainFraction & { readonly percent: string })
  | { readonly atLeast: PlainFraction; readonly atMost: PlainFraction; readonly percent: string };

/** Digits of both. */
export interface PlainFraction {
  readonly numerator: string;
  readonly denominator: string;
}

/** As plain data: a numerator where it is exact, else `atLeast` and `atMost`. */
export function boundedJson(chance: Bounded): PlainChance {
  const percent = boundedPercent(chance);
  if (isExact(chance)) return { ...chanceJson(chance.least), percent };
  return { atLeast: chanceJson(chance.least), atMost: chanceJson(mostOf(chance)), percent };
}

/** As plain data. */
export function chanceJson({ numerator, bits }: Chance): PlainFraction {
  return { numerator: String(numerator), denominator: String(1n << BigInt(bits)) };
}

/** Greatest common divisor, of numbers from 0 on. */
export function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}

// Exact fractions, below 0 as well.

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
export function fractionPart(fraction: Fraction, part: bigint, of: bigint): Fraction {
  return lowest({ numerator: fraction.numerator * part, denominator: fraction.denominator * of });
}

/** Below 0, 0, or above 0: a is less, equal, or more. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
