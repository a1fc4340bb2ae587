/** Odds of a plan: the answer to its `[query]`, and the first of several outcomes alone. */
import { type OddsTable, RuleError, type System } from '../../../core/system/system.js';
import { dataFault, dataRemedy } from './data-fault.js';
import { planError } from './plan-error.js';
import type { Plan } from './types.js';

/**
 * Asks a system for the odds of a plan's query.
 * @throws LockstepError `E_PLAN_QUERY` with file, line and column
 */
export function askOdds(system: System, odds: (setup: unknown, query: unknown) => OddsTable, plan: Plan): OddsTable {
  if (plan.query === undefined) {
    throw planError('E_PLAN_QUERY', plan.file, { line: 1, column: 1 }, 'the plan has no [query]', {
      remedy: 'Add a [query] table, or leave --odds out',
    });
  }
  try {
    return odds(plan.setup, plan.query);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    const path = error.path === '' ? 'query' : error.path;
    throw planError('E_PLAN_QUERY', plan.file, plan.locate(path), dataFault(error, path), {
      remedy: dataRemedy(error, system, 'query'),
    });
  }
}

/**
 * The table summed over everything but its first outcome, in the order in which its values appear.
 */
export function firstOutcome(table: OddsTable): OddsTable {
  const sums = new Map<number, bigint>();
  for (const { values, numerator } of table.rows) {
    const value = values[0] ?? 0;
    sums.set(value, (sums.get(value) ?? 0n) + BigInt(numerator));
  }
  return {
    outcomes: table.outcomes.slice(0, 1),
    rows: [...sums].map(([value, sum]) => ({ values: [value], numerator: String(sum) })),
    denominator: table.denominator,
  };
}
