/** `lockstep route search PLAN --certificate FILE`: the proof as a file. */
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { countText } from '../../../../core/system/names.js';
import { checkOutput, LockstepError, makeScratchFolder, withSearchLimits } from '../../../base/index.js';

import {
  type Answer,
  checkCertificate,
  listOutcomes,
  listPolicy,
  listWorstOutcomes,
  NO_LIMIT,
  noProof,
  type Problem,
  type SearchLimits,
  startOf,
  TRUSTS,
  type Trust,
  tooLarge,
  writeCertificate,
  writeLines,
} from '../../../solve/index.js';

import type { CliContext } from '../../base/context.js';
import type { SettledOptions } from '../../base/given.js';

/** Options of a search that leave nothing to certify, or what the checker does not have. */
const WITHOUT = ['beam', 'split', 'job', 'work', 'rom', 'profile'] as const;

export interface CertificateOptions {
  readonly certificate?: string;
  readonly trust?: readonly Trust[];
  readonly output?: string;
}

export function addCertificateOptions(command: Command): Command {
  const trust = new Option('--trust <what...>', 'what the certificate may rely on besides the core’s step');
  return command
    .option('--certificate <file>', 'write the proof, for `lockstep route check` (.gz: compressed)')
    .addOption(trust.choices(TRUSTS));
}

/** @throws LockstepError `E_OPTION` */
export function checkTrust({ certificate, trust }: CertificateOptions): void {
  if (certificate !== undefined || trust === undefined) return;
  throw new LockstepError('E_OPTION', '--trust is for a certificate', { remedy: 'Give --certificate FILE as well' });
}

/** What the certificate may rely on, in the order of `TRUSTS`. */
function trustsOf({ trust }: CertificateOptions): Trust[] {
  return TRUSTS.filter((one) => trust?.includes(one) === true);
}

/** @param count of what the proof has: `20 states` */
function tellWritten(context: CliContext, certificate: string, count: string): void {
  context.err(`${certificate}: the proof, ${count}; check it with lockstep route check\n`);
}

/** @throws LockstepError before a search whose certificate could not be written */
export function checkCertificateOptions(options: CertificateOptions, problem: Problem): void {
  const { certificate } = options;
  checkTrust(options);
  if (certificate === undefined) return;
  const given = WITHOUT.find((name) => (options as Readonly<Record<string, unknown>>)[name] !== undefined);
  if (given !== undefined) {
    throw new LockstepError('E_OPTION', `--certificate and --${given} contradict each other`, {
      remedy: 'A certificate is of a whole, exact search by the published rules alone: leave one of them out',
    });
  }
  checkOutput(certificate, 'certificate', { inputs: [problem.plan.file] });
}

/** A joined answer that is wrong is the fault of a result. */
function ofResults(folder: string, error: unknown): unknown {
  if (!(error instanceof LockstepError) || error.code !== 'E_INTERNAL') return error;
  return new LockstepError('E_JOB', `a result does not hold: ${error.message}`, {
    file: folder,
    remedy: 'Do the jobs again',
  });
}

/**
 * Writes the certificate of an answer, where one was asked for, and says so.
 * @param start image of the problem's start
 * @returns why there is none, to be told beside the answer
 */
export async function certify(
  context: CliContext,
  problem: Problem,
  start: Uint8Array,
  answer: Answer,
  options: CertificateOptions & { readonly memory: number; readonly join?: string },
): Promise<LockstepError | undefined> {
  const { certificate, memory, join } = options;
  if (certificate === undefined || context.signal().aborted) return undefined;
  const limits = { memoryBytes: memory * 1_000_000, nodes: NO_LIMIT, milliseconds: NO_LIMIT };
  const listed = { ...limits, trusts: trustsOf(options), signal: context.signal() };
  try {
    const states = await withSearchLimits(() => writeCertificate(certificate, problem, start, answer, listed));
    tellWritten(context, certificate, countText(states, 'state'));
    return undefined;
  } catch (error) {
    const cause = join === undefined ? error : ofResults(join, error);
    if (cause instanceof LockstepError && cause.code !== 'E_INTERNAL') return cause;
    throw cause;
  }
}

/** States of a search without a route up to which the checker looks for one itself. */
const LOOKED_AT_AGAIN = 20_000;

/**
 * Lets the checker of certificates look for a route where the search says that there is none.
 *
 * @param start image of the problem's start
 * @returns the states that it looked at; undefined where they are too many, or where an image or a
 * profile of one decides
 * @throws LockstepError `E_INTERNAL` where the checker does not agree
 */
export async function lookAgain(
  context: CliContext,
  problem: Problem,
  start: Uint8Array,
  answer: Answer,
  options: SettledOptions & { readonly rom?: string | undefined },
): Promise<number | undefined> {
  const { nodes, within } = answer;
  const isOwn = options.rom === undefined && options.profile === undefined;
  if (within === undefined || nodes > LOOKED_AT_AGAIN || !isOwn || context.signal().aborted) return undefined;
  const folder = makeScratchFolder();
  const signal = context.signal();
  const limits = { memoryBytes: 64_000_000, nodes: 10 * LOOKED_AT_AGAIN, milliseconds: 10_000 };
  try {
    const file = join(folder.path, 'none.jsonl');
    await writeCertificate(file, problem, start, answer, { ...limits, trusts: [], signal });
    const { plan } = problem;
    const checked = await checkCertificate(file, { systems: context.systems, signal, planFile: plan.file });
    if (checked.proven !== undefined) return checked.proven.states;
    throw new LockstepError('E_INTERNAL', `the checker does not agree that there is no route: ${checked.reason}`);
  } catch (error) {
    if (error instanceof LockstepError && error.code === 'E_CERTIFICATE') return undefined;
    throw error;
  } finally {
    folder.remove();
  }
}

// `lockstep route search PLAN --certificate FILE` where a policy is searched for.

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
