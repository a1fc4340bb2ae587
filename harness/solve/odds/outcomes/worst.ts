/**
 * The lowest cost that is certain whatever falls: a state holds for a budget when one of its moves
 * leads, by every outcome, to the goal or to a state that holds for the rest.
 */
import type { Problem } from '../../search/problem/problem.js';
import type { OutcomePlay } from './play.js';

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

const POINT_BYTES = 120;

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
    bytes: () => (wins.size + fails.size) * POINT_BYTES,
  };
}
