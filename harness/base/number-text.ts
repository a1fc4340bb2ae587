/** Numbers in texts: hexadecimal digits, and counts with their noun. */
import stringWidth from 'string-width';
import type { System } from '../../core/system/system.js';

// How entries are numbered in every view: frames as their log counts them, commands from 1.

/**
 * Number of an entry as people see it.
 * @param row its number in a trace, where the first entry of a plan is 0
 */
export function entryNumber({ unit }: Pick<System, 'unit'>, row: number): number {
  return unit === 'frame' ? row : row + 1;
}

/** The inverse of `entryNumber`. */
export function rowNumber({ unit }: Pick<System, 'unit'>, number: number): number {
  return unit === 'frame' ? number : number - 1;
}

// Text in columns of a terminal: a full-width letter takes two.

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The start of a text that fits in a number of columns; a cut is marked with `~`. */
export function cut(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (stringWidth(text) <= columns) return text;
  let used = 0;
  let kept = '';
  for (const { segment } of segmenter.segment(text)) {
    const width = stringWidth(segment);
    if (used + width > columns - 1) break;
    kept += segment;
    used += width;
  }
  return `${kept}~`;
}

/** The text in exactly that many columns. */
export function padTo(text: string, columns: number): string {
  const shown = cut(text, columns);
  return shown + ' '.repeat(Math.max(0, columns - stringWidth(shown)));
}

/** A text in lines of at most that many columns; further lines are indented. */
export function wrap(text: string, columns: number, indent = '    '): string[] {
  const lines: string[] = [];
  let rest = text;
  let lead = '';
  while (stringWidth(lead + rest) > columns) {
    const room = columns - lead.length;
    let used = 0;
    let end = 0;
    let space = 0;
    for (const { segment, index } of segmenter.segment(rest)) {
      used += stringWidth(segment);
      if (used > room) break;
      end = index + segment.length;
      if (segment === ' ') space = end;
    }
    const at = rest[end] === ' ' ? end : space > room / 2 ? space : Math.max(end, 1);
    lines.push(lead + rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
    lead = indent;
  }
  lines.push(lead + rest);
  return lines;
}

/** Alignment of a column: numbers to compare on the right, everything else on the left. */
type Side = 'left' | 'right';

/**
 * Rows as aligned columns.
 * @param sides alignment of the columns from the first on; the last one given holds for the rest
 */
export function tableLines(rows: readonly (readonly string[])[], sides: readonly Side[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => stringWidth(row[column] ?? ''))));
  const padded = (text: string, column: number): string => {
    const blanks = ' '.repeat((widths[column] ?? 0) - stringWidth(text));
    return (sides[column] ?? sides.at(-1)) === 'right' ? blanks + text : text + blanks;
  };
  return rows.map((row) => row.map(padded).join('  ').trimEnd());
}

/** Upper-case hexadecimal digits, padded with zeros. @param digits minimum number of digits */
export function hexText(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}

/** A byte or word as the console's documents write it, such as `5Ah`. */
export function hexWithSuffix(value: number, digits = 2): string {
  return `${hexText(value, digits)}h`;
}
