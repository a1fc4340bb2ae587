/**
 * The processor's multiplier (4202, 4203) and divider (4204 to 4206) with their intermediate
 * values: a product takes 8 CPU cycles, one for each bit, a quotient 16. Evidence: answers of
 * bsnes-mercury (accuracy, balanced) to early reads, recorded with a mutant of the test ROM without
 * waits; final values: `core/int/hardware.ts` and the 65816-hw-* vectors.
 */

export interface ArithmeticUnit {
  /** 4202. */
  factor: number;
  /** 4204, 4205. */
  dividend: number;
  /** 4214, 4215: quotient; during a multiplication the remaining bits of the factor. */
  quotient: number;
  /** 4216, 4217: product or remainder. */
  product: number;
  /** The addend or the divisor, shifted, up to 24 bits. */
  shifted: number;
  /** Remaining CPU cycles of the operation. */
  multiplyLeft: number;
  divideLeft: number;
}

const MULTIPLY_CYCLES = 8;
const DIVIDE_CYCLES = 16;

/** The state after reset. */
export function createArithmeticUnit(): ArithmeticUnit {
  return { factor: 0xff, dividend: 0xffff, quotient: 0, product: 0, shifted: 0, multiplyLeft: 0, divideLeft: 0 };
}

export function isBusy(unit: ArithmeticUnit): boolean {
  return unit.multiplyLeft > 0 || unit.divideLeft > 0;
}

/** 4203: begins a product. During an operation it only clears the product. */
export function startMultiply(unit: ArithmeticUnit, value: number): void {
  unit.product = 0;
  if (isBusy(unit)) return;
  unit.quotient = (value << 8) | unit.factor;
  unit.shifted = value;
  unit.multiplyLeft = MULTIPLY_CYCLES;
}

/** 4206: begins a quotient. During an operation it only sets the remainder. */
export function startDivide(unit: ArithmeticUnit, value: number): void {
  unit.product = unit.dividend;
  if (isBusy(unit)) return;
  unit.shifted = value << 16;
  unit.divideLeft = DIVIDE_CYCLES;
}

/** Lets CPU cycles pass. */
export function passCycles(unit: ArithmeticUnit, cycles: number): void {
  for (let left = Math.min(cycles, unit.multiplyLeft); left > 0; left--) {
    if ((unit.quotient & 1) !== 0) unit.product = (unit.product + unit.shifted) & 0xffff;
    unit.quotient >>= 1;
    unit.shifted <<= 1;
    unit.multiplyLeft--;
  }
  for (let left = Math.min(cycles, unit.divideLeft); left > 0; left--) {
    unit.quotient = (unit.quotient << 1) & 0xffff;
    unit.shifted >>>= 1;
    if (unit.product >= unit.shifted) {
      unit.product -= unit.shifted;
      unit.quotient |= 1;
    }
    unit.divideLeft--;
  }
}
