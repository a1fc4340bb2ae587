/** A plan with a policy in the place of its commands. */
import type { Plan } from '../../plan/types.js';

/** @param policy name of a policy, or undefined: the plan's own commands */
export function policyPlan(plan: Plan, policy: string | undefined): Plan {
  if (policy === undefined) return plan;
  const command = { command: 'auto', policy };
  return { ...plan, steps: [{ command, label: undefined, repeat: 1, error: undefined, expect: {} }], checks: [] };
}
