/**
 * Which end of a graph a state of the generator leads to: its values are taken at the draws. The
 * cycles of the generator are followed as rings of values.
 */
import type { Generator } from '../../../core/system/system.js';
import { type DrawGraph, type Edge, OPEN, type Point } from './draw-graph.js';

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
      values[at] = generator.value(state);
      state = generator.next(state);
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

/** A graph as numbers: what lies behind each value of each draw, frames left out. */
interface Flat {
  /** First place of each point in the two lists; -1 for what is no draw. */
  readonly places: Int32Array;
  /** By place and value: the next draw or end, or `OPEN`. */
  readonly to: Int32Array;
  /** By place and value: draws on the way there that do not matter. */
  readonly skips: Int32Array;
}

/** The first draw or end behind an edge, with all draws that are skipped on the way. */
function behind(points: readonly Point[], edge: Edge): Edge {
  let { to, skips } = edge;
  for (let point = points[to]; point?.is === 'frame'; point = points[to]) {
    to = point.next?.to ?? OPEN;
    skips += point.next?.skips ?? 0;
  }
  return { to, skips };
}

function flatten(points: readonly Point[]): Flat {
  const draws = points.reduce((count, { is }) => count + (is === 'draw' ? 1 : 0), 0);
  const places = new Int32Array(points.length).fill(-1);
  const to = new Int32Array(draws * VALUES);
  const skips = new Int32Array(draws * VALUES);
  let place = 0;
  points.forEach((point, number) => {
    if (point.is !== 'draw') return;
    places[number] = place;
    const edges = point.edges.map((edge) => behind(points, edge));
    for (let value = 0; value < VALUES; value++, place++) {
      const edge = edges[point.kinds[value] as number] as Edge;
      to[place] = edge.to;
      skips[place] = edge.skips;
    }
  });
  return { places, to, skips };
}

/**
 * How many states of the cycles lead to each point; those that end nowhere are at the last place.
 */
export function countEnds({ points, start }: DrawGraph, rings: readonly Ring[]): Uint32Array {
  const counts = new Uint32Array(points.length + 1);
  const { places, to, skips } = flatten(points);
  const first = behind(points, start);
  for (const { values } of rings) {
    const { length } = values;
    for (let from = 0; from < length; from++) {
      let point = first.to;
      let at = from + first.skips;
      for (let place = point === OPEN ? -1 : (places[point] as number); place >= 0; ) {
        const edge = place + (values[at < length ? at : at % length] as number);
        at += 1 + (skips[edge] as number);
        point = to[edge] as number;
        place = point === OPEN ? -1 : (places[point] as number);
      }
      const end = point === OPEN ? points.length : point;
      counts[end] = (counts[end] as number) + 1;
    }
  }
  return counts;
}
