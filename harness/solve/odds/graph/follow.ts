/**
 * Which end of a graph a state of the generator leads to: its values are taken at the draws. The
 * cycles of the generator are followed as rings of values.
 */
import type { Generator } from '../../../../core/system/system.js';
import type { DrawGraph } from './draw-graph.js';
import { type Edge, OPEN, type Point } from './explore.js';
import type { Parting } from './status-times.js';

/** Values that a cycle's states draw, in its order from its first state on. */
export interface Ring {
  readonly first: number;
  readonly values: Uint8Array;
}

export function ringsOf(generator: Generator): readonly Ring[] {
  return generator.cycles.map(({ first, length }) => {
    const values = new Uint8Array(length);
    let state = first;
    for (let at = 0; at < length; at++) {
      state = generator.next(state);
      values[at] = state >>> 24;
    }
    return { first, values };
  });
}

/** The edge of a parting for the value that its timer's draw had: 0 it ends, 1 it lasts. */
function edgeOf({ times, last }: Parting, value: number): number {
  return (times[value] as number) > last ? 1 : 0;
}

/** The end, or `OPEN`. @param draw value of the next draw */
function endBehind(points: readonly Point[], start: Edge, draw: () => number): number {
  /** What the draws of timers had, by timer. */
  const drawn = new Map<number, number>();
  let edge: Edge | undefined = start;
  while (edge !== undefined && edge.to !== OPEN) {
    for (let skip = 0; skip < edge.skips; skip++) draw();
    const point = points[edge.to] as Point;
    if (point.is === 'end') return edge.to;
    if (point.is === 'frame') edge = point.next;
    else if (point.is === 'parting') edge = point.edges[edgeOf(point.parting, drawn.get(point.parting.timer) ?? 0)];
    else {
      const value = draw();
      if (point.timer >= 0) drawn.set(point.timer, value);
      edge = point.edges[point.kinds[value] as number];
    }
  }
  return OPEN;
}

/** The end that a state leads to, and the state behind it. */
export function followState(
  { points, start }: DrawGraph,
  generator: Generator,
  state: number,
): { readonly end: number; readonly state: number } {
  let now = state;
  const end = endBehind(points, start, () => {
    const value = generator.value(now);
    now = generator.next(now);
    return value;
  });
  return { end, state: now };
}

const VALUES = 256;
/** Draws that a row may leave out; more take rows of their own. */
const MOST_SKIPS = VALUES - 1;

/** The first draw or end behind an edge, with all draws that are skipped on the way. */
function behind(points: readonly Point[], edge: Edge): Edge {
  let { to, skips } = edge;
  for (let point = points[to]; point?.is === 'frame'; point = points[to]) {
    to = point.next?.to ?? OPEN;
    skips += point.next?.skips ?? 0;
  }
  return { to, skips };
}

/**
 * A graph as numbers: a row of 256 for each draw and for each parting of times, frames left out. A
 * number says what lies behind a value: the place of a row plus the draws before it that do not
 * matter, or -1 minus the number of an end.
 */
interface Flat {
  readonly rows: Int32Array;
  /** What lies before the first draw. */
  readonly first: number;
  /**
   * By row: 0, or the number of a timer from 1 on, whose value is kept here; below 0: the row goes
   * by the value kept for that timer.
   */
  readonly kept: Int16Array;
  readonly timers: number;
}

/** Numbers of the timers, from 1 on. */
function timerNumbers(points: readonly Point[]): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  for (const point of points) {
    if (point.is !== 'parting' || numbers.has(point.parting.timer)) continue;
    numbers.set(point.parting.timer, numbers.size + 1);
  }
  return numbers;
}

function keptBy(points: readonly Point[], rows: number, timers: ReadonlyMap<number, number>): Int16Array {
  const kept = new Int16Array(rows);
  let row = 0;
  for (const point of points) {
    if (point.is === 'draw') kept[row++] = timers.get(point.timer) ?? 0;
    if (point.is === 'parting') kept[row++] = -(timers.get(point.parting.timer) ?? 0);
  }
  return kept;
}

/** The edge behind a value. */
function kindOf(point: Point, value: number): number {
  if (point.is === 'draw') return point.kinds[value] as number;
  return point.is === 'parting' ? edgeOf(point.parting, value) : 0;
}

function flatten({ points, start }: DrawGraph): Flat {
  let length = 0;
  const places = points.map(({ is }) => {
    if (is !== 'draw' && is !== 'parting') return -1;
    length += VALUES;
    return length - VALUES;
  });
  const blank: number[] = [];
  /** The number for an edge; where it leaves too many draws out, rows that any value leads from. */
  const numberOf = ({ to, skips }: Edge): number => {
    const place = to === OPEN ? -1 : (places[to] as number);
    if (place < 0) return -1 - (to === OPEN ? points.length : to);
    if (skips <= MOST_SKIPS) return place + skips;
    const rest = numberOf({ to, skips: skips - MOST_SKIPS - 1 });
    blank.push(rest);
    return length + (blank.length - 1) * VALUES + MOST_SKIPS;
  };
  const first = numberOf(behind(points, start));
  const numbers = points.map((point) =>
    point.is === 'draw' || point.is === 'parting' ? point.edges.map((edge) => numberOf(behind(points, edge))) : [],
  );
  const rows = new Int32Array(length + blank.length * VALUES);
  points.forEach((point, number) => {
    const [place, own] = [places[number] as number, numbers[number] as number[]];
    if (place < 0) return;
    for (let value = 0; value < VALUES; value++) rows[place + value] = own[kindOf(point, value)] as number;
  });
  blank.forEach((rest, index) => {
    const place = length + index * VALUES;
    rows.fill(rest, place, place + VALUES);
  });
  const timers = timerNumbers(points);
  return { rows, first, kept: keptBy(points, rows.length / VALUES, timers), timers: timers.size };
}

/** @param counts receives, at the number of each end, how many values of the ring lead to it */
function countRing({ rows, first, kept, timers }: Flat, values: Uint8Array, counts: Uint32Array): void {
  const { length } = values;
  const drawn = new Uint8Array(1 + timers);
  for (let from = 0; from < length; from++) {
    let number = first;
    let at = from;
    while (number >= 0) {
      at += number & MOST_SKIPS;
      if (at >= length) at %= length;
      const place = number & ~MOST_SKIPS;
      const timer = kept[place >> 8] as number;
      if (timer < 0) {
        number = rows[place | (drawn[-timer] as number)] as number;
        continue;
      }
      const value = values[at++] as number;
      // number 0 is nobody's timer
      drawn[timer] = value;
      number = rows[place | value] as number;
    }
    const end = -1 - number;
    counts[end] = (counts[end] as number) + 1;
  }
}

/**
 * How many states of the cycles lead to each point; those that end nowhere are at the last place.
 */
export function countEnds(graph: DrawGraph, rings: readonly Ring[]): Uint32Array {
  const counts = new Uint32Array(graph.points.length + 1);
  const flat = flatten(graph);
  for (const { values } of rings) countRing(flat, values, counts);
  return counts;
}
