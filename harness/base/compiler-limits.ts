/**
 * Limits for the JavaScript engine's inlining, for the command's own process. The turn engine is
 * many small functions, one for each routine, and the engine's own limits stop in the middle of a
 * frame. The numbers are measured (`lockstep bench`). An untried version of Node keeps its own
 * limits.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * For frames alone: with half of these sums one scenario of the turn engine took 1.8 times the time
 * of C; larger sums only compile longer. A search is compiled for a whole battle at once: with the
 * limits for frames the compiler was always busy, and a search in a played battle took six times as
 * long. Many whole battles run as fast with a seventh of them, and the compiler ends in a third of
 * the time.
 */
const LIMITS = {
  frames: { one: 3000, sum: 40_000, max: 80_000, compiled: 300_000, frequency: 0.01 },
  battles: { one: 400, sum: 6000, max: 12_000, compiled: 300_000, frequency: 0.05 },
  search: { one: 1000, sum: 2000, max: 4600, compiled: 61_440, frequency: 0.15 },
} as const;

/** Major releases of Node with measured limits. */
const KNOWN_RELEASES = ['20', '22', '24'];

let isLimited = false;

function limit(work: keyof typeof LIMITS): void {
  const { one, sum, max, compiled, frequency } = LIMITS[work];
  setFlagsFromString(`--max-inlined-bytecode-size=${one}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${sum}`);
  setFlagsFromString(`--max-inlined-bytecode-size-absolute=${max}`);
  setFlagsFromString(`--max-optimized-bytecode-size=${compiled}`);
  setFlagsFromString(`--min-inlining-frequency=${frequency}`);
}

/** Sets the limits for frames in this process, which must be the command's own. */
export function limitForFrames(): void {
  if (!KNOWN_RELEASES.includes(process.versions.node.split('.')[0] ?? '')) return;
  isLimited = true;
  limit('frames');
}

async function within<Result>(work: keyof typeof LIMITS, run: () => Promise<Result>): Promise<Result> {
  if (!isLimited) return run();
  limit(work);
  try {
    return await run();
  } finally {
    limit('frames');
  }
}

/**
 * Runs a search, or whatever plays one battle in many ways, threads included, under the limits for
 * searches. Changes nothing in a process that is not the command's. Odds, seeds and locate take a
 * half to a third of the processor time that they take under those for frames.
 */
export function withSearchLimits<Result>(search: () => Promise<Result>): Promise<Result> {
  return within('search', search);
}

/** Plays whole battles in succession under the limits for battles. */
export function withBattleLimits<Result>(play: () => Promise<Result>): Promise<Result> {
  return within('battles', play);
}
