/** When a running search must stop, and when it reports progress. */
import { NO_LIMIT } from './metrics.js';
import type { EndReason, SearchLimits, SearchListeners, SearchProgress } from './outcome.js';

const PROGRESS_MILLISECONDS = 500;

export interface SearchClock {
  /** The reason to stop now: 'time' or 'interrupted', or undefined. */
  stopReason(): EndReason | undefined;
  /** Reports progress when it is due. */
  report(): void;
  /** Reports progress now. */
  reportEnd(): void;
}

export function createSearchClock(
  { milliseconds }: SearchLimits,
  { signal, progress, progressEvery = PROGRESS_MILLISECONDS }: SearchListeners,
  progressNow: () => SearchProgress,
): SearchClock {
  const began = Date.now();
  let reported = began;
  return {
    stopReason() {
      if (milliseconds !== NO_LIMIT && Date.now() - began >= milliseconds) return 'time';
      return signal?.aborted === true ? 'interrupted' : undefined;
    },
    report() {
      const now = Date.now();
      if (now - reported < progressEvery) return;
      reported = now;
      progress?.(progressNow());
    },
    reportEnd: () => progress?.(progressNow()),
  };
}
