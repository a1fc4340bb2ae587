/** `lockstep route search PLAN` with maximise: a policy with its chance and bound. */
import { LockstepError } from '../../../base/errors.js';
import { searchOutcomes } from '../../../odds/outcomes/search.js';
import { outcomesJson, outcomesText } from '../../../odds/outcomes/text.js';
import type { PolicyProgress } from '../../../odds/policy/find-policy.js';
import { searchPolicy } from '../../../odds/policy/policy.js';
import { percentOf, policyText } from '../../../odds/policy/policy-text.js';
import type { SearchLimits } from '../../../search/problem/outcome.js';
import type { Problem } from '../../../search/problem/problem.js';
import { type CliContext, type ExitCode, printJson } from '../../base/context.js';
import { atPace } from './progress-line.js';

/** Options of a search that a policy cannot have. */
const WITHOUT = [
  'beam',
  'split',
  'job',
  'join',
  'queue',
  'work',
  'output',
  'certificate',
  'trust',
  'checkpoint',
  'resume',
];

/** @throws LockstepError `E_OPTION` */
function checkOptions({ aim }: Problem, options: Readonly<Record<string, unknown>>): void {
  const given = WITHOUT.find((name) => options[name] !== undefined);
  if (given === undefined) return;
  throw new LockstepError(
    'E_OPTION',
    `--${given} is not for a ${aim === 'worst' ? 'worst case of dice' : 'plan with maximise'}`,
    {
      found: `--${given}`,
      remedy: 'A policy is searched in one piece, and is no plan; --json prints it as data',
    },
  );
}

export async function printPolicy(
  context: CliContext,
  file: string,
  problem: Problem,
  limits: SearchLimits,
  options: { readonly json?: boolean; readonly workers?: number },
): Promise<void> {
  checkOptions(problem, options as Readonly<Record<string, unknown>>);
  if (problem.aim !== undefined) {
    await printOutcomes(context, file, problem, limits, options.json === true);
    return;
  }
  if ((options.workers ?? 1) > 1) context.err('A policy is searched on one thread: --workers makes it no faster.\n');
  const answer = await searchPolicy(problem, limits, {
    signal: context.signal(),
    ...atPace(context, ({ points, bytes, chance, atMost }: PolicyProgress) => {
      const range = `${percentOf(chance)} to ${percentOf(atMost, true)}`;
      context.err(`${points} sets of states, chance ${range}, ${Math.round(bytes / 1e6)} MB\n`);
    }),
  });
  const exit: ExitCode = context.signal().aborted ? 130 : answer.chance.numerator === 0n ? 1 : 0;
  context.exit(exit);
  if (options.json === true) printJson(context, { verb: 'route search', exit, file, ...answer });
  else context.out(policyText(file, answer));
}

/** Of a battle with dice: its policy, its expected value, or its worst case. */
async function printOutcomes(
  context: CliContext,
  file: string,
  problem: Problem,
  limits: SearchLimits,
  json: boolean,
): Promise<void> {
  const answer = await searchOutcomes(problem, limits, { signal: context.signal() });
  const isNone = answer.worth === undefined || (answer.aim === 'chance' && answer.worth.numerator === 0n);
  const exit: ExitCode = context.signal().aborted ? 130 : isNone ? 1 : 0;
  context.exit(exit);
  if (json) printJson(context, { verb: 'route search', exit, file, ...outcomesJson(answer) });
  else context.out(outcomesText(file, answer));
}
