/** `lockstep route search PLAN --certificate FILE` where a policy is searched for. */
import { withSearchLimits } from '../../../base/compiler-limits.js';
import type { LockstepError } from '../../../base/errors.js';
import { countText } from '../../../base/number-text.js';
import { listOutcomes } from '../../../solve/odds/outcomes/list-outcomes.js';
import { listWorstOutcomes } from '../../../solve/odds/outcomes/list-worst-outcomes.js';
import { listPolicy } from '../../../solve/odds/policy/list-policy.js';
import { noProof, tooLarge } from '../../../solve/search/certificate/certificate-errors.js';
import { startOf, writeLines } from '../../../solve/search/certificate/write-certificate.js';
import type { SearchLimits } from '../../../solve/search/problem/outcome.js';
import type { Problem } from '../../../solve/search/problem/problem.js';
import type { CliContext } from '../../base/context.js';
import { type CertificateOptions, tellWritten, trustsOf } from './search-certificate.js';

export interface PolicyOptions extends CertificateOptions {
  readonly json?: boolean;
  readonly workers?: number;
}

/** What a certificate claims, and its lines, by what is searched for. */
async function listClaim(
  problem: Problem,
  trusts: ReturnType<typeof trustsOf>,
  limits: SearchLimits,
  listeners: { readonly signal: AbortSignal },
) {
  if (problem.aim === 'worst') {
    const { cost, reason, lines } = await listWorstOutcomes(problem, trusts, limits, listeners);
    return { claim: { kind: 'worst', cost } as const, reason, lines, noun: 'state' };
  }
  const list = problem.aim === undefined ? listPolicy : listOutcomes;
  const { chance, reason, lines } = await list(problem, trusts, limits, listeners);
  return { claim: { kind: 'chance', chance } as const, reason, lines, noun: 'point' };
}

/**
 * Writes the certificate of a proven chance, or of a worst case of dice, where one was asked for,
 * and says so.
 * @param problem its battle at the start
 * @returns why there is none, to be told beside the answer
 */
export async function certifyPolicy(
  context: CliContext,
  problem: Problem,
  { proven, reason }: { readonly proven: boolean; readonly reason: string },
  limits: SearchLimits,
  options: PolicyOptions,
): Promise<LockstepError | undefined> {
  const { certificate } = options;
  if (certificate === undefined || context.signal().aborted) return undefined;
  if (!proven) return noProof(`not proven: ${reason}`);
  const trusts = trustsOf(options);
  const begun = await startOf(problem);
  const listed = await withSearchLimits(() => listClaim(problem, trusts, limits, { signal: context.signal() }));
  const { claim, lines, noun } = listed;
  if (context.signal().aborted) return undefined;
  if (listed.reason !== 'proven') return tooLarge('the proof is too large for the limits', `limit of ${listed.reason}`);
  writeLines(certificate, problem, { ...claim, trusts, ...begun }, lines);
  tellWritten(context, certificate, countText(lines.length, noun));
  return undefined;
}
