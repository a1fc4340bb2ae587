/**
 * How far a unit gets: remaining movement on every square, the maximum over all paths. Source: seed
 * 002, S13 to S16; the search itself is ours (SA1: the original calls itself (4^(m+1)-1)/3 times).
 *
 * A bucket queue over the remaining movement, filled from the top down, so that a square is
 * expanded once, with its best value. Work is in the squares reached, memory is lent and nothing is
 * allocated per query. No recursion, so that ground of cost 0 ends as well (SA2).
 *
 * Squares are numbered on a grid with a border one square wide: `(y + 1) * stride + x + 1`,
 * `stride = width + 2`. The border's cost is FORBIDDEN, which saves every bounds test.
 */

/** Cost of a square that nobody enters; the seed prints it and keeps it as -1 (SA12). */
export const FORBIDDEN = 255;
/** Remaining movement where the unit does not get; printed -1. */
export const UNREACHED = 255;
/** Highest movement and cost. */
export const HIGHEST_MOVE = 254;

/** A square that may not be entered. */
export const MARK_BLOCKED = 1;
/** A square that may be passed and not stopped on. */
export const MARK_NO_STOP = 2;
/** A square whose entering takes all remaining movement. */
export const MARK_ZONE = 4;

export interface ReachField {
  readonly stride: number;
  /** Cost to enter, with the border. */
  readonly costs: Uint8Array;
  /** MARK_ bits, with the border. */
  readonly marks: Uint8Array;
}

/**
 * Working memory for maps of one size. `remaining` and the first `touchedCount` of `touched` are
 * the result.
 */
export interface ReachBuffers {
  readonly stride: number;
  readonly size: number;
  readonly remaining: Uint8Array;
  /** Squares reached, in the order in which they were first reached. */
  readonly touched: Int32Array;
  touchedCount: number;
  /** Direction (index in `offsets`) from which the path enters a square; filled by `findPaths`. */
  readonly entered: Uint8Array;
  /** Steps of neighbours in the seed's order down, up, left, right (S16). */
  readonly offsets: Int32Array;
  /** First square of each level of remaining movement that waits to be expanded, -1 none. */
  readonly bucketHead: Int32Array;
  /** The square after a waiting square in its bucket. */
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
    bucketHead: new Int32Array(HIGHEST_MOVE + 1).fill(-1),
    bucketNext: new Int32Array(size),
  };
}

/** Forgets the last result, in the time of what it reached. */
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

/** A square to start from. S14: neither its ground nor who stands on it is tested. */
export function addSource(buffers: ReachBuffers, square: number, move: number): void {
  if (buffers.remaining[square] === UNREACHED) put(buffers, square, move);
}

/**
 * Spreads from the sources, which all have the same movement. What a step costs depends on the
 * square entered alone, so whoever comes first, from the highest level, brings the best value: a
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

/** S13. The result stands in `buffers.remaining` until the next query. */
export function reach(field: ReachField, start: number, move: number, buffers: ReachBuffers): void {
  clearReach(buffers);
  addSource(buffers, start, move);
  spread(field, move, buffers);
}
