/**
 * Times of statuses that are told apart only when they end. A draw that inflicts a status may give
 * one of many times; none of them has a consequence before time takes the timer to 0. So all are
 * followed as one: the image holds the shortest, and it is noted which draw the time is of. When
 * time would take that shortest one to 0, those that end now part from those that last.
 *
 * This is exact. A status timer is read in two ways only: whether it is 0, and by the countdown.
 * All times of a draw are above 0, and pass through the same countdown, until the first of them
 * ends. The share of those that end is that of their values among the values that are left; which
 * of them a state of the generator has drawn is what it drew then.
 */

/** A timer of which more than one time is possible. */
export interface OpenTime {
  /** Offset of the timer in the image. */
  readonly timer: number;
  /** The time that each of the 256 values of its draw gives, 0 = none. */
  readonly times: Uint8Array;
  /** The least time that is still possible, as it was drawn. */
  readonly least: number;
}

/** Times that part: those up to `last`, counted from the draw, end; the others last. */
export interface Parting extends OpenTime {
  readonly last: number;
  /** Values of the draw whose time ends, and whose time lasts. */
  readonly counts: readonly [ending: number, lasting: number];
}

/** Values of a draw whose time is within a range, both ends included. */
function countWithin(times: Uint8Array, least: number, most: number): number {
  let count = 0;
  for (const time of times) if (time >= least && time <= most) count++;
  return count;
}

/** The least time above a number, or 256. */
function nextAbove(times: Uint8Array, time: number): number {
  let least = 256;
  for (const own of times) if (own > time && own < least) least = own;
  return least;
}

/** Whether a draw with these times leaves more than one open. */
export function isOpen(times: Uint8Array): boolean {
  return nextAbove(times, nextAbove(times, 0)) < 256;
}

/** The times of a status just inflicted. @param times of which more than one is open */
export function openTime(timer: number, times: Uint8Array): OpenTime {
  return { timer, times, least: nextAbove(times, 0) };
}

/**
 * How a timer's times part when so much time passes.
 * @param left what the image has in the timer @param step units of time, `left` at least
 */
export function partingOf(open: OpenTime, left: number, step: number): Parting {
  const last = open.least - left + step;
  const { times } = open;
  return { ...open, last, counts: [countWithin(times, open.least, last), countWithin(times, last + 1, 255)] };
}

/** What is left of the shortest time that lasts. */
export function leftOfLasting({ times, least, last }: Parting, left: number): number {
  return nextAbove(times, last) - (least - left);
}

/** The timer with the times that last, or undefined: one alone. */
export function lastingOf({ timer, times, last }: Parting): OpenTime | undefined {
  const least = nextAbove(times, last);
  return nextAbove(times, least) < 256 ? { timer, times, least } : undefined;
}

/** The open times with another one, or without one, of a timer; in the order of the timers. */
export function withOpen(open: readonly OpenTime[], timer: number, now: OpenTime | undefined): readonly OpenTime[] {
  const others = open.filter((one) => one.timer !== timer);
  if (now === undefined) return others.length === open.length ? open : others;
  return [...others, now].sort((a, b) => a.timer - b.timer);
}

/** Without those whose timer was set to 0 by anything else. */
export function stillOpen(open: readonly OpenTime[], image: Uint8Array): readonly OpenTime[] {
  return open.every(({ timer }) => image[timer] !== 0) ? open : open.filter(({ timer }) => image[timer] !== 0);
}
