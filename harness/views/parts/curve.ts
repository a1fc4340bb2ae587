/** A line of a plot, and the range of its values; nothing of it needs a page. */
import { indexAt, type Numbered, placeOf, type Steps } from './steps.js';

// The frames that all plots of a page show: one range for every plot.

/** Fewest frames that are shown. */
const FEWEST = 8;

export interface View {
  /** First and last frame of all lines. */
  readonly first: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
}

/** The same width, moved so that it lies within the lines. */
function within({ first, last }: View, from: number, to: number): View {
  const width = Math.min(last - first, Math.max(Math.min(FEWEST, last - first), to - from));
  const begin = Math.max(first, Math.min(from, last - width));
  return { first, last, from: begin, to: begin + width };
}

/**
 * Zooms so that a frame stays where it is; the mark stays in view if it was.
 * @param factor below 1: fewer frames
 */
export function zoomed(view: View, around: number, factor: number, mark: number): View {
  const center = Math.max(view.from, Math.min(around, view.to));
  const next = within(view, center - (center - view.from) * factor, center + (view.to - center) * factor);
  return isIn(view, mark) && !isIn(next, mark) ? centered(next, mark) : next;
}

/** @param by part of the shown width */
export function panned(view: View, by: number): View {
  const distance = (view.to - view.from) * by;
  return within(view, view.from + distance, view.to + distance);
}

export function whole({ first, last }: View): View {
  return { first, last, from: first, to: last };
}

export function isIn({ from, to }: View, frame: number): boolean {
  return frame >= from && frame <= to;
}

/** The same width around a frame. */
export function centered(view: View, frame: number): View {
  const half = (view.to - view.from) / 2;
  return within(view, frame - half, frame + half);
}

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
