/** Jobs of a benchmark's thread, and its answers. */
import type { LockstepError } from '../../base/index.js';
import type { PackageJob } from './package/work.js';

/** Times the turn engine in one battle. */
export interface EngineJob {
  readonly kind: 'engine';
  /** Index in `BATTLES`. */
  readonly battle: number;
  /** Path of the C engine. */
  readonly engine: string | undefined;
  readonly steps: number;
  readonly pairs: number;
}

interface SearchJob {
  readonly kind: 'search';
  /** Index in `SEARCH_BATTLES`. */
  readonly battle: number;
  readonly states: number;
}

/** Times a whole search with a number of threads. */
interface SearchThreadsJob {
  readonly kind: 'search-threads';
  /** Index in `THREAD_SEARCHES`. */
  readonly search: number;
  readonly states: number;
  readonly workers: number;
}

/** Records the images on which the parts of played battles are timed. */
interface InputsJob {
  readonly kind: 'inputs';
}

export type Job = EngineJob | SearchJob | SearchThreadsJob | InputsJob | PackageJob;

/** Answer of the thread: a result, or the parts of a `LockstepError`. */
export type Answer =
  | { readonly result: unknown }
  | { readonly error: Pick<LockstepError, 'code' | 'message' | 'details'> };
