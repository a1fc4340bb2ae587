/**
 * Verifies logs and vector files on several threads. The report is the same on any number: every
 * result stands at the place of its file.
 */
import { Worker } from 'node:worker_threads';
import { LockstepError, threadFile } from '../../base/index.js';

import { type LogOutcome, reportOf, type VerifyAllOptions, type VerifyReport } from '../../play/index.js';
import { findVectorFiles } from '../vectors/files.js';
import type { VectorFileResult, VectorReport } from '../vectors/format.js';

import { vectorReportOf } from '../vectors/run-files.js';
import { collectPosted } from './posted.js';
import {
  createSharedState,
  doItems,
  type ItemOutcome,
  type PlainOptions,
  type SharedState,
  type VerifyWork,
  type WorkItem,
  workItems,
} from './shared-work.js';
import type { PostedItem } from './thread.js';

/** How far the work has come. */
export interface VerifyProgress {
  readonly files: number;
  readonly allFiles: number;
  readonly frames: number;
  /** Part of the expected work that is done, from 0 to 1. */
  readonly share: number;
}

export interface TogetherOptions extends Omit<VerifyAllOptions, 'progress' | 'signal'> {
  /** Threads, this one included. */
  readonly workers: number;
  readonly signal: AbortSignal;
  readonly progress?: (done: VerifyProgress) => void;
}

const PROGRESS_EVERY_MS = 500;
/** Bytes of logs for which another thread is worth its beginning. */
const FOR_THREADS = 2 * 1024 * 1024;

function costOf(items: readonly WorkItem[]): number {
  return items.reduce((sum, { cost }) => sum + cost, 0);
}

/** Gives back the items that a lost thread had in hand. */
function releaseLost({ taken }: SharedState, outcomes: readonly unknown[]): void {
  outcomes.forEach((outcome, index) => {
    if (outcome === undefined) Atomics.store(taken, index, 0);
  });
}

function errorOf({ error }: Extract<ItemOutcome, { readonly error: unknown }>): LockstepError {
  return new LockstepError(error.code, error.message, error.details);
}

/** @throws LockstepError of the first vector file that cannot be read */
function vectorList(items: readonly WorkItem[], outcomes: readonly (ItemOutcome | undefined)[]): VectorFileResult[] {
  return items.flatMap(({ kind }, index) => {
    const outcome = outcomes[index];
    if (kind === 'log' || outcome === undefined) return [];
    if ('error' in outcome) throw errorOf(outcome);
    return 'vectors' in outcome && outcome.vectors !== undefined ? [outcome.vectors] : [];
  });
}

function logOutcomes(items: readonly WorkItem[], outcomes: readonly (ItemOutcome | undefined)[]): LogOutcome[] {
  return items.flatMap(({ kind }, index): LogOutcome[] => {
    const outcome = outcomes[index];
    if (kind === 'vectors' || outcome === undefined) return [];
    if ('error' in outcome) return [errorOf(outcome)];
    return 'log' in outcome ? [outcome.log] : [];
  });
}

function plainOptions(options: TogetherOptions): PlainOptions {
  const { forceRuleset, continueAfterDifference, from, to, extraWords, reader } = options;
  return {
    ...(forceRuleset === undefined ? {} : { forceRuleset }),
    ...(continueAfterDifference === undefined ? {} : { continueAfterDifference }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(extraWords === undefined ? {} : { extraWords }),
    ...(reader === undefined ? {} : { reader }),
  };
}

/** Calls back at intervals. @returns ends it */
function watch(items: readonly WorkItem[], { progress }: SharedState, options: TogetherOptions, done: () => number) {
  if (options.progress === undefined) return () => undefined;
  const all = Math.max(1, costOf(items));
  const timer = setInterval(() => {
    let [frames, cost] = [0, 0];
    for (let at = 0; at < progress.length; at += 2) {
      frames += progress[at] ?? 0;
      cost += progress[at + 1] ?? 0;
    }
    options.progress?.({ files: done(), allFiles: items.length, frames, share: Math.min(1, cost / all) });
  }, PROGRESS_EVERY_MS);
  return () => clearInterval(timer);
}

async function doAll(items: readonly WorkItem[], options: TogetherOptions): Promise<(ItemOutcome | undefined)[]> {
  const threads = Math.max(1, Math.min(options.workers, 1 + Math.floor(costOf(items) / FOR_THREADS)));
  const shared = createSharedState(items.length, threads);
  const outcomes: (ItemOutcome | undefined)[] = items.map(() => undefined);
  const workOf = (thread: number): VerifyWork => {
    return { kind: 'verify', items, options: plainOptions(options), shared, thread, threads };
  };
  const keep = (index: number, outcome: ItemOutcome): void => {
    outcomes[index] = outcome;
  };
  const stop = (): void => void Atomics.store(shared.stop, 0, 1);
  options.signal.addEventListener('abort', stop, { once: true });
  if (options.signal.aborted) stop();
  const workers = Array.from(
    { length: threads - 1 },
    (_, index) => new Worker(threadFile(), { workerData: workOf(index + 1) }),
  );
  const ends = Promise.all(
    workers.map((worker) => collectPosted(worker, ({ index, outcome }: PostedItem) => keep(index, outcome))),
  );
  const endWatch = watch(items, shared, options, () => outcomes.filter((outcome) => outcome !== undefined).length);
  try {
    await doItems(workOf(0), options, keep);
    await ends;
    releaseLost(shared, outcomes);
    await doItems(workOf(0), options, keep);
    return outcomes;
  } finally {
    endWatch();
    stop();
    options.signal.removeEventListener('abort', stop);
  }
}

/**
 * Verifies logs, and runs vector files beside them.
 * @param vectors files and folders; undefined: none is asked for
 * @throws LockstepError for vectors that cannot be read
 */
export async function verifyTogether(
  logs: readonly string[],
  vectors: readonly string[] | undefined,
  options: TogetherOptions,
): Promise<VerifyReport<VectorReport>> {
  const items = workItems(logs, vectors === undefined ? [] : findVectorFiles(vectors));
  const outcomes = await doAll(items, options);
  const summary = vectors === undefined ? null : vectorReportOf(vectorList(items, outcomes));
  return reportOf(logOutcomes(items, outcomes), summary, options);
}
