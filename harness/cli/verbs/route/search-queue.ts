/** The part of `lockstep route search` that shares a search out over a queue. */

import { restore, snapshot } from '../../../../core/system/battle.js';
import { countText } from '../../../../core/system/names.js';
import { LockstepError, plainText, withSearchLimits } from '../../../base/index.js';

import { planHash } from '../../../play/index.js';
import {
  type Answer,
  identify,
  type Job,
  type JobLimits,
  joinResults,
  NO_LIMIT,
  type Problem,
  queueJobs,
  runJob,
  splitSearch,
  workQueue,
} from '../../../solve/index.js';

import { type CliContext, printJson } from '../../base/context.js';

/** Jobs when --split does not say how many. */
const JOBS = 16;

/** Splits the search, waits for workers, and joins what they found. */
export async function searchByQueue(
  context: CliContext,
  problem: Problem,
  url: string,
  jobs: number | undefined,
  nodes: number | undefined,
): Promise<Answer> {
  const start = snapshot(problem.battle);
  const split = await splitSearch(problem, planHash(problem.plan), jobs ?? JOBS, nodes ?? NO_LIMIT);
  const results = await queueJobs(
    split,
    { url, signal: context.signal() },
    {
      done: (results) => {
        if (context.showProgress) context.err(`${results} of ${countText(split.jobs.length, 'job')}\n`);
      },
      lost: (lost) => context.err(`The queue has lost ${countText(lost, 'job')}: put into it again.\n`),
      failed: (id, reason) => context.err(`Job ${id} failed: ${plainText(reason)}\n`),
      idle: (milliseconds) =>
        context.err(
          `No worker has had a job for ${countText(milliseconds / 1000, 'second')}: start one with --work ${url}\n`,
        ),
    },
  );
  return joinResults(problem, start, split, results);
}

/** Does jobs until the user interrupts, or for so many seconds without one. */
export async function workForQueue(
  context: CliContext,
  problem: Problem,
  url: string,
  idle: number | undefined,
  limits: JobLimits,
  json: boolean,
): Promise<void> {
  const hash = planHash(problem.plan);
  const start = snapshot(problem.battle);
  const signal = context.signal();
  const doJob = async (job: Job, stop: AbortSignal) => {
    restore(problem.battle, start);
    const result = await withSearchLimits(() => runJob(problem, hash, job, limits, stop), problem.system.unit);
    // what an interrupted worker has is not the job's result: it goes to another worker
    if (stop.aborted) throw new LockstepError('E_INTERRUPTED', 'the worker was interrupted');
    return result;
  };
  const seconds = idle === undefined ? undefined : 1000 * idle;
  const done = await workQueue(identify(problem, hash), seconds, { url, signal }, doJob);
  const exit = signal.aborted ? 130 : 0;
  context.exit(exit);
  if (json) printJson(context, { verb: 'route search', exit, jobs: done });
  else context.out(`${countText(done, 'job')} done\n`);
}
