/**
 * Limits for the JavaScript engine's inlining, for the command's own process. The engine's own
 * limits serve most work: with larger ones, verification of the bundled logs took four times the
 * processor time, most of it the compiler's. Four kinds of work have limits of their own. The
 * numbers are measured (`lockstep bench`). An untried version of Node keeps its own limits.
 *
 * The limit for one function is raised and never lowered again. The compiler works in threads of
 * its own and reads that limit twice for each call: a function that it has noted down and that is
 * too large a moment later ends the whole process ("Check failed: inlineability == ...", a trap).
 * The other limits are read once for each function that is compiled.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * For frames of one battle alone, or the processor's instructions: many small functions run over
 * and over, one for each routine, and the engine's own limits stop in the middle of a frame. With
 * half of these sums one scenario of the turn engine took 1.8 times the time of C; larger sums
 * only compile longer. A search is compiled for a whole battle at once: with the limits for frames
 * the compiler was always busy, and a search in a played battle took six times as long. Many whole
 * battles run as fast with a seventh of them, and the compiler ends in a third of the time. A
 * search whose moves are single frames has little code: twice the sums of other searches take an
 * eighth of a move off it. Whole battles would gain a twentieth, and lose it again by compiling
 * longer.
 */
const LIMITS = {
  own: { one: 460, sum: 920, max: 4600, compiled: 61_440, frequency: 0.15 },
  frames: { one: 3000, sum: 40_000, max: 80_000, compiled: 300_000, frequency: 0.01 },
  battles: { one: 460, sum: 6000, max: 12_000, compiled: 300_000, frequency: 0.05 },
  search: { one: 1000, sum: 2000, max: 4600, compiled: 61_440, frequency: 0.15 },
  frameSearch: { one: 1000, sum: 4000, max: 9000, compiled: 61_440, frequency: 0.15 },
} as const;

/** Major releases of Node with measured limits; their own ones are equal. */
const KNOWN_RELEASES = ['20', '22', '24'];

/**
 * Of the code that a log goes through, the engine compiles what has run for so many bytes of its
 * bytecode. A log lasts less than a second: with the engine's own number, 135,168, a third of the
 * processor time of `npm start` was the compiler's, much of it for functions that had done most of
 * their work, or were thrown away and compiled again. Measured on this release alone.
 */
const REPLAY = { release: '20', bytes: 300_000 } as const;

let release = '';
let isOwnProcess = false;
let largestFunction: number = LIMITS.own.one;

function limit(work: keyof typeof LIMITS): void {
  const { one, sum, max, compiled, frequency } = LIMITS[work];
  if (one > largestFunction) {
    largestFunction = one;
    setFlagsFromString(`--max-inlined-bytecode-size=${one}`);
  }
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${sum}`);
  setFlagsFromString(`--max-inlined-bytecode-size-absolute=${max}`);
  setFlagsFromString(`--max-optimized-bytecode-size=${compiled}`);
  setFlagsFromString(`--min-inlining-frequency=${frequency}`);
}

/** Says that this process is the command's own: only there do the functions below do anything. */
export function allowLimits(): void {
  release = process.versions.node.split('.')[0] ?? '';
  isOwnProcess = KNOWN_RELEASES.includes(release);
}

async function within<Result>(work: keyof typeof LIMITS, run: () => Promise<Result>): Promise<Result> {
  if (!isOwnProcess) return run();
  limit(work);
  try {
    return await run();
  } finally {
    limit('own');
  }
}

/** Runs the frames of one battle, or a processor, under the limits for frames; threads included. */
export function withFrameLimits<Result>(run: () => Promise<Result>): Promise<Result> {
  return within('frames', run);
}

/**
 * Runs a search, or whatever plays one battle in many ways, threads included, under the limits for
 * searches.
 * @param unit of the battle's steps, `System.unit`
 */
export function withSearchLimits<Result>(search: () => Promise<Result>, unit = 'command'): Promise<Result> {
  return within(unit === 'frame' ? 'frameSearch' : 'search', search);
}

/** Plays whole battles in succession under the limits for battles. */
export function withBattleLimits<Result>(play: () => Promise<Result>): Promise<Result> {
  return within('battles', play);
}

/** Replays logs, threads included. The process does nothing else, so that the number stays. */
export function withReplayLimits<Result>(replay: () => Promise<Result>): Promise<Result> {
  if (isOwnProcess && release === REPLAY.release) setFlagsFromString(`--interrupt-budget=${REPLAY.bytes}`);
  return replay();
}
