/** A line of a plot, and the range of its values; nothing of it needs a page. */
import { indexAt, type Numbered, placeOf, type Steps } from './steps.js';
import type { View } from './view.js';

/** A line of a plot. */
export interface Curve {
  readonly steps: Steps;
  readonly line: Numbered;
  /** Name of its colour. */
  readonly color: string;
  readonly dash: readonly number[];
  readonly width: number;
}

/** Index of the value that holds at the left edge, and of the last one in view. */
export function indexesIn({ steps, line }: Curve, view: View): readonly [number, number] {
  const first = Math.max(0, indexAt(steps.places, placeOf(line, Math.ceil(view.from))));
  return [first, indexAt(steps.places, placeOf(line, Math.floor(view.to)))];
}

/** Up to this value a change by 1 is seen on an axis from 0. */
const SMALL = 40;

/** Lowest and highest value in view of some curves; from 0 on, but for large ones far from it. */
export function rangeOf(curves: readonly Curve[], view: View): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const curve of curves) {
    const [first, last] = indexesIn(curve, view);
    for (let index = first; index <= last; index++) {
      const value = curve.steps.values[index] as number;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (low > high) return [0, 1];
  if (low > 0 && (low < high * 0.7 || high <= SMALL)) low = 0;
  if (low === high) return low === 0 ? [0, 1] : [Math.min(0, low), Math.max(0, high)];
  return [low, high];
}
