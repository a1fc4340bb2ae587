/**
 * A skill on several targets as one graph for each of them, and one for everybody else, instead of
 * a graph of their joint states. Where what becomes of one target decides nothing for another, each
 * graph gives that target's chances exactly: the draws of the others lead to the same there. Which
 * states of the generator lead to what is found by following all graphs together, each draw by
 * whose it is. Evidence: decision; `test/harness/solve/odds/folded.test.ts` holds both against the
 * joint graph.
 */
import { type DrawPart, EVERYBODY, NO_TARGET, type Targets } from '../../../../core/system/system.js';
import type { Steps } from '../../../base/index.js';
import type { DrawGraph } from './draw-graph.js';
import { OPEN, type Point } from './explore.js';
import type { Ring } from './follow.js';

/** What is looked at alone. */
export interface FoldedPart {
  /** Number of the target, or `NO_TARGET`. */
  readonly target: number;
  readonly graph: DrawGraph;
}

/** Makes the graph of a part. */
export type PartGraph = (part: DrawPart) => Steps<DrawGraph>;

export interface Folded {
  /** Everybody who is no target first, then the targets in the order of their draws. */
  readonly parts: readonly FoldedPart[];
  /** Targets in the area. */
  readonly struck: readonly number[];
}

function partOf(target: number): DrawPart {
  return { target, phase: 0, owner: EVERYBODY };
}

/**
 * Makes the parts of a skill.
 * @returns why it has none: a reason in words; empty where fewer than two targets are in the area
 */
export function* foldedSteps(targets: Targets, graphOf: PartGraph): Steps<Folded | string> {
  const rest = yield* graphOf(partOf(NO_TARGET));
  const struck = new Set<number>();
  for (const point of rest.points) {
    if (point.is === 'end') for (const target of targets.struck(point.image)) struck.add(target);
  }
  if (struck.size < 2) return '';
  if (!isPart(rest)) return MIXED;
  const parts: FoldedPart[] = [{ target: NO_TARGET, graph: rest }];
  const numbers = new Set([...struck, ...rest.owners]);
  for (const target of [...numbers].filter((number) => number !== NO_TARGET).sort((a, b) => a - b)) {
    const graph = yield* graphOf(partOf(target));
    if (!isPart(graph)) return MIXED;
    parts.push({ target, graph });
  }
  return { parts, struck: [...struck] };
}

const MIXED = 'draws of something else come between';

/** Draws in a skill's order, none of which decided how long a status that ends lasts. */
function isPart({ isMixed, points }: DrawGraph): boolean {
  return !isMixed && points.every(({ is }) => is !== 'parting');
}

/** The same with another graph of one target. @returns undefined where its draws are mixed */
export function* withTarget(folded: Folded, target: number, graphOf: PartGraph): Steps<Folded | undefined> {
  const graph = yield* graphOf(partOf(target));
  if (!isPart(graph)) return undefined;
  return { ...folded, parts: folded.parts.map((part) => (part.target === target ? { target, graph } : part)) };
}

// All parts followed together.

const VALUES = 256;

/** A part as numbers: a row of 256 for each of its draws, frames left out; below 0: -1 - an end. */
interface Rows {
  readonly next: Int32Array;
  /** By row: the phase of its draw. */
  readonly phases: Uint8Array;
  readonly first: number;
}

/** The first draw or end behind an edge. */
function behind(points: readonly Point[], to: number): number {
  let at = to;
  for (let point = points[at]; point?.is === 'frame'; point = points[at]) at = point.next?.to ?? OPEN;
  return at;
}

function rowsOf({ points, start }: DrawGraph): Rows {
  const places = new Int32Array(points.length);
  let count = 0;
  for (const [number, point] of points.entries()) places[number] = point.is === 'draw' ? count++ : -1 - number;
  const placeOf = (to: number): number => {
    const at = behind(points, to);
    return at === OPEN ? -1 - points.length : (places[at] as number);
  };
  const next = new Int32Array(VALUES * count);
  const phases = new Uint8Array(count);
  for (const [number, point] of points.entries()) {
    if (point.is !== 'draw') continue;
    const row = places[number] as number;
    const edges = point.edges.map(({ to }) => placeOf(to));
    phases[row] = point.phase;
    for (let value = 0; value < VALUES; value++)
      next[VALUES * row + value] = edges[point.kinds[value] as number] as number;
  }
  return { next, phases, first: placeOf(start.to) };
}

/** The draws of a part on which nothing hangs, how many in each phase, and its only end. */
interface Plain {
  readonly draws: readonly number[];
  readonly end: number;
}

/** @returns undefined for a part in which something hangs on a draw, or that does not end */
function plainOf({ next, phases, first }: Rows, ends: number): Plain | undefined {
  const draws: number[] = [];
  let row = first;
  for (; row >= 0; row = next[VALUES * row] as number) {
    const from = VALUES * row;
    for (let value = 1; value < VALUES; value++) if (next[from + value] !== next[from]) return undefined;
    const phase = phases[row] as number;
    draws[phase] = (draws[phase] ?? 0) + 1;
  }
  return -1 - row < ends ? { draws, end: -1 - row } : undefined;
}

/** Follows all parts from states of the generator. */
export interface FoldedFollower {
  /**
   * @param values what the generator's states draw, in a ring @param states how many of them to
   * begin at
   * @returns for each part, by the number of the end, how many states lead to it; those that come
   * upon what was not looked at are at none
   */
  count(values: Uint8Array, states: number): readonly Uint32Array[];
}

export function createFollower({ common, last }: Targets, { parts }: Folded): FoldedFollower {
  const rows = parts.map(({ graph }) => rowsOf(graph));
  const plain = rows.map((part, number) => plainOf(part, parts[number]?.graph.points.length ?? 0));
  /** Parts whose draws have to be followed. */
  const followed = rows.flatMap((_, number) => (plain[number] === undefined ? number : []));
  const phases = [...new Set(rows.flatMap((part) => [...part.phases]))]
    .filter((phase) => phase !== common && phase !== last)
    .sort((a, b) => a - b);
  /** By phase: parts in their order, as their number, or draws that nothing hangs on, below 0. */
  const turns = phases.map((phase) => {
    const order: number[] = [];
    for (const number of rows.keys()) {
      const draws = plain[number]?.draws[phase] ?? 0;
      if (plain[number] === undefined) order.push(number);
      else if (draws > 0) order.push(-draws);
    }
    return { phase, order };
  });
  const places = new Int32Array(rows.length);

  /** Everybody follows the draws of a phase. @returns the place in the ring behind them */
  function together(phase: number, values: Uint8Array, from: number): number {
    const driver = rows[0] as Rows;
    let at = from;
    for (;;) {
      const place = places[0] as number;
      if (place < 0 || driver.phases[place] !== phase) return at;
      const value = values[at++ % values.length] as number;
      if (plain[0] !== undefined) places[0] = driver.next[VALUES * place + value] as number;
      for (const number of followed) {
        const own = places[number] as number;
        if (own >= 0) places[number] = (rows[number] as Rows).next[VALUES * own + value] as number;
      }
    }
  }

  /** Each part follows its own draws of a phase. */
  function apart(phase: number, order: readonly number[], values: Uint8Array, from: number): number {
    const { length } = values;
    let at = from;
    for (const number of order) {
      if (number < 0) {
        at -= number;
        continue;
      }
      const { next, phases: own } = rows[number] as Rows;
      let place = places[number] as number;
      while (place >= 0 && own[place] === phase)
        place = next[VALUES * place + (values[at++ % length] as number)] as number;
      places[number] = place;
    }
    // the driver of everybody's draws has none between them
    const driver = rows[0] as Rows;
    let place = places[0] as number;
    while (plain[0] !== undefined && place >= 0 && driver.phases[place] === phase)
      place = driver.next[VALUES * place] as number;
    places[0] = place;
    return at;
  }

  return {
    count(values, states) {
      const counts = parts.map(({ graph }) => new Uint32Array(graph.points.length + 1));
      let closed = 0;
      for (let from = 0; from < states; from++) {
        places[0] = (rows[0] as Rows).first;
        for (const number of followed) places[number] = (rows[number] as Rows).first;
        let at = together(common, values, from);
        for (const { phase, order } of turns) at = apart(phase, order, values, at);
        together(last, values, at);
        const isOpen = followed.some((number) => {
          const end = -1 - (places[number] as number);
          return end < 0 || end === parts[number]?.graph.points.length;
        });
        if (isOpen) continue;
        closed++;
        for (const number of followed) {
          const ends = counts[number] as Uint32Array;
          const end = -1 - (places[number] as number);
          ends[end] = (ends[end] as number) + 1;
        }
      }
      for (const [number, one] of plain.entries())
        if (one !== undefined) (counts[number] as Uint32Array)[one.end] = closed;
      return counts;
    },
  };
}

/** How many states of the rings lead to each end of each part. */
export function countFolded(
  follower: FoldedFollower,
  { parts }: Folded,
  rings: readonly Ring[],
): readonly Uint32Array[] {
  const sums = parts.map(({ graph }) => new Uint32Array(graph.points.length + 1));
  for (const { values } of rings) {
    for (const [part, counts] of follower.count(values, values.length).entries()) {
      const sum = sums[part] as Uint32Array;
      for (let end = 0; end < sum.length; end++) sum[end] = (sum[end] as number) + (counts[end] as number);
    }
  }
  return sums;
}
