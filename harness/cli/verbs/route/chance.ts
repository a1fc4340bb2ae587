/** `lockstep route search PLAN` with maximise: a policy with its chance and bound. */
import { restore, snapshot } from '../../../../core/system/battle.js';
import { formatError, LockstepError } from '../../../base/errors.js';
import { countText } from '../../../base/number-text.js';
import { searchOutcomes } from '../../../solve/odds/outcomes/search.js';
import { outcomesJson, outcomesText } from '../../../solve/odds/outcomes/text.js';
import type { PolicyProgress } from '../../../solve/odds/policy/find-policy.js';
import { searchPolicy } from '../../../solve/odds/policy/policy.js';
import { percentOf, policyText } from '../../../solve/odds/policy/policy-text.js';
import type { SearchLimits } from '../../../solve/search/problem/outcome.js';
import type { Problem } from '../../../solve/search/problem/problem.js';
import { type CliContext, type ExitCode, printJson } from '../../base/context.js';
import { certifyPolicy, type PolicyOptions } from './policy-certificate.js';
import { atPace } from './progress-line.js';
import { checkTrust } from './search-certificate.js';

/** Options of a search that a policy cannot have. */
const WITHOUT = ['beam', 'split', 'job', 'join', 'queue', 'work', 'output', 'checkpoint', 'resume'];

/** What has no certificate besides: the checker does not read it. */
function withoutProof({ aim, luck }: Problem): readonly string[] {
  return aim === 'chance' || aim === 'worst' || luck === 'draws' ? ['rom', 'profile'] : ['certificate', 'trust'];
}

/** @throws LockstepError `E_OPTION` */
function checkOptions(problem: Problem, options: Readonly<Record<string, unknown>>): void {
  const { aim, luck } = problem;
  const proof = withoutProof(problem).find((name) => options[name] !== undefined);
  if (proof !== undefined && options['certificate'] !== undefined) {
    const ofPlan = aim === 'value' ? 'maximise = "value"' : `luck = "${luck}"`;
    throw new LockstepError('E_OPTION', 'such a search has no certificate', {
      found: proof === 'certificate' ? ofPlan : `--${proof}`,
      expected: 'a cheapest route, a worst case, or a chance over draws or dice, by the published rules',
      remedy: 'Leave --certificate out: the answer is told all the same',
    });
  }
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
  options: PolicyOptions,
): Promise<void> {
  checkOptions(problem, options as unknown as Readonly<Record<string, unknown>>);
  checkTrust(options);
  if (problem.aim !== undefined) {
    await printOutcomes(context, file, problem, limits, options);
    return;
  }
  const start = snapshot(problem.battle);
  if ((options.workers ?? 1) > 1) context.err('A policy is searched on one thread: --workers makes it no faster.\n');
  const answer = await searchPolicy(problem, limits, {
    signal: context.signal(),
    ...atPace(context, ({ points, bytes, chance, atMost }: PolicyProgress) => {
      const range = `${percentOf(chance)} to ${percentOf(atMost, true)}`;
      context.err(`${countText(points, 'set')} of states, chance ${range}, ${Math.round(bytes / 1e6)} MB\n`);
    }),
  });
  restore(problem.battle, start);
  const failed = await certifyPolicy(context, problem, answer, limits, options);
  const exit: ExitCode = exitOf(context, answer.chance.numerator === 0n, failed);
  context.exit(exit);
  if (options.json === true) printJson(context, { verb: 'route search', exit, file, ...answer, ...errorJson(failed) });
  else context.out(policyText(file, answer));
  if (failed !== undefined) context.err(`${formatError(failed)}\n`);
}

function exitOf(context: CliContext, isNone: boolean, failed: LockstepError | undefined): ExitCode {
  if (context.signal().aborted) return 130;
  return failed !== undefined ? 2 : isNone ? 1 : 0;
}

function errorJson(failed: LockstepError | undefined): object {
  return failed === undefined ? {} : { error: { code: failed.code, message: failed.message, ...failed.details } };
}

/** Of a battle with dice: its policy, its expected value, or its worst case. */
async function printOutcomes(
  context: CliContext,
  file: string,
  problem: Problem,
  limits: SearchLimits,
  options: PolicyOptions,
): Promise<void> {
  const start = snapshot(problem.battle);
  const answer = await searchOutcomes(problem, limits, { signal: context.signal() });
  const isNone = answer.worth === undefined || (answer.aim === 'chance' && answer.worth.numerator === 0n);
  restore(problem.battle, start);
  const failed = await certifyPolicy(context, problem, answer, limits, options);
  const exit: ExitCode = exitOf(context, isNone, failed);
  context.exit(exit);
  const found = outcomesJson(answer);
  if (options.json === true) printJson(context, { verb: 'route search', exit, file, ...found, ...errorJson(failed) });
  else context.out(outcomesText(file, answer));
  if (failed !== undefined) context.err(`${formatError(failed)}\n`);
}
