/** The proof of a search as a file: written, and read again by the checker. */
import { join } from 'node:path';
import { countText } from '../../core/system/names.js';
import type { System } from '../../core/system/system.js';
import {
  checkOutput,
  type ErrorDetails,
  LockstepError,
  type LockstepErrorCode,
  makeScratchFolder,
  nearest,
  plainText,
  SYSTEMS,
  withSearchLimits,
} from '../base/index.js';
import {
  findPlanSystem,
  loadPlan,
  otherSettingLines,
  ownFailures,
  type PlanSource,
  startBattle,
} from '../play/index.js';
import {
  type CheckResult,
  checkCertificate as checkProof,
  listOutcomes,
  listPolicy,
  listWorstOutcomes,
  NO_LIMIT,
  noProof,
  type Problem,
  type Answer as SearchAnswer,
  type SearchLimits,
  startOf,
  TRUSTS,
  type Trust,
  tooLarge,
  writeCertificate,
  writeLines,
} from '../solve/index.js';
import { type Answer, answerOf, endAborted, type Plain, unlessAborted } from './answer.js';
import type { SettledOptions } from './given.js';
import type { GivenPlan } from './load-plan.js';
import { type PlanListener, tellFailures } from './luck.js';
import { checkParameters, type ProgressOptions, progressOf } from './parameters.js';

/** Options of a search that leave nothing to certify, or what the checker does not have. */
const WITHOUT = ['beam', 'split', 'job', 'work', 'rom', 'profile'] as const;

export interface CertificateOptions {
  /** File of the proof, for `checkCertificate`; `.gz`: compressed. */
  readonly certificate?: string | undefined;
  /** What it may rely on besides the core's step. */
  readonly trust?: readonly Trust[] | undefined;
}

/** Whom a search tells what it does beside its answer. */
export interface NoteListener {
  readonly onNote?: ((sentence: string) => void) | undefined;
}

/** What writing a certificate needs of a call. */
export interface Asked extends CertificateOptions, NoteListener {
  readonly signal: AbortSignal;
  readonly systems: readonly System[];
}

/** @throws LockstepError `E_OPTION` */
export function checkTrust({ certificate, trust }: CertificateOptions): void {
  if (certificate !== undefined || trust === undefined) return;
  throw new LockstepError('E_OPTION', '--trust is for a certificate', { remedy: 'Give --certificate FILE as well' });
}

/** @throws LockstepError `E_USAGE` for a word that is none of `TRUSTS` */
export function checkTrustWords(trust: readonly string[] | undefined): void {
  const wrong = trust?.find((word) => !TRUSTS.some((known) => known === word));
  if (wrong === undefined) return;
  throw new LockstepError('E_USAGE', 'searchRoute: trust names nothing that a proof could rely on', {
    found: wrong,
    remedy: nearest(wrong, TRUSTS),
  });
}

/** What the certificate may rely on, in the order of `TRUSTS`. */
function trustsOf({ trust }: CertificateOptions): Trust[] {
  return TRUSTS.filter((one) => trust?.includes(one) === true);
}

/** @param count of what the proof has: `20 states` */
function tellWritten({ onNote }: NoteListener, certificate: string, count: string): void {
  onNote?.(`${certificate}: the proof, ${count}; check it with lockstep route check`);
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
  return new LockstepError('E_JOB', `a result does not hold: ${error.sentence}`, {
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
  problem: Problem,
  start: Uint8Array,
  answer: SearchAnswer,
  options: Asked & { readonly memory: number; readonly join?: string | undefined },
): Promise<LockstepError | undefined> {
  const { certificate, memory, join, signal } = options;
  if (certificate === undefined || signal.aborted) return undefined;
  const limits = { memoryBytes: memory * 1_000_000, nodes: NO_LIMIT, milliseconds: NO_LIMIT };
  const listed = { ...limits, trusts: trustsOf(options), signal };
  try {
    const states = await withSearchLimits(() => writeCertificate(certificate, problem, start, answer, listed));
    tellWritten(options, certificate, countText(states, 'state'));
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
  problem: Problem,
  start: Uint8Array,
  answer: SearchAnswer,
  options: Asked & SettledOptions & { readonly rom?: string | undefined },
): Promise<number | undefined> {
  const { nodes, within } = answer;
  const isOwn = options.rom === undefined && options.profile === undefined;
  if (within === undefined || nodes > LOOKED_AT_AGAIN || !isOwn || options.signal.aborted) return undefined;
  const folder = makeScratchFolder();
  const { signal, systems } = options;
  const limits = { memoryBytes: 64_000_000, nodes: 10 * LOOKED_AT_AGAIN, milliseconds: 10_000 };
  try {
    const file = join(folder.path, 'none.jsonl');
    await writeCertificate(file, problem, start, answer, { ...limits, trusts: [], signal });
    const { plan } = problem;
    const checked = await checkProof(file, { systems, signal, planFile: plan.file });
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
  problem: Problem,
  { proven, reason }: { readonly proven: boolean; readonly reason: string },
  limits: SearchLimits,
  options: Asked,
): Promise<LockstepError | undefined> {
  const { certificate, signal } = options;
  if (certificate === undefined || signal.aborted) return undefined;
  if (!proven) return noProof(`not proven: ${reason}`);
  const trusts = trustsOf(options);
  const begun = await startOf(problem);
  const listed = await withSearchLimits(() => listClaim(problem, trusts, limits, { signal }));
  const { claim, lines, noun } = listed;
  if (signal.aborted) return undefined;
  if (listed.reason !== 'proven') return tooLarge('the proof is too large for the limits', `limit of ${listed.reason}`);
  writeLines(certificate, problem, { ...claim, trusts, ...begun }, lines);
  tellWritten(options, certificate, countText(lines.length, noun));
  return undefined;
}

// A certificate checked.

/** An error of an answer that stands all the same. */
export interface PlainError extends ErrorDetails {
  readonly code: LockstepErrorCode;
  readonly message: string;
}

export function plainError(error: LockstepError): PlainError {
  return { code: error.code, message: error.sentence, ...error.details };
}

export interface CheckCertificateOptions extends ProgressOptions, PlanListener {
  readonly certificate: string;
  /** The plan that it must be of; needed where it begins with a log or state. */
  readonly plan?: GivenPlan | undefined;
}

export interface CertificateAnswer extends Answer<'proven' | 'refused' | 'incomplete'>, Plain<CheckResult> {
  readonly file: string;
  readonly planFailures?: readonly string[];
}

const RELIES_ON: Readonly<Record<Trust, string>> = {
  bound: 'its lower bound on the remaining cost',
  key: 'its choice of the cells that decide the future',
};

function claimText({ kind, cost, chance }: NonNullable<CheckResult['proven']>): string {
  if (chance !== undefined) return `a policy reaches the goal with a chance of ${chance}, and no policy has more`;
  if (kind === 'route') return cost < 0 ? 'there is no route' : `no route costs less than ${cost}, and one costs that`;
  if (cost < 0) return 'no plan is sure of the goal within limits.cost';
  return `a plan is sure of the goal at a cost of ${cost} at most, and none is sure of less`;
}

function resultText(file: string, { line, reason, proven }: CheckResult): string {
  if (proven === undefined) return `${file}: REFUSED at line ${line}: ${plainText(reason)}\n`;
  const { kind, title, system, ruleset, planHash, states, moves, trusts, robustness = [] } = proven;
  const always = kind === 'route' ? ['its step'] : ['its step', 'what may come of a move'];
  const relied = [...always, ...trusts.map((one) => RELIES_ON[one])].join(', ');
  return [
    `${file}: accepted: ${claimText(proven)}`,
    `  plan: ${title === '' ? 'without a title' : plainText(title)} (SHA-256 ${planHash.slice(0, 16)}); ${system}, ruleset ${ruleset}`,
    `  ${countText(states, 'state')}, ${countText(moves, 'move')} tried; taken from the core: ${relied}`,
    ...otherSettingLines('moves', robustness).map((line) => `  ${line}`),
    ...(kind === 'route' && robustness.length === 0 ? ['  it says nothing of other settings'] : []),
    '',
  ].join('\n');
}

/** What a plan expects and does not get. */
export async function failuresOfFile(file: PlanSource, systems: readonly System[]): Promise<readonly string[]> {
  const plan = loadPlan(file);
  const system = await findPlanSystem(systems, plan);
  return ownFailures(system, plan, await startBattle(system, plan));
}

/**
 * Checks the proof that `searchRoute` wrote, without the code of the search.
 * @throws LockstepError for a file that is no whole certificate of this version and system;
 * AbortError with the number of states that hold so far
 */
export async function checkCertificate(options: CheckCertificateOptions): Promise<CertificateAnswer> {
  const kinds = { certificate: 'file', plan: 'plan', onPlanFailures: 'function', onProgress: 'function' } as const;
  checkParameters('checkCertificate', options, kinds, ['certificate']);
  const { certificate: file, plan, signal, systems = SYSTEMS } = options;
  endAborted(signal, 'checkCertificate');
  const tell = progressOf(options);
  let read = 'no state is read';
  const given = {
    systems,
    progress(done: number, all: number): void {
      read = `${done} of ${countText(all, 'state')} hold, the others are not read`;
      tell(done, all);
    },
    ...(signal === undefined ? {} : { signal }),
    ...(plan === undefined ? {} : { planFile: plan }),
  };
  const work = () => withSearchLimits(() => checkProof(file, given));
  const result = await unlessAborted('checkCertificate', work, () => {
    const cut = { accepted: false, line: 0, reason: `interrupted: ${read}` };
    return answerOf('incomplete', [], { file, ...cut }, () => `${file}: ${cut.reason}\n`);
  });
  // the certificate is of this plan and its log: only now may it be played
  const own = plan === undefined ? {} : tellFailures(options, await failuresOfFile(plan, systems));
  const { switches = [], unpublished = [], trusts = [], robustness = [] } = result.proven ?? {};
  const decide = robustness.filter(({ switch: name, verdict }) => verdict !== 'holds' && name !== 'places');
  const dependsOn = [...new Set([...switches, ...decide.map((row) => row.switch), ...unpublished, ...trusts])];
  return answerOf(result.accepted ? 'proven' : 'refused', dependsOn, { file, ...result, ...own }, () =>
    resultText(file, result),
  );
}
