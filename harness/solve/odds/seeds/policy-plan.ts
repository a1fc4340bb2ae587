/** A plan with a policy in the place of its commands; the ways from battle to battle stay. */
import { NEXT_BATTLE } from '../../../play/plan/battles.js';
import type { Plan, PlanStep } from '../../../play/plan/types.js';

/** @param policy name of a policy, or undefined: the plan's own commands */
export function policyPlan(plan: Plan, policy: string | undefined): Plan {
  if (policy === undefined) return plan;
  const command = { command: 'auto', policy };
  const play: PlanStep = { command, label: undefined, repeat: 1, error: undefined, expect: {} };
  const ways = plan.steps.filter((step) => step.command.command === NEXT_BATTLE);
  return { ...plan, steps: [play, ...ways.flatMap((way) => [{ ...way, expect: {} }, play])], checks: [] };
}
