/** The rule behind the last change of a cell, for checkpoints that fail. */
import type { CellOwner } from '../verify/difference.js';

/** Value of a cell after its last change, and the rule behind the change. */
export interface LastChange {
  value: number;
  owner: CellOwner | undefined;
  rules: readonly string[];
}

/** The rule as a row of the ledger names it. */
export function ruleText(change: LastChange | undefined): string {
  if (change === undefined) return 'nothing wrote it in this plan';
  const { owner, rules } = change;
  if (owner !== undefined) return owner.routine === undefined ? owner.rule : `${owner.rule} by ${owner.routine}`;
  return rules.length === 0 ? 'not told by the step' : rules.join(', ');
}
