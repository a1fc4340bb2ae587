/** `route search --timing`: what the best route shows, and what its cost does not count. */
import { LockstepError } from '../../../base/errors.js';
import { readTimingProfile } from '../../../capture/menus/profile-files.js';
import { createWaitTally, type Waits, waitLines } from '../../../capture/menus/waits.js';
import type { Answer } from '../../../solve/search/answer/answer.js';
import { countRouteWaits } from '../../../solve/search/answer/route-waits.js';
import { METRICS } from '../../../solve/search/problem/metrics.js';
import type { Problem } from '../../../solve/search/problem/problem.js';
import type { TimingOptions } from '../../base/timing-option.js';

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
