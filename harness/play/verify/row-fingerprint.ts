/**
 * A fingerprint of a log's rows, to tell a log that another core recorded with the same result from
 * one that shows something new. It is no proof of anything: it only counts.
 */
import type { TraceRow } from '../trace/types.js';

export interface RowFingerprint {
  add(row: TraceRow): void;
  text(): string;
}

const FIRST_PRIME = 0x01000193;
const SECOND_PRIME = 0x85ebca6b;

export function createRowFingerprint(): RowFingerprint {
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  const put = (value: number): void => {
    one = Math.imul(one ^ value, FIRST_PRIME);
    other = Math.imul(other ^ value ^ (other >>> 15), SECOND_PRIME);
  };
  return {
    add(row) {
      put(row.frame);
      put(row.count);
      put(row.pad);
      for (let index = 0; index < row.error.length; index++) put(row.error.charCodeAt(index));
      if (row.command !== undefined) {
        const text = JSON.stringify(row.command);
        for (let index = 0; index < text.length; index++) put(text.charCodeAt(index));
      }
      put(row.changed);
      for (let index = 0; index < 2 * row.changed; index++) put(row.changes[index] as number);
    },
    text: () => `${(one >>> 0).toString(16)}-${(other >>> 0).toString(16)}`,
  };
}
