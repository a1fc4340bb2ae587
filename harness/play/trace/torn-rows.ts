/** Rows recorded in the middle of a frame, which the log's sequence cells tell apart. */
import type { TraceReader } from './reader.js';

/** Whether the reader's current row is torn; a log without a sequence has no such row. */
export function tornReader({ header, row }: TraceReader): () => boolean {
  const { sequence, cells } = header;
  if (sequence === null) return () => false;
  const place = (name: string): number => cells.findIndex(([cell]) => cell === name);
  const [begin, end] = [place(sequence.begin), place(sequence.end)];
  return () => row.values[begin] !== row.values[end];
}
