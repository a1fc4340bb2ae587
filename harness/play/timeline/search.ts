/** Searches a timeline for a condition, both ways, and skips blocks in which it cannot change. */
import type { Condition } from './conditions.js';
import { entryEvents } from './recorded-line.js';
import { RECORDING, type Timeline } from './timeline.js';

export interface SearchOptions {
  readonly line?: number;
  readonly signal?: AbortSignal;
}

/** Entries of a block of a branch. */
const BRANCH_BLOCK = 1024;
/** Blocks after which a search yields to the event loop. */
const YIELD_BLOCKS = 64;

interface Blocks {
  readonly of: (at: number) => number;
  readonly range: (block: number) => readonly [number, number];
  readonly skips: (block: number) => boolean;
}

/** Whether a block of the recording cannot hold a match, without stepping it. */
export function cannotMatch(timeline: Timeline, condition: Condition, block: number): boolean {
  const { greenzone } = timeline;
  const { offsets } = condition;
  if (condition.skips(block)) return true;
  if (offsets === undefined || greenzone.touched(block, offsets)) return false;
  // Nothing it reads changes in the block, so one entry speaks for all of them.
  const { image } = greenzone.nearest(greenzone.rangeOf(block)[0] - 1);
  return !condition.test(image, image, entryEvents(), { at: 0, frame: 0, pad: -1, line: RECORDING });
}

function blocksOf(timeline: Timeline, condition: Condition, line: number): Blocks {
  const length = timeline.length(line);
  if (line !== RECORDING) {
    return {
      of: (at) => Math.floor((at - 1) / BRANCH_BLOCK),
      range: (block) => [block * BRANCH_BLOCK + 1, Math.min((block + 1) * BRANCH_BLOCK, length)],
      skips: () => false,
    };
  }
  const { greenzone } = timeline;
  return {
    of: greenzone.blockOf,
    range: greenzone.rangeOf,
    skips: (block) => cannotMatch(timeline, condition, block),
  };
}

/** The first or last match in a range of entries, or 0. */
function scan(timeline: Timeline, condition: Condition, line: number, first: number, last: number, wantLast: boolean) {
  const events = condition.needsEvents ? entryEvents() : undefined;
  const lent = events ?? entryEvents();
  const before = timeline.state(first - 1, line).slice();
  const around = { at: 0, frame: 0, pad: -1, line };
  let found = 0;
  for (let at = first; at <= last; at++) {
    lent.length = 0;
    const after = timeline.advance(events);
    around.at = at;
    around.frame = timeline.frameOf(at);
    around.pad = timeline.input(at, line).pad;
    if (condition.test(before, after, lent, around)) {
      if (!wantLast) return at;
      found = at;
    }
    before.set(after);
  }
  return found;
}

/** Yields now and then. @returns whether the search was interrupted */
async function isInterrupted(count: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (count % YIELD_BLOCKS === YIELD_BLOCKS - 1) await new Promise((resolve) => setImmediate(resolve));
  return signal?.aborted === true;
}

/** The next match after a position, or 0; interrupted: -1. */
export async function runForward(
  timeline: Timeline,
  condition: Condition,
  from: number,
  { line = RECORDING, signal }: SearchOptions = {},
): Promise<number> {
  const length = timeline.length(line);
  if (from >= length) return 0;
  condition.prepare?.(line);
  const blocks = blocksOf(timeline, condition, line);
  for (let block = blocks.of(from + 1), count = 0; block <= blocks.of(length); block++, count++) {
    if (!blocks.skips(block)) {
      const [first, last] = blocks.range(block);
      const found = scan(timeline, condition, line, Math.max(first, from + 1), Math.min(last, length), false);
      if (found > 0) return found;
    }
    if (await isInterrupted(count, signal)) return -1;
  }
  return 0;
}

/** The last match up to a position (included), or 0; interrupted: -1. */
export async function runBackward(
  timeline: Timeline,
  condition: Condition,
  upTo: number,
  { line = RECORDING, signal }: SearchOptions = {},
): Promise<number> {
  if (upTo < 1) return 0;
  condition.prepare?.(line);
  const blocks = blocksOf(timeline, condition, line);
  for (let block = blocks.of(upTo), count = 0; block >= 0; block--, count++) {
    if (!blocks.skips(block)) {
      const [first, last] = blocks.range(block);
      const found = scan(timeline, condition, line, first, Math.min(last, upTo), true);
      if (found > 0) return found;
    }
    if (await isInterrupted(count, signal)) return -1;
  }
  return 0;
}
