/**
 * A log of frames in memory, decoded and packed: the benchmark then times the replay and not the
 * reading of thousands of scattered objects. Rows come out as from the reader: one object,
 * refilled.
 */
import { LockstepError } from '../../base/index.js';
import { createRow, openTrace, type TraceHeader, type TraceRow } from '../../play/index.js';

export interface DecodedLog {
  readonly header: TraceHeader;
  /** Sum of the rows' counts. */
  readonly frames: number;
  /** For each row: line, frame, pad word, count, 1 for a full row, end of its changes. */
  readonly heads: Int32Array;
  /** Pairs of cell index and value, unsigned, row after row. */
  readonly changes: Uint32Array;
}

const HEAD_WORDS = 6;

/** @throws LockstepError `E_TRACE_UNIT` for a log of commands */
export async function decodeLog(file: string): Promise<DecodedLog> {
  const reader = await openTrace(file);
  const heads: number[] = [];
  const changes: number[] = [];
  let frames = 0;
  try {
    do {
      while (reader.next()) {
        const { row } = reader;
        if (row.command !== undefined) {
          throw new LockstepError('E_TRACE_UNIT', 'the log holds commands', {
            file,
            line: row.line,
            expected: 'frames',
          });
        }
        for (let word = 0; word < 2 * row.changed; word++) changes.push(row.changes[word] as number);
        heads.push(row.line, row.frame, row.pad, row.count, Number(row.full), changes.length);
        frames += row.count;
      }
    } while (await reader.fill());
    return { header: reader.header, frames, heads: Int32Array.from(heads), changes: Uint32Array.from(changes) };
  } finally {
    reader.close();
  }
}

/** Gives every row to `take`: the same object each time. */
export function eachRow(log: DecodedLog, take: (row: TraceRow) => void): void {
  const { heads, changes } = log;
  const row = createRow(log.header.cells.length);
  let from = 0;
  for (let head = 0; head < heads.length; head += HEAD_WORDS) {
    const end = heads[head + 5] as number;
    row.line = heads[head] as number;
    row.frame = heads[head + 1] as number;
    row.pad = heads[head + 2] as number;
    row.count = heads[head + 3] as number;
    row.full = heads[head + 4] === 1;
    row.changed = (end - from) >> 1;
    for (let at = from; at < end; at += 2) {
      const index = changes[at] as number;
      const value = changes[at + 1] as number;
      row.changes[at - from] = index;
      row.changes[at - from + 1] = value;
      row.values[index] = value;
    }
    from = end;
    take(row);
  }
}
