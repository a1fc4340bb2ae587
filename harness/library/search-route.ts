/** The search for the best route of a plan, with its proof, and what follows from the answer. */

import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { restore, snapshot } from '../../core/system/battle.js';
import { countText } from '../../core/system/names.js';
import { asLockstepError, formatError, LockstepError, SYSTEMS, shellWord, withSearchLimits } from '../base/index.js';
import { createWaitTally, readTimingProfile, type Waits, waitLines } from '../capture/index.js';
import {
  loadPlan,
  type OtherSetting,
  otherSettingLines,
  ownFailures,
  type Plan,
  planHash,
  startBattle,
} from '../play/index.js';
import {
  answerText,
  type CheckpointOptions,
  conditionNames,
  countRouteWaits,
  createProblem,
  hasDraws,
  leftText,
  METRICS,
  NO_LIMIT,
  outcomesJson,
  outcomesText,
  type PolicyProgress,
  type Problem,
  policyText,
  ranOut,
  robustnessOf,
  type Answer as SearchAnswer,
  type SearchLimits,
  type SearchProgress,
  searchOutcomes,
  searchPlan,
  searchPolicy,
  writeRoutePlan,
} from '../solve/index.js';
import { type Answer, answerOf, endAborted, type Plain, unlessAborted } from './answer.js';
import {
  type Asked,
  type CertificateOptions,
  certify,
  certifyPolicy,
  checkCertificateOptions,
  checkTrust,
  checkTrustWords,
  lookAgain,
  type NoteListener,
  type PlainError,
  plainError,
} from './certificates.js';
import { GIVEN, type GivenOptions, givenOf, imageHead, planGiven, restsOn, type TimingOptions } from './given.js';
import type { GivenPlan } from './load-plan.js';
import { type PlanListener, tellFailures } from './luck.js';
import { type CallOptions, checkParameters, type Kind } from './parameters.js';

export interface SearchRouteOptions
  extends CallOptions,
    GivenOptions,
    TimingOptions,
    CertificateOptions,
    PlanListener,
    NoteListener {
  /** A plan (TOML) with a `[search]` table. */
  readonly plan: GivenPlan;
  /** Megabytes for states; left out: 512. */
  readonly memory?: number;
  /** Stops after this time. */
  readonly seconds?: number | undefined;
  /** Stops after this many states. */
  readonly nodes?: number | undefined;
  /** Threads, the caller's included; left out: 1. The answer is the same on any number. */
  readonly threads?: number | undefined;
  /** Searches only this many states a layer: fast, proven only by its bound. */
  readonly beam?: number | undefined;
  /**
   * Only routes count that hold under every other setting of each switch and from every other start
   * place, one changed at a time. Such a search runs on one thread and has no certificate.
   */
  readonly robust?: boolean | undefined;
  /** Saves the search there while it runs, and when it ends without proof. */
  readonly checkpoint?: string | undefined;
  /** Seconds between two checkpoints; left out: 60. */
  readonly checkpointEvery?: number;
  /** Continues from the checkpoint; the answer is the same as in one run. */
  readonly resume?: boolean | undefined;
  /** Writes the best route there as a plan. */
  readonly output?: string | undefined;
  /** Hears how far the search for a route has come. */
  readonly onProgress?: ((progress: SearchProgress) => void) | undefined;
  /** The same of a search for a policy. */
  readonly onPolicyProgress?: ((progress: PolicyProgress) => void) | undefined;
  /** Milliseconds between two calls of these; left out: 500. */
  readonly progressEvery?: number | undefined;
  /** Hears the text of the answer as soon as it stands: what follows from it may take longer. */
  readonly onFound?: ((text: string) => void) | undefined;
}

type SearchVerdict = 'proven' | 'found' | 'none' | 'incomplete';

/** What an answer has beside what was found. */
interface Beside {
  readonly file: string;
  readonly planFailures?: readonly string[];
  /** Why what was asked for beside the answer is not there; the answer stands. */
  readonly error?: PlainError;
}

/** The waits of a search's best route. */
interface RouteWaits {
  /** Undefined: no play of its moves repeats the route, because its start or draws are chosen. */
  readonly waits: Waits | undefined;
  /** Whether the cost counts frames: those of the rules, never those that are shown. */
  readonly costsFrames: boolean;
}

/** What follows from an answer. */
interface Aftermath {
  /** States that the checker of certificates looked at, where it found no route either. */
  readonly lookedAtAgain?: number;
  readonly robustness?: readonly OtherSetting[];
  readonly shown?: RouteWaits;
}

type PolicyData = Awaited<ReturnType<typeof searchPolicy>>;

/** The best routes of a search. */
export interface RouteAnswer
  extends Answer<SearchVerdict>,
    Plain<Omit<SearchAnswer, 'robustness' | 'waits'> & Omit<Aftermath, 'shown'> & Beside> {
  readonly kind: 'route';
  /** How the plan treats waits; with a profile of timing what the best route shows. */
  readonly waits: string | Plain<RouteWaits>;
}

/** The best policy over the generator's draws. */
export interface PolicyAnswer extends Answer<SearchVerdict>, Plain<PolicyData & Beside> {
  readonly kind: 'policy';
}

/** The best policy over dice, its expected value, or its worst case. */
export type OutcomesAnswer = Answer<SearchVerdict> &
  Plain<Beside & ReturnType<typeof outcomesJson>> & { readonly kind: 'outcomes' };

/** Steps of a search over several processes, which the command has; none for a program. */
export interface Pieces {
  readonly split?: unknown;
  readonly job?: unknown;
  readonly join?: string | undefined;
  readonly queue?: unknown;
  readonly work?: unknown;
  /** Threads where the call names none. */
  readonly usualThreads?: number | undefined;
}

/** A search that may begin. */
export interface BegunSearch {
  readonly problem: Problem;
  readonly options: SearchRouteOptions;
  readonly pieces: Pieces;
  readonly limits: SearchLimits & { readonly workers: number };
  readonly asked: Asked & { readonly memory: number };
  readonly beside: Beside;
  /** First lines of its text. */
  readonly head: string;
  /** What every answer of it rests on beside the stretches of the search. */
  readonly rests: readonly string[];
}

// What a search with these parameters cannot have.

/** Megabytes of the states: one array with places of 32 bits, the largest that Node 20 makes. */
const LARGEST_ARRAY = Math.floor(0x1_0000_0000 / 1_000_000);
const MEMORY = 512;

/** @throws LockstepError for more memory than there is, or than one array holds */
function checkMemory(memory: number): void {
  const there = Math.floor(totalmem() / 1_000_000);
  if (memory <= there && memory > LARGEST_ARRAY) {
    throw new LockstepError('E_OPTION', 'the states of a search are one array with places of 32 bits', {
      found: `--memory ${memory}`,
      expected: `at most ${LARGEST_ARRAY} megabytes`,
      remedy: 'Give less; a search that needs more can be split into jobs with --split',
    });
  }
  if (memory <= there) return;
  throw new LockstepError('E_OPTION', 'this machine has less memory', {
    found: `--memory ${memory}`,
    expected: `at most ${countText(Math.min(there, LARGEST_ARRAY), 'megabyte')}`,
    remedy: 'Give less: a search that runs out of it says so',
  });
}

/** @throws LockstepError for options that exclude each other, and for an existing checkpoint */
function checkCheckpoint({ checkpoint, resume }: SearchRouteOptions, inPieces: boolean): void {
  const wrong = checkpoint === undefined ? resume === true : inPieces;
  if (wrong) {
    throw new LockstepError('E_OPTION', '--checkpoint FILE and --resume are for a search in one piece', {
      remedy:
        checkpoint === undefined
          ? 'Name the file with --checkpoint'
          : 'Leave it out: an interrupted job is simply done again',
    });
  }
  if (checkpoint !== undefined && resume !== true && existsSync(checkpoint)) {
    throw new LockstepError('E_CHECKPOINT', 'the checkpoint exists already', {
      file: checkpoint,
      remedy: 'Continue it with --resume, or remove it',
    });
  }
}

/** @throws LockstepError for a route that cannot be a plan, because its draws are chosen */
function checkOutput({ output }: SearchRouteOptions, { system, battle, enemies }: Problem): void {
  if (output === undefined || enemies !== 'worst' || !hasDraws(system, battle)) return;
  throw new LockstepError(
    'E_OPTION',
    'the worst case over all draws cannot be a plan: a plan’s draws are the generator’s',
    {
      remedy: 'Leave --output out, or search with enemies = "own"',
    },
  );
}

/** @throws LockstepError for a search that cannot have a beam */
function checkBeam({ beam, checkpoint }: SearchRouteOptions, { enemies }: Problem, inPieces: boolean): void {
  if (beam === undefined || (enemies !== 'worst' && checkpoint === undefined && !inPieces)) return;
  throw new LockstepError('E_OPTION', 'a beam searches one line of play, in one piece and without a checkpoint', {
    found: enemies === 'worst' ? 'enemies = "worst"' : '--beam with a checkpoint or jobs',
    remedy: 'Leave out --beam, or the option that contradicts it',
  });
}

/** Options that a search for a robust route cannot have, and why. */
const WITHOUT_ROBUST: Readonly<Record<string, string>> = {
  beam: 'a beam drops states: none of its routes is known to be the cheapest that holds',
  certificate: 'a certificate proves a route under one setting',
  checkpoint: 'it is searched in one piece',
  split: 'it is searched in one piece',
  job: 'it is searched in one piece',
  join: 'it is searched in one piece',
  queue: 'it is searched in one piece',
  work: 'it is searched in one piece',
};

/** @throws LockstepError for what contradicts a search for a robust route */
function checkRobust(problem: Problem, options: Readonly<Record<string, unknown>>): void {
  if (options['robust'] !== true) return;
  const name = Object.keys(WITHOUT_ROBUST).find((key) => options[key] !== undefined);
  if (name !== undefined) {
    throw new LockstepError('E_OPTION', `--robust and --${name} contradict each other: ${WITHOUT_ROBUST[name]}`, {
      found: `--robust with --${name}`,
      remedy: `Leave --${name} out`,
    });
  }
  if (problem.enemies === 'worst') {
    throw new LockstepError('E_OPTION', '--robust looks for one line of play, and a worst case is none', {
      found: 'enemies = "worst"',
      remedy: 'Leave --robust out, or search with enemies = "own" or "any"',
    });
  }
  if (problem.plan.start !== undefined) {
    throw new LockstepError(
      'E_OPTION',
      'a start that was recorded has its one setting: there is no other to hold under',
      {
        found: 'a plan with [start]',
        remedy: 'Leave --robust out, or give the plan a [setup]',
      },
    );
  }
}

/** Options of a search that a policy cannot have. */
const WITHOUT = ['robust', 'beam', 'split', 'job', 'join', 'queue', 'work', 'output', 'checkpoint', 'resume'];

/** What has no certificate besides: the checker does not read it. */
function withoutProof({ aim, luck }: Problem): readonly string[] {
  return aim === 'chance' || aim === 'worst' || luck === 'draws' ? ['rom', 'profile'] : ['certificate', 'trust'];
}

/** @throws LockstepError `E_OPTION` */
function checkPolicyOptions(problem: Problem, options: Readonly<Record<string, unknown>>): void {
  const { aim, luck } = problem;
  if (options['timing'] !== undefined) {
    throw new LockstepError('E_OPTION', 'a search over chances finds a policy, which shows no certain things', {
      found: '--timing',
      remedy: 'Leave it out',
    });
  }
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
  if (given !== undefined) {
    const what = aim === 'worst' ? 'worst case of dice' : 'plan with maximise';
    throw new LockstepError('E_OPTION', `--${given} is not for a ${what}`, {
      found: `--${given}`,
      remedy: 'A policy is searched in one piece, and is no plan; --json prints it as data',
    });
  }
  checkTrust(options as CertificateOptions);
}

function isPolicy({ luck, aim }: Problem): boolean {
  return luck !== undefined || aim !== undefined;
}

const COUNTS = ['memory', 'seconds', 'nodes', 'threads', 'beam', 'checkpointEvery', 'progressEvery'] as const;
const OUTPUTS = { output: 'output', certificate: 'output', checkpoint: 'update' } as const;
const LISTENERS = ['onPlanFailures', 'onNote', 'onProgress', 'onPolicyProgress', 'onFound'] as const;

/**
 * Opens the plan and checks what is asked of its search.
 * @throws LockstepError for what cannot be read, begun or searched in this way
 */
export async function beginSearch(options: SearchRouteOptions, pieces: Pieces = {}): Promise<BegunSearch> {
  const kinds = (names: readonly string[], kind: Kind) => Object.fromEntries(names.map((name) => [name, kind]));
  const known: Record<string, Kind> = {
    ...kinds(COUNTS, 'count'),
    plan: 'plan',
    timing: 'file',
    ...OUTPUTS,
    ...kinds(LISTENERS, 'function'),
  };
  checkParameters('searchRoute', options, { ...known, resume: 'flag', robust: 'flag', trust: 'texts', ...GIVEN }, [
    'plan',
  ]);
  checkTrustWords(options.trust);
  const { split, job, join, queue, work, usualThreads = 1 } = pieces;
  const inPieces = [split, job, join, queue, work].some((piece) => piece !== undefined);
  const { plan: source, memory = MEMORY, seconds, threads, nodes, onNote, systems = SYSTEMS } = options;
  checkCheckpoint(options, inPieces);
  checkMemory(memory);
  const written = loadPlan(source);
  const { file } = written;
  const given = givenOf(options, options);
  const { system, plan } = await planGiven(given, written);
  const battle = await startBattle(system, plan);
  const own = tellFailures(options, ownFailures(system, plan, battle));
  const problem = createProblem(system, battle, plan);
  const all = { ...options, ...pieces };
  const isAlone = isPolicy(problem) || problem.enemies === 'worst' || options.robust === true;
  if (isPolicy(problem)) checkPolicyOptions(problem, all);
  else {
    checkBeam(options, problem, inPieces);
    checkOutput(options, problem);
    checkRobust(problem, all);
    checkCertificateOptions(all, problem);
  }
  if (isAlone && threads !== undefined && threads > 1) {
    onNote?.(
      isPolicy(problem)
        ? 'A policy is searched on one thread: --workers makes it no faster.'
        : `${options.robust === true ? 'A search for a robust route' : 'A worst case'} runs on one thread: --workers ${threads} makes it no faster.`,
    );
  }
  const { signal = new AbortController().signal, certificate, trust } = options;
  return {
    problem,
    options,
    pieces,
    limits: {
      workers: systems === SYSTEMS ? (threads ?? usualThreads) : 1,
      memoryBytes: memory * 1_000_000,
      milliseconds: seconds === undefined ? NO_LIMIT : seconds * 1000,
      nodes: nodes ?? problem.nodeLimit,
    },
    asked: { signal, systems, certificate, trust, onNote, memory },
    beside: { file, ...own },
    head: imageHead(given.image),
    rests: restsOn(given, {
      switches: plan.ruleset.switches,
      start: plan.start,
      files: { timing: options.timing },
    }),
  };
}

// A search with maximise: a policy with its chance and bound.

function policyVerdict(isNone: boolean, proven: boolean): SearchVerdict {
  if (isNone) return proven ? 'none' : 'incomplete';
  return proven ? 'proven' : 'found';
}

/** What a certificate says of the other settings. */
function robustnessField({ robustness }: Aftermath): Pick<SearchAnswer, 'robustness'> {
  return robustness === undefined ? {} : { robustness };
}

function failedField(failed: LockstepError | undefined): { readonly error?: PlainError } {
  return failed === undefined ? {} : { error: plainError(failed) };
}

function pace({ progressEvery }: SearchRouteOptions): { readonly progressEvery?: number } {
  return progressEvery === undefined ? {} : { progressEvery };
}

async function endPolicy({ problem, limits, asked, beside, options, rests }: BegunSearch): Promise<PolicyAnswer> {
  const start = snapshot(problem.battle);
  const { signal } = asked;
  const { onPolicyProgress: progress } = options;
  const listeners = { signal, ...(progress === undefined ? {} : { progress }), ...pace(options) };
  const found = await searchPolicy(problem, limits, listeners);
  restore(problem.battle, start);
  const failed = await certifyPolicy(problem, found, limits, asked);
  const answered = (verdict: SearchVerdict): PolicyAnswer =>
    answerOf(
      verdict,
      [...rests, ...found.unpublished],
      { kind: 'policy' as const, ...beside, ...found, ...failedField(failed) },
      () => policyText(beside.file, found),
    );
  endAborted(signal, 'searchRoute', () => answered('incomplete'));
  return answered(policyVerdict(found.chance.numerator === 0n, found.proven));
}

/** Of a battle with dice: its policy, its expected value, or its worst case. */
async function endOutcomes({ problem, limits, asked, beside, rests }: BegunSearch): Promise<OutcomesAnswer> {
  const start = snapshot(problem.battle);
  const { signal } = asked;
  const found = await searchOutcomes(problem, limits, { signal });
  const isNone = found.worth === undefined || (found.aim === 'chance' && found.worth.numerator === 0n);
  restore(problem.battle, start);
  const failed = await certifyPolicy(problem, found, limits, asked);
  const answered = (verdict: SearchVerdict): OutcomesAnswer =>
    answerOf(
      verdict,
      rests,
      { kind: 'outcomes' as const, ...beside, ...outcomesJson(found), ...failedField(failed) },
      () => outcomesText(beside.file, found),
    );
  endAborted(signal, 'searchRoute', () => answered('incomplete'));
  return answered(policyVerdict(isNone, found.proven));
}

// A search for routes.

/**
 * Reads the profile before the search begins.
 * @returns gives the waits of an answer, or undefined without a profile or without a route
 * @throws LockstepError as `readTimingProfile` and `createWaitTally`
 */
function givenRouteWaits(
  { timing }: TimingOptions,
  problem: Problem,
): (start: Uint8Array, found: SearchAnswer) => RouteWaits | undefined {
  if (timing === undefined) return () => undefined;
  const tally = createWaitTally(problem.system, readTimingProfile(timing), timing);
  const costsFrames = (problem.weights[METRICS.indexOf('frames')] ?? 0) > 0;
  return (start, { routes: [best] }) => {
    if (best === undefined) return undefined;
    const isCounted = countRouteWaits(problem, start, best, tally);
    return { waits: isCounted ? tally.waits() : undefined, costsFrames };
  };
}

/** The same in words. */
function routeWaitLines(found: RouteWaits | undefined): string[] {
  if (found === undefined) return [];
  const { waits, costsFrames } = found;
  const lines =
    waits === undefined
      ? ['what route 1 shows is not counted: its start or its draws are chosen']
      : waitLines(waits).map((line) => `route 1, ${line}`);
  const cost = 'the cost counts the frames of the rules alone: frames that are shown may give another route';
  return costsFrames ? [...lines, cost] : lines;
}

function checkpointOptions({ options, problem }: BegunSearch, file: string): CheckpointOptions {
  const { checkpointEvery = 60, resume, onNote } = options;
  const onUnsaved = (error: LockstepError): void => {
    const next = `the search goes on, and tries again every ${countText(checkpointEvery, 'second')}`;
    onNote?.(`${formatError(error)}; ${next}`);
  };
  const plan = planHash(problem.plan);
  return { file, every: 1000 * checkpointEvery, resume: resume === true, plan, onUnsaved };
}

/** The search in one piece. */
async function findRoutes(begun: BegunSearch): Promise<SearchAnswer> {
  const { problem, options, limits, asked } = begun;
  const { checkpoint, beam, onProgress: progress, onNote, robust } = options;
  const given = {
    ...limits,
    ...(beam === undefined ? {} : { beam }),
    ...(robust === undefined ? {} : { robust }),
    signal: asked.signal,
    onThreadLost: (reason: string) => onNote?.(`A thread ended unexpectedly (${reason}): the search goes on in one.`),
    ...(checkpoint === undefined ? {} : { checkpoint: checkpointOptions(begun, checkpoint) }),
    ...(progress === undefined ? {} : { progress }),
    ...pace(options),
  };
  const found = await withSearchLimits(() => searchPlan(problem, given), problem.system.unit);
  const isOpen = found.routes.length === 0 && ranOut(found.reason);
  const isSaved = checkpoint !== undefined && found.unsaved?.lastSaved !== false;
  const rest =
    problem.enemies === 'worst' || robust === true ? '' : '; without --checkpoint a beam would look for some route';
  if (isOpen && isSaved) onNote?.(`Go on with --resume and a larger limit${rest}.`);
  return found;
}

function routeVerdict({ routes, proven }: SearchAnswer): SearchVerdict {
  return policyVerdict(routes.length === 0, proven);
}

/** What follows from an answer, as lines. */
function aftermathLines({ lookedAtAgain, robustness, shown }: Aftermath): string {
  const agreed = `  the checker of certificates looked at ${countText(lookedAtAgain ?? 0, 'state')} by itself and found none either`;
  return [
    ...(lookedAtAgain === undefined ? [] : [agreed]),
    ...otherSettingLines('moves', robustness ?? []),
    ...routeWaitLines(shown),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** Writes the best route as a plan, else the moves to the nearest state; says which or why not. */
function writeOutput(plan: Plan, { routes: [best], nearest }: SearchAnswer, options: SearchRouteOptions): void {
  const { output, onNote } = options;
  if (output === undefined) return;
  let said = ' was not written: no route was found';
  if (best !== undefined) {
    writeRoutePlan(plan, best, output);
    said = `: the best route as a plan; play it with lockstep run ${shellWord(output)}`;
  } else if (nearest !== undefined) {
    writeRoutePlan(plan, nearest, output, `These moves do not reach the goal. Left: ${leftText(nearest)}.`);
    said = ': the nearest so far as a plan, which does NOT reach the goal';
  }
  onNote?.(`${output}${said}`);
}

/**
 * @param find finds the routes in another way than in one piece
 * @throws LockstepError, AbortError with the best so far
 */
async function endRoute(
  begun: BegunSearch,
  find: (begun: BegunSearch) => Promise<SearchAnswer> = findRoutes,
): Promise<RouteAnswer> {
  const { problem, options, pieces, asked, beside, head, rests } = begun;
  const { signal } = asked;
  const start = snapshot(problem.battle);
  const waitsOf = givenRouteWaits(options, problem);
  const found = await find(begun);
  const [best] = found.routes;
  writeOutput(problem.plan, found, options);
  const text = `${head}${answerText(beside.file, found)}`;
  options.onFound?.(text);
  let after: Aftermath = {};
  let failed: LockstepError | undefined;
  let lines = '';
  // an error of what follows never costs the answer
  try {
    // the checker of certificates knows one setting
    const again =
      options.robust === true
        ? undefined
        : await lookAgain(problem, start, found, { ...asked, rom: options.rom, profile: options.profile });
    if (again !== undefined) after = { ...after, lookedAtAgain: again };
    if (best !== undefined) after = { ...after, robustness: await robustnessOf(problem, start, best, signal) };
    const waits = waitsOf(start, found);
    if (waits !== undefined) after = { ...after, shown: waits };
    lines = aftermathLines(after);
    failed = await certify(problem, start, { ...found, ...robustnessField(after) }, { ...asked, join: pieces.join });
  } catch (error) {
    // aborted, it is known below by its signal
    failed = signal.aborted ? undefined : asLockstepError(error);
  }
  const { shown, ...others } = after;
  const data = { kind: 'route' as const, ...beside, ...found, ...others, ...failedField(failed) };
  const answered = (verdict: SearchVerdict): RouteAnswer =>
    answerOf(
      verdict,
      [...rests, ...conditionNames(found.under)],
      { ...data, ...(shown === undefined ? {} : { waits: shown }) },
      () => `${text}${lines}`,
    );
  endAborted(signal, 'searchRoute', () => answered('incomplete'));
  return answered(routeVerdict(found));
}

/** Ends a search that has begun. @param find as `endRoute` */
export function endSearch(
  begun: BegunSearch,
  find?: (begun: BegunSearch) => Promise<SearchAnswer>,
): Promise<RouteAnswer | PolicyAnswer | OutcomesAnswer> {
  if (!isPolicy(begun.problem)) return endRoute(begun, find);
  return begun.problem.aim === undefined ? endPolicy(begun) : endOutcomes(begun);
}

/**
 * The best route from a plan's end on, or the best policy where luck decides, with its proof or the
 * best bound.
 * @throws LockstepError for what cannot be read, begun or searched in this way; AbortError with the
 * best so far
 */
export async function searchRoute(options: SearchRouteOptions): Promise<RouteAnswer | PolicyAnswer | OutcomesAnswer> {
  const begun = await beginSearch(options);
  endAborted(options.signal, 'searchRoute');
  return unlessAborted('searchRoute', () => endSearch(begun));
}
