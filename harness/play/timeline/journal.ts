/** The change journal: the last change of a cell, its writers and its entry. */
import type { CellDeclaration } from '../../../core/system/system.js';
import { changeCondition } from './conditions.js';
import { runBackward } from './search.js';
import type { Entry, Timeline } from './timeline.js';
import { type CellWrite, writesOf } from './writers.js';

/** A change of a cell by an entry. */
export interface ChangeRecord {
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
