/** A plan that fails its own check: every verb that plays one says so, with the same sentence. */
import type { Battle, System } from '../../../core/system/system.js';
import { plainText } from '../../base/index.js';
import {
  findPlanSystem,
  type LoadOptions,
  loadPlan,
  type OpenedLine,
  openLine,
  ownFailures,
  type Plan,
  startBattle,
} from '../../play/index.js';

import type { CliContext } from './context.js';

/** Says that a plan does not hold, before the verb says anything; `printJson` says it as well. */
export function sayFailures({ err, planFailures }: CliContext, sentences: readonly string[]): void {
  const [first, ...more] = sentences;
  if (first === undefined) return;
  const others = more.length === 0 ? '' : `; ${more.length} more: \`lockstep run\` names them`;
  err(`the plan does not hold: ${plainText(first)}${others}\n`);
  planFailures.push(...sentences);
}

/**
 * Plays a plan from its start, apart from what the verb does, and says what does not hold.
 * @param begun in the state that the plan begins with
 */
export function checkOwn(context: CliContext, system: System, plan: Plan, begun: Battle): void {
  sayFailures(context, ownFailures(system, plan, begun));
}

/**
 * The same for a file.
 * @throws LockstepError for a plan that cannot be read or begun
 */
export async function checkOwnFile(context: CliContext, file: string): Promise<void> {
  const plan = loadPlan(file);
  const system = await findPlanSystem(context.systems, plan);
  checkOwn(context, system, plan, await startBattle(system, plan));
}

/** As `openLine`; of a plan, or branches of one, it says what does not hold. */
export function openChecked(
  context: CliContext,
  given: string,
  options: LoadOptions,
  branches?: string,
): Promise<OpenedLine> {
  return openLine(given, { ...options, onFailures: (sentences) => sayFailures(context, sentences) }, branches);
}
