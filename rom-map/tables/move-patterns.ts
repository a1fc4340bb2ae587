/** The movement patterns of the enemies. */
import { MOVE_PATTERN_ROWS } from './rows/move-patterns.js';

/** Number of bytes of a pattern: nine rows of nine. */
export const PATTERN_BYTES = 81;

/** A pattern as its row writes it: two hexadecimal digits a byte, spaces between the lines. */
function readPattern(text: string): Uint8Array {
  const digits = text.replaceAll(' ', '');
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

/** Action codes by pattern, row after row. */
export const MOVE_PATTERNS: readonly Uint8Array[] = MOVE_PATTERN_ROWS.map(readPattern);
