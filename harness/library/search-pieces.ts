/**
 * A search in pieces: it is split into jobs that are files, or shared out over a queue, and joined.
 */
import { restore, snapshot } from '../../core/system/battle.js';
import { countText } from '../../core/system/names.js';
import { LockstepError, plainText, withSearchLimits } from '../base/index.js';
import { planHash } from '../play/index.js';
import {
  type Answer as Found,
  identify,
  type Job,
  type JobResult,
  joinResults,
  NO_LIMIT,
  queueJobs,
  readFolder,
  readJob,
  runJob,
  type Split,
  splitAgain,
  splitSearch,
  workQueue,
  writeResult,
  writeSplit,
} from '../solve/index.js';
import { AbortError, type Answer, answerOf, type Plain } from './answer.js';
import {
  type BegunSearch,
  beginSearch,
  endSearch,
  type OutcomesAnswer,
  type PolicyAnswer,
  type RouteAnswer,
  type SearchRouteOptions,
} from './search-route.js';

export interface SearchInPiecesOptions extends SearchRouteOptions {
  /** Writes so many independent jobs instead of searching; with `queue` their number. */
  readonly split?: number | undefined;
  /** Folder where `split` writes them; left out: `jobs`. */
  readonly jobs?: string | undefined;
  /** Runs one of them; its result is written beside it. */
  readonly job?: string | undefined;
  /** Joins the results of all jobs of this folder. */
  readonly join?: string | undefined;
  /** Sends the jobs to a BullMQ queue (`redis://HOST:PORT`) and joins the workers' results. */
  readonly queue?: string | undefined;
  /** Is a worker of that queue. */
  readonly work?: string | undefined;
  /** Seconds without a job after which a worker ends. */
  readonly idle?: number | undefined;
  /** Threads of a search that is not a job, where `threads` names none. */
  readonly usualThreads?: number | undefined;
  /** Hears what the queue tells, a sentence each. */
  readonly onQueue?: ((sentence: string) => void) | undefined;
  /** Hears how many jobs are done, of how many. */
  readonly onJobs?: ((done: number, all: number) => void) | undefined;
}

/** Names of the files of jobs. */
export type SplitAnswer = Answer<'answered'> & Plain<{ readonly jobs: readonly string[] }>;

interface DoneJob extends JobResult {
  /** Where the result stands. */
  readonly file: string;
}

export type JobAnswer = Answer<'answered'> & Plain<DoneJob>;

/** Number of jobs that a worker has done. */
export type WorkAnswer = Answer<'answered' | 'incomplete'> & Plain<{ readonly jobs: number }>;

const FOLDER = 'jobs';
/** Jobs of a queue when `split` does not say how many. */
const JOBS = 16;

function splitText(jobs: readonly string[], folder: string): string {
  if (jobs.length === 0)
    return `no job is left: the split looked at every route. \`route search PLAN --join ${folder}\` gives the answer\n`;
  return `${countText(jobs.length, 'job')}:\n${jobs.map((job) => `  ${job}\n`).join('')}`;
}

async function split({ problem, rests }: BegunSearch, options: SearchInPiecesOptions): Promise<SplitAnswer> {
  const { split: count = JOBS, jobs: folder = FOLDER, nodes = NO_LIMIT } = options;
  const jobs = writeSplit(folder, await splitSearch(problem, planHash(problem.plan), count, nodes));
  return answerOf('answered', rests, { jobs }, () => splitText(jobs, folder));
}

async function doJob({ problem, limits, rests, asked }: BegunSearch, file: string): Promise<JobAnswer> {
  const work = () => runJob(problem, planHash(problem.plan), readJob(file), limits, asked.signal);
  const result = await withSearchLimits(work, problem.system.unit);
  if (asked.signal.aborted) throw new AbortError('searchInPieces');
  const written = writeResult(file, result);
  const pieces =
    result.worth === undefined ? countText(result.found.length, 'route') : countText(result.worth.length, 'state');
  const text = (): string => `${written}: ${pieces}, ${result.proven ? 'proven' : 'not proven'}\n`;
  return answerOf('answered', rests, { ...result, file: written }, text);
}

/** The answer of all jobs of a folder. */
async function joinFolder({ problem }: BegunSearch, folder: string): Promise<Found> {
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

/** Splits the search, waits for workers, and joins what they found. */
async function searchByQueue({ problem, asked }: BegunSearch, options: SearchInPiecesOptions): Promise<Found> {
  const { queue: url = '', split: jobs = JOBS, nodes = NO_LIMIT, onQueue, onJobs } = options;
  const start = snapshot(problem.battle);
  const made = await splitSearch(problem, planHash(problem.plan), jobs, nodes);
  const listener = {
    done: (results: number) => onJobs?.(results, made.jobs.length),
    lost: (lost: number) => onQueue?.(`The queue has lost ${countText(lost, 'job')}: put into it again.`),
    failed: (id: string, reason: string) => onQueue?.(`Job ${id} failed: ${plainText(reason)}`),
    idle: (milliseconds: number) =>
      onQueue?.(
        `No worker has had a job for ${countText(milliseconds / 1000, 'second')}: start one with --work ${url}`,
      ),
  };
  return joinResults(problem, start, made, await queueJobs(made, { url, signal: asked.signal }, listener));
}

/** Does jobs until it is aborted, or for so many seconds without one. */
async function workForQueue(begun: BegunSearch, url: string, idle: number | undefined): Promise<WorkAnswer> {
  const { problem, limits, asked, rests } = begun;
  const { signal } = asked;
  const hash = planHash(problem.plan);
  const start = snapshot(problem.battle);
  const doOne = async (job: Job, stop: AbortSignal) => {
    restore(problem.battle, start);
    const result = await withSearchLimits(() => runJob(problem, hash, job, limits, stop), problem.system.unit);
    // what an interrupted worker has is not the job's result: it goes to another worker
    if (stop.aborted) throw new LockstepError('E_INTERRUPTED', 'the worker was interrupted');
    return result;
  };
  const seconds = idle === undefined ? undefined : 1000 * idle;
  const jobs = await workQueue(identify(problem, hash), seconds, { url, signal }, doOne);
  const answered = (verdict: WorkAnswer['verdict']): WorkAnswer =>
    answerOf(verdict, rests, { jobs }, () => `${countText(jobs, 'job')} done\n`);
  if (signal.aborted) throw new AbortError('searchInPieces', answered('incomplete'));
  return answered('answered');
}

/** @throws LockstepError `E_OPTION` for steps that are not of one search */
function checkSteps({ split: count, job, join, queue, work, timing }: SearchInPiecesOptions): void {
  const steps = [queue === undefined ? count : undefined, job, join, queue, work].filter((step) => step !== undefined);
  if (steps.length > 1) {
    throw new LockstepError('E_OPTION', 'give one of --split, --job, --join, --queue and --work', {
      remedy: 'They are steps of one search; only --queue takes a --split, as its number of jobs',
    });
  }
  if (timing === undefined || steps.length === 0) return;
  throw new LockstepError('E_OPTION', '--timing counts the route of a search in one piece', {
    remedy: 'Leave it out, and give it to `route verify` with the route as a plan',
  });
}

/**
 * One step of a search in pieces: jobs are written, one is done, all are joined, or a queue shares
 * them out. Without any of these the search is `searchRoute`.
 * @throws LockstepError as `searchRoute`, and for steps that do not fit; AbortError with the best
 *   so far
 */
export async function searchInPieces(
  options: SearchInPiecesOptions,
): Promise<RouteAnswer | PolicyAnswer | OutcomesAnswer | SplitAnswer | JobAnswer | WorkAnswer> {
  const {
    split: count,
    jobs: _,
    job,
    join,
    queue,
    work,
    idle,
    usualThreads,
    onQueue: __,
    onJobs: ___,
    ...own
  } = options;
  checkSteps(options);
  // jobs are done side by side
  const isJob = job !== undefined || work !== undefined;
  const steps = { split: count, job, join, queue, work, ...(isJob ? {} : { usualThreads }) };
  const begun = await beginSearch(own, steps);
  if (work !== undefined) return workForQueue(begun, work, idle);
  if (count !== undefined && queue === undefined) return split(begun, options);
  if (job !== undefined) return doJob(begun, job);
  if (queue !== undefined) return endSearch(begun, () => searchByQueue(begun, options));
  return endSearch(begun, join === undefined ? undefined : () => joinFolder(begun, join));
}
