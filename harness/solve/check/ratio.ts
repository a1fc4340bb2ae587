/** Exact fractions, written `3/4`. */

export interface Ratio {
  readonly top: bigint;
  /** 1 or more. */
  readonly bottom: bigint;
}

export const NOTHING: Ratio = { top: 0n, bottom: 1n };
export const EVERYTHING: Ratio = { top: 1n, bottom: 1n };

/** @param text two whole numbers, as the form of a certificate has them */
export function ratioOf(text: string): Ratio {
  const [top = '0', bottom = '1'] = text.split('/');
  return { top: BigInt(top), bottom: BigInt(bottom) };
}

function divisorOf(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

function shortened({ top, bottom }: Ratio): Ratio {
  const divisor = divisorOf(top, bottom);
  return { top: top / divisor, bottom: bottom / divisor };
}

export function sum(one: Ratio, other: Ratio): Ratio {
  return shortened({ top: one.top * other.bottom + other.top * one.bottom, bottom: one.bottom * other.bottom });
}

export function product(one: Ratio, other: Ratio): Ratio {
  return shortened({ top: one.top * other.top, bottom: one.bottom * other.bottom });
}

export function isLess(one: Ratio, other: Ratio): boolean {
  return one.top * other.bottom < other.top * one.bottom;
}

/** The smallest whole numbers that are to each other as these fractions. */
export function inWholes(ratios: readonly Ratio[]): bigint[] {
  const bottom = ratios.reduce((all, one) => (all / divisorOf(all, one.bottom)) * one.bottom, 1n);
  const wholes = ratios.map((one) => (one.top * bottom) / one.bottom);
  const divisor = wholes.reduce(divisorOf, 0n);
  return divisor === 0n ? wholes : wholes.map((one) => one / divisor);
}
