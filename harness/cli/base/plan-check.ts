/** A plan that fails its own check: every verb that plays one says so, with the same sentence. */
import { plainText } from '../../base/index.js';
import type { CliContext } from './context.js';

/** Says that a plan does not hold, before the verb says anything; `printJson` says it as well. */
export function sayFailures({ err, planFailures }: CliContext, sentences: readonly string[]): void {
  const [first, ...more] = sentences;
  if (first === undefined) return;
  const others = more.length === 0 ? '' : `; ${more.length} more: \`lockstep run\` names them`;
  err(`the plan does not hold: ${plainText(first)}${others}\n`);
  planFailures.push(...sentences);
}
