/**
 * Which end of a graph a state of the generator leads to: its values are taken at the draws. The
 * cycles of the generator are followed as rings of values.
 */
import type { Generator } from '../../../core/system/system.js';
import type { DrawGraph } from './draw-graph.js';
import { type Edge, OPEN, type Point } from './explore.js';

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

/** The end, or `OPEN`. @param draw value of the next draw */
function endBehind(points: readonly Point[], start: Edge, draw: () => number): number {
  let edge: Edge | undefined = start;
  while (edge !== undefined && edge.to !== OPEN) {
    for (let skip = 0; skip < edge.skips; skip++) draw();
    const point = points[edge.to] as Point;
    if (point.is === 'end') return edge.to;
    edge = point.is === 'frame' ? point.next : point.edges[point.kinds[draw()] as number];
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
 * A graph as numbers: a row of 256 for each draw, frames left out. A number says what lies behind
 * a value: the place of a row plus the draws before it that do not matter, or -1 minus the number
 * of an end.
 */
interface Flat {
  readonly rows: Int32Array;
  /** What lies before the first draw. */
  readonly first: number;
}

function flatten({ points, start }: DrawGraph): Flat {
  let length = 0;
  const places = points.map(({ is }) => {
    if (is !== 'draw') return -1;
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
    point.is === 'draw' ? point.edges.map((edge) => numberOf(behind(points, edge))) : [],
  );
  const rows = new Int32Array(length + blank.length * VALUES);
  points.forEach((point, number) => {
    if (point.is !== 'draw') return;
    const [place, own] = [places[number] as number, numbers[number] as number[]];
    for (let value = 0; value < VALUES; value++) rows[place + value] = own[point.kinds[value] as number] as number;
  });
  blank.forEach((rest, index) => {
    const place = length + index * VALUES;
    rows.fill(rest, place, place + VALUES);
  });
  return { rows, first };
}

/** @param counts receives, at the number of each end, how many values of the ring lead to it */
function countRing(rows: Int32Array, first: number, values: Uint8Array, counts: Uint32Array): void {
  const { length } = values;
  for (let from = 0; from < length; from++) {
    let number = first;
    let at = from;
    while (number >= 0) {
      at += number & MOST_SKIPS;
      if (at >= length) at %= length;
      number = rows[(number & ~MOST_SKIPS) | (values[at] as number)] as number;
      at++;
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
  const { rows, first } = flatten(graph);
  for (const { values } of rings) countRing(rows, first, values, counts);
  return counts;
}
