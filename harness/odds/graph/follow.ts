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

/**
 * How many states of the cycles lead to each point; those that end nowhere are at the last place.
 */
export function countEnds({ points, start }: DrawGraph, rings: readonly Ring[]): Uint32Array {
  const counts = new Uint32Array(points.length + 1);
  for (const { values } of rings) {
    for (let from = 0; from < values.length; from++) {
      let at = from;
      const end = endBehind(points, start, () => {
        const value = values[at] as number;
        at = at + 1 === values.length ? 0 : at + 1;
        return value;
      });
      const place = end === OPEN ? points.length : end;
      counts[place] = (counts[place] as number) + 1;
    }
  }
  return counts;
}
