/**
 * Compares the model's draws with a log's. A separate stream shows an extra, early or misplaced
 * draw even while every cell agrees.
 */
import type { EventBuffer, System } from '../../../core/system/system.js';
import { eachDraw, fieldCounts, siteText, stateText } from '../trace/draws.js';
import type { TraceRow } from '../trace/types.js';

/** One draw of either side. */
export interface StreamDraw {
  readonly site: number;
  readonly before: number;
  readonly after: number;
  /** Purpose of the value in words; empty if the system does not say. */
  readonly purpose: string;
}

export interface DrawComparison {
  readonly mine: number;
  readonly theirs: number;
  /** Number of equal draws from the first one on. */
  readonly equal: number;
  /** Number of the draw from 1 on, and its row; a side may have none. */
  readonly first:
    | {
        readonly number: number;
        readonly frame: number;
        readonly mine: StreamDraw | undefined;
        readonly theirs: StreamDraw | undefined;
      }
    | undefined;
}

export interface DrawStream {
  /** Compares the draws of a row's step; ignores rows that record no draws. */
  compare(row: TraceRow, frame: number, events: EventBuffer): void;
  result(): DrawComparison | undefined;
}

export function createDrawStream(system: System): DrawStream {
  const counts = fieldCounts(system);
  let seen = false;
  let mine = 0;
  let theirs = 0;
  let equal = 0;
  let first: DrawComparison['first'];

  function drawOf(site: number, before: number, after: number): StreamDraw {
    return { site, before, after, purpose: system.capabilities.evidence?.drawPurpose?.(site) ?? '' };
  }

  function theirDraw(row: TraceRow, index: number): StreamDraw | undefined {
    if (index >= row.drawCount) return undefined;
    const [site = 0, before = 0, after = 0] = row.draws.subarray(3 * index, 3 * index + 3);
    return drawOf(site, before, after);
  }

  function compare(row: TraceRow, frame: number, events: EventBuffer): void {
    if (row.drawCount < 0) return;
    seen = true;
    let index = 0;
    const expected = frame === row.frame ? row.drawCount : 0;
    eachDraw(system, counts, events, (site, before, after) => {
      const { draws } = row;
      const same =
        index < expected &&
        draws[3 * index] === site &&
        draws[3 * index + 1] === before &&
        draws[3 * index + 2] === after;
      if (same && first === undefined) equal++;
      else if (!same)
        first ??= {
          number: theirs + index + 1,
          frame,
          mine: drawOf(site, before, after),
          theirs: theirDraw(row, index),
        };
      index++;
    });
    if (index < expected)
      first ??= { number: theirs + index + 1, frame, mine: undefined, theirs: theirDraw(row, index) };
    mine += index;
    theirs += expected;
  }

  return { compare, result: () => (seen ? { mine, theirs, equal, first } : undefined) };
}

/** Text of a draw in one line. */
export function drawTextOf(draw: StreamDraw): string {
  return `${siteText(draw.site)}  ${stateText(draw.before)} -> ${stateText(draw.after)}  ${draw.purpose}`.trimEnd();
}
