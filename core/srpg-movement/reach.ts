/**
 * The reach of a unit: the remaining movement on every square, the maximum over all paths. Source:
 * seed 002, S13 to S16; the search is ours (SA1: the original calls itself (4^(m+1)-1)/3 times).
 *
 * A bucket queue over the remaining movement, emptied from the top, expands every square once, with
 * its best value. The work grows with the squares reached; memory is lent, and a query allocates
 * nothing. It needs no recursion, so that ground of cost 0 ends as well (SA2).
 *
 * Squares are numbered on a grid with a border one square wide: `(y + 1) * stride + x + 1`,
 * `stride = width + 2`. The border costs FORBIDDEN, which saves every bounds test.
 */

/** Cost of ground that no unit enters; the seed prints and stores it as -1 (SA12). */
export const FORBIDDEN = 255;
/** Remaining movement of an unreached square; printed as -1. */
export const UNREACHED = 255;
/** Maximum of movement and cost. */
export const MAX_MOVE = 254;

/** Mark of a square that may not be entered. */
export const MARK_BLOCKED = 1;
/** Mark of a square that may be passed but not stopped on. */
export const MARK_NO_STOP = 2;
/** Mark of a square that takes all remaining movement. */
export const MARK_ZONE = 4;

export interface ReachField {
  readonly stride: number;
  /** Cost to enter each square, with the border. */
  readonly costs: Uint8Array;
  /** MARK_ bits of each square, with the border. */
  readonly marks: Uint8Array;
}

/**
 * Working memory for maps of one size. `remaining` and the first `touchedCount` entries of
 * `touched` are the result.
 */
export interface ReachBuffers {
  readonly stride: number;
  readonly size: number;
  readonly remaining: Uint8Array;
  /** Reached squares in the order of their first visit. */
  readonly touched: Int32Array;
  touchedCount: number;
  /** Direction (index in `offsets`) from which the path enters a square; filled by `findPaths`. */
  readonly entered: Uint8Array;
  /** Offsets of the neighbours in the seed's order down, up, left, right (S16). */
  readonly offsets: Int32Array;
  /** First waiting square of each level of remaining movement, or -1. */
  readonly bucketHead: Int32Array;
  /** Next waiting square in the same bucket. */
  readonly bucketNext: Int32Array;
}

export function squareNumber(stride: number, x: number, y: number): number {
  return (y + 1) * stride + x + 1;
}

export function createReachBuffers(width: number, height: number): ReachBuffers {
  const stride = width + 2;
  const size = stride * (height + 2);
  return {
    stride,
    size,
    remaining: new Uint8Array(size).fill(UNREACHED),
    touched: new Int32Array(size),
    touchedCount: 0,
    entered: new Uint8Array(size),
    offsets: Int32Array.of(stride, -stride, -1, 1),
    bucketHead: new Int32Array(MAX_MOVE + 1).fill(-1),
    bucketNext: new Int32Array(size),
  };
}

/** Clears the last result, in time proportional to its squares. */
export function clearReach(buffers: ReachBuffers): void {
  const { remaining, touched, touchedCount } = buffers;
  for (let index = 0; index < touchedCount; index++) remaining[touched[index] as number] = UNREACHED;
  buffers.touchedCount = 0;
}

function put(buffers: ReachBuffers, square: number, value: number): void {
  buffers.touched[buffers.touchedCount++] = square;
  buffers.remaining[square] = value;
  // S15: a square with nothing left is not expanded, even into ground of cost 0
  if (value === 0) return;
  buffers.bucketNext[square] = buffers.bucketHead[value] as number;
  buffers.bucketHead[value] = square;
}

/** Adds a start square. S14: its ground and its occupant are not tested. */
export function addSource(buffers: ReachBuffers, square: number, move: number): void {
  if (buffers.remaining[square] === UNREACHED) put(buffers, square, move);
}

/**
 * Spreads from the sources, which all have the same movement. The cost of a step depends on the
 * entered square alone: the first visit from the highest level brings the best value, so that a
 * square is written once.
 */
export function spread(field: ReachField, move: number, buffers: ReachBuffers): void {
  const { remaining, bucketHead, bucketNext, offsets } = buffers;
  const { costs, marks } = field;
  for (let level = move; level > 0; level--) {
    let square = bucketHead[level] as number;
    while (square >= 0) {
      bucketHead[level] = bucketNext[square] as number;
      for (let direction = 0; direction < 4; direction++) {
        const neighbour = square + (offsets[direction] as number);
        if (remaining[neighbour] !== UNREACHED) continue;
        const cost = costs[neighbour] as number;
        const mark = marks[neighbour] as number;
        if (cost > level || (mark & MARK_BLOCKED) !== 0) continue;
        put(buffers, neighbour, (mark & MARK_ZONE) !== 0 ? 0 : level - cost);
      }
      square = bucketHead[level] as number;
    }
  }
}

/**
 * S13: computes the reach of one start square. The result stays in `buffers.remaining` until the
 * next query.
 */
export function reach(field: ReachField, start: number, move: number, buffers: ReachBuffers): void {
  clearReach(buffers);
  addSource(buffers, start, move);
  spread(field, move, buffers);
}

// The path of a unit. Source: extension (the seed asks for no path); the tie-break is a decision.
//
// A step belongs to a path when it gives the next square its maximal remaining movement. Among such
// paths the one with the fewest steps is taken; among those, the one whose first differing step
// comes first in the seed's order down, up, left, right (S16). A breadth-first walk in that order
// finds exactly this path: the first predecessor of a square stays.

/** No predecessor: the start, or a square not yet entered. */
export const NO_DIRECTION = 255;

/**
 * Fills `buffers.entered` for every square reached from `start`, after `reach`. The queue's memory
 * is lent.
 */
export function findPaths(field: ReachField, start: number, buffers: ReachBuffers, queue: Int32Array): void {
  const { remaining, touched, touchedCount, entered, offsets } = buffers;
  for (let index = 0; index < touchedCount; index++) entered[touched[index] as number] = NO_DIRECTION;
  let head = 0;
  let tail = 0;
  queue[tail++] = start;
  while (head < tail) {
    const square = queue[head++] as number;
    const level = remaining[square] as number;
    if (level === 0) continue;
    for (let direction = 0; direction < 4; direction++) {
      const neighbour = square + (offsets[direction] as number);
      const best = remaining[neighbour] as number;
      if (neighbour === start || entered[neighbour] !== NO_DIRECTION) continue;
      const cost = field.costs[neighbour] as number;
      const isZone = ((field.marks[neighbour] as number) & MARK_ZONE) !== 0;
      // a square that nobody enters is unreached: 255, which no step leaves
      if (cost > level || (isZone ? 0 : level - cost) !== best) continue;
      entered[neighbour] = direction;
      queue[tail++] = neighbour;
    }
  }
}

/** Number of steps of the path to a reached square. */
export function pathSteps(square: number, buffers: ReachBuffers): number {
  let at = square;
  let steps = 0;
  for (let direction = buffers.entered[at] as number; direction !== NO_DIRECTION; steps++) {
    at -= buffers.offsets[direction] as number;
    direction = buffers.entered[at] as number;
  }
  return steps;
}

/**
 * Writes the squares of the path, the start first, and returns their number. `out` must have room
 * for `pathSteps + 1`.
 */
export function writePath(square: number, buffers: ReachBuffers, out: Int32Array): number {
  const steps = pathSteps(square, buffers);
  let at = square;
  out[steps] = at;
  for (let index = steps - 1; index >= 0; index--) {
    at -= buffers.offsets[buffers.entered[at] as number] as number;
    out[index] = at;
  }
  return steps + 1;
}

// The turn in which a unit can reach each square when it uses its full movement in every turn
// (extension). Every turn starts with full movement on a square on which the unit may stop, so that
// one search layer for each turn is exact: it starts from the squares first reached in the layer
// before. No turn ends on a square that may only be passed (MARK_NO_STOP).

/** Turn of a square that is never reached. */
export const NEVER = 0xffff;

/**
 * Writes the turn of every square into `turns`, indexed as the field: 0 = the start, NEVER =
 * unreachable.
 * @param frontier lent working memory, one entry for each square
 */
export function reachByTurns(
  field: ReachField,
  start: number,
  move: number,
  buffers: ReachBuffers,
  turns: Uint16Array,
  frontier: Int32Array,
): void {
  turns.fill(NEVER);
  turns[start] = 0;
  frontier[0] = start;
  let count = 1;
  for (let turn = 1; count > 0; turn++) {
    clearReach(buffers);
    for (let index = 0; index < count; index++) addSource(buffers, frontier[index] as number, move);
    spread(field, move, buffers);
    count = 0;
    for (let index = 0; index < buffers.touchedCount; index++) {
      const square = buffers.touched[index] as number;
      if (turns[square] !== NEVER || ((field.marks[square] as number) & MARK_NO_STOP) !== 0) continue;
      turns[square] = turn;
      frontier[count++] = square;
    }
  }
}
