/**
 * Writes the certificate of a proven answer: a file that `harness/solve/check` accepts or refuses.
 */
import { dirname, resolve } from 'node:path';
import { canonicalJson, createLineFile, decodeText, LockstepError, sha256OfFile } from '../../../base/index.js';

import { planHash, rulesetHash } from '../../../play/index.js';
import {
  CERTIFICATE_VERSION,
  type CertificateHeader,
  type CommonHeader,
  FIRST_LINK,
  linkOf,
  linkText,
  MAX_STATES,
  type PolicyHeader,
  type PolicyLine,
  type StateLine,
  type Trust,
  type WorstHeader,
  type WorstLine,
} from '../../check/form.js';
import type { Answer } from '../answer/answer.js';
import { NO_LIMIT } from '../problem/outcome.js';
import type { Problem } from '../problem/problem.js';
import { type ListOptions, listStates, listWorst, noProof, plainProblem } from './list-worst.js';

/** What a certificate claims. */
type Claim = Pick<CertificateHeader, 'cost' | 'route' | 'trusts' | 'robustness'>;
type WorstClaim = Pick<WorstHeader, 'kind' | 'cost' | 'trusts'>;
type PolicyClaim = Pick<PolicyHeader, 'kind' | 'chance' | 'trusts'>;

/** @throws LockstepError `E_CERTIFICATE` for an answer that is no proof */
function claimOf({ proven, reason, robustness, routes, beam }: Answer, trusts: readonly Trust[]): Claim {
  const [best] = routes;
  if (beam > 0 || !(proven || (best === undefined && reason === 'exhausted'))) {
    throw noProof(beam > 0 ? `a beam of ${beam}` : `not proven: ${reason}`);
  }
  const settings = best === undefined ? [] : (robustness ?? []);
  // what stops a plan before its route is told in the words of whoever plays it
  const certified = settings.map(({ detail, ...row }) => (detail === '' || row.step === 0 ? row : { ...row, detail }));
  return {
    cost: best?.cost ?? -1,
    route: best?.path ?? [],
    trusts,
    ...(certified.length === 0 ? {} : { robustness: certified }),
  };
}

/** Below which cost a claim says that there is no route. */
function costBelow({ costLimit }: Problem, { cost }: Pick<Claim, 'cost'>): number {
  if (cost >= 0) return cost;
  return costLimit === NO_LIMIT ? Number.POSITIVE_INFINITY : costLimit + 1;
}

/** SHA-256 of the log or state that a plan begins with. */
export async function startOf({ plan: { start, file } }: Problem): Promise<Pick<CommonHeader, 'startHash'>> {
  if (start === undefined) return {};
  return { startHash: await sha256OfFile(resolve(dirname(file), 'state' in start ? start.state : start.trace)) };
}

/**
 * Writes the lines.
 * @throws LockstepError `E_OUTPUT_WRITE`, `E_OUTPUT_IS_INPUT`, `E_CERTIFICATE` for too many states
 */
export function writeLines(
  file: string,
  { system, plan }: Problem,
  claim: (Claim | WorstClaim | PolicyClaim) & Pick<CommonHeader, 'startHash'>,
  states: readonly (StateLine | WorstLine | PolicyLine)[],
): void {
  if (states.length > MAX_STATES) {
    throw new LockstepError('E_CERTIFICATE', 'the proof has too many states for a certificate', {
      found: `${states.length} of ${MAX_STATES}`,
      remedy: 'Tighten the limits',
    });
  }
  const header: CommonHeader = {
    certificate: CERTIFICATE_VERSION,
    system: system.id,
    systemVersion: system.version,
    ruleset: rulesetHash(system, plan.ruleset.switches),
    planHash: planHash(plan),
    plan: decodeText(plan.bytes, plan.file),
    ...claim,
    states: states.length,
  };
  const output = createLineFile(file, 'certificate');
  let link = FIRST_LINK;
  const emit = (data: unknown): void => {
    const text = canonicalJson(data).slice(0, -1);
    link = linkOf(link, text);
    output.emit(text + linkText(link));
  };
  output.guarded(() => {
    emit(header);
    states.forEach(emit);
    emit({ end: states.length });
  });
  output.finish();
}

/**
 * Searches once more for the states of a proof, without the core's help, and writes them.
 * @param start image of the problem's start
 * @throws LockstepError `E_CERTIFICATE` for an answer that is no proof, or one of too many states
 */
export async function writeCertificate(
  file: string,
  problem: Problem,
  start: Uint8Array,
  answer: Answer,
  options: ListOptions & { readonly trusts: readonly Trust[] },
): Promise<number> {
  const { trusts, ...limits } = options;
  const plain = plainProblem(problem, trusts);
  const { cost, ...claim } = claimOf(answer, trusts);
  const begun = await startOf(problem);
  problem.battle.image.set(start);
  if (problem.enemies === 'worst') {
    const lines = await listWorst(plain, cost, trusts, limits);
    writeLines(file, problem, { kind: 'worst', cost, trusts, ...begun }, lines);
    return lines.length;
  }
  const states = await listStates(plain, costBelow(problem, { cost }), trusts, limits);
  writeLines(file, problem, { cost, ...claim, ...begun }, states);
  return states.length;
}
