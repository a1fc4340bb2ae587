/** Looks a figure up in a timing profile: learned, assumed or unknown. */
import type { Figure, TimedKey, TimingFigures } from './types.js';

/** Where a number of frames comes from. */
export type Standing = 'learned' | 'assumed' | 'unknown';

export interface Lookup {
  readonly frames: number;
  readonly standing: Standing;
}

const UNKNOWN: Lookup = { frames: 0, standing: 'unknown' };

function isExact({ least, most }: Figure): boolean {
  return least === most;
}

/**
 * The frames of a thing. Learned: seen, always with the same number. Assumed: the same skill was
 * seen with two other numbers of units, and a straight line through them gives a whole number.
 * Unknown: all else, a figure with a spread too.
 */
export function framesOf({ figures }: TimingFigures, { what, number, units, textSpeed }: TimedKey): Lookup {
  const alike = figures.filter(
    (figure) => figure.what === what && figure.number === number && figure.textSpeed === textSpeed,
  );
  const own = alike.find((figure) => figure.units === units);
  if (own !== undefined) return isExact(own) ? { frames: own.least, standing: 'learned' } : UNKNOWN;
  const [first, second] = alike.filter(isExact);
  if (what !== 'skill' || first === undefined || second === undefined) return UNKNOWN;
  const slope = (second.least - first.least) / (second.units - first.units);
  const frames = first.least + slope * (units - first.units);
  if (!Number.isInteger(frames) || frames < 0) return UNKNOWN;
  return { frames, standing: 'assumed' };
}
