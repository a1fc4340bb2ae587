/** Searches that look at every frame inside commands, both ways. */
import type { Condition } from './conditions.js';
import { entryEvents } from './recorded-line.js';
import type { Position, Timeline } from './timeline.js';

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

async function isInterrupted(count: number, signal: AbortSignal | undefined): Promise<boolean> {
  if (count % ENTRIES_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
  return signal?.aborted === true;
}

/**
 * The next or last frame inside a command at which a condition holds; undefined: none, or
 * interrupted.
 */
export async function searchInside(
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
    if (await isInterrupted(count, signal)) return undefined;
  }
  return undefined;
}
