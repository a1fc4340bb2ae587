/** What `run --odds` adds to a table of several outcomes: the first one alone. */
import type { OddsTable } from '../../core/system.js';

/** The table summed over everything but its first outcome, in the order in which its values appear. */
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
