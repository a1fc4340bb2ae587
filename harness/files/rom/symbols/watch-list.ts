/** The entries of a watch or label file of any form. */
import { LockstepError } from '../../../base/errors.js';

export const WATCH_FORMATS = ['wch', 'rr', 'mlb', 'msl', 'sym', 'nocash', 'diztinguish', 'notes', 'markdown'] as const;
export type WatchFormat = (typeof WATCH_FORMATS)[number];

/** One place that a user watches or has named. */
export interface WatchEntry {
  readonly name: string;
  /** 24-bit bus address; work RAM from 7E:0000 on, mirrors taken back. */
  readonly address: number;
  /** Bytes; 0 if the form does not say. */
  readonly bytes: number;
  readonly bigEndian: boolean;
  readonly display: 'unsigned' | 'signed' | 'hex' | 'binary' | 'other';
  readonly note: string;
  /** 1-based line in the file. */
  readonly line: number;
}

/** An entry outside of the cells' memory, and the reason for leaving it out. */
export interface SkippedEntry {
  readonly line: number;
  readonly reason: string;
}

export interface WatchList {
  readonly format: WatchFormat;
  readonly entries: readonly WatchEntry[];
  readonly skipped: readonly SkippedEntry[];
  /** Rows that cannot be read, with the reason of each. */
  readonly unread: readonly SkippedEntry[];
}

/** Result of the reader of one form. */
export type ReadResult = Pick<WatchList, 'entries' | 'skipped'>;

/** Collects the rows of a file that cannot be read; the first one's error is kept. */
export interface Unread {
  readonly rows: SkippedEntry[];
  first: LockstepError | undefined;
}

/**
 * Hands out every line with its number (1-based). A line that `take` refuses is kept as unread, and
 * the next one comes.
 */
export function eachRow(text: string, unread: Unread, take: (content: string, line: number) => void): void {
  splitLines(text).forEach((content, index) => {
    try {
      take(content, index + 1);
    } catch (error) {
      if (!(error instanceof LockstepError) || error.code !== 'E_SYMBOLS_LINE') throw error;
      unread.first ??= error;
      const { found } = error.details;
      unread.rows.push({ line: index + 1, reason: `${error.message}${found === undefined ? '' : `: ${found}`}` });
    }
  });
}

/** The error of a line that cannot be read. */
export function lineError(file: string, line: number, message: string, found: string, expected: string): LockstepError {
  const shown = found.length > 80 ? `${found.slice(0, 80)}...` : found;
  return new LockstepError('E_SYMBOLS_LINE', message, {
    file,
    line,
    found: JSON.stringify(shown),
    expected,
    remedy: 'Correct the line, or export the file again',
  });
}

/** Lines without their ends; a byte order mark is dropped. */
export function splitLines(text: string): string[] {
  return (text.startsWith('\uFEFF') ? text.slice(1) : text).split(/\r?\n/);
}
