/**
 * The best policy over what chance decides: each state and what was spent to come there is a point,
 * worth as much as its best move, and a move as much as its outcomes on average. Points that were
 * not looked at have bounds, so that a search that was stopped says what no policy exceeds.
 */
import type { Problem } from '../../search/problem/problem.js';
import { ALL, compare, type Fraction, fractionPart, NONE, plus, whole } from '../graph/chance.js';
import { limitsOfPlay, type OutcomePlay, type Reached } from './play.js';

// The lowest cost that is certain whatever falls: a state holds for a budget when one of its moves
// leads, by every outcome, to the goal or to a state that holds for the rest.

export interface Worst {
  /**
   * Goes on, at most so many points further.
   * @returns whether it is done: the cost is known, or nothing within the limit is certain
   */
  goOn(points: number): boolean;
  /** The certain cost, and the move; undefined: none is known. */
  held(state: number): { readonly cost: number; readonly move: number } | undefined;
  /** Up to this cost no plan from a state is sure; 0: nothing is known. */
  failed(state: number): number;
  /** No certain cost is below it. */
  readonly bound: () => number;
  readonly count: () => number;
  readonly bytes: () => number;
}

const WORST_POINT_BYTES = 120;

export function createWorst({ moves, costLimit }: Problem, play: OutcomePlay): Worst {
  const wins = new Map<number, { cost: number; move: number }>();
  const fails = new Map<number, number>();
  let left = 0;
  let budget = 1;

  /** The dearest outcome of a move; undefined: one does not hold; null: not looked at. */
  function dearest(state: number, move: number, most: number): number | undefined | null {
    const reached = play.reached(state, move);
    if (reached === undefined) return undefined;
    let cost = 0;
    for (const { fate, amounts, state: to } of reached) {
      const own = amounts.at(-1) as number;
      if (fate === 'lost' || own > most) return undefined;
      if (fate === 'won') cost = Math.max(cost, own);
      else {
        const holds = isHeld(to, most - own);
        if (holds !== true) return holds === undefined ? null : undefined;
        cost = Math.max(cost, own + (wins.get(to)?.cost ?? 0));
      }
    }
    return cost;
  }

  /** Undefined: it was not looked at as far as that. */
  function isHeld(state: number, most: number): boolean | undefined {
    const win = wins.get(state);
    if (win !== undefined && win.cost <= most) return true;
    if (most <= 0 || (fails.get(state) ?? 0) >= most) return false;
    if (left <= 0) return undefined;
    left--;
    let isOpen = false;
    for (let move = 0; move < moves.length; move++) {
      const cost = dearest(state, move, most);
      if (cost === null) isOpen = true;
      else if (cost !== undefined) {
        wins.set(state, { cost, move });
        return true;
      }
    }
    if (isOpen) return undefined;
    fails.set(state, most);
    return false;
  }

  return {
    goOn(points) {
      left = points;
      for (; budget <= costLimit; budget++) {
        const holds = isHeld(play.start, budget);
        if (holds !== false) return holds === true;
      }
      return true;
    },
    held: (state) => wins.get(state),
    failed: (state) => fails.get(state) ?? 0,
    bound: () => budget,
    count: () => wins.size + fails.size,
    bytes: () => (wins.size + fails.size) * WORST_POINT_BYTES,
  };
}

interface Point {
  readonly lower: Fraction;
  /** Undefined: an expected value that is not bounded yet. */
  readonly upper: Fraction | undefined;
  /** The best move, or -1: none, the line of play ends here. */
  readonly best: number;
  readonly isDone: boolean;
}

export interface Weighing {
  /** Goes on with the root, at most so many points further. @returns whether it is done */
  goOn(points: number): boolean;
  readonly root: () => Point;
  point(state: number, spent: readonly number[]): Point | undefined;
  /** What was spent after an outcome, or undefined: more than the limits. */
  spentAfter(spent: readonly number[], reached: Reached): readonly number[] | undefined;
  readonly start: readonly number[];
  readonly count: () => number;
  readonly bytes: () => number;
}

const POINT_BYTES = 250;

/** A sum of outcomes: what is known, and what is possible. */
interface Sum {
  lower: Fraction;
  upper: Fraction | undefined;
  isDone: boolean;
}

function spender(limits: readonly number[]): Weighing['spentAfter'] {
  return (spent, { amounts }) => {
    const after = spent.map((amount, at) => amount + (amounts[at] as number));
    return after.every((amount, at) => amount <= (limits[at] as number)) ? after : undefined;
  };
}

/** What the outcomes of a move are worth on average. @param worthOf of one of them */
function sumOf(reached: readonly Reached[], worthOf: (one: Reached) => Point): Sum {
  const all = reached.reduce((sum, { cases }) => sum + cases, 0n);
  const sum: Sum = { lower: NONE, upper: NONE, isDone: true };
  for (const one of reached) {
    const { lower, upper, isDone } = worthOf(one);
    sum.lower = plus(sum.lower, fractionPart(lower, one.cases, all));
    sum.upper = upper && sum.upper && plus(sum.upper, fractionPart(upper, one.cases, all));
    sum.isDone &&= isDone;
  }
  return sum;
}

export function createWeighing(problem: Problem, play: OutcomePlay): Weighing {
  const { moves, aim } = problem;
  const isChance = aim === 'chance';
  const limits = limitsOfPlay(problem);
  const spentAfter = spender(limits);
  const points = new Map<string, Point>();
  const start = limits.map(() => 0);
  let left = 0;

  const unknown = (state: number): Point => ({
    lower: isChance ? NONE : whole(play.value(state)),
    upper: isChance ? ALL : undefined,
    best: -1,
    isDone: false,
  });

  function worthOf(reached: Reached, spent: readonly number[]): Point {
    const ended = isChance ? (reached.fate === 'won' ? ALL : NONE) : whole(play.value(reached.state));
    if (reached.fate !== 'on') return { lower: ended, upper: ended, best: -1, isDone: true };
    return pointOf(reached.state, spent);
  }

  /** Undefined: the move is refused or beyond a limit. */
  function sumOfMove(state: number, move: number, spent: readonly number[]): Sum | undefined {
    const reached = play.reached(state, move);
    const [first] = reached ?? [];
    const after = first === undefined ? undefined : spentAfter(spent, first);
    return reached && after && sumOf(reached, (one) => worthOf(one, after));
  }

  function pointOf(state: number, spent: readonly number[]): Point {
    const key = `${state} ${spent.join(' ')}`;
    const known = points.get(key);
    if (known?.isDone === true) return known;
    if (left <= 0) return known ?? unknown(state);
    left--;
    // a line of play may end anywhere: with a chance that is worth nothing
    let [best, lower] = [-1, isChance ? NONE : whole(play.value(state))];
    let upper: Fraction | undefined = lower;
    let isDone = true;
    for (let move = 0; move < moves.length && !(isChance && compare(lower, ALL) === 0); move++) {
      const sum = sumOfMove(state, move, spent);
      if (sum === undefined) continue;
      isDone &&= sum.isDone;
      upper = upper && sum.upper && (compare(sum.upper, upper) > 0 ? sum.upper : upper);
      if (compare(sum.lower, lower) > 0) [best, lower] = [move, sum.lower];
    }
    const isCertain = isDone || (upper !== undefined && compare(lower, upper) >= 0);
    const point: Point = { lower, upper: isCertain ? lower : upper, best, isDone: isCertain };
    points.set(key, point);
    return point;
  }

  let root: Point = unknown(play.start);
  return {
    goOn(more) {
      left = more;
      root = pointOf(play.start, start);
      return root.isDone;
    },
    root: () => root,
    point: (state, spent) => points.get(`${state} ${spent.join(' ')}`),
    spentAfter,
    start,
    count: () => points.size,
    bytes: () => points.size * POINT_BYTES,
  };
}
