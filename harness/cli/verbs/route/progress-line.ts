/** The progress of a search: rate, best so far, bound, memory, time left; how often it is said. */
import { countText } from '../../../../core/system/names.js';
import type { SearchProgress } from '../../../library/index.js';
import type { CliContext } from '../../base/context.js';

/** Seconds until the first limit is reached at this rate: time, number of states, or memory. */
function secondsLeft(progress: SearchProgress, passed: number, limit: number | undefined, rate: number): number {
  const forNodes = rate === 0 ? Number.POSITIVE_INFINITY : (progress.maxNodes - progress.nodes) / rate;
  const forTime = limit === undefined ? Number.POSITIVE_INFINITY : limit - passed;
  return Math.max(0, Math.round(Math.min(forNodes, forTime)));
}

const A_DAY = 86_400;

function leftText(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'no limit of time';
  return seconds > A_DAY ? 'days left at most' : `at most ${seconds} s left`;
}

/** @param limit of time, in seconds @param now milliseconds; a test gives its own */
export function progressLine(
  context: CliContext,
  limit: number | undefined,
  now: () => number = Date.now,
): (progress: SearchProgress) => void {
  const began = now();
  return (progress) => {
    const { nodes, best, bound, bytes, waiting } = progress;
    const passed = Math.max(1, now() - began) / 1000;
    const rate = (nodes - progress.nodesBefore) / passed;
    const left = secondsLeft(progress, passed, limit, rate);
    const nearest = progress.left === undefined ? '' : ` (nearest: ${progress.left.join('; ')})`;
    const route = best < 0 ? `no route yet${nearest}` : `best ${best}`;
    context.err(
      `${countText(nodes, 'state')}, ${countText(Math.round(rate), 'node')}/s, ${waiting} waiting, ${route}, bound ${bound}, ` +
        `${Math.round(bytes / 1e6)} MB, ${leftText(left)}\n`,
    );
  };
}

/** Where stderr is no terminal, a line of progress is worth its place in a log only so often. */
const EVERY_OFF_TERMINAL = 5000;

/**
 * How often a search shows its progress: twice a second on a terminal, else every five seconds.
 * @param now milliseconds; a test gives its own
 */
export function atPace<Progress>(
  { showProgress }: Pick<CliContext, 'showProgress'>,
  show: (progress: Progress) => void,
  now: () => number = Date.now,
): { readonly progress: (progress: Progress) => void; readonly progressEvery?: number } {
  if (showProgress) return { progress: show };
  let last = now();
  return {
    progressEvery: EVERY_OFF_TERMINAL,
    // the end of a search is reported too, however soon
    progress(progress) {
      if (now() - last < EVERY_OFF_TERMINAL) return;
      last = now();
      show(progress);
    },
  };
}
