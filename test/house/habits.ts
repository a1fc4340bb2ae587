/** What the house measures of the text of its source files: the width of comments. */
import type { Offences, Source } from './sources.js';

/** Columns that a line of comment may have. */
export const COMMENT_COLUMNS = 100;

/** Lines that hold nothing but comment and are wider than the limit. */
export function wideCommentLines(text: string): number {
  return text.split('\n').filter((line) => line.length > COMMENT_COLUMNS && /^\s*(\/\/|\/\*|\*)/u.test(line)).length;
}

/**
 * Wide lines of comment by room.
 *
 * @param roomOf name under which the wide comments of a file are counted
 */
export function measureWideComments(sources: readonly Source[], roomOf: (path: string) => string): Offences {
  const found = new Map<string, number>();
  for (const { path, text } of sources) {
    const wide = wideCommentLines(text);
    if (wide > 0) found.set(roomOf(path), (found.get(roomOf(path)) ?? 0) + wide);
  }
  return found;
}
