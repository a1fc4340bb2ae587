/** Searches a timeline for a condition, both ways, and skips blocks in which it cannot change. */

import type { CellDeclaration } from '../../../core/system/system.js';
import { RECORDING } from './branch-store.js';
import { type Condition, changeCondition, compileCondition } from './conditions.js';
import { entryEvents } from './recorded-line.js';
import type { Entry, Position, Timeline } from './timeline.js';
import { type CellWrite, writesOf } from './writers.js';

interface SearchOptions {
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
function cannotMatch(timeline: Timeline, condition: Condition, block: number): boolean {
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

// Several conditions as one: a search stops at the first that is true.

interface AnyOf extends Condition {
  /** Indexes of the conditions that were true at the last match. */
  readonly matched: readonly number[];
}

/** @param conditions all of them are tested at every entry */
export function anyOf(timeline: Timeline, conditions: readonly Condition[]): AnyOf {
  let matched: number[] = [];
  return {
    text: conditions.map((condition) => condition.text).join(' or '),
    byFrame: false,
    needsEvents: conditions.some((condition) => condition.needsEvents),
    offsets: undefined,
    skips: (block) => conditions.every((condition) => cannotMatch(timeline, condition, block)),
    prepare(line) {
      for (const condition of conditions) condition.prepare?.(line);
    },
    test(before, after, events, around) {
      let found: number[] | undefined;
      for (let index = 0; index < conditions.length; index++) {
        if (conditions[index]?.test(before, after, events, around) !== true) continue;
        found ??= [];
        found.push(index);
      }
      if (found === undefined) return false;
      matched = found;
      return true;
    },
    get matched() {
      return matched;
    },
  };
}

// Searches that look at every frame inside commands, both ways.

/** Entries between two looks at the caller's signal. */
const ENTRIES_AT_ONCE = 16;

/** Numbers of the frames inside an entry that match; of an entry without frames, 0 for itself. */
function matchesIn(timeline: Timeline, condition: Condition, at: number, line: number): number[] {
  const found: number[] = [];
  const { pad } = timeline.input(at, line);
  let count = 0;
  timeline.visitInside(at, line, (index, frame, before, after, events) => {
    count = index;
    // no whole number: no frame inside is the end of an entry
    const around = { at: at - 0.5, frame, pad, line };
    if (condition.test(before, after, events, around)) found.push(index);
  });
  if (count > 0) return found;
  const before = timeline.state(at - 1, line).slice();
  const events = entryEvents();
  const after = timeline.advance(events);
  return condition.test(before, after, events, { at, frame: timeline.frameOf(at), pad, line }) ? [0] : [];
}

/** Position of a match: inside the entry, or its end where it has no frames. */
function positionOf(at: number, index: number, line: number): Position {
  return index === 0 ? { line, at, call: 0 } : { line, at: at - 1, call: 0, inner: index };
}

async function isInsideInterrupted(count: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (count % ENTRIES_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
  return signal?.aborted === true;
}

/**
 * The next or last frame inside a command at which a condition holds; undefined: none, or
 * interrupted.
 */
async function searchInside(
  timeline: Timeline,
  { line, at, inner = 0 }: Position,
  condition: Condition,
  direction: 1 | -1,
  signal?: AbortSignal,
): Promise<Position | undefined> {
  condition.prepare?.(line);
  // the frame that is shown does not count again; at the end of an entry that is its last one
  const first = direction > 0 || inner > 0 ? at + 1 : at;
  const isOpen = (entry: number, index: number): boolean => {
    if (entry !== first) return true;
    if (direction > 0) return index === 0 || index > inner;
    return inner > 0 ? index < inner : index < timeline.framesInside(at, line);
  };
  for (let entry = first, count = 1; entry >= 1 && entry <= timeline.length(line); entry += direction, count++) {
    const found = matchesIn(timeline, condition, entry, line).filter((index) => isOpen(entry, index));
    const index = direction > 0 ? found[0] : found.at(-1);
    if (index !== undefined) return positionOf(entry, index, line);
    if (await isInsideInterrupted(count, signal)) return undefined;
  }
  return undefined;
}

// Single steps through a timeline, both ways: by entry, by event, to a condition.

/**
 * Position some entries later or earlier, at most an end. Within an entry, one back is its
 * beginning.
 */
export function stepEntries(timeline: Timeline, position: Position, count: number): Position {
  const { line, at, call, inner = 0 } = position;
  const from = count < 0 && (call > 0 || inner > 0) ? at + 1 : at;
  return { line, at: Math.max(0, Math.min(timeline.length(line), from + count)), call: 0 };
}

/** The next routine call or event, or the end of the entry after its last one. */
export function stepCall(timeline: Timeline, position: Position): Position {
  const { line, at, call, inner = 0 } = position;
  // calls are counted in the whole command: from inside it, its end is the next place
  if (inner > 0) return { line, at: at + 1, call: 0 };
  if (at >= timeline.length(line)) return position;
  return call < timeline.entry(at + 1, line).events.length
    ? { line, at, call: call + 1 }
    : { line, at: at + 1, call: 0 };
}

export function stepCallBack(timeline: Timeline, position: Position): Position {
  const { line, at, call, inner = 0 } = position;
  if (inner > 0) return { line, at, call: 0 };
  if (call > 0) return { line, at, call: call - 1 };
  return at === 0 ? position : { line, at: at - 1, call: timeline.entry(at, line).events.length };
}

/**
 * The next or last entry at which a condition is true; undefined: none, or interrupted.
 * @param text see `conditions.ts`; `action` for the next action.
 * @throws LockstepError for a wrong condition
 */
export async function stepTo(
  timeline: Timeline,
  position: Position,
  text: string,
  direction: 1 | -1,
  signal?: AbortSignal,
): Promise<Position | undefined> {
  const { line, at, call } = position;
  const condition = compileCondition(timeline, text);
  if (timeline.hasInside && condition.byFrame) return searchInside(timeline, position, condition, direction, signal);
  const options = signal === undefined ? { line } : { line, signal };
  const isInside = call > 0 || (position.inner ?? 0) > 0;
  const found =
    direction > 0
      ? await runForward(timeline, condition, at, options)
      : await runBackward(timeline, condition, isInside ? at : at - 1, options);
  return found > 0 ? { line, at: found, call: 0 } : undefined;
}

// The change journal: the last change of a cell, its writers and its entry.

/** A change of a cell by an entry. */
interface ChangeRecord {
  readonly cell: CellDeclaration;
  readonly at: number;
  readonly frame: number;
  readonly entry: Entry;
  /** Its changes within the entry, in order; the last one left the value. */
  readonly writes: readonly CellWrite[];
}

/** Whether two cells share a byte. */
function overlap(first: CellDeclaration, second: CellDeclaration): boolean {
  return first.offset < second.offset + second.width && second.offset < first.offset + first.width;
}

/**
 * The last entry up to a position that changed a cell; undefined when none did. A write of the same
 * value is not a change.
 */
export async function lastChange(
  timeline: Timeline,
  cell: CellDeclaration,
  upTo: number,
  line = 0,
  signal?: AbortSignal,
): Promise<ChangeRecord | undefined> {
  const condition = changeCondition(`change ${cell.name}`, [cell]);
  const at = await runBackward(timeline, condition, upTo, { line, ...(signal === undefined ? {} : { signal }) });
  if (at <= 0) return undefined;
  const entry = timeline.entry(at, line);
  const writes = writesOf(timeline, entry).filter((write) => overlap(write.cell, cell));
  return { cell, at, frame: entry.frame, entry, writes };
}
