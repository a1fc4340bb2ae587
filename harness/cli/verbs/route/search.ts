/**
 * `lockstep route search PLAN`: the best route from the plan's end on, with its proof or the best
 * bound.
 */

import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { restore, snapshot } from '../../../../core/system/battle.js';
import { countText } from '../../../../core/system/names.js';
import { LockstepError, withSearchLimits } from '../../../base/index.js';
import {
  type BegunSearch,
  beginSearch,
  type CertificateOptions,
  endSearch,
  type ImageOptions,
  type Pieces,
  type SearchRouteOptions,
  type SettledOptions,
  type TimingOptions,
  textOf,
} from '../../../library/index.js';
import { planHash } from '../../../play/index.js';
import {
  type Answer,
  type JobResult,
  joinResults,
  NO_LIMIT,
  type PolicyProgress,
  percentOf,
  readFolder,
  readJob,
  runJob,
  type Split,
  splitAgain,
  splitSearch,
  TRUSTS,
  writeResult,
  writeSplit,
} from '../../../solve/index.js';
import { answered, sayError, show } from '../../base/answered.js';
import { type CliContext, example, printJson } from '../../base/context.js';
import { addGivenImage, addTimingOption, givenIn, romOption } from '../../base/given.js';
import { fromOne, threadCount, usualThreads } from '../../base/options.js';
import { sayFailures } from '../../base/plan-check.js';
import { atPace, progressLine } from './progress-line.js';
import { searchByQueue, workForQueue } from './search-queue.js';

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
  readonly robust?: boolean;
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
    .option('--robust', 'find the cheapest route that holds under every other setting and start place')
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
  const trust = new Option('--trust <what...>', 'what the certificate may rely on besides the core’s step');
  command
    .option('--certificate <file>', 'write the proof, for `lockstep route check` (.gz: compressed)')
    .addOption(trust.choices(TRUSTS));
  return addTimingOption(addGivenImage(command));
}

/** What a call of the library is given. */
function callOf(context: CliContext, file: string, options: Options): SearchRouteOptions {
  const { progress: onProgress, progressEvery } = atPace(context, progressLine(context, options.time));
  const { progress: onPolicyProgress } = atPace(context, ({ points, bytes, chance, atMost }: PolicyProgress) => {
    const range = `${percentOf(chance)} to ${percentOf(atMost, true)}`;
    context.err(`${countText(points, 'set')} of states, chance ${range}, ${Math.round(bytes / 1e6)} MB\n`);
  });
  const { memory, time, nodes, workers, beam, checkpoint, checkpointEvery, resume, robust } = options;
  const { output, certificate, trust, timing } = options;
  return {
    plan: file,
    memory,
    seconds: time,
    nodes,
    threads: workers,
    beam,
    checkpoint,
    checkpointEvery,
    resume,
    robust,
    output,
    certificate,
    trust,
    timing,
    ...givenIn(options),
    signal: context.signal(),
    systems: context.systems,
    onPlanFailures: (sentences) => sayFailures(context, sentences),
    onNote: (sentence) => context.err(`${sentence}\n`),
    onProgress,
    onPolicyProgress,
    progressEvery,
  };
}

/** @throws LockstepError `E_OPTION` with --timing for a search in pieces */
function checkInOnePiece({ timing }: TimingOptions, inPieces: boolean): void {
  if (timing === undefined || !inPieces) return;
  throw new LockstepError('E_OPTION', '--timing counts the route of a search in one piece', {
    remedy: 'Leave it out, and give it to `route verify` with the route as a plan',
  });
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
    const { split: jobs, job, join, queue, work } = options;
    // jobs are done side by side
    const isJob = job !== undefined || work !== undefined;
    const steps: Pieces = { split: jobs, job, join, queue, work, usualThreads: isJob ? 1 : CORES };
    let shown = '';
    const onFound = (text: string): void => {
      shown = text;
      if (options.json !== true) context.out(text);
    };
    const begun = await beginSearch({ ...callOf(context, file, options), onFound }, steps);
    if (work !== undefined) {
      await workForQueue(context, begun.problem, work, options.idle, begun.limits, options.json === true);
    } else if (pieces !== undefined) await split(context, begun, pieces, options);
    else if (job !== undefined) await doJob(context, begun, job, options);
    else {
      const find =
        queue !== undefined
          ? () => searchByQueue(context, begun.problem, queue, jobs, options.nodes)
          : join !== undefined
            ? () => joinFolder(begun, join)
            : undefined;
      const answer = await answered(endSearch(begun, find));
      // the answer itself stands on the screen already
      show(context, 'route search', answer, { ...options, text: textOf(answer).slice(shown.length) });
      sayError(context, answer);
    }
  });
}

/** The answer of all jobs of a folder. */
async function joinFolder({ problem }: BegunSearch, folder: string): Promise<Answer> {
  const { record, results } = readFolder(folder);
  const start = snapshot(problem.battle);
  const made = await splitAgain(problem, planHash(problem.plan), record);
  restore(problem.battle, start);
  checkResults(folder, made, results);
  return joinResults(problem, start, made, results);
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

async function split(context: CliContext, { problem }: BegunSearch, count: number, options: Options): Promise<void> {
  const hash = planHash(problem.plan);
  const made = await splitSearch(problem, hash, count, options.nodes ?? NO_LIMIT);
  const jobs = writeSplit(options.jobs, made);
  if (options.json === true) printJson(context, { verb: 'route search', exit: 0, jobs });
  else context.out(splitText(jobs, options.jobs));
}

async function doJob(
  context: CliContext,
  { problem, limits }: BegunSearch,
  jobFile: string,
  options: Options,
): Promise<void> {
  const hash = planHash(problem.plan);
  const job = readJob(jobFile);
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
