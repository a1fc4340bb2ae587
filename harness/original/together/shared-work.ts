/**
 * Logs and vector files as one list of work, from which threads take the next item that nobody has.
 */
import { statSync } from 'node:fs';
import type { System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/index.js';
import { type LogResult, outcomeOf, type VerifyOptions } from '../../play/index.js';

import type { VectorFileResult } from '../vectors/format.js';
import { createVectorRunner } from '../vectors/run-files.js';

export interface WorkItem {
  readonly kind: 'log' | 'vectors';
  readonly file: string;
  /** How long it is expected to take, in bytes of a log. */
  readonly cost: number;
}

/** What a thread says of an item; an error goes from thread to thread by its parts. */
export type ItemOutcome =
  | { readonly log: LogResult }
  | { readonly vectors: VectorFileResult | undefined }
  | { readonly error: Pick<LockstepError, 'code' | 'message' | 'details'> };

/** Numbers that all threads see. */
export interface SharedState {
  /** 1 for each item that somebody has taken. */
  readonly taken: Int32Array;
  /** 1: the user wants to stop. */
  readonly stop: Int32Array;
  /** For each thread: frames verified, and cost of its work so far. */
  readonly progress: Float64Array;
}

/** Options of `verifyLog` that are plain data. */
export type PlainOptions = Pick<
  VerifyOptions,
  'forceRuleset' | 'continueAfterDifference' | 'from' | 'to' | 'extraWords' | 'reader'
>;

/** What a thread is started with. */
export interface VerifyWork {
  readonly kind: 'verify';
  readonly items: readonly WorkItem[];
  readonly options: PlainOptions;
  readonly shared: SharedState;
  /** Index of the thread, of so many. */
  readonly thread: number;
  readonly threads: number;
}

/** What opening a file costs. A byte of vectors takes as long as a byte of a log. */
const FILE_COST = 16 * 1024;

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

export function workItems(logs: readonly string[], vectors: readonly string[]): WorkItem[] {
  return [
    ...logs.map((file) => ({ kind: 'log' as const, file, cost: FILE_COST + bytesOf(file) })),
    ...vectors.map((file) => ({ kind: 'vectors' as const, file, cost: FILE_COST + bytesOf(file) })),
  ];
}

export function createSharedState(items: number, threads: number): SharedState {
  return {
    taken: new Int32Array(new SharedArrayBuffer(4 * items)),
    stop: new Int32Array(new SharedArrayBuffer(4)),
    progress: new Float64Array(new SharedArrayBuffer(16 * threads)),
  };
}

/** First item of a thread: each begins at its share, so that neighbours stay with one thread. */
function firstItem({ items, thread, threads }: VerifyWork): number {
  const all = items.reduce((sum, { cost }) => sum + cost, 0);
  let before = 0;
  return Math.max(
    0,
    items.findIndex(({ cost }) => {
      before += cost;
      return before > (all * thread) / threads;
    }),
  );
}

async function runItem(
  item: WorkItem,
  options: VerifyOptions,
  vectors: () => ReturnType<typeof createVectorRunner>,
): Promise<ItemOutcome> {
  try {
    if (item.kind === 'vectors') return { vectors: vectors()(item.file) };
    const outcome = await outcomeOf(item.file, options);
    if (outcome instanceof LockstepError) throw outcome;
    return { log: outcome };
  } catch (error) {
    if (!(error instanceof LockstepError)) throw error;
    const { code, sentence: message, details } = error;
    return { error: { code, message, details } };
  }
}

/**
 * Does items that no other thread has taken until none is left or the user stops.
 * @param options with what cannot go from thread to thread: systems, functions
 * @param done called with the index of each item and its outcome
 */
export async function doItems(
  work: VerifyWork,
  options: Pick<VerifyOptions, 'ownerOf' | 'settle' | 'settled' | 'romSha256'> & {
    readonly systems: readonly System[];
  },
  done: (index: number, outcome: ItemOutcome) => unknown,
): Promise<void> {
  const { items, shared, thread } = work;
  const { taken, stop, progress } = shared;
  let [frames, cost] = [0, 0];
  const logOptions: VerifyOptions = {
    ...work.options,
    ...options,
    signal: {
      get aborted() {
        return Atomics.load(stop, 0) === 1;
      },
    },
    progress: (_file, framesOfLog, bytes) => {
      progress[2 * thread] = frames + framesOfLog;
      progress[2 * thread + 1] = cost + bytes;
    },
  };
  let runner: ReturnType<typeof createVectorRunner> | undefined;
  const vectors = (): ReturnType<typeof createVectorRunner> => {
    runner ??= createVectorRunner();
    return runner;
  };
  const first = firstItem(work);
  for (let step = 0; step < items.length && Atomics.load(stop, 0) === 0; step++) {
    const index = (first + step) % items.length;
    const item = items[index];
    if (item === undefined || Atomics.compareExchange(taken, index, 0, 1) !== 0) continue;
    const outcome = await runItem(item, logOptions, vectors);
    frames += 'log' in outcome ? outcome.log.frames : 0;
    cost += item.cost;
    progress[2 * thread] = frames;
    progress[2 * thread + 1] = cost;
    await done(index, outcome);
  }
}
