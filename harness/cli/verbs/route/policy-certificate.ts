/** `lockstep route search PLAN --certificate FILE` where a policy is searched for. */
import { withSearchLimits } from '../../../base/compiler-limits.js';
import { LockstepError } from '../../../base/errors.js';
import { countText } from '../../../base/number-text.js';
import { TRUSTS } from '../../../check/form.js';
import { listOutcomes } from '../../../odds/outcomes/list-outcomes.js';
import { listPolicy } from '../../../odds/policy/list-policy.js';
import { startOf, writeLines } from '../../../search/certificate/write-certificate.js';
import type { SearchLimits } from '../../../search/problem/outcome.js';
import type { Problem } from '../../../search/problem/problem.js';
import type { CliContext } from '../../base/context.js';
import type { CertificateOptions } from './search-certificate.js';

export interface PolicyOptions extends CertificateOptions {
  readonly json?: boolean;
  readonly workers?: number;
}

/** @throws LockstepError `E_OPTION` */
export function checkTrust({ certificate, trust }: PolicyOptions): void {
  if (certificate !== undefined || trust === undefined) return;
  throw new LockstepError('E_OPTION', '--trust is for a certificate', { remedy: 'Give --certificate FILE as well' });
}

/**
 * Writes the certificate of a proven chance, where one was asked for, and says so.
 * @param problem its battle at the start
 * @returns why there is none, to be told beside the answer
 */
export async function certifyPolicy(
  context: CliContext,
  problem: Problem,
  { proven, reason }: { readonly proven: boolean; readonly reason: string },
  limits: SearchLimits,
  { certificate, trust }: PolicyOptions,
): Promise<LockstepError | undefined> {
  if (certificate === undefined || context.signal().aborted) return undefined;
  const remedy = 'Give the search more states, memory or time';
  const none = 'no certificate is written: only a proof has one';
  if (!proven) return new LockstepError('E_CERTIFICATE', none, { found: `not proven: ${reason}`, remedy });
  const trusts = TRUSTS.filter((one) => trust?.includes(one) === true);
  const list = problem.aim === undefined ? listPolicy : listOutcomes;
  const begun = await startOf(problem);
  const found = await withSearchLimits(() => list(problem, trusts, limits, { signal: context.signal() }));
  if (context.signal().aborted) return undefined;
  if (found.reason !== 'proven') {
    return new LockstepError('E_CERTIFICATE', 'the proof is too large for the limits', {
      found: `limit of ${found.reason}`,
      remedy: 'Give more --memory, or let the certificate rely on the core with --trust bound or --trust key',
    });
  }
  writeLines(certificate, problem, { kind: 'chance', chance: found.chance, trusts, ...begun }, found.lines);
  context.err(
    `${certificate}: the proof, ${countText(found.lines.length, 'point')}; check it with lockstep route check\n`,
  );
  return undefined;
}
