/** Looking up series that are held by their changes. */

/** Values by position: each value holds from its place to the next one. */
export interface Steps {
  readonly places: readonly number[];
  readonly values: readonly number[];
}

/** A line of places with numbers. */
export interface Numbered {
  /** Number of places. */
  readonly length: number;
  /** Number of a place minus the place, by place. */
  readonly frameShift: Steps;
}

/** Index of the last place up to a place, or -1. */
export function indexAt(places: ArrayLike<number>, place: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function valueAt(steps: Steps, place: number): number {
  return steps.values[indexAt(steps.places, place)] ?? 0;
}

export function frameOf(line: Numbered, place: number): number {
  const { places, values } = line.frameShift;
  if (places.length === 1) return place + (values[0] ?? 0);
  return place + valueAt(line.frameShift, place);
}

/** The last place up to a frame. */
export function placeOf(line: Numbered, frame: number): number {
  let low = 0;
  let high = line.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (frameOf(line, middle) <= frame) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The number of a frame as it is shown: none for the start, which comes before the first entry and
 * has no number of its own in a log.
 */
export function numberText(line: Numbered, frame: number): string {
  return frame > frameOf(line, 0) ? String(frame) : START;
}

/** What stands for the start. */
export const START = 'start';
