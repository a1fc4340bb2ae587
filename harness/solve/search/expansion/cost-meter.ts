/**
 * The cost of a move, and whether a route that continues with it stays within the problem's limits.
 */
import { createLowerBound } from '../problem/lower-bound.js';
import { METRICS, NO_LIMIT } from '../problem/metrics.js';
import type { Problem } from '../problem/problem.js';

export interface CostMeter {
  /** Amounts of the last move, one for each metric. */
  readonly amounts: Int32Array;
  /** Number of metrics with a limit; their amounts so far are words of a state. */
  readonly limited: number;
  /** Cost of the amounts. */
  cost(): number;
  /**
   * Writes the limited amounts of a route that continues with the move.
   * @param at of the amounts before it
   * @param begun false: the rest has no lower bound
   * @returns whether these amounts plus the lower bounds on the rest are within the limits
   */
  addLimited(source: Int32Array, at: number, out: Int32Array, outAt: number, begun: boolean): boolean;
}

export function createCostMeter(problem: Problem): CostMeter {
  const { weights, limits } = problem;
  const amounts = new Int32Array(METRICS.length);
  const all = METRICS.map((_, metric) => metric);
  const weighted = all.filter((metric) => weights[metric] !== 0);
  const counted = all.filter((metric) => limits[metric] !== NO_LIMIT);
  const remaining = counted.map((metric) =>
    createLowerBound(
      problem,
      all.map((other) => (other === metric ? 1 : 0)),
    ),
  );
  return {
    amounts,
    limited: counted.length,
    cost() {
      let cost = 0;
      for (let index = 0; index < weighted.length; index++) {
        const metric = weighted[index] as number;
        cost += (weights[metric] as number) * (amounts[metric] as number);
      }
      return cost;
    },
    addLimited(source, at, out, outAt, begun) {
      let within = true;
      for (let count = 0; count < counted.length; count++) {
        const metric = counted[count] as number;
        const amount = (source[at + count] as number) + (amounts[metric] as number);
        const rest = begun ? (remaining[count] as () => number)() : 0;
        if (amount + rest > (limits[metric] as number)) within = false;
        out[outAt + count] = amount;
      }
      return within;
    },
  };
}
