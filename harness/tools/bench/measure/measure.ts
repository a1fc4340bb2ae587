/** Statistics of measured times, because one number says nothing on a busy machine. */

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @param values at least one */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? 0;
  const half = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2;
  return { median, min: at(0), max: at(sorted.length - 1) };
}

export interface Quarters extends Spread {
  /** A quarter of the values is below this. */
  readonly lower: number;
  /** A quarter of the values is above this. */
  readonly upper: number;
}

/** @param values at least one */
export function quartersOf(values: readonly number[]): Quarters {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (quarter: number): number => sorted[Math.round((quarter * (sorted.length - 1)) / 4)] ?? 0;
  return { ...spreadOf(values), lower: at(1), upper: at(3) };
}

/** Nanoseconds of this process's own processor time that a call takes, in steps of 1,000. */
export function ownTime(run: () => void): number {
  const began = process.cpuUsage();
  run();
  const took = process.cpuUsage(began);
  return 1000 * (took.user + took.system);
}

/** Nanoseconds that a call takes. */
export function timed(run: () => void): number {
  const began = process.hrtime.bigint();
  run();
  return Number(process.hrtime.bigint() - began);
}

/** Nanoseconds until a promise resolves. */
export async function timedAsync(run: () => Promise<void>): Promise<number> {
  const began = process.hrtime.bigint();
  await run();
  return Number(process.hrtime.bigint() - began);
}

/** Times per unit of work as units per second: the longest time is the lowest rate. */
export function ratesOf(times: readonly number[], units: number): Spread {
  return spreadOf(times.map((nanoseconds) => (units * 1e9) / nanoseconds));
}

/** `1,234,567`, independent of the locale. */
export function grouped(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/gu, ',');
}

/** `12,345 /s (12,000 to 12,400)`. */
export function rateText(rate: Spread, unit: string): string {
  return `${grouped(rate.median)} ${unit} (${grouped(rate.min)} to ${grouped(rate.max)})`;
}
