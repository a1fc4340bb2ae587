/** The part of `lockstep route search` that shares a search out over a queue. */

import { readFileSync } from 'node:fs';
import { restore, snapshot } from '../../../../core/system/battle.js';
import { countText } from '../../../../core/system/names.js';
import { LockstepError, plainText, withSearchLimits } from '../../../base/index.js';

import { createWaitTally, readTimingProfile, type Waits, waitLines } from '../../../capture/index.js';

import {
  type Answer,
  countRouteWaits,
  identify,
  type Job,
  type JobLimits,
  joinResults,
  METRICS,
  NO_LIMIT,
  type Problem,
  planHash,
  queueJobs,
  runJob,
  splitSearch,
  workQueue,
} from '../../../solve/index.js';

import { type CliContext, printJson } from '../../base/context.js';
import type { TimingOptions } from '../../base/given.js';

// `route search --timing`: what the best route shows, and what its cost does not count.

/** The waits of a search's best route. */
export interface RouteWaits {
  /** Undefined: no play of its moves repeats the route, because its start or draws are chosen. */
  readonly waits: Waits | undefined;
  /** Whether the cost counts frames: those of the rules, never those that are shown. */
  readonly costsFrames: boolean;
}

/**
 * Reads the profile before the search begins.
 * @returns gives the waits of an answer, or undefined without --timing or without a route
 * @throws LockstepError as `readTimingProfile` and `createWaitTally`
 */
export function givenRouteWaits(
  { timing }: TimingOptions,
  problem: Problem,
): (start: Uint8Array, found: Answer) => RouteWaits | undefined {
  if (timing === undefined) return () => undefined;
  const tally = createWaitTally(problem.system, readTimingProfile(timing), timing);
  const costsFrames = (problem.weights[METRICS.indexOf('frames')] ?? 0) > 0;
  return (start, { routes: [best] }) => {
    if (best === undefined) return undefined;
    const isCounted = countRouteWaits(problem, start, best, tally);
    return { waits: isCounted ? tally.waits() : undefined, costsFrames };
  };
}

/** @throws LockstepError `E_OPTION` with --timing for a search in pieces */
export function checkInOnePiece({ timing }: TimingOptions, inPieces: boolean): void {
  if (timing === undefined || !inPieces) return;
  throw new LockstepError('E_OPTION', '--timing counts the route of a search in one piece', {
    remedy: 'Leave it out, and give it to `route verify` with the route as a plan',
  });
}

/** @throws LockstepError `E_OPTION` with --timing: a policy has no route */
export function checkNoTiming({ timing }: TimingOptions): void {
  if (timing === undefined) return;
  throw new LockstepError('E_OPTION', 'a search over chances finds a policy, which shows no certain things', {
    found: '--timing',
    remedy: 'Leave it out',
  });
}

/** The same in words. */
export function routeWaitLines(found: RouteWaits | undefined): string[] {
  if (found === undefined) return [];
  const { waits, costsFrames } = found;
  const lines =
    waits === undefined
      ? ['what route 1 shows is not counted: its start or its draws are chosen']
      : waitLines(waits).map((line) => `route 1, ${line}`);
  const cost = 'the cost counts the frames of the rules alone: frames that are shown may give another route';
  return costsFrames ? [...lines, cost] : lines;
}

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
  const split = await splitSearch(problem, planHash(readFileSync(problem.plan.file)), jobs ?? JOBS, nodes ?? NO_LIMIT);
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
  const hash = planHash(readFileSync(problem.plan.file));
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
