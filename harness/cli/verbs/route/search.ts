/**
 * `lockstep route search PLAN`: the best route from the plan's end on, with its proof or the best
 * bound.
 */

import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { countText } from '../../../../core/system/names.js';
import {
  type CertificateOptions,
  type ImageOptions,
  type PolicyProgress,
  percentOf,
  type SearchRouteOptions,
  type SettledOptions,
  searchInPieces,
  type TimingOptions,
  TRUSTS,
  textOf,
} from '../../../library/index.js';
import { answered, sayError, show } from '../../base/answered.js';
import { type CliContext, example } from '../../base/context.js';
import { addGivenImage, addTimingOption, givenIn, romOption } from '../../base/given.js';
import { fromOne, threadCount, usualThreads } from '../../base/options.js';
import { sayFailures } from '../../base/plan-check.js';
import { atPace, progressLine } from './progress-line.js';

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
    const range = `${percentOf(chance, 'least')} to ${percentOf(atMost, 'most')}`;
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

export function registerSearch(route: Command, context: CliContext): void {
  declare(route).action(async (file: string, options: Options) => {
    const { split, jobs, job, join, queue, work, idle, json } = options;
    let shown = '';
    const call = searchInPieces({
      ...callOf(context, file, options),
      ...{ split, jobs, job, join, queue, work, idle, usualThreads: CORES },
      onFound: (text) => {
        shown = text;
        if (json !== true) context.out(text);
      },
      onQueue: (sentence) => context.err(`${sentence}\n`),
      onJobs: (done, all) => {
        if (context.showProgress) context.err(`${done} of ${countText(all, 'job')}\n`);
      },
    });
    const answer = await answered(call);
    // the answer itself stands on the screen already
    show(context, 'route search', answer, { json, text: textOf(answer).slice(shown.length) });
    sayError(context, answer);
  });
}
