/** Single steps through a timeline, both ways: by entry, by event, to a condition. */
import { compileCondition } from './conditions.js';
import { searchInside } from './inside-search.js';
import { runBackward, runForward } from './search.js';
import type { Position, Timeline } from './timeline.js';

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
