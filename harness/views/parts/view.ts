/** The frames that all plots of a page show: one range for every plot. */

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
