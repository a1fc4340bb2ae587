/**
 * `lockstep route search PLAN`: the best route from the plan's end on, with its proof or the best
 * bound.
 */

import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import type { Command } from 'commander';
import { restore, snapshot } from '../../../../core/system/battle.js';
import { countText } from '../../../../core/system/names.js';
import { asLockstepError, formatError, LockstepError, withSearchLimits } from '../../../base/index.js';

import { loadPlan, type OtherSetting, otherSettingLines, startBattle } from '../../../play/index.js';

import {
  type Answer,
  answerText,
  type CheckpointOptions,
  createProblem,
  hasDraws,
  type JobLimits,
  type JobResult,
  joinResults,
  NO_LIMIT,
  outcomesJson,
  outcomesText,
  type PolicyProgress,
  type Problem,
  percentOf,
  planHash,
  policyText,
  ranOut,
  readFolder,
  readJob,
  robustnessOf,
  runJob,
  type SearchLimits,
  type Split,
  searchOutcomes,
  searchPlan,
  searchPolicy,
  splitAgain,
  splitSearch,
  writeResult,
  writeRoutePlan,
  writeSplit,
} from '../../../solve/index.js';

import { type CliContext, type ExitCode, example, printJson } from '../../base/context.js';
import {
  addGivenImage,
  addTimingOption,
  givenOf,
  type ImageOptions,
  imageHead,
  planGiven,
  romOption,
  type SettledOptions,
  type TimingOptions,
} from '../../base/given.js';
import { fromOne, threadCount, usualThreads } from '../../base/options.js';
import { checkOwn } from '../../base/plan-check.js';
import { atPace, progressLine } from './progress-line.js';
import {
  addCertificateOptions,
  type CertificateOptions,
  certify,
  certifyPolicy,
  checkCertificateOptions,
  checkTrust,
  lookAgain,
  type PolicyOptions,
} from './search-certificate.js';
import {
  checkInOnePiece,
  checkNoTiming,
  givenRouteWaits,
  type RouteWaits,
  routeWaitLines,
  searchByQueue,
  workForQueue,
} from './search-queue.js';

// `lockstep route search PLAN` with maximise: a policy with its chance and bound.

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

async function printPolicy(
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
  const exit: ExitCode = chanceExitOf(context, answer.chance.numerator === 0n, failed);
  context.exit(exit);
  if (options.json === true) printJson(context, { verb: 'route search', exit, file, ...answer, ...errorJson(failed) });
  else context.out(policyText(file, answer));
  if (failed !== undefined) context.err(`${formatError(failed)}\n`);
}

function chanceExitOf(context: CliContext, isNone: boolean, failed: LockstepError | undefined): ExitCode {
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
  const exit: ExitCode = chanceExitOf(context, isNone, failed);
  context.exit(exit);
  const found = outcomesJson(answer);
  if (options.json === true) printJson(context, { verb: 'route search', exit, file, ...found, ...errorJson(failed) });
  else context.out(outcomesText(file, answer));
  if (failed !== undefined) context.err(`${formatError(failed)}\n`);
}

// What `route search --split` says.

function splitText(jobs: readonly string[], folder: string): string {
  if (jobs.length === 0)
    return `no job is left: the split looked at every route. \`route search PLAN --join ${folder}\` gives the answer\n`;
  return `${countText(jobs.length, 'job')}:\n${jobs.map((job) => `  ${job}\n`).join('')}`;
}

interface Options extends ImageOptions, SettledOptions, CertificateOptions, TimingOptions {
  readonly memory: number;
  readonly time?: number;
  readonly nodes?: number;
  readonly workers?: number;
  readonly beam?: number;
  readonly split?: number;
  readonly job?: string;
  readonly join?: string;
  readonly jobs: string;
  readonly queue?: string;
  readonly work?: string;
  readonly idle?: number;
  readonly output?: string;
  readonly checkpoint?: string;
  readonly checkpointEvery: number;
  readonly resume?: boolean;
  readonly rom?: string;
  readonly json?: boolean;
}

const CORES = usualThreads(availableParallelism());

/** What the verb takes. */
function declare(route: Command): Command {
  const command = route
    .command('search')
    .description('find the best route of a plan’s [search] with its proof or the best bound')
    .argument('<plan>', 'a plan (TOML) with a [search] table')
    .option('--memory <megabytes>', 'memory limit for states', fromOne, 512)
    .option('--time <seconds>', 'stop after this time', fromOne)
    .option('--nodes <count>', 'stop after this many states', fromOne)
    .option(
      '--workers <count>',
      `threads that search; the answer is the same (default: ${CORES}, of a job 1)`,
      threadCount,
    )
    .option('--beam <width>', 'search only this many states a layer: fast, proven only by its bound', fromOne)
    .option('--checkpoint <file>', 'save the search there while it runs, and when it ends without proof')
    .option('--checkpoint-every <seconds>', 'how often', fromOne, 60)
    .option('--resume', 'continue from --checkpoint; the answer is the same as in one run')
    .option('-o, --output <plan>', 'write the best route as a plan')
    .option('--split <count>', 'write this many independent jobs instead of searching', fromOne)
    .option('--jobs <folder>', 'where --split writes them', 'jobs')
    .option('--job <file>', 'run one of them; its result is written beside it')
    .option('--join <folder>', 'join the results of all jobs')
    .option('--queue <url>', 'send the jobs to a BullMQ queue (redis://HOST:PORT) and join the workers’ results')
    .option('--work <url>', 'run a worker of that queue')
    .option('--idle <seconds>', 'time without a job after which a worker ends', fromOne)
    .addOption(romOption())
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'route search traces/live-a-live/namcat-opening.toml',
        'route search traces/live-a-live/namcat-opening.toml --beam 50',
      ),
    );
  return addTimingOption(addGivenImage(addCertificateOptions(command)));
}

export function registerSearch(route: Command, context: CliContext): void {
  declare(route).action(async (file: string, options: Options) => {
    const pieces = options.queue === undefined ? options.split : undefined;
    const ways = [pieces, options.job, options.join, options.queue, options.work].filter((way) => way !== undefined);
    if (ways.length > 1) {
      throw new LockstepError('E_OPTION', 'give one of --split, --job, --join, --queue and --work', {
        remedy: 'They are steps of one search; only --queue takes a --split, as its number of jobs',
      });
    }
    checkInOnePiece(options, ways.length > 0);
    checkCheckpoint(options, ways.length > 0);
    checkMemory(options);
    const written = loadPlan(file);
    const given = givenOf(context, options);
    const { system, plan } = await planGiven(given, written);
    const battle = await startBattle(system, plan);
    checkOwn(context, system, plan, battle);
    const problem = createProblem(system, battle, plan);
    if (problem.luck !== undefined || problem.aim !== undefined) {
      checkNoTiming(options);
      await printPolicy(context, file, problem, limitsOf(problem, options), options);
      return;
    }
    checkBeam(options, problem, ways.length > 0);
    checkOutput(options, problem);
    checkCertificateOptions(options, problem);
    noteWorkers(context, options, problem);
    if (options.work !== undefined) {
      await workForQueue(
        context,
        problem,
        options.work,
        options.idle,
        limitsOf(problem, options),
        options.json === true,
      );
    } else if (pieces !== undefined) await split(context, problem, pieces, options);
    else if (options.job !== undefined) await doJob(context, problem, options.job, options);
    else {
      const start = snapshot(problem.battle);
      const waitsOf = givenRouteWaits(options, problem);
      const found = await answer(context, problem, options);
      const [best] = found.routes;
      if (options.output !== undefined && best !== undefined) writeRoutePlan(plan, best, options.output);
      context.exit(exitOf(context, found));
      if (options.json !== true) context.out(`${imageHead(given.image)}${answerText(file, found)}`);
      await tellAftermath(context, file, found, options.json === true, {
        certificate: () => certify(context, problem, start, found, options),
        waits: async () => waitsOf(start, found),
        again: () => lookAgain(context, problem, start, found, options),
        robustness: async () => (best === undefined ? undefined : robustnessOf(problem, start, best)),
      });
    }
  });
}

/** Megabytes of the states: one array with places of 32 bits, the largest that Node 20 makes. */
const LARGEST_ARRAY = Math.floor(0x1_0000_0000 / 1_000_000);

/** @throws LockstepError for more memory than there is, or than one array holds */
function checkMemory({ memory }: Options): void {
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
function checkCheckpoint({ checkpoint, resume }: Options, inPieces: boolean): void {
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
function checkOutput({ output }: Options, { system, battle, enemies }: Problem): void {
  if (output === undefined || enemies !== 'worst' || !hasDraws(system, battle)) return;
  throw new LockstepError(
    'E_OPTION',
    'the worst case over all draws cannot be a plan: a plan’s draws are the generator’s',
    {
      remedy: 'Leave --output out, or search with enemies = "own"',
    },
  );
}

/** Says that further threads are of no use, where they were asked for. */
function noteWorkers(context: CliContext, { workers = 1 }: Options, { enemies }: Problem): void {
  if (enemies !== 'worst' || workers === 1) return;
  context.err(`A worst case runs on one thread: --workers ${workers} makes it no faster.\n`);
}

/** @throws LockstepError for a search that cannot have a beam */
function checkBeam({ beam, checkpoint }: Options, { enemies }: Problem, inPieces: boolean): void {
  if (beam === undefined || (enemies !== 'worst' && checkpoint === undefined && !inPieces)) return;
  throw new LockstepError('E_OPTION', 'a beam searches one line of play, in one piece and without a checkpoint', {
    found: enemies === 'worst' ? 'enemies = "worst"' : '--beam with a checkpoint or jobs',
    remedy: 'Leave out --beam, or the option that contradicts it',
  });
}

function exitOf(context: CliContext, { routes }: Answer): ExitCode {
  if (context.signal().aborted) return 130;
  return routes.length === 0 ? 1 : 0;
}

/** What is worked out once an answer stands. */
interface Aftermath {
  /** States that the checker looked at, where it found no route either. */
  readonly again: () => Promise<number | undefined>;
  readonly robustness: () => Promise<readonly OtherSetting[] | undefined>;
  readonly waits: () => Promise<RouteWaits | undefined>;
  /** Why there is no certificate, where one was asked for. */
  readonly certificate: () => Promise<LockstepError | undefined>;
}

/**
 * Works out what follows from an answer and prints it. As text the answer is printed already; as
 * JSON it is printed with what could be worked out. An error comes last and never costs the answer.
 */
async function tellAftermath(
  context: CliContext,
  file: string,
  found: Answer,
  json: boolean,
  aftermath: Aftermath,
): Promise<void> {
  let failed: unknown;
  let robustness: readonly OtherSetting[] | undefined;
  let waits: RouteWaits | undefined;
  let again: number | undefined;
  try {
    again = await aftermath.again();
    robustness = await aftermath.robustness();
    waits = await aftermath.waits();
    if (!json) {
      const agreed = `  the checker of certificates looked at ${countText(again ?? 0, 'state')} by itself and found none either`;
      const lines = [
        ...(again === undefined ? [] : [agreed]),
        ...otherSettingLines('moves', robustness ?? []),
        ...routeWaitLines(waits),
      ];
      context.out(lines.map((line) => `${line}\n`).join(''));
    }
    failed = await aftermath.certificate();
  } catch (error) {
    failed = error;
  }
  const error = failed === undefined ? undefined : asLockstepError(failed);
  const exit = error === undefined ? exitOf(context, found) : error.code === 'E_INTERNAL' ? 3 : 2;
  context.exit(context.signal().aborted ? 130 : exit);
  if (json) {
    printJson(context, {
      verb: 'route search',
      exit: context.signal().aborted ? 130 : exit,
      file,
      ...found,
      ...(again === undefined ? {} : { lookedAtAgain: again }),
      ...(robustness === undefined ? {} : { robustness }),
      ...(error === undefined ? {} : { error: { code: error.code, message: error.message, ...error.details } }),
      ...(waits === undefined ? {} : { waits }),
    });
  }
  if (error !== undefined) context.err(`${formatError(error)}\n`);
}

async function answer(context: CliContext, problem: Problem, options: Options): Promise<Answer> {
  const { queue, split: jobs, nodes } = options;
  if (queue !== undefined) return searchByQueue(context, problem, queue, jobs, nodes);
  if (options.join !== undefined) {
    const { record, results } = readFolder(options.join);
    const start = snapshot(problem.battle);
    const made = await splitAgain(problem, planHash(readFileSync(problem.plan.file)), record);
    restore(problem.battle, start);
    checkResults(options.join, made, results);
    return joinResults(problem, start, made, results);
  }
  const checkpoint =
    options.checkpoint === undefined
      ? {}
      : { checkpoint: checkpointOptions(context, problem, options.checkpoint, options) };
  const given = {
    ...limitsOf(problem, options),
    ...(options.beam === undefined ? {} : { beam: options.beam }),
    signal: context.signal(),
    onThreadLost: (reason: string) =>
      context.err(`A thread ended unexpectedly (${reason}): the search goes on in one.\n`),
    ...checkpoint,
    ...atPace(context, progressLine(context, options.time)),
  };
  const found = await withSearchLimits(() => searchPlan(problem, given), problem.system.unit);
  const isOpen = found.routes.length === 0 && ranOut(found.reason);
  const isSaved = options.checkpoint !== undefined && found.unsaved?.lastSaved !== false;
  const beam = problem.enemies === 'worst' ? '' : '; without --checkpoint a beam would look for some route';
  if (isOpen && isSaved) context.err(`Go on with --resume and a larger limit${beam}.\n`);
  return found;
}

/** @throws LockstepError `E_JOB` where no job was done: nothing would be said of the search */
function checkResults(folder: string, { jobs }: Split, results: readonly JobResult[]): void {
  if (jobs.length === 0 || jobs.some(({ id }) => results.some((result) => result.id === id))) return;
  throw new LockstepError('E_JOB', 'nothing was compared: no job of the split search has a result', {
    file: folder,
    found: `0 of ${countText(jobs.length, 'result')}`,
    remedy: 'Do the jobs first, each with route search PLAN --job FILE',
  });
}

function checkpointOptions(
  context: CliContext,
  { plan }: Problem,
  file: string,
  { checkpointEvery, resume }: Options,
): CheckpointOptions {
  const hash = planHash(readFileSync(plan.file));
  const onUnsaved = (error: LockstepError): void => {
    const next = `the search goes on, and tries again every ${countText(checkpointEvery, 'second')}`;
    context.err(`${formatError(error)}; ${next}\n`);
  };
  return { file, every: 1000 * checkpointEvery, resume: resume === true, plan: hash, onUnsaved };
}

function limitsOf(problem: Problem, { memory, time, nodes, workers, job, work }: Options): JobLimits {
  // jobs are done side by side
  const isJob = job !== undefined || work !== undefined;
  return {
    workers: workers ?? (isJob ? 1 : CORES),
    memoryBytes: memory * 1_000_000,
    milliseconds: time === undefined ? NO_LIMIT : time * 1000,
    nodes: nodes ?? problem.nodeLimit,
  };
}

async function split(context: CliContext, problem: Problem, count: number, options: Options): Promise<void> {
  const hash = planHash(readFileSync(problem.plan.file));
  const made = await splitSearch(problem, hash, count, options.nodes ?? NO_LIMIT);
  const jobs = writeSplit(options.jobs, made);
  if (options.json === true) printJson(context, { verb: 'route search', exit: 0, jobs });
  else context.out(splitText(jobs, options.jobs));
}

async function doJob(context: CliContext, problem: Problem, jobFile: string, options: Options): Promise<void> {
  const hash = planHash(readFileSync(problem.plan.file));
  const job = readJob(jobFile);
  const limits = limitsOf(problem, options);
  const work = () => runJob(problem, hash, job, limits, context.signal());
  const result = await withSearchLimits(work, problem.system.unit);
  if (context.signal().aborted) {
    context.exit(130);
    return;
  }
  const written = writeResult(jobFile, result);
  if (options.json === true) printJson(context, { verb: 'route search', exit: 0, ...result, file: written });
  else {
    const pieces =
      result.worth === undefined ? countText(result.found.length, 'route') : countText(result.worth.length, 'state');
    context.out(`${written}: ${pieces}, ${result.proven ? 'proven' : 'not proven'}\n`);
  }
}
